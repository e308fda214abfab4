//! Answers that take frames: a path finder that finds one path in each frame, while the squad plans with the lengths.

use core::task::Poll;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
enum Medic {
    Ana,
    Ben,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
struct Patient(u8);

use Medic::{Ana, Ben};

type Request = (Medic, Patient);

/// Finds paths on request. Expressions of a domain have a shared reference, so the requests are in cells.
#[derive(Default)]
struct PathFinder {
    requests: RefCell<VecDeque<Request>>,
    lengths: RefCell<BTreeMap<Request, Option<f32>>>,
}

impl PathFinder {
    /// Returns the length of a path, if there is a path. The first call requests it.
    fn length(&self, who: Medic, to: Patient) -> Poll<Option<f32>> {
        let request = (who, to);
        if let Some(length) = self.lengths.borrow().get(&request) {
            return Poll::Ready(*length);
        }
        let mut requests = self.requests.borrow_mut();
        if !requests.contains(&request) {
            requests.push_back(request);
        }
        Poll::Pending
    }

    /// Finds one of the paths: in a game, on another thread.
    fn run_for_a_frame(&mut self) {
        if let Some((who, Patient(place))) = self.requests.get_mut().pop_front() {
            let from = if who == Ana { 2.0 } else { 9.0 };
            // The bridge to the last place is down.
            let length = (place < 8).then_some((f32::from(place) - from).abs());
            println!("  the path of {who:?} to {place}: {length:?}");
            self.lengths.get_mut().insert((who, Patient(place)), length);
        }
    }
}

htn_domain! {
    domain rescue(paths: &PathFinder);
    agent Medic;

    predicate medic(Medic) [2];
    predicate wounded(Patient) [4];

    operator treat(who: Medic, patient: Patient) by who { success delete wounded(patient); }

    pub method help()
        if wounded(p) && medic(m) && let Some(length): Option<f32> = poll paths.length(m, p)
        sort by length
    {
        treat(m, p);
    }
}

use rescue::{Director, Fact, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = PathFinder::default();
    let mut director = Director::new(Task::Help).poll_timeout(60);
    let patients = [3, 6, 8].map(|place| Fact::Wounded(Patient(place)));
    for fact in [Fact::Medic(Ana), Fact::Medic(Ben)]
        .into_iter()
        .chain(patients)
    {
        director.state_mut().insert(fact)?;
    }
    for _frame in 0..12 {
        // A search ends its frame where an answer is pending, and resumes there in the next frame.
        let commands: Vec<_> = director.tick(&paths, Budget::micros(500)).collect();
        for event in director.events() {
            println!("{event}");
        }
        for command in commands {
            println!("  {command}");
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Success)?;
            }
        }
        paths.run_for_a_frame();
    }
    Ok(())
}
