//! `unordered` blocks.

use squad_htn::prelude::*;

use crate::common::{How, all_plans, assert_plans, joined, search};

htn_domain! {
    domain interleaving;

    predicate ready(u32);
    predicate item(u32);
    predicate done(u32);

    operator x(n: u32) {}
    operator make(n: u32) { add ready(n); }
    operator needs(n: u32) { if ready(n); }
    internal operator finish(n: u32) { add done(n); }

    method one() { unordered { x(1); } x(2); }
    method none() { unordered {} x(2); }
    method two() { x(0); unordered { x(1); x(2); } x(3); }
    method three() { unordered { x(1); x(2); x(3); } }
    method blocks() { unordered { { x(1); x(2); } x(3); } }
    method pair(a: u32, b: u32) { x(a); x(b); }
    method nested() { unordered { { unordered { x(1); x(2); } x(3); } x(4); } }
    method depends() { unordered { needs(1); make(1); } }
    method depends_deep() { unordered { { needs_two(); x(9); } { make(1); make(2); } } }
    method needs_two() { needs(1); needs(2); }
    method with_effects() { unordered { { add item(1); x(1); } { delete item(1); x(2); } } }
    method with_values() { unordered { { let a = chosen(1); x(a); } { let b = chosen(5); x(b); } } }
    method chosen(n: u32) -> u32 { branch only { x(n); return n + 1; } }
    method with_choices() { unordered { pick(); x(0); } }
    method pick() if item(n) { x(n); }
    method with_blocks() { unordered { { if item(n) { x(n); x(n + 1); } } x(0); } }
    method with_loop() { unordered { { for item(n) { x(n); } } x(0); } }
    method with_loop_of_changes() { unordered { { for item(n) { add done(n); } } x(0); } }
    method with_loop_of_nothing() {
        unordered { { for item(n) { if ready(n) { x(n); } } x(8); } x(0); }
    }
    method twice() { unordered { pair(1, 2); pair(3, 4); } unordered { x(5); x(6); } }
    method inside() { unordered { two_inside(); x(9); } }
    method two_inside() { unordered { x(1); x(2); } }
    method empty_strand() { unordered { x(1); {} } x(2); }
    method empty_task() { unordered { nothing(); x(1); } x(2); }
    method nothing() {}
    method late_condition() { unordered { { finish(1); } if_done(); } }
    method if_done() {
        branch yes if done(1) { x(1); }
        branch no { x(0); }
    }
}

use interleaving::Fact::Item;
use interleaving::{State, Task};

