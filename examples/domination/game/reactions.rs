//! The reactions of a body to enemies and shots: the transitions of its finite state machine.
//!
//! | from | to | when |
//! |---|---|---|
//! | explore, go | hunt | it sees an enemy, or an enemy shoots at it |
//! | hunt | explore, go | it has not seen the enemy for a while |
//! | all | flee | it is badly hurt and in danger |
//! | flee | explore, go | it has been out of danger for a while |
//!
//! A body with a goal goes, and one without a goal explores.

use super::body::{Body, Skill, State};
use super::map::{Map, Place};
use super::server::TICKS_A_SECOND;
use crate::terms::{Foe, Waypoint};

/// Bots with less health than this are badly hurt.
const HURT: i32 = 35;
/// Enemies nearer than this need not be approached, in metres.
const CLOSE: f32 = 8.0;
/// An improved bot ignores enemies farther away than this, in metres.
const WORTH_HUNTING: f32 = 16.0;
/// An improved bot ignores all enemies if its goal is a domination point nearer than this, in metres on foot.
const NEARLY_THERE: f32 = 10.0;
/// The number of ticks without danger after which a bot stops fleeing.
const SAFE: u32 = 3 * TICKS_A_SECOND;

/// The enemy that a body hunts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prey {
    pub foe: Foe,
    /// The waypoint near which it was last seen.
    pub near: Waypoint,
    /// The distance at which it was last seen.
    pub metres: f32,
    /// The tick in which it was last seen.
    pub seen: u32,
    /// True if it is visible now.
    pub in_sight: bool,
}

/// The perception of a body in one tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct Senses {
    /// The nearest enemy that it sees, or that shoots at it.
    pub enemy: Option<Enemy>,
    /// The number of visible enemies.
    pub enemies: usize,
    /// The number of teammates that are near.
    pub mates: usize,
}

/// An enemy that a body notices.
#[derive(Clone, Copy, Debug)]
pub struct Enemy {
    pub foe: Foe,
    pub at: Place,
    pub near: Waypoint,
    pub metres: f32,
}

impl Body {
    /// Advances the state machine by one tick.
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
        self.track_prey(senses, now);
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

    /// Returns the enemy that it hunts or watches.
    pub fn prey(&self) -> Option<Foe> {
        self.prey.map(|prey| prey.foe)
    }

    /// Returns true if it sees its prey and is near enough to shoot without approaching.
    pub fn stands_and_fires(&self) -> bool {
        self.prey
            .is_some_and(|prey| prey.in_sight && prey.metres <= CLOSE)
    }

    fn calm_down(&mut self) {
        self.state = State::Explore;
        self.prey = None;
        self.rest();
    }

    /// Updates the prey. It is forgotten after a while, or at the place of the last sighting.
    fn track_prey(&mut self, senses: Senses, now: u32) {
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

    /// Returns the hidden waypoint with the greatest lead over the enemy, or its current waypoint if none is hidden.
    fn refuge_from(&self, map: &Map, enemy: Enemy) -> Waypoint {
        let hidden = |at: &Waypoint| !map.sees(map.place(*at), enemy.at);
        let lead = |at: &Waypoint| self.metres(map, *at) - map.metres(enemy.near, *at);
        let refuge = map.waypoints().filter(hidden);
        let refuge = refuge.min_by(|a, b| lead(a).total_cmp(&lead(b)));
        refuge.unwrap_or(self.from)
    }
}
