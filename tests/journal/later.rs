//! Journals of plans with tasks that are planned later, and with protected facts.

use squad_htn::journal::{JournalOptions, Replay};
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Guard(pub u8);

htn_domain! {
    domain watch;
    agent Guard;
    predicate lit(u8) [8];
    predicate noise(u8) [8];
    operator walk(who: Guard, to: u8) by who {}
    operator search(who: Guard, at: u8) by who { success delete noise(at); }
    operator darken(who: Guard, room: u8) by who { success delete lit(room); }
    pub method duty(who: Guard) {
        branch noise if noise(room) && when_planning(lit(1)) {
            protect lit(1);
            search(who, room);
            save_power(who);
            release lit(1);
            later duty(who);
        }
        branch quiet { walk(who, 1); later duty(who); }
    }
    method save_power(who: Guard) if lit(room) { darken(who, room); }
    method save_power(who: Guard) { walk(who, 2); }
}

use watch::{Director, Domain, Fact, Task};

/// Plays a game, and returns its journal with the events of each tick.
fn played() -> (Vec<u8>, Vec<Vec<String>>) {
    let mut director = Director::new(Task::Duty { who: Guard(1) })
        .interval(50)
        .keep_searching(false);
    let options = JournalOptions::new().with_events();
    director.keep_journal(options).expect("it has not ticked");
    let (mut running, mut events) = (Vec::new(), Vec::new());
    for tick in 0..60_u8 {
        if tick % 9 == 3 {
            for fact in [Fact::Lit(1), Fact::Lit(2), Fact::Noise(2 + tick % 2)] {
                director.state_mut().insert(fact).expect("it fits");
            }
        }
        if tick % 14 == 6 {
            director.state_mut().remove(Fact::Lit(1));
        }
        for id in running.drain(..) {
            assert_eq!(director.finish(id, Outcome::Success), Ok(()));
        }
        for command in director.tick(&(), Budget::steps(40)) {
            if let Command::Start { id, .. } = command {
                running.push(id);
            }
        }
        events.push(director.events().map(|event| event.to_string()).collect());
    }
    let journal = director.end_journal().expect("it is kept").take();
    (journal, events)
}

#[test]
fn later_tasks_and_protections_replay_without_difference() {
    let (bytes, events) = played();
    let all = events.concat().join("\n");
    assert!(all.contains("needs a repair at duty(Guard(1))"), "{all}");
    assert!(all.contains("protected lit("), "{all}");
    let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
    for (tick, expected) in events.iter().enumerate() {
        assert!(replay.tick(&()).expect("it can be played"));
        let again = replay.director().events().map(|event| event.to_string());
        assert_eq!(again.collect::<Vec<_>>(), *expected, "tick {}", tick + 1);
    }
    assert_eq!(replay.difference(), None);
}
