//! The headquarters of a side. They see nothing themselves, and know only what the radio reports.

use squad_htn::prelude::*;
use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, decay};

use crate::domain::command::{Action, Director, Domain, Fact, Task};
use crate::map::{Map, OBJECTIVES, STARTS};
use crate::mind::SECOND;
use crate::terms::{Mission, Side, Soldier, Squad};

const SLICE: u64 = 4_000;

/// The duration of a call in ticks.
const CALL: u64 = 2 * SECOND;

/// The headquarters of one side.
pub struct Headquarters {
    pub director: Director,
    pub beliefs: Beliefs<Domain, Soldier>,
    calls: Vec<Call>,
    /// The number of missions given so far.
    pub missions: u16,
    /// The tick in which they start to plan.
    begins: u64,
}

/// A call in progress that gives a mission.
#[derive(Clone, Copy)]
pub struct Call {
    pub id: ActionId,
    pub squad: Squad,
    pub to: Soldier,
    pub what: Mission,
    pub ends: u64,
}

fn decays(fact: Fact, age: u64) -> f32 {
    match fact {
        Fact::Foes(..) => decay::evenly(age, 30 * SECOND),
        Fact::Taken(..) => decay::evenly(age, 60 * SECOND),
        Fact::Silent(_) => decay::at_once(age, 20 * SECOND),
        Fact::Coming(_) => decay::evenly(age, 30 * SECOND),
        _ => decay::never(age),
    }
}

impl Headquarters {
    pub fn new(side: Side, begins: u64) -> Result<Headquarters, BeliefsFull> {
        let director = Director::with_limits(Task::Command, Limits::compact())
            .interval(10)
            .max_repairs(0)
            .policy(Policy::Replace);
        let mut new = Headquarters {
            director,
            beliefs: Beliefs::new(decays),
            calls: Vec::new(),
            missions: 0,
            begins,
        };
        for place in OBJECTIVES {
            new.director.state_mut().insert(Fact::Objective(place))?;
        }
        for squad in Squad::BOTH {
            new.director.state_mut().insert(Fact::Squad(squad))?;
            let start = STARTS[side.index()][usize::from(squad.0)];
            new.hear(Claim::seen(Fact::At(squad, start), 0), 0)?;
            new.hear(Claim::seen(Fact::Strength(squad, 4), 0), 0)?;
            if let Some(leader) = squad.members(side).next() {
                new.hear(Claim::seen(Fact::LedBy(squad, leader), 0), 0)?;
            }
        }
        Ok(new)
    }

    pub fn hear(
        &mut self,
        claim: Claim<Fact, Soldier>,
        now: u64,
    ) -> Result<Heard<Fact>, BeliefsFull> {
        self.beliefs.hear(self.director.state_mut(), claim, now)
    }

    /// Plans for one tick, which may start calls.
    pub fn think(&mut self, map: &Map, now: u64) {
        self.beliefs.forget(self.director.state_mut(), now, |_| ());
        if now < self.begins {
            return;
        }
        let commands: Vec<_> = self.director.tick(map, Budget::steps(SLICE)).collect();
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    let Action::Call { squad, who, what } = action;
                    let call = Call {
                        id,
                        squad,
                        to: who,
                        what,
                        ends: now + CALL,
                    };
                    self.calls.push(call);
                }
                Command::Stop { id, .. } => self.calls.retain(|call| call.id != id),
            }
        }
    }

    /// Removes and returns the calls that have ended.
    pub fn ended(&mut self, now: u64) -> Vec<Call> {
        self.calls.extract_if(.., |call| call.ends <= now).collect()
    }
}
