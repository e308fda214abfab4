//! `priority`: which plans have one.

use squad_htn::prelude::*;

use crate::common::{How, search};

htn_domain! {
    domain ranks(bonus: &i32);

    predicate fire(u8);
    predicate urgency(u8 => i32);
    predicate calm();

    operator go(n: u8) {}
    internal operator priority(n: u8) { add fire(n); }

    pub method work() {
        branch fires if fire(n) && urgency(n, how) sort by how desc {
            priority how + *bonus;
            go(n);
        }
        branch calls if when_planning(urgency(_, how)) { priority how; priority(1); inner(1); }
        branch idle if calm() { go(0); }
        branch nothing { priority i32::MIN; }
    }
    pub method inner(n: u8) { priority 50; go(n); }
    pub method outer(n: u8) { inner(n); }
    pub method either() { priority 1; go(1); }
    pub method either() if calm() { priority 2; go(2); }
}

use ranks::Fact::{Calm, Fire, Urgency};
use ranks::{Planner, State, Task};

fn priorities(tasks: &[Task], facts: impl IntoIterator<Item = ranks::Fact>) -> Vec<Option<i32>> {
    let state = State::from_facts(facts).unwrap();
    search(&state, &100, tasks, How::default()).priorities
}

#[test]
fn priority_is_that_of_the_branch_of_the_root_task() {
    let fires = [Fire(1), Fire(2), Urgency(1, 3), Urgency(2, -7)];
    assert_eq!(priorities(&[Task::Work], fires), [Some(103), Some(93)]);
    assert_eq!(priorities(&[Task::Work], [Urgency(2, -7)]), [Some(-7)]);
    assert_eq!(priorities(&[Task::Work], [Calm]), [None]);
    assert_eq!(priorities(&[Task::Work], []), [Some(i32::MIN)]);
}

#[test]
fn priority_of_a_task_below_the_root_does_not_count() {
    assert_eq!(priorities(&[Task::Inner { n: 1 }], []), [Some(50)]);
    assert_eq!(priorities(&[Task::Outer { n: 1 }], []), [None]);
}

#[test]
fn priority_of_alternatives_is_that_of_the_chosen_one() {
    assert_eq!(priorities(&[Task::Either], [Calm]), [Some(1), Some(2)]);
}

#[test]
fn priority_of_several_tasks_is_the_first_given() {
    let tasks = [
        Task::Go { n: 1 },
        Task::Outer { n: 1 },
        Task::Inner { n: 1 },
        Task::Either,
    ];
    assert_eq!(priorities(&tasks, []), [Some(50)]);
}

#[test]
fn priority_is_shown_in_the_tree() {
    let state = State::from_facts([Fire(1), Urgency(1, 3)]).unwrap();
    let mut planner = Planner::new();
    let plan = planner.find(&state, &100, Task::Work).unwrap().unwrap();
    assert_eq!(
        plan.to_string(),
        "work() [fires]: n = 1, how = 3, priority = 103\n  go(1)\n"
    );
}
