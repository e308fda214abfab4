//! Squads of a headquarters keep journals of their own, and are played again without it.

use squad_htn::SquadId;
use squad_htn::journal::{JournalOptions, Replay};
use squad_htn::prelude::*;

use crate::common::Random;
use crate::port::{Boat, Domain, Fact, Sea, Task, port::Headquarters};
use crate::seeds;

#[test]
fn squads_are_played_again_one_by_one() {
    for seed in seeds(40, 2_000) {
        let random = &mut Random::new(seed ^ 0x4851);
        let sea = Sea {
            waves: random.below(300) as u16,
        };
        let limits = Limits {
            depth: 64 + random.below(64),
            ..Limits::compact()
        };
        let mut hq = Headquarters::with_limits(limits).turn(1 + random.below(200) as u64);
        let squads: Vec<SquadId> = (0..5)
            .map(|_| {
                let id = hq.enlist_with(Task::Work, Limits::compact());
                let squad = hq.squad_mut(id).expect("it has just come");
                squad.set_interval(1 + random.below(5) as u32);
                let state = squad.state_mut();
                for n in 0..3 {
                    state.insert(Fact::Boat(Boat(n))).expect("it fits");
                    state.insert(Fact::Cargo(u32::from(n))).expect("it fits");
                }
                squad
                    .keep_journal(JournalOptions::new())
                    .expect("it has not ticked");
                id
            })
            .collect();
        let mut stories = vec![Vec::new(); squads.len()];
        for _frame in 0..60 {
            let sea = &sea;
            match random.below(3) {
                0 => hq.tick(|_| sea, Budget::micros(random.below(20) as u64)),
                _ => hq.tick(|_| sea, Budget::steps(random.below(2_000) as u64)),
            }
            for (&id, story) in squads.iter().zip(&mut stories) {
                let squad = hq.squad_mut(id).expect("it is here");
                story.extend(squad.events().map(|event| event.to_string()));
                for command in squad.commands() {
                    if let (Command::Start { id, .. }, true) = (command, random.below(3) > 0) {
                        let outcome = match random.below(4) {
                            0 => Outcome::Failure,
                            _ => Outcome::Success,
                        };
                        squad.finish(id, outcome).expect("it runs");
                    }
                }
                let fact = Fact::Cargo(random.below(9) as u32);
                squad.state_mut().insert(fact).expect("it fits");
            }
        }
        for (&id, story) in squads.iter().zip(&stories) {
            let squad = hq.squad_mut(id).expect("it is here");
            let bytes = squad.end_journal().expect("it is kept").take();
            let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
            let mut again = Vec::new();
            while replay.tick(&sea).expect("it can be played") {
                again.extend(replay.director().events().map(|event| event.to_string()));
            }
            assert_eq!(again, *story, "seed {seed}, squad {id}");
            assert_eq!(replay.difference(), None, "seed {seed}, squad {id}");
            assert_eq!(
                replay.director().search_steps(),
                squad.search_steps(),
                "seed {seed}"
            );
        }
    }
}
