//! A squad with its running actions: what the game has to move together with the director.

use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

use crate::domain::wander::{Action, Director, Fact, Task, get};
use crate::domain::{Member, Place, Ring};
use crate::leg::{Input, Leg};

/// The search budget of a tick. It is in steps, so that a leg can be replayed.
const SLICE: u64 = 400;

/// A squad. The whole structure is what a hand-over sends.
#[derive(Serialize, Deserialize)]
pub struct Squad {
    pub number: u32,
    /// The number of hand-overs, which identifies each of them.
    pub hop: u32,
    /// The number of goals so far.
    goals: u32,
    director: Director,
    running: Vec<Running>,
    /// The journal since the squad arrived. It is not sent.
    #[serde(skip)]
    pub leg: Option<Leg>,
}

/// An action in progress.
#[derive(Serialize, Deserialize)]
struct Running {
    id: ActionId,
    ticks: u32,
}

/// The actions that began and ended in a tick.
#[derive(Default)]
pub struct Events {
    pub begun: Vec<ActionId>,
    pub ended: Vec<ActionId>,
}

impl Squad {
    pub fn new(number: u32, at: Place) -> Result<Squad, CapacityError> {
        let limits = Limits::compact();
        let mut director = Director::with_limits(Task::Wander, limits).interval(5);
        for who in [Member::Lead, Member::Wing] {
            director.state_mut().insert(Fact::At(who, at))?;
        }
        Ok(Squad {
            number,
            hop: 0,
            goals: 0,
            director,
            running: Vec::new(),
            leg: None,
        })
    }

    /// Returns the place that decides which shard the squad belongs to.
    pub fn place(&self) -> Option<Place> {
        get::at(self.director.state(), Member::Lead)
    }

    /// Returns true if a save would lose a search in progress.
    pub fn is_searching(&self) -> bool {
        self.director.is_searching()
    }

    /// Returns the actions in progress.
    pub fn running(&self) -> impl Iterator<Item = ActionId> {
        self.running.iter().map(|running| running.id)
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_allocvec(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Squad, postcard::Error> {
        postcard::from_bytes(bytes)
    }

    /// Advances the squad by one tick of the game.
    pub fn tick(&mut self, ring: Ring) -> Events {
        let inputs = self.inputs(ring);
        let events = self.apply(ring, &inputs);
        if let Some(leg) = &mut self.leg {
            leg.record(inputs, &events.begun);
        }
        events
    }

    /// Counts one tick of the running actions.
    pub fn count_down(&mut self) {
        for running in &mut self.running {
            running.ticks -= 1;
        }
    }

    /// Returns what the game gives to the director in this tick.
    fn inputs(&mut self, ring: Ring) -> Vec<Input> {
        self.count_down();
        let over = self.running.iter().filter(|running| running.ticks == 0);
        let mut inputs: Vec<Input> = over.map(|running| Input::Finish(running.id)).collect();
        if get::goal(self.director.state()).is_none() {
            let random = mixed(self.number, self.goals) % u64::from(ring.places());
            inputs.push(Input::Goal(Place(random as u16)));
        }
        inputs
    }

    /// Gives inputs to the director and executes its commands.
    pub fn apply(&mut self, ring: Ring, inputs: &[Input]) -> Events {
        let mut events = Events::default();
        for input in inputs {
            match *input {
                Input::Finish(id) => {
                    // An error means that the director has stopped the action in the meantime.
                    if self.director.finish(id, Outcome::Success).is_ok() {
                        events.ended.push(id);
                    }
                    self.running.retain(|running| running.id != id);
                }
                Input::Goal(place) => {
                    self.goals += 1;
                    // It cannot fail: the predicate has room for one goal.
                    let _ = self.director.state_mut().insert(Fact::Goal(place));
                }
            }
        }
        for command in self.director.tick(&ring, Budget::steps(SLICE)) {
            match command {
                Command::Start { id, action, .. } => {
                    events.begun.push(id);
                    let ticks = match action {
                        Action::Walk { .. } => 3 + (mixed(self.number, self.goals) % 4) as u32,
                        Action::Rest { .. } => 2,
                    };
                    self.running.push(Running { id, ticks });
                }
                Command::Stop { id, .. } => {
                    events.ended.push(id);
                    self.running.retain(|running| running.id != id);
                }
            }
        }
        events
    }
}

/// Returns a number that looks random and depends on both arguments alone.
fn mixed(a: u32, b: u32) -> u64 {
    let mut mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
