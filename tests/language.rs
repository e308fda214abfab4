//! Tests of the language, one file per form: what each means, as seen in the plans.

mod common;

#[path = "language/aggregates.rs"]
mod aggregates;
#[path = "language/axiom_queries.rs"]
mod axiom_queries;
#[path = "language/axioms.rs"]
mod axioms;
#[path = "language/bodies.rs"]
mod bodies;
#[path = "language/calls.rs"]
mod calls;
#[path = "language/conditions.rs"]
mod conditions;
#[path = "language/display.rs"]
mod display;
#[path = "language/gathering.rs"]
mod gathering;
#[path = "language/interleaving.rs"]
mod interleaving;
#[path = "language/later.rs"]
mod later;
#[path = "language/loops.rs"]
mod loops;
#[path = "language/methods.rs"]
mod methods;
#[path = "language/names.rs"]
mod names;
#[path = "language/now.rs"]
mod now;
#[path = "language/operators.rs"]
mod operators;
#[path = "language/polls.rs"]
mod polls;
#[path = "language/predicates.rs"]
mod predicates;
#[path = "language/priority.rs"]
mod priority;
#[path = "language/protecting.rs"]
mod protecting;
#[path = "language/queries.rs"]
mod queries;
#[path = "language/ranges.rs"]
mod ranges;
#[path = "language/repeated.rs"]
mod repeated;
#[path = "language/sorting.rs"]
mod sorting;
#[path = "language/strands_lets.rs"]
mod strands_lets;
#[path = "language/syncing.rs"]
mod syncing;
#[path = "language/terms.rs"]
mod terms;
#[path = "language/twins.rs"]
mod twins;
#[path = "language/uncommon_forms.rs"]
mod uncommon_forms;
#[path = "language/unordered.rs"]
mod unordered;
#[path = "language/unordered_for.rs"]
mod unordered_for;
#[path = "language/when_planning.rs"]
mod when_planning;
