//! Headquarters of a side. They see nothing themselves, and hear what is said on the radio.

use squad_htn::prelude::*;
use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, fade};

use crate::domain::command::{Action, Director, Domain, Fact, Task};
use crate::map::{Map, OBJECTIVES, STARTS};
use crate::mind::SECOND;
use crate::terms::{Mission, Side, Soldier, Squad};

const SLICE: u64 = 4_000;

/// How long a call takes.
const CALL: u64 = 2 * SECOND;

pub struct Headquarters {
    pub director: Director,
    pub beliefs: Beliefs<Domain, Soldier>,
    /// Who leads each squad, as far as is known.
    pub led_by: [Soldier; 2],
    calls: Vec<Call>,
    /// How many missions were given out.
    pub missions: u16,
    /// When they begin.
    begins: u64,
}

/// A mission on its way.
#[derive(Clone, Copy)]
pub struct Call {
    pub id: ActionId,
    pub squad: Squad,
    pub what: Mission,
    pub ends: u64,
}

fn fades(fact: Fact, age: u64) -> f32 {
    match fact {
        Fact::Foes(..) => fade::evenly(age, 30 * SECOND),
        Fact::Taken(..) => fade::evenly(age, 60 * SECOND),
        Fact::Silent(_) => fade::at_once(age, 20 * SECOND),
        Fact::Coming(_) => fade::evenly(age, 30 * SECOND),
        _ => fade::never(age),
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
            beliefs: Beliefs::new(fades),
            led_by: Squad::BOTH.map(|squad| squad.members(side).next().unwrap_or(Soldier(0))),
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
        }
        Ok(new)
    }

    pub fn hear(
        &mut self,
        word: Claim<Fact, Soldier>,
        now: u64,
    ) -> Result<Heard<Fact>, BeliefsFull> {
        self.beliefs.hear(self.director.state_mut(), word, now)
    }

    /// One tick: some calls may begin.
    pub fn think(&mut self, map: &Map, now: u64) {
        self.beliefs.forget(self.director.state_mut(), now, |_| ());
        if now < self.begins {
            return;
        }
        let commands: Vec<_> = self.director.tick(map, Budget::steps(SLICE)).collect();
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    let Action::Assign { squad, what } = action;
                    let call = Call {
                        id,
                        squad,
                        what,
                        ends: now + CALL,
                    };
                    self.calls.push(call);
                }
                Command::Stop { id, .. } => self.calls.retain(|call| call.id != id),
            }
        }
    }

    /// The calls that have been spoken to their end.
    pub fn ended(&mut self, now: u64) -> Vec<Call> {
        self.calls.extract_if(.., |call| call.ends <= now).collect()
    }
}
