//! `later`: tasks that the search does not decompose.

use squad_htn::prelude::*;

use crate::common::{How, search};

htn_domain! {
    domain errands;

    predicate shop(u8);
    predicate open(u8);

    operator walk(to: u8) {}
    operator rest() {}
    operator pay(n: u8) { if open(n); cost 2.0; }

    pub method duty() { rest(); later duty(); }
    pub method visit() if shop(n) { walk(n); later buy(n, n + 1); walk(0); }
    method buy(n: u8, _more: u8) if open(n) { pay(n); }
    pub method all() { for shop(n) { later buy(n, 0); } }
    pub method after_effects() { add open(1); later buy(1, 1); if open(1) { walk(1); } }
    pub method strands() { unordered { later buy(1, 1); { walk(1); walk(2); } } }
    pub method task_named_later() { later(3); later later(4); }
    method later(n: u8) { walk(n); }
    pub method value() { later number(1); walk(7); }
    method number(n: u8) -> u8 { walk(n); return n; }
}

use errands::Fact::{Open, Shop};
use errands::{Planner, State, Task};

fn plans(task: Task, facts: &[errands::Fact]) -> Vec<Vec<String>> {
    let state = State::from_facts(facts.iter().copied()).unwrap();
    let found = search(&state, &(), &[task], How::default());
    assert_eq!(found.end, Ok(()));
    found.plans
}

#[test]
fn later_task_is_one_step_of_the_plan() {
    assert_eq!(plans(Task::Duty, &[]), [["rest()", "duty()"]]);
    let expected = [["walk(3)", "buy(3, 4)", "walk(0)"]];
    assert_eq!(plans(Task::Visit, &[Shop(3)]), expected);
}

// `buy` could not be planned from these facts.
#[test]
fn later_task_is_not_decomposed() {
    assert_eq!(plans(Task::Visit, &[Shop(3)]).len(), 1);
    let both = plans(Task::Visit, &[Shop(3), Shop(5), Open(3)]);
    assert_eq!(both[1], ["walk(5)", "buy(5, 6)", "walk(0)"]);
    assert_eq!(both.len(), 2);
}

#[test]
fn later_task_is_assumed_to_change_nothing() {
    let expected = [["add open(1)", "buy(1, 1)", "walk(1)"]];
    assert_eq!(plans(Task::AfterEffects, &[]), expected);
}

#[test]
fn later_tasks_of_a_loop_are_a_step_each() {
    let expected = [["buy(4, 0)", "buy(2, 0)"]];
    assert_eq!(plans(Task::All, &[Shop(4), Shop(2)]), expected);
}

#[test]
fn later_task_interleaves_with_other_strands() {
    let expected = [
        ["buy(1, 1)", "walk(1)", "walk(2)"],
        ["walk(1)", "buy(1, 1)", "walk(2)"],
        ["walk(1)", "walk(2)", "buy(1, 1)"],
    ];
    assert_eq!(plans(Task::Strands, &[]), expected);
}

#[test]
fn task_may_be_called_later() {
    assert_eq!(plans(Task::TaskNamedLater, &[]), [["walk(3)", "later(4)"]]);
    assert_eq!(plans(Task::Value, &[]), [["number(1)", "walk(7)"]]);
}

#[test]
fn endless_task_ends_with_loop_detection_too() {
    let how = How {
        detect_loops: true,
        ..How::default()
    };
    let found = search(&State::new(), &(), &[Task::Duty], how);
    assert_eq!(found.plans, [["rest()", "duty()"]]);
    assert_eq!(found.costs, [1.0], "a later task costs nothing");
}

#[test]
fn tree_has_a_node_for_a_later_task() {
    let state = State::from_facts([Shop(3)]).unwrap();
    let mut planner = Planner::new();
    let plan = planner.find(&state, &(), Task::Visit).unwrap().unwrap();
    let tree = plan.tree();
    let nodes: Vec<_> = tree.nodes().collect();
    assert_eq!(nodes.len(), 2);
    let later = &nodes[1];
    assert_eq!(later.task(), Some(Task::Buy { n: 3, _more: 4 }));
    assert!(later.is_later() && !nodes[0].is_later());
    assert_eq!((later.branch(), later.steps()), ("", 1..2));
    assert_eq!((later.method(), later.bindings().count()), (0, 0));
    assert_eq!(tree.above(1).map(|node| node.index()), Some(1));
    let text = "visit(): n = 3\n  walk(3)\n  buy(3, 4) [later]\n  walk(0)\n";
    assert_eq!(plan.to_string(), text);
    assert_eq!(plan.clone().to_string(), text);
}

#[test]
fn later_tasks_count_against_the_limits() {
    let how = How {
        limits: Limits {
            steps: 1,
            ..Limits::default()
        },
        ..How::default()
    };
    let found = search(&State::new(), &(), &[Task::Duty], how);
    assert!(found.end.is_err() && found.plans.is_empty());
}
