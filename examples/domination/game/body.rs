//! The body that all bots have: where it stands, and how it walks from waypoint to waypoint.

use super::combat::HEALTH;
use super::map::{Map, Place};
use super::reactions::Prey;
use super::server::{Order, TICKS_A_SECOND};
use crate::kit::rng::Rng;
use crate::terms::{Foe, Waypoint};

/// Metres a tick.
const STRIDE: f32 = 4.0 / TICKS_A_SECOND as f32;
/// After so many ticks the standard code takes a place for one that it can't get to.
const PATIENCE: u32 = 8 * TICKS_A_SECOND;
/// For how many ticks a bot watches a place.
const WATCH: u32 = 4 * TICKS_A_SECOND;
/// How far a bot that stands turns in a tick: cosine and sine of the angle. Their squares make exactly 1, so that directions
/// keep their length. It looks round in three seconds.
const TURN: (f32, f32) = (40.0 / 41.0, 9.0 / 41.0);

/// Which code moves the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skill {
    /// Walks to whatever neighbour looks nearer to where it wants to be, and hunts whatever it sees.
    Standard,
    /// Knows the shortest ways, takes a point that is near before it fights, and flees only from more than it can take on.
    Improved,
}

/// What it is doing: the states of its finite state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Walks about.
    Explore,
    /// Walks to where it was told to go.
    Go,
    /// Goes for an enemy.
    Hunt,
    /// Runs from one.
    Flee,
    /// Waits to be spawned again.
    Dead,
}

/// A bot in the game.
#[derive(Clone, Debug)]
pub struct Body {
    pub skill: Skill,
    pub state: State,
    pub health: i32,
    pub at: Place,
    /// A direction, of length 1.
    pub facing: (f32, f32),
    /// The waypoint that it passed last.
    pub from: Waypoint,
    /// The one that it walks to; the same where it stands on one.
    pub to: Waypoint,
    /// How far it has come from one to the other.
    walked: f32,
    /// Where it was before: who walks about does not turn round.
    before: Waypoint,
    /// Where it was told to go, and when. It stays there until it is told otherwise.
    pub goal: Option<Waypoint>,
    told: u32,
    /// Ticks that it has yet to stand there before it says so; `None` where it has said so.
    stay: Option<u32>,
    pub(super) prey: Option<Prey>,
    pub(super) refuge: Waypoint,
    /// Who shot at it in the last tick.
    pub(super) alarm: Option<Foe>,
    /// When it was last in danger.
    pub(super) danger: u32,
    /// The first tick in which it can shoot again.
    pub(super) loaded: u32,
    /// The first tick in which it is there again.
    pub(super) back: u32,
}

impl Body {
    /// One that waits to be spawned.
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
            told: 0,
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

    /// Whether it has nothing to do: no order, or one that it has carried out.
    pub fn is_idle(&self) -> bool {
        self.is_alive() && self.stay.is_none()
    }

    /// Whether it sees the enemy whom it has its eye on.
    pub fn sees_prey(&self) -> bool {
        self.prey.is_some_and(|prey| prey.in_sight)
    }

    /// Puts it on a waypoint, with nothing to do.
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

    /// Tells it what to do.
    pub fn order(&mut self, order: Order, now: u32) {
        if self.is_alive() {
            (self.goal, self.stay) = match order {
                Order::Go(to) => (Some(to), Some(0)),
                Order::Watch(to) => (Some(to), Some(WATCH)),
                Order::Stop => (None, None),
            };
            self.told = now;
            self.rest();
        }
    }

    /// Neither hunting nor fleeing: it goes where it was told to, or walks about.
    pub(super) fn rest(&mut self) {
        if matches!(self.state, State::Explore | State::Go) {
            self.state = match self.goal {
                Some(_) => State::Go,
                None => State::Explore,
            };
        }
    }

    /// The waypoint that it is nearest to, of the two it is between.
    pub fn near(&self, map: &Map) -> Waypoint {
        let far = |at: Waypoint| map.place(at).metres(self.at);
        if far(self.to) < far(self.from) {
            self.to
        } else {
            self.from
        }
    }

    /// How far it is on foot.
    pub fn metres(&self, map: &Map, to: Waypoint) -> f32 {
        let onwards = self.left(map) + map.metres(self.to, to);
        onwards.min(self.walked + map.metres(self.from, to))
    }

    fn left(&self, map: &Map) -> f32 {
        map.place(self.from).metres(map.place(self.to)) - self.walked
    }

    /// Walks for a tick. `passed` hears of the waypoints that it comes to, and of the goal when it is reached.
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
        if self.skill == Skill::Standard && self.state == State::Go && now > self.told + PATIENCE {
            self.goal = None;
            self.rest();
        }
    }

    /// A tick at its goal: it looks round, and says that it is there after as long as it was told to stand.
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

    /// Where to go on from a waypoint; `None` to stay.
    fn next(&self, map: &Map, target: Option<Waypoint>, rng: &mut Rng) -> Option<Waypoint> {
        let neighbours = map.neighbours(self.from);
        // Back only where there is no other way.
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
                let many = neighbours.iter().filter(|at| onwards(at)).count();
                let chosen = rng.below(many);
                neighbours.iter().copied().filter(onwards).nth(chosen)
            }
        }
    }
}
