//! How a body reacts to what it sees and to being shot at: the transitions of its finite state machine.
//!
//! | from | to | when |
//! |---|---|---|
//! | explore, go | hunt | an enemy is in sight, or shoots at it |
//! | hunt | explore, go | the enemy has not been seen for a while |
//! | all | flee | badly hurt, in danger |
//! | flee | explore, go | out of danger for a while |
//!
//! Whether it goes or explores depends on whether it was told to go somewhere.

use super::body::{Body, Skill, State};
use super::map::{Map, Place};
use super::server::TICKS_A_SECOND;
use crate::terms::{Foe, Waypoint};

/// From here on, it is badly hurt.
const HURT: i32 = 35;
/// An enemy who is nearer than this need not be approached, in metres.
const CLOSE: f32 = 8.0;
/// The improved code does not leave its way for an enemy who is farther than this, in metres.
const WORTH_HUNTING: f32 = 16.0;
/// Nor for any, this near to the domination point that it was told to go to, in metres on foot.
const NEARLY_THERE: f32 = 10.0;
/// Who flees feels safe after so many ticks without danger.
const SAFE: u32 = 3 * TICKS_A_SECOND;

/// An enemy who is hunted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prey {
    pub foe: Foe,
    /// The waypoint that it was seen at.
    pub near: Waypoint,
    /// How far away it was seen, and when.
    pub metres: f32,
    pub seen: u32,
    /// Whether it is seen now.
    pub in_sight: bool,
}

/// What a body notices in a tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct Senses {
    /// The nearest enemy that it sees, or that shoots at it.
    pub enemy: Option<Enemy>,
    /// How many it sees.
    pub enemies: usize,
    /// How many of its own are near.
    pub mates: usize,
}

/// An enemy that is noticed.
#[derive(Clone, Copy, Debug)]
pub struct Enemy {
    pub foe: Foe,
    pub at: Place,
    pub near: Waypoint,
    pub metres: f32,
}

impl Body {
    /// The next state.
    pub fn react(&mut self, map: &Map, senses: Senses, now: u32) {
        if !self.is_alive() {
            return;
        }
        self.alarm = None;
        if let Some(enemy) = senses.enemy {
            self.danger = now;
            if let Some(direction) = self.at.direction(enemy.at) {
                self.facing = direction;
            }
        }
        self.follow(senses, now);
        if self.wants_to_flee(senses) {
            if self.state != State::Flee {
                self.state = State::Flee;
                self.refuge = senses
                    .enemy
                    .map_or(self.from, |enemy| self.refuge_from(map, enemy));
            }
        } else if self.state == State::Flee {
            if now >= self.danger + SAFE {
                self.calm_down();
            }
        } else if self.wants_to_hunt(map) {
            self.state = State::Hunt;
        } else if self.state == State::Hunt {
            self.calm_down();
        }
    }

    /// Whom it has its eye on.
    pub fn prey(&self) -> Option<Foe> {
        self.prey.map(|prey| prey.foe)
    }

    /// Whether it is near enough to a prey that it sees, and need not go nearer.
    pub fn stands_and_fires(&self) -> bool {
        self.prey
            .is_some_and(|prey| prey.in_sight && prey.metres <= CLOSE)
    }

    fn calm_down(&mut self) {
        self.state = State::Explore;
        self.prey = None;
        self.rest();
    }

    /// Keeps track of the enemy; it is forgotten after a while, or where it was seen last.
    fn follow(&mut self, senses: Senses, now: u32) {
        if let Some(enemy) = senses.enemy {
            self.prey = Some(Prey {
                foe: enemy.foe,
                near: enemy.near,
                metres: enemy.metres,
                seen: now,
                in_sight: true,
            });
        } else if let Some(prey) = &mut self.prey {
            prey.in_sight = false;
            let memory = match self.skill {
                Skill::Standard => 5 * TICKS_A_SECOND,
                Skill::Improved => 2 * TICKS_A_SECOND,
            };
            let gone = self.from == self.to && self.from == prey.near;
            if gone || now > prey.seen + memory {
                self.prey = None;
            }
        }
    }

    fn wants_to_flee(&self, senses: Senses) -> bool {
        let endangered = self.health < HURT && senses.enemy.is_some();
        match self.skill {
            Skill::Standard => endangered,
            Skill::Improved => endangered && senses.enemies > senses.mates + 1,
        }
    }

    fn wants_to_hunt(&self, map: &Map) -> bool {
        let Some(prey) = self.prey else {
            return false;
        };
        match self.skill {
            Skill::Standard => true,
            Skill::Improved => {
                let nearly_there = |goal: Waypoint| {
                    map.letter(goal).is_some() && self.metres(map, goal) < NEARLY_THERE
                };
                prey.metres < WORTH_HUNTING && !self.goal.is_some_and(nearly_there)
            }
        }
    }

    /// The waypoint out of the enemy's sight that it gets to soonest, compared with the enemy; itself where there is none.
    fn refuge_from(&self, map: &Map, enemy: Enemy) -> Waypoint {
        let hidden = |at: &Waypoint| !map.sees(map.place(*at), enemy.at);
        let ahead = |at: &Waypoint| self.metres(map, *at) - map.metres(enemy.near, *at);
        let refuge = map.waypoints().filter(hidden);
        let refuge = refuge.min_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        refuge.unwrap_or(self.from)
    }
}
