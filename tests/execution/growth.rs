//! Execution: what takes how long, as there is more of it. Times are compared with times of the same run.

use std::time::Duration;

use squad_htn::prelude::*;

use crate::clock::{least, time};
use crate::rig::plan as planned;
use crate::squad::{A1, A2, Actor};

htn_domain! {
    domain chorus;
    agent Actor;

    predicate line(u32) [5000];
    predicate mood() [1];
    predicate said(u32) [5000];

    operator shout(who: Actor, n: u32) by who { busy false; }
    operator say(who: Actor, n: u32) by who { success add said(n); }
    operator answer(who: Actor) by who { if mood(); }
    operator cheer(who: Actor) by who { success add mood(); }

    /// A line below the other, as deep as there are lines.
    pub method shouts(n: u32) {
        branch more if n > 0 { shout(A1, n); shouts(n - 1); }
        branch end {}
    }
    pub method lines(n: u32) {
        branch more if line(n) { shout(A1, n); lines(n - 1); }
        branch end {}
    }
    pub method talk(n: u32) {
        branch more if line(n) { say(A1, n); talk(n - 1); }
        branch end {}
    }
    /// Somebody waits for what comes last.
    pub method wait(n: u32) { for let i: u32 in 0..n { say(A1, i); } cheer(A1); answer(A2); }
    pub method one() { say(A1, 1); }
}

use chorus::{Executor, Fact, State, Task};

const LIMITS: Limits = Limits {
    steps: 8_192,
    tasks: 65_536,
    depth: 65_536,
    plans: 4_096,
    ..Limits::new()
};

fn state() -> State {
    State::from_facts((1..=4_000).map(Fact::Line)).expect("they fit")
}

/// Whether something takes no more than four times as long as so many others that are an eighth of it.
#[track_caller]
fn grows(others: u32, takes: impl Fn(u32) -> Duration) {
    let (short, long) = (least(others, || takes(500)), least(1, || takes(4_000)));
    assert!(long < 4 * short, "{short:?} and {long:?}");
}

fn large(state: &State, task: Task) -> squad_htn::Plan<chorus::Domain> {
    let mut planner = chorus::Planner::with_limits(LIMITS);
    let found = planner.find(state, &(), task).expect("it fits");
    found.expect("there is a plan").clone()
}

fn first_tick(task: Task, commands: usize) -> Duration {
    let mut state = state();
    let plan = large(&state, task);
    let mut executor = Executor::with_limits(LIMITS);
    executor.submit(&plan, 0).expect("it fits");
    time(|| assert_eq!(executor.tick(&mut state, &()).count(), commands))
}

#[test]
fn voice_lines_of_one_tick() {
    grows(8, |n| first_tick(Task::Shouts { n }, n as usize));
    grows(8, |n| first_tick(Task::Lines { n }, n as usize));
}

/// What ticks take in which one action ends and the next one starts.
fn each_tick(task: Task) -> Duration {
    let mut state = state();
    let plan = large(&state, task);
    let mut executor = Executor::with_limits(LIMITS);
    executor.submit(&plan, 0).expect("it fits");
    let mut running: Vec<_> = executor.tick(&mut state, &()).collect();
    time(|| {
        for _ in 0..200 {
            for command in running.drain(..) {
                let Command::Start { id, .. } = command else {
                    panic!("nothing is stopped");
                };
                executor.finish(id, Outcome::Success).expect("it runs");
            }
            running.extend(executor.tick(&mut state, &()));
            assert_eq!(running.len(), 1);
        }
    })
}

#[test]
fn a_tick_by_the_length_of_the_plan() {
    grows(1, |n| each_tick(Task::Talk { n }));
    grows(1, |n| each_tick(Task::Wait { n }));
}

#[test]
fn plans_that_are_submitted_and_begin() {
    let one = planned(&state(), &(), &[Task::One]);
    grows(8, |n| {
        let mut state = State::new();
        let mut executor = Executor::with_limits(LIMITS);
        time(|| {
            for _ in 0..n {
                executor.submit(&one, 0).expect("it fits");
            }
            executor.tick(&mut state, &());
        })
    });
}
