//! Large inputs of several kinds. `cargo bench --bench growth` measures how the time grows.

use squad_htn::prelude::*;

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

    /// Nests one voice line below the other.
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
    /// Makes A2 wait for A1's last line.
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

fn large(state: &State, task: Task) -> squad_htn::Plan<chorus::Domain> {
    let mut planner = chorus::Planner::with_limits(LIMITS);
    let found = planner.find(state, &(), task).expect("it fits");
    found.expect("there is a plan").clone()
}

#[test]
fn thousands_of_voice_lines_start_in_one_tick() {
    for task in [Task::Shouts { n: 4_000 }, Task::Lines { n: 4_000 }] {
        let mut state = state();
        let plan = large(&state, task);
        let mut executor = Executor::with_limits(LIMITS);
        executor.submit(&plan, 0).expect("it fits");
        assert_eq!(executor.tick(&mut state, &()).count(), 4_000);
    }
}

#[test]
fn long_plans_run_step_by_step() {
    for task in [Task::Talk { n: 4_000 }, Task::Wait { n: 4_000 }] {
        let mut state = state();
        let plan = large(&state, task);
        let mut executor = Executor::with_limits(LIMITS);
        executor.submit(&plan, 0).expect("it fits");
        for _ in 0..200 {
            let running: Vec<_> = executor.tick(&mut state, &()).collect();
            let [Command::Start { id, .. }] = *running else {
                panic!("one action after another: {running:?}");
            };
            executor.finish(id, Outcome::Success).expect("it runs");
        }
    }
}

#[test]
fn thousands_of_plans_enter_in_one_tick() {
    let one = planned(&state(), &(), &[Task::One]);
    let mut state = State::new();
    let mut executor = Executor::with_limits(LIMITS);
    for _ in 0..4_000 {
        executor.submit(&one, 0).expect("it fits");
    }
    assert_eq!(
        executor.tick(&mut state, &()).count(),
        1,
        "they are one man's"
    );
}
