//! A search that is cut into slices: how long one call takes at most, and what pausing costs.

use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use crate::domains::blocks::blocks::{Planner, State, Task};
use crate::domains::blocks::state;
use crate::measure::{Side, compare, thousands, time};

const CALLS: usize = 1_000_000;
/// On a machine that is busy with other things fewer calls have to do.
const MOST_TIME: Duration = Duration::from_secs(70);
const STEPS: u64 = 256;
const MICROS: u64 = 50;

pub fn print() {
    let mut search = Search {
        state: state("blocks300"),
        planner: Planner::new(),
    };
    println!(
        "Slices: calls of `resume` on blocks 300, plan after plan. `repeatable` is the longest call of a plan, each \
         taken as the fastest of its repetitions: what is left without the machine's own interruptions."
    );
    println!();
    println!(
        "| budget | calls | longest call | 99.9% | 99% | median | repeatable | pausing slows a plan by |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    search.row("256 steps", || Budget::steps(STEPS), true);
    search.row("50 us", || Budget::micros(MICROS), false);
}

struct Search {
    state: State,
    planner: Planner,
}

impl Search {
    fn row(&mut self, name: &str, budget: fn() -> Budget, same_calls: bool) {
        eprintln!("speed: {} slices of {name} …", thousands(CALLS));
        let mut calls = self.calls(budget, same_calls);
        let repeatable = calls.fastest.iter().max().filter(|_| same_calls);
        let repeatable = repeatable.map_or("-".to_string(), |&nanos| time(f64::from(nanos)));
        let slower = compare(|side, plans| {
            for _ in 0..plans {
                match side {
                    Side::Ours => self.plan(budget),
                    Side::Hand => self.plan(Budget::unlimited),
                }
            }
        });
        calls.all.sort_unstable();
        let last = calls.all.len() - 1;
        let at = |thousandths: usize| time(f64::from(calls.all[last * thousandths / 1_000]));
        println!(
            "| {name} | {} | {} | {} | {} | {} | {repeatable} | {:.1}% |",
            thousands(calls.all.len()),
            at(1_000),
            at(999),
            at(990),
            at(500),
            (1_000.0 * (slower.ratio() - 1.0)).round() / 10.0 + 0.0
        );
    }

    fn plan(&mut self, budget: fn() -> Budget) {
        self.planner.start(&self.state, Task::Solve);
        while self.resume(budget()) {}
    }

    /// Runs one slice. Returns true if the search is not over.
    fn resume(&mut self, budget: Budget) -> bool {
        let progress = self.planner.resume(&(), budget);
        assert!(matches!(progress, Ok(Progress::Paused | Progress::Found)));
        progress == Ok(Progress::Paused)
    }

    fn calls(&mut self, budget: fn() -> Budget, same_calls: bool) -> Calls {
        let mut calls = Calls {
            all: Vec::with_capacity(CALLS),
            fastest: Vec::new(),
        };
        let began = Instant::now();
        while calls.all.len() < CALLS && began.elapsed() < MOST_TIME {
            self.planner.start(&self.state, Task::Solve);
            let mut number = 0;
            let mut goes_on = true;
            while goes_on && calls.all.len() < CALLS {
                let started = Instant::now();
                goes_on = self.resume(budget());
                let nanos = started.elapsed().as_nanos() as u32;
                calls.all.push(nanos);
                if same_calls {
                    calls.note(number, nanos);
                }
                number += 1;
            }
        }
        calls
    }
}

/// The times of calls, in nanoseconds.
struct Calls {
    all: Vec<u32>,
    /// Of the first call of each plan, of the second and so on: they do the same each time.
    fastest: Vec<u32>,
}

impl Calls {
    fn note(&mut self, number: usize, nanos: u32) {
        match self.fastest.get_mut(number) {
            Some(fastest) => *fastest = nanos.min(*fastest),
            None => self.fastest.push(nanos),
        }
    }
}
