//! The terms of this library, in the order in which you meet them.
//!
//! # Domains
//!
//! * **Domain**: the knowledge of a squad, written with [`htn_domain!`](crate::htn_domain): predicates, axioms, operators and
//!   methods.
//! * **Fact**: something that is true now, such as `surrendered(Suspect(1))`. The game adds and removes facts.
//! * **Predicate**: the declaration of a kind of facts: a name and the types of its columns.
//! * **Axiom**: a condition with a name. It is computed from facts, and can have several solutions.
//! * **Task**: something to be done. A task is carried out by an operator or decomposed by a method.
//! * **Operator**: a task that is one step. An *external* operator is an action of a character. An *internal* one changes facts
//!   only.
//! * **Method**: a way to decompose a task into smaller tasks. Several methods of one task are alternatives.
//! * **Branch**: one case of a method: a condition and a list of tasks. Branches are "if, else if, else".
//! * **Strand**: one of the sequences of an `unordered` block. Strands may interleave; the steps of one strand keep their order.
//! * **Context**: the part of the game that expressions of a domain can read, such as positions and lines of sight.
//! * **Agent**: a character that acts. `agent Officer;` names the type of agents.
//!
//! # Plans
//!
//! * **Plan**: the list of steps that a search found for a task, with the tree of tasks that they come from.
//! * **Step**: an element of a plan: an action, an internal operator, or a synchronisation operator.
//! * **Action**: a step that the game carries out, such as walking to a door. It takes time and can fail.
//! * **Budget**: how much work a search may do in one call, in steps of the search or in microseconds.
//!
//! # Execution
//!
//! * **Executor**: runs plans, several at once, and issues commands to start and stop actions.
//! * **Director**: a state, a planner and an executor in one. Most games call its `tick` once per frame.
//! * **Scheduler**: shares planners and one budget among many directors.
//! * **Check**: a condition of a branch or operator that the executor evaluates again before it starts a step.
//! * **Group**: adjacent internal steps with an `undo`. They start together or not at all.
//! * **Barrier**: a `global_block(who)` that has not opened yet: no later step of its plan starts before `who` is done.
//! * **Hold**: a `block_on(a, b)` that has not ended yet: `a` counts as busy until `b` is done.
//! * **Repair**: planning one task of a running plan again after a failure. The rest of the plan stays.
//! * **Undo**: the internal operator that reverts another one if its plan is abandoned, such as freeing a reserved officer.
//!
//! # Knowledge and records
//!
//! * **Belief**: a fact with the tick of its sighting, its source and its certainty.
//! * **Journal**: the inputs of a director, from which a mission can be replayed.
//! * **Recording**: the events of a director, from which reports, timelines and live views are drawn.