fn state(facts: impl IntoIterator<Item = interleaving::Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn orders_follow_the_written_order() {
    assert_plans(&state([]), &(), Task::One, &["x(1); x(2)"]);
    assert_plans(&state([]), &(), Task::None, &["x(2)"]);
    let plans = ["x(0); x(1); x(2); x(3)", "x(0); x(2); x(1); x(3)"];
    assert_plans(&state([]), &(), Task::Two, &plans);
    let plans = [
        "x(1); x(2); x(3)",
        "x(1); x(3); x(2)",
        "x(2); x(1); x(3)",
        "x(2); x(3); x(1)",
        "x(3); x(1); x(2)",
        "x(3); x(2); x(1)",
    ];
    assert_plans(&state([]), &(), Task::Three, &plans);
}

#[test]
fn block_keeps_its_order() {
    let plans = ["x(1); x(2); x(3)", "x(1); x(3); x(2)", "x(3); x(1); x(2)"];
    assert_plans(&state([]), &(), Task::Blocks, &plans);
}

#[test]
fn unordered_blocks_nest() {
    let plans = [
        "x(1); x(2); x(3); x(4)",
        "x(1); x(2); x(4); x(3)",
        "x(1); x(4); x(2); x(3)",
        "x(2); x(1); x(3); x(4)",
        "x(2); x(1); x(4); x(3)",
        "x(2); x(4); x(1); x(3)",
        "x(4); x(1); x(2); x(3)",
        "x(4); x(2); x(1); x(3)",
    ];
    assert_plans(&state([]), &(), Task::Nested, &plans);
}

#[test]
fn strand_that_cannot_start_waits() {
    assert_plans(&state([]), &(), Task::Depends, &["make(1); needs(1)"]);
    let plans = [
        "make(1); needs(1); make(2); needs(2); x(9)",
        "make(1); make(2); needs(1); needs(2); x(9)",
    ];
    assert_plans(&state([]), &(), Task::DependsDeep, &plans);
}

#[test]
fn other_strands_may_come_between_adds() {
    let plans = [
        "add item(1); x(1); delete item(1); x(2)",
        "add item(1); delete item(1); x(1); x(2)",
        "add item(1); delete item(1); x(2); x(1)",
        "delete item(1); add item(1); x(1); x(2)",
        "delete item(1); add item(1); x(2); x(1)",
        "delete item(1); x(2); add item(1); x(1)",
    ];
    assert_plans(&state([]), &(), Task::WithEffects, &plans);
}

#[test]
fn values_stay_in_their_strand() {
    let plans = [
        "x(1); x(2); x(5); x(6)",
        "x(1); x(5); x(2); x(6)",
        "x(1); x(5); x(6); x(2)",
        "x(5); x(1); x(2); x(6)",
        "x(5); x(1); x(6); x(2)",
        "x(5); x(6); x(1); x(2)",
    ];
    assert_plans(&state([]), &(), Task::WithValues, &plans);
}

#[test]
fn choices_and_orders_combine() {
    let plans = ["x(1); x(0)", "x(2); x(0)", "x(0); x(1)", "x(0); x(2)"];
    assert_plans(&state([Item(1), Item(2)]), &(), Task::WithChoices, &plans);
}

#[test]
fn blocks_of_a_body_inside_a_strand() {
    let facts = state([Item(4)]);
    let plans = ["x(4); x(5); x(0)", "x(4); x(0); x(5)", "x(0); x(4); x(5)"];
    assert_plans(&facts, &(), Task::WithBlocks, &plans);
    let facts = state([Item(4), Item(7)]);
    let plans = ["x(4); x(7); x(0)", "x(4); x(0); x(7)", "x(0); x(4); x(7)"];
    assert_plans(&facts, &(), Task::WithLoop, &plans);
}

#[test]
fn one_unordered_block_after_another() {
    let plans = joined(&all_plans(&state([]), &(), Task::Twice));
    assert_eq!(plans.len(), 12);
    assert_eq!(plans[0], "x(1); x(2); x(3); x(4); x(5); x(6)");
    assert_eq!(plans[1], "x(1); x(2); x(3); x(4); x(6); x(5)");
    assert_eq!(plans[2], "x(1); x(3); x(2); x(4); x(5); x(6)");
    assert_eq!(plans[11], "x(3); x(4); x(1); x(2); x(6); x(5)");
}

#[test]
fn unordered_block_below_a_strand_interleaves_too() {
    let plans = [
        "x(1); x(2); x(9)",
        "x(1); x(9); x(2)",
        "x(2); x(1); x(9)",
        "x(2); x(9); x(1)",
        "x(9); x(1); x(2)",
        "x(9); x(2); x(1)",
    ];
    assert_plans(&state([]), &(), Task::Inside, &plans);
}

#[test]
fn condition_sees_what_other_strands_did() {
    let plans = ["finish(1); x(1)", "x(0); finish(1)"];
    assert_plans(&state([]), &(), Task::LateCondition, &plans);
}

#[test]
fn empty_task_is_a_choice_but_empty_strand_is_not() {
    assert_plans(&state([]), &(), Task::EmptyStrand, &["x(1); x(2)"]);
    assert_plans(
        &state([]),
        &(),
        Task::EmptyTask,
        &["x(1); x(2)", "x(1); x(2)"],
    );
}

#[test]
fn limit_hit_is_independent_of_budget() {
    for trail in 0..24 {
        for task in [Task::Blocks, Task::Nested, Task::Twice, Task::WithEffects] {
            let limits = Limits {
                trail,
                ..Limits::compact()
            };
            let how = How {
                limits,
                ..How::default()
            };
            search(&state([]), &(), &[task], how);
        }
    }
}

/// Another strand may come between the rounds of a `for`, even if they have no task.
#[test]
fn strands_may_interleave_between_empty_rounds() {
    let items = || state([Item(1), Item(2)]);
    let plans = [
        "add done(1); add done(2); x(0)",
        "add done(1); x(0); add done(2)",
        "x(0); add done(1); add done(2)",
    ];
    assert_plans(&items(), &(), Task::WithLoopOfChanges, &plans);
    // `x(0)` may come before either round, or after both.
    let plans = ["x(8); x(0)", "x(0); x(8)", "x(0); x(8)", "x(0); x(8)"];
    assert_plans(&items(), &(), Task::WithLoopOfNothing, &plans);
}
