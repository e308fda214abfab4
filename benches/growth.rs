//! `cargo bench --bench growth`: how times grow with the size of a problem. All times are of the same run, because
//! machines differ, and each line says whether the growth is within its limit.

use std::time::{Duration, Instant};

use squad_htn::prelude::*;

/// The agents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

const A1: Actor = Actor(1);
const A2: Actor = Actor(2);

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
    /// Nothing but depth.
    pub method nest(n: u32) {
        branch more if n > 0 { nest(n - 1); }
        branch end {}
    }
    /// An action that waits for the last one.
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

/// The least of some times.
fn least(times: usize, time: impl Fn() -> Duration) -> Duration {
    (0..times).map(|_| time()).min().expect("some")
}

/// Prints whether a problem of eight times the size takes at most `limit` times as long.
fn grows(what: &str, most: f64, time: impl Fn(u32) -> Duration) {
    let (short, long) = (least(5, || time(500)), least(5, || time(4_000)));
    let times = long.as_secs_f64() / short.as_secs_f64();
    let word = if times <= most { "within" } else { "OVER" };
    println!("{what:34} 500: {short:9.1?}  4,000: {long:9.1?}  {times:5.1}x, {word} {most:.0}x");
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
    let start = Instant::now();
    assert_eq!(executor.tick(&mut state, &()).count(), commands);
    start.elapsed()
}

/// The least that a tick takes in which one action ends and the next one starts.
fn each_tick(task: Task) -> Duration {
    let mut state = state();
    let plan = large(&state, task);
    let mut executor = Executor::with_limits(LIMITS);
    executor.submit(&plan, 0).expect("it fits");
    let mut running: Vec<_> = executor.tick(&mut state, &()).collect();
    let ticks = (0..200).map(|_| {
        for command in running.drain(..) {
            let Command::Start { id, .. } = command else {
                panic!("nothing is stopped");
            };
            executor.finish(id, Outcome::Success).expect("it runs");
        }
        let start = Instant::now();
        running.extend(executor.tick(&mut state, &()));
        let took = start.elapsed();
        assert_eq!(running.len(), 1);
        took
    });
    ticks.min().expect("some")
}

fn submits(n: u32) -> Duration {
    let one = large(&state(), Task::One);
    let mut state = State::new();
    let mut executor = Executor::with_limits(LIMITS);
    let start = Instant::now();
    for _ in 0..n {
        executor.submit(&one, 0).expect("it fits");
    }
    executor.tick(&mut state, &());
    start.elapsed()
}

/// A search that looks for loops.
fn nested(n: u32) -> Duration {
    let mut planner = chorus::Planner::with_limits(Limits {
        trail: 800_000,
        ..LIMITS
    });
    planner.detect_loops(true);
    let start = Instant::now();
    let found = planner.find(&State::new(), &(), Task::Nest { n });
    assert!(found.expect("it fits").is_some());
    start.elapsed()
}

fn main() {
    // `cargo test --benches` runs this too; it has nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    grows("voice lines, each below the last", 40.0, |n| {
        first_tick(Task::Shouts { n }, n as usize)
    });
    grows("voice lines with conditions", 40.0, |n| {
        first_tick(Task::Lines { n }, n as usize)
    });
    grows("a tick of a long plan", 3.0, |n| {
        each_tick(Task::Talk { n })
    });
    grows("a tick of one that waits", 3.0, |n| {
        each_tick(Task::Wait { n })
    });
    grows("plans that are submitted", 60.0, submits);
    grows("nested tasks, detect_loops", 24.0, nested);
}
