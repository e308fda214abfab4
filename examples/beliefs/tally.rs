//! Statistics of one battle.

use crate::battle::Battle;
use crate::domain::soldier::Fact;
use crate::kit::json::json_object;
use crate::mind::SECOND;
use crate::story::Happening;
use crate::terms::{Answer, SOLDIERS, Side, Squad};

/// The counters of a side.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub acts: u32,
    pub unseen: u32,
    pub unknowable: u32,
    pub outdated: u32,
    /// Reports about enemies.
    pub briefings: u32,
    /// Reports and orders that an enemy overheard.
    pub overheard: u32,
    pub orders: u32,
    pub unheard: u32,
    pub refused: u32,
    pub broken: u32,
    pub takeovers: u32,
    /// For each squad and enemy: ticks from the first sighting until all members knew.
    pub delays: Vec<u64>,
}

json_object!(Tally {
    acts,
    unseen,
    unknowable,
    outdated,
    briefings,
    overheard,
    orders,
    unheard,
    refused,
    broken,
    takeovers,
    delays,
});

/// Counts the events of a battle in progress.
pub struct Counter {
    pub sides: [Tally; 2],
    /// For each squad and enemy: how far knowledge has spread.
    waiting: Vec<(Side, Squad, u8, Progress)>,
}

/// The spread of knowledge about an enemy in a squad.
#[derive(Clone, Copy, PartialEq)]
enum Progress {
    Unseen,
    Since(u64),
    Over,
}

impl Counter {
    pub fn new() -> Counter {
        let squads = Side::BOTH
            .into_iter()
            .flat_map(|side| Squad::BOTH.map(|squad| (side, squad)));
        let waiting = squads.flat_map(|(side, squad)| {
            (0..SOLDIERS).map(move |foe| (side, squad, foe, Progress::Unseen))
        });
        Counter {
            sides: Default::default(),
            waiting: waiting.collect(),
        }
    }

    /// Counts a tick.
    pub fn count(&mut self, battle: &Battle) {
        for happening in &battle.happenings {
            match happening {
                Happening::Briefs { who, .. } => self.of(who.side()).briefings += 1,
                Happening::Overhears { foe, .. } => self.of(foe.soldier().side()).overheard += 1,
                Happening::Order { who, heard, .. } => {
                    self.of(who.side()).orders += 1;
                    self.of(who.side()).unheard += u32::from(!heard);
                }
                Happening::Answer { who, what, .. } => {
                    self.of(who.side()).refused += u32::from(*what == Answer::Refused);
                    self.of(who.side()).broken += u32::from(*what == Answer::Broken);
                }
                Happening::TakesOver { who, .. } => self.of(who.side()).takeovers += 1,
                _ => {}
            }
        }
        for side in Side::BOTH {
            let (judge, tally) = (&battle.judge[side.index()], self.of(side));
            (tally.acts, tally.unseen) = (judge.acts, judge.unseen);
            (tally.unknowable, tally.outdated) = (judge.unknowable, judge.outdated);
        }
        self.count_delays(battle);
    }

    fn of(&mut self, side: Side) -> &mut Tally {
        &mut self.sides[side.index()]
    }

    fn count_delays(&mut self, battle: &Battle) {
        for (side, squad, foe, progress) in &mut self.waiting {
            if *progress == Progress::Over {
                continue;
            }
            let foe = crate::terms::Foe(*foe);
            let knows = |who: &crate::terms::Soldier| {
                let mind = &battle.minds[who.index()];
                mind.believes(foe).is_some() || mind.director.state().contains(Fact::Killed(foe))
            };
            let members = squad.members(*side).filter(|who| battle.body(*who).lives());
            let members: Vec<_> = members.collect();
            let knowing = members.iter().filter(|who| knows(who)).count();
            match *progress {
                Progress::Unseen if knowing > 0 => *progress = Progress::Since(battle.tick),
                _ => {}
            }
            // A last survivor cannot inform others, so he is not counted.
            if let Progress::Since(since) = *progress
                && knowing == members.len()
                && members.len() > 1
            {
                *progress = Progress::Over;
                self.sides[side.index()].delays.push(battle.tick - since);
            }
        }
    }
}

/// Returns the mean delay in seconds.
pub fn mean_delay<'a>(tallies: impl Iterator<Item = &'a Tally>) -> f64 {
    let delays: Vec<u64> = tallies
        .flat_map(|tally| tally.delays.iter().copied())
        .collect();
    delays.iter().sum::<u64>() as f64 / (delays.len().max(1) as f64 * SECOND as f64)
}
