//! The body that all bots share: its position, and how it walks from waypoint to waypoint.

use super::combat::HEALTH;
use super::map::{Map, Place};
use super::reactions::Prey;
use super::server::{Order, TICKS_A_SECOND};
use crate::kit::rng::Rng;
use crate::terms::{Foe, Waypoint};

/// Walking distance per tick, in metres.
const STRIDE: f32 = 4.0 / TICKS_A_SECOND as f32;
/// The number of ticks after which a standard bot gives up a goal as unreachable.
const PATIENCE: u32 = 8 * TICKS_A_SECOND;
/// The number of ticks that a bot spends on watching a place.
const WATCH: u32 = 4 * TICKS_A_SECOND;
/// Rotation per tick of a bot that looks round at its goal: cosine and sine of the angle. Their squares sum to exactly 1,
/// so directions keep their length. A full turn takes about three seconds.
const TURN: (f32, f32) = (40.0 / 41.0, 9.0 / 41.0);

/// The code that moves a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skill {
    /// Walks to the neighbour that looks nearest to the goal, and hunts every enemy it sees.
    Standard,
    /// Uses shortest paths, takes a nearby point before it fights, and flees only if outnumbered.
    Improved,
}

/// The states of a body's finite state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Walks about without a goal.
    Explore,
    /// Walks to its goal.
    Go,
    /// Attacks an enemy.
    Hunt,
    /// Runs from an enemy.
    Flee,
    /// Waits to be respawned.
    Dead,
}

/// A bot in the game.
#[derive(Clone, Debug)]
pub struct Body {
    pub skill: Skill,
    pub state: State,
    pub health: i32,
    pub at: Place,
    /// A unit vector.
    pub facing: (f32, f32),
    /// The waypoint that it passed last.
    pub from: Waypoint,
    /// The waypoint that it walks to; equal to `from` while it is on one.
    pub to: Waypoint,
    /// The distance walked from `from` towards `to`.
    walked: f32,
    /// The waypoint before `from`: an exploring bot does not turn back.
    before: Waypoint,
    /// The destination of its order. It remains there until the next order.
    pub goal: Option<Waypoint>,
    /// The tick of the order.
    ordered: u32,
    /// Ticks left at the goal before it reports its arrival; `None` once reported or without an order.
    stay: Option<u32>,
    pub(super) prey: Option<Prey>,
    pub(super) refuge: Waypoint,
    /// The enemy that shot at it in the last tick.
    pub(super) alarm: Option<Foe>,
    /// The last tick in which it was in danger.
    pub(super) danger: u32,
    /// The first tick in which it can shoot again.
    pub(super) loaded: u32,
    /// The first tick in which it can respawn.
    pub(super) back: u32,
}

impl Body {
    /// Creates a body that waits to be spawned.
    pub fn new(skill: Skill) -> Body {
        let nowhere = Waypoint(0);
        Body {
            skill,
            state: State::Dead,
            health: 0,
            at: Place::default(),
            facing: (1.0, 0.0),
            from: nowhere,
            to: nowhere,
            walked: 0.0,
            before: nowhere,
            goal: None,
            ordered: 0,
            stay: None,
            prey: None,
            refuge: nowhere,
            alarm: None,
            danger: 0,
            loaded: 0,
            back: 0,
        }
    }

    pub fn is_alive(&self) -> bool {
        self.state != State::Dead
    }

    /// Returns true if it has no order, or one that is complete.
    pub fn is_idle(&self) -> bool {
        self.is_alive() && self.stay.is_none()
    }

    /// Returns true if it sees its prey.
    pub fn sees_prey(&self) -> bool {
        self.prey.is_some_and(|prey| prey.in_sight)
    }

    /// Puts it on a waypoint in full health and without an order.
    pub fn spawn(&mut self, map: &Map, at: Waypoint, now: u32) {
        *self = Body {
            state: State::Explore,
            health: HEALTH,
            at: map.place(at),
            from: at,
            to: at,
            before: at,
            danger: now,
            loaded: now,
            ..Body::new(self.skill)
        };
    }

    /// Gives an order. The dead ignore it.
    pub fn order(&mut self, order: Order, now: u32) {
        if self.is_alive() {
            (self.goal, self.stay) = match order {
                Order::Go(to) => (Some(to), Some(0)),
                Order::Watch(to) => (Some(to), Some(WATCH)),
                Order::Stop => (None, None),
            };
            self.ordered = now;
            self.rest();
        }
    }

