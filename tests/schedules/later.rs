//! Schedules of plans with tasks that are planned later: the times after them are unknown.

use squad_htn::PlanTools;
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Guard(pub u8);

htn_domain! {
    domain mission;
    agent Guard;
    predicate lit(u8) [8];
    operator walk(who: Guard, to: u8) by who { duration 3.0; }
    pub method assault() {
        walk(Guard(1), 1);
        walk(Guard(2), 2);
        later hold(Guard(1));
        walk(Guard(2), 3);
    }
    pub method hold(who: Guard) { walk(who, 9); }
    pub method careful() { protect lit(1); walk(Guard(1), 1); release lit(1); walk(Guard(1), 2); }
}

use mission::{Fact, Planner, State, Task};

fn times(task: Task) -> Vec<(f32, f32)> {
    let state = State::from_facts([Fact::Lit(1)]).expect("it fits");
    let mut planner = Planner::new();
    let plan = planner.find(&state, &(), task).expect("no limit");
    let schedule = plan
        .expect("a plan")
        .schedule(&state, &())
        .expect("it ends");
    let steps = schedule.steps().iter();
    steps.map(|step| (step.start, step.end)).collect()
}

#[test]
fn steps_after_a_later_task_have_no_time() {
    const UNKNOWN: f32 = f32::INFINITY;
    let expected = [(0.0, 3.0), (0.0, 3.0), (3.0, UNKNOWN), (UNKNOWN, UNKNOWN)];
    assert_eq!(times(Task::Assault), expected);
}

#[test]
fn protections_take_no_time() {
    let expected = [(0.0, 0.0), (0.0, 3.0), (0.0, 0.0), (3.0, 6.0)];
    assert_eq!(times(Task::Careful), expected);
}
