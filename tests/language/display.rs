//! `Display` and `Debug` of facts, tasks, plans and states.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain printing;
    agent Actor;

    predicate alarm();
    predicate near_to(Actor, Actor);

    operator go_to(who: Actor, x: f32) by who {}
    internal operator note() {}

    pub method patrol() {
        branch quiet if !alarm() { note(); walk(Actor(1)); }
        branch loud { add near_to(Actor(1), Actor(2)); global_block(Actor(1)); }
    }
    method walk(who: Actor) if let x: f32 in [2.5, 3.5] { go_to(who, x); }
}

use printing::{Action, Fact, Planner, State, Task};

#[test]
fn facts_tasks_and_actions_print_in_domain_syntax() {
    assert_eq!(Fact::Alarm.to_string(), "alarm()");
    assert_eq!(
        Fact::NearTo(Actor(1), Actor(2)).to_string(),
        "near_to(Actor(1), Actor(2))"
    );
    assert_eq!(Task::Patrol.to_string(), "patrol()");
    assert_eq!(
        Task::GoTo {
            who: Actor(3),
            x: 0.5
        }
        .to_string(),
        "go_to(Actor(3), 0.5)"
    );
    assert_eq!(
        Action::GoTo {
            who: Actor(3),
            x: 0.5
        }
        .to_string(),
        "go_to(Actor(3), 0.5)"
    );
    assert_eq!(Task::Add(Fact::Alarm).to_string(), "add alarm()");
    assert_eq!(Task::Delete(Fact::Alarm).to_string(), "delete alarm()");
}

#[test]
fn enums_have_debug_equality_and_copy() {
    let task = Task::Walk { who: Actor(1) };
    let copy = task;
    assert_eq!(task, copy);
    assert_ne!(task, Task::Walk { who: Actor(2) });
    assert_eq!(format!("{:?}", Fact::Alarm), "Alarm");
    assert_eq!(format!("{task:?}"), "Walk { who: Actor(1) }");
}

#[test]
fn plan_prints_as_a_tree_with_branches() {
    let mut planner = Planner::new();
    let plan = planner
        .find(&State::new(), &(), Task::Patrol)
        .unwrap()
        .unwrap();
    let text = plan.to_string();
    for part in [
        "patrol()",
        "quiet",
        "note()",
        "walk(Actor(1))",
        "go_to(Actor(1), 2.5)",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let indent = |part: &str| {
        let line = text.lines().find(|line| line.contains(part)).unwrap();
        line.len() - line.trim_start().len()
    };
    assert!(indent("patrol()") < indent("note()"), "{text}");
    assert!(
        indent("walk(Actor(1))") < indent("go_to(Actor(1), 2.5)"),
        "{text}"
    );
}

#[test]
fn state_prints_its_facts() {
    let state = State::from_facts([Fact::Alarm, Fact::NearTo(Actor(1), Actor(2))]).unwrap();
    let text = state.to_string();
    assert!(text.contains("alarm()"), "{text}");
    assert!(text.contains("near_to(Actor(1), Actor(2))"), "{text}");
    assert!(!format!("{state:?}").is_empty());
}
