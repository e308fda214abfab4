//! Searches that never end in SHOP end in an error here, and the planner works again afterwards.

use squad_htn::prelude::*;
use squad_htn::{Domain, LimitKind};

use crate::common::{How, joined, search};

htn_domain! {
    domain axiom_cycle;
    predicate foo(u32);
    operator a(x: u32) {}
    axiom p(x: u32) { q(x) }
    axiom q(x: u32) { p(x) }
    method go() if p(x) { a(x); }
    method fine() if foo(x) { a(x); }
}

htn_domain! {
    domain task_cycle;
    predicate foo(u32);
    operator a(x: u32) {}
    method go() if foo(_) { go(); }
    method fine() if foo(x) { a(x); }
}

/// Asserts that `go` ends in an error, and that the same planner then plans `fine`.
fn ends_in_an_error<D>(facts: impl IntoIterator<Item = D::Fact>, go: D::Task, fine: D::Task)
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let state = squad_htn::State::<D>::from_facts(facts).expect("the facts fit");
    let found = search(&state, &(), &[go], How::default());
    let full = found.end.expect_err("the search can't end by itself");
    assert!(found.plans.is_empty());
    let SearchError::Limit { kind, capacity } = full else {
        panic!("{full}");
    };
    let expected = [LimitKind::Depth, LimitKind::Bindings, LimitKind::Tasks];
    assert!(expected.contains(&kind), "{full}");
    assert!(capacity > 0);

    let mut planner = squad_htn::Planner::<D>::new();
    planner.start(&state, go);
    assert_eq!(planner.resume(&(), Budget::unlimited()), Err(full));
    planner.start(&state, fine);
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    let steps: Vec<String> = planner
        .plan()
        .expect("found")
        .tasks()
        .map(|task| task.to_string())
        .collect();
    assert_eq!(joined(&[steps]), ["a(1)"]);
}

#[test]
pub fn m46() {
    use axiom_cycle::{Fact::Foo, Task};
    ends_in_an_error::<axiom_cycle::Domain>([Foo(1)], Task::Go, Task::Fine);
}

#[test]
pub fn m48() {
    use task_cycle::{Fact::Foo, Task};
    ends_in_an_error::<task_cycle::Domain>([Foo(1)], Task::Go, Task::Fine);
}

/// With loop detection, the same cycle ends without a plan.
#[test]
fn m48_with_loop_detection() {
    use task_cycle::{Fact::Foo, Task};
    let state = task_cycle::State::from_facts([Foo(1)]).unwrap();
    let how = How {
        detect_loops: true,
        ..How::default()
    };
    let found = search(&state, &(), &[Task::Go], how);
    assert_eq!(found.end, Ok(()));
    assert!(found.plans.is_empty());
}