    /// Returns to walking or exploring, depending on whether it has a goal, unless it hunts or flees.
    pub(super) fn rest(&mut self) {
        if matches!(self.state, State::Explore | State::Go) {
            self.state = match self.goal {
                Some(_) => State::Go,
                None => State::Explore,
            };
        }
    }

    /// Returns the nearer one of the two waypoints that it is between.
    pub fn near(&self, map: &Map) -> Waypoint {
        let far = |at: Waypoint| map.place(at).metres(self.at);
        if far(self.to) < far(self.from) {
            self.to
        } else {
            self.from
        }
    }

    /// Returns its distance to a waypoint on foot.
    pub fn metres(&self, map: &Map, to: Waypoint) -> f32 {
        let onwards = self.left(map) + map.metres(self.to, to);
        onwards.min(self.walked + map.metres(self.from, to))
    }

    fn left(&self, map: &Map) -> f32 {
        map.place(self.from).metres(map.place(self.to)) - self.walked
    }

    /// Walks for one tick. Calls `passed` for each waypoint it reaches, with `true` when it reports the arrival at its goal.
    pub fn walk(
        &mut self,
        map: &Map,
        rng: &mut Rng,
        now: u32,
        mut passed: impl FnMut(Waypoint, bool),
    ) {
        if self.from == self.to && self.goal == Some(self.from) {
            self.stand(&mut passed);
        }
        let target = match self.state {
            State::Explore => None,
            State::Go => self.goal,
            State::Hunt if self.stands_and_fires() => return,
            State::Hunt => self.prey.map(|prey| prey.near),
            State::Flee => Some(self.refuge),
            State::Dead => return,
        };
        if let Some(target) = target
            && self.skill == Skill::Improved
            && self.from != self.to
            && self.walked + map.metres(self.from, target)
                < self.left(map) + map.metres(self.to, target)
        {
            self.walked = self.left(map);
            std::mem::swap(&mut self.from, &mut self.to);
        }
        let mut stride = STRIDE;
        while stride > 0.0 {
            if self.from == self.to {
                let Some(next) = self.next(map, target, rng) else {
                    break;
                };
                self.to = next;
                self.walked = 0.0;
            }
            let left = self.left(map);
            if left > stride {
                self.walked += stride;
                stride = 0.0;
            } else {
                stride -= left;
                self.before = self.from;
                self.from = self.to;
                self.walked = 0.0;
                passed(self.from, false);
                if self.goal == Some(self.from) {
                    self.stand(&mut passed);
                    break;
                }
            }
        }
        let (from, to) = (map.place(self.from), map.place(self.to));
        let whole = from.metres(to);
        let part = if whole > 0.0 {
            self.walked / whole
        } else {
            0.0
        };
        self.at = from.towards(to, part);
        if let (None, Some(direction)) = (self.prey, from.direction(to)) {
            self.facing = direction;
        }
        if self.skill == Skill::Standard && self.state == State::Go && now > self.ordered + PATIENCE
        {
            self.goal = None;
            self.rest();
        }
    }

    /// Spends a tick at its goal: it looks round, and reports its arrival after the ordered time.
    fn stand(&mut self, passed: &mut impl FnMut(Waypoint, bool)) {
        match &mut self.stay {
            Some(0) => {
                self.stay = None;
                passed(self.from, true);
            }
            Some(ticks) => *ticks -= 1,
            None => {}
        }
        if self.prey.is_none() {
            let ((x, y), (cos, sin)) = (self.facing, TURN);
            self.facing = (x * cos - y * sin, x * sin + y * cos);
        }
    }

    /// Returns the next waypoint to walk to, or `None` to stay.
    fn next(&self, map: &Map, target: Option<Waypoint>, rng: &mut Rng) -> Option<Waypoint> {
        let neighbours = map.neighbours(self.from);
        // Turning back is the last resort, in a dead end.
        let onwards = |at: &Waypoint| *at != self.before || neighbours.len() == 1;
        match target {
            Some(target) if target == self.from => None,
            Some(target) if self.skill == Skill::Improved => Some(map.next(self.from, target)),
            Some(target) => {
                let place = map.place(target);
                let far = |at: Waypoint| map.place(at).metres(place);
                let onwards = neighbours.iter().copied().filter(onwards);
                onwards.min_by(|a, b| far(*a).total_cmp(&far(*b)))
            }
            None => {
                let count = neighbours.iter().filter(|at| onwards(at)).count();
                let chosen = rng.below(count);
                neighbours.iter().copied().filter(onwards).nth(chosen)
            }
        }
    }
}
