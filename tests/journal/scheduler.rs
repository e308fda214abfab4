//! Squads of a scheduler keep journals of their own, and are played again without it.

use squad_htn::SquadId;
use squad_htn::journal::{JournalOptions, Replay};
use squad_htn::prelude::*;

use crate::common::Random;
use crate::port::{Boat, Domain, Fact, Sea, Task, port};
use crate::seeds;

/// A squad: at which scheduler, under which number, and what happened to it.
struct Squad {
    at: usize,
    id: SquadId,
    story: Vec<String>,
}

/// Two of them: one has room for hardly any plan.
fn scheduler(random: &mut Random) -> [port::SquadScheduler; 2] {
    [2, 100].map(|depth| {
        let limits = Limits {
            depth,
            ..Limits::compact()
        };
        port::SquadScheduler::with_limits(limits).turn(1 + random.below(200) as u64)
    })
}

fn enlist(hq: &mut port::SquadScheduler, random: &mut Random) -> SquadId {
    let id = hq.add_with_limits(Task::Work, Limits::compact());
    let squad = hq.squad_mut(id).expect("it has just come");
    squad.set_settings(squad.settings().interval(1 + random.below(5) as u32));
    for n in 0..3 {
        let facts = [Fact::Boat(Boat(n)), Fact::Cargo(u32::from(n))];
        for fact in facts {
            squad.state_mut().insert(fact).expect("it fits");
        }
    }
    let kept = squad.keep_journal(JournalOptions::new());
    kept.expect("it has not ticked");
    id
}

/// Changes a squad between two frames.
fn meddle(squad: &mut port::Director, random: &mut Random) {
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

#[test]
fn squads_are_played_again_one_by_one() {
    let mut moved = 0;
    for seed in seeds(40, 2_000) {
        let random = &mut Random::new(seed ^ 0x4851);
        let sea = &Sea {
            waves: random.below(300) as u16,
        };
        let mut hqs = scheduler(random);
        let mut squads: Vec<Squad> = (0..5)
            .map(|number| Squad {
                at: number % 2,
                id: enlist(&mut hqs[number % 2], random),
                story: Vec::new(),
            })
            .collect();
        for _frame in 0..60 {
            for hq in &mut hqs {
                match random.below(3) {
                    0 => hq.tick(|_| sea, Budget::micros(random.below(20) as u64)),
                    _ => hq.tick(|_| sea, Budget::steps(random.below(2_000) as u64)),
                }
            }
            for Squad { at, id, story } in &mut squads {
                let squad = hqs[*at].squad_mut(*id).expect("it is here");
                story.extend(squad.events().map(|event| event.to_string()));
                meddle(squad, random);
                // Now and then one goes elsewhere, maybe in the middle of a search.
                if random.below(20) == 0 {
                    moved += usize::from(squad.is_searching());
                    let director = hqs[*at].remove(*id).expect("it is here");
                    *at = 1 - *at;
                    *id = hqs[*at].add_director(director);
                }
            }
        }
        for Squad { at, id, story } in squads {
            let squad = hqs[at].squad_mut(id).expect("it is here");
            let bytes = squad.end_journal().expect("it is kept").take();
            let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
            let mut again = Vec::new();
            while replay.tick(sea).expect("it can be played") {
                again.extend(replay.director().events().map(|event| event.to_string()));
            }
            assert_eq!(again, story, "seed {seed}, squad {id}");
            assert_eq!(replay.difference(), None, "seed {seed}, squad {id}");
            let steps = replay.director().search_steps();
            assert_eq!(steps, squad.search_steps(), "seed {seed}, squad {id}");
        }
    }
    assert!(moved > 20, "only {moved} in the middle of a search");
}
