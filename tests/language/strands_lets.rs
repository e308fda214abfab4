//! `let` in interleaved strands. It adds no step, so no other strand can come between it and its neighbour: it belongs to the
//! statement after it, or at the end of a body to the one before it.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain strands_lets;

    predicate item(u32);
    predicate pair(u32, u32);

    operator x(n: u32) {}
    operator put(n: u32) { add item(n); }

    // At the end of a strand and of each kind of block.
    method of_a_strand() { unordered { { x(1); let _n: u32 = 1; } x(2); } }
    method of_a_strand_counted() { unordered { { x(1); let _n: usize = count(item(_)); } x(2); } }
    method of_a_task() { unordered { task(); x(2); } }
    method task() { x(1); let _n: u32 = 1; }
    method of_a_round() { unordered { { for item(i) { x(i); let _n: u32 = i; } } x(2); } }
    method of_an_if() {
        unordered { { if item(_) { x(1); let _n: usize = count(item(_)); } } x(2); }
    }
    method of_what_is_inside() { unordered { { unordered { x(1); } let _n: u32 = 1; } x(2); } }
    method of_a_block_inside() { unordered { { unordered { { x(1); let _n: u32 = 1; } } } x(2); } }
    method of_an_operator_s_effect() { unordered { { add item(1); let _n: u32 = 1; } x(2); } }
    method before_a_return() { unordered { { let n = returned(); x(n); } x(2); } }
    method returned() -> u32 {
        branch only { x(1); let n: usize = count(item(_)); return n as u32; }
    }

    // Alone.
    method alone() { unordered { { let _n: u32 = 1; } x(1); x(2); } }
    method alone_inside() { unordered { { x(1); unordered { { let _n: u32 = 1; } {} } } x(2); } }
    method alone_without_value() { unordered { { let _n: u32 = min(i; item(i)); } put(1); } }
    method only_task() { unordered { only_lets(); x(1); } x(2); }
    method only_lets() { let _n: u32 = 1; }

    // Before a statement.
    method argument() { unordered { { x(0); total(); } put(5); } }
    method total() { let n: u32 = sum(i; item(i)); x(n); }
    method in_a_body() { unordered { { x(0); let n: u32 = sum(i; item(i)); x(n); } put(5); } }
    method first_in_a_strand() { unordered { { let n: u32 = sum(i; item(i)); x(n); } put(5); } }
    method before_a_block() {
        unordered {
            { x(0); let n: u32 = sum(i; item(i)); if n > 0 { x(n); } else { x(9); } }
            put(5);
        }
    }

    // Without a value.
    method least_at_the_end() { unordered { { x(1); let _n: u32 = min(i; item(i)); } put(5); } }
    method least_in_front() { unordered { { x(1); let n: u32 = min(i; item(i)); x(n); } put(5); } }
    method least_of_a_round() {
        unordered {
            { for pair(a, b) { x(a); let _n: u32 = min(i; item(i) && i == b); } }
            { put(5); put(6); }
        }
    }
}

use strands_lets::{Fact, State, Task};

fn plans(facts: &[Fact], task: Task, expected: &[&str]) {
    let state = State::from_facts(facts.iter().copied()).unwrap();
    assert_plans(&state, &(), task, expected);
}

#[test]
fn let_at_end_causes_no_duplicate_plans() {
    let facts = [Fact::Item(1)];
    let expected = ["x(1); x(2)", "x(2); x(1)"];
    plans(&facts, Task::OfAStrand, &expected);
    plans(&facts, Task::OfAStrandCounted, &expected);
    plans(&facts, Task::OfATask, &expected);
    plans(&facts, Task::OfARound, &expected);
    plans(&facts, Task::OfAnIf, &expected);
    plans(&facts, Task::OfWhatIsInside, &expected);
    plans(&facts, Task::OfABlockInside, &expected);
    plans(
        &[],
        Task::OfAnOperatorSEffect,
        &["add item(1); x(2)", "x(2); add item(1)"],
    );
}

#[test]
fn let_at_end_of_round_causes_no_duplicates() {
    plans(
        &[Fact::Item(1), Fact::Item(3)],
        Task::OfARound,
        &["x(1); x(3); x(2)", "x(1); x(2); x(3)", "x(2); x(1); x(3)"],
    );
}

#[test]
fn let_before_return_ends_the_body() {
    let expected = ["x(1); x(1); x(2)", "x(1); x(2); x(1)", "x(2); x(1); x(1)"];
    plans(&[Fact::Item(1)], Task::BeforeAReturn, &expected);
}

#[test]
fn strand_of_lets_is_done_when_reached() {
    plans(&[], Task::Alone, &["x(1); x(2)", "x(2); x(1)"]);
    plans(&[], Task::AloneInside, &["x(1); x(2)", "x(2); x(1)"]);
    plans(&[], Task::AloneWithoutValue, &[]);
    plans(&[Fact::Item(3)], Task::AloneWithoutValue, &["put(1)"]);
    // A task without steps is a choice, with or without a `let` in it.
    plans(&[], Task::OnlyTask, &["x(1); x(2)", "x(1); x(2)"]);
}

/// As in `x(…)` with the expression in place of the variable.
#[test]
fn let_is_evaluated_with_the_next_statement() {
    let expected = [
        "x(0); x(0); put(5)",
        "x(0); put(5); x(5)",
        "put(5); x(0); x(5)",
    ];
    plans(&[], Task::Argument, &expected);
    plans(&[], Task::InABody, &expected);
    plans(&[], Task::FirstInAStrand, &["x(0); put(5)", "put(5); x(5)"]);
    let expected = [
        "x(0); x(9); put(5)",
        "x(0); put(5); x(5)",
        "put(5); x(0); x(5)",
    ];
    plans(&[], Task::BeforeABlock, &expected);
}

#[test]
fn let_without_value_fails_when_reached() {
    // At the end it does not wait for a strand that would give it a value.
    plans(&[], Task::LeastAtTheEnd, &["put(5); x(1)"]);
    let helped = ["x(1); put(5); x(5)", "put(5); x(1); x(5)"];
    plans(&[], Task::LeastInFront, &helped);
    plans(
        &[Fact::Pair(1, 5), Fact::Pair(2, 6)],
        Task::LeastOfARound,
        &["put(5); x(1); put(6); x(2)", "put(5); put(6); x(1); x(2)"],
    );
}

htn_domain! {
    domain strands_rounds;

    predicate item(u32);
    operator x() {}
    operator y() {}
    operator take(n: u32) { delete item(n); }

    method last_round() { unordered { x(); { while item(n) { take(n); } y(); } } }
}

/// The last round, which has no steps, is tried in every order. A choice made in one order is not a choice of another.
#[test]
fn while_ends_in_every_order() {
    use strands_rounds::{Fact, State, Task};
    let state = State::from_facts([Fact::Item(1)]).unwrap();
    let expected = [
        "x(); take(1); y()",
        "take(1); x(); y()",
        "take(1); x(); y()",
        "take(1); y(); x()",
    ];
    assert_plans(&state, &(), Task::LastRound, &expected);
}
