//! The server: it accepts orders, simulates the match, and reports to each team.

use super::body::{Body, Skill, State};
use super::combat::{self, fire, land};
use super::map::Map;
use crate::kit::rng::Rng;
use crate::terms::{Bot, Foe, Waypoint};

pub const TICKS_A_SECOND: u32 = 10;
/// A held point scores one each time this many seconds have passed.
pub const SECONDS_A_POINT: u32 = 5;
/// The ticks between death and respawn.
const AWAY: u32 = 3 * TICKS_A_SECOND;
/// The distance within which a bot is on a domination point, in metres.
const ON_POINT: f32 = 1.0;

/// The index of a team, 0 or 1.
pub type Side = usize;

/// Returns the opposing side.
pub fn other(side: Side) -> Side {
    1 - side
}

/// The rules of a match.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Bots in a team.
    pub size: usize,
    /// The score that wins.
    pub goal: u32,
    /// The length limit of a match in seconds.
    pub limit: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            size: 3,
            goal: 50,
            limit: 900,
        }
    }
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won(Side),
    /// Both sides reached the goal in the same tick.
    Drawn,
    /// The time limit was reached. The side with the higher score has not won.
    Limit,
}

/// An order of a team to one of its bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Go there and report the arrival. It remains in force until the next order.
    Go(Waypoint),
    /// Go there, look round for a while, then report the arrival.
    Watch(Waypoint),
    /// Act without orders.
    Stop,
}

impl Order {
    /// Returns the destination.
    pub fn goal(self) -> Option<Waypoint> {
        match self {
            Order::Go(to) | Order::Watch(to) => Some(to),
            Order::Stop => None,
        }
    }
}

/// A report to a team. Teams have no other source of information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// One of its bots has spawned or respawned.
    Spawned {
        bot: Bot,
        at: Waypoint,
    },
    /// One of its bots reached a waypoint.
    Passed {
        bot: Bot,
        at: Waypoint,
    },
    /// One of its bots has completed its order.
    Arrived {
        bot: Bot,
        at: Waypoint,
    },
    Died {
        bot: Bot,
    },
    /// One or more of its bots see an enemy near this waypoint. Repeated when the waypoint changes.
    Sees {
        foe: Foe,
        near: Waypoint,
    },
    /// None of its bots sees this enemy any more.
    LostSight {
        foe: Foe,
    },
    /// The team has taken or lost a domination point.
    Holds {
        point: Waypoint,
        ours: bool,
    },
}

/// The state of a domination point.
#[derive(Clone, Copy, Debug)]
struct Point {
    at: Waypoint,
    holder: Option<Side>,
    since: u32,
}

/// A match in progress.
#[derive(Clone, Debug)]
pub struct Server<'m> {
    pub map: &'m Map,
    pub rules: Rules,
    pub now: u32,
    pub bodies: [Vec<Body>; 2],
    pub scores: [u32; 2],
    pub deaths: [u32; 2],
    /// Ticks for which each side held points, summed over all points.
    pub held: [u32; 2],
    points: Vec<Point>,
    /// Indexed by side and enemy: the waypoint of the last report.
    sighted: [Vec<Option<Waypoint>>; 2],
    reports: [Vec<Report>; 2],
    rng: Rng,
}

impl<'m> Server<'m> {
    /// Creates a match. All bots spawn in its first tick.
    pub fn new(map: &'m Map, rules: Rules, skills: [Skill; 2], seed: u64) -> Server<'m> {
        let unheld = |&(at, _): &(Waypoint, char)| Point {
            at,
            holder: None,
            since: 0,
        };
        Server {
            map,
            rules,
            now: 0,
            bodies: skills.map(|skill| vec![Body::new(skill); rules.size]),
            scores: [0; 2],
            deaths: [0; 2],
            held: [0; 2],
            points: map.points.iter().map(unheld).collect(),
            sighted: [(); 2].map(|()| vec![None; rules.size]),
            reports: [Vec::new(), Vec::new()],
            rng: Rng::new(seed),
        }
    }

    /// Returns the side that holds a domination point.
    pub fn holder(&self, at: Waypoint) -> Option<Side> {
        let mut points = self.points.iter();
        points
            .find(|point| point.at == at)
            .and_then(|point| point.holder)
    }

    /// Gives an order to a bot. Orders to dead bots are ignored.
    pub fn order(&mut self, side: Side, bot: Bot, order: Order) {
        if let Some(body) = self.bodies[side].get_mut(bot.index()) {
            body.order(order, self.now);
        }
    }

    /// Moves the reports of the last tick for a side into `into`, after clearing it.
    pub fn reports(&mut self, side: Side, into: &mut Vec<Report>) {
        into.clear();
        into.append(&mut self.reports[side]);
    }

    /// Simulates one tick.
    pub fn step(&mut self) {
        self.spawn();
        self.react();
        self.walk();
        self.shoot();
        self.remove_dead();
        self.take_points();
        self.look();
        self.now += 1;
    }

    /// Returns how the match ended, or `None` while it is in progress.
    pub fn end(&self) -> Option<End> {
        let [a, b] = self.scores;
        if a.max(b) >= self.rules.goal {
            return Some(match a.cmp(&b) {
                std::cmp::Ordering::Greater => End::Won(0),
                std::cmp::Ordering::Less => End::Won(1),
                std::cmp::Ordering::Equal => End::Drawn,
            });
        }
        (self.now >= self.rules.limit * TICKS_A_SECOND).then_some(End::Limit)
    }

    fn each_bot(&self) -> impl Iterator<Item = (Side, usize)> + use<> {
        let size = self.rules.size;
        (0..size).flat_map(|index| [(0, index), (1, index)])
    }

    fn spawn(&mut self) {
        for (side, index) in self.each_bot() {
            let body = &mut self.bodies[side][index];
            if body.is_alive() || self.now < body.back {
                continue;
            }
            if let Some(&at) = self.rng.pick(&self.map.spawns) {
                body.spawn(self.map, at, self.now);
                let bot = Bot(index as u8);
                self.reports[side].push(Report::Spawned { bot, at });
            }
        }
    }

    fn react(&mut self) {
        // All bots sense before any of them turns, so the order of bots does not matter.
        let senses = [0, 1].map(|side| {
            let (own, foes) = (&self.bodies[side], &self.bodies[other(side)]);
            let of = |index| combat::senses(self.map, own, index, foes);
            (0..own.len()).map(of).collect::<Vec<_>>()
        });
        for (side, index) in self.each_bot() {
            self.bodies[side][index].react(self.map, senses[side][index], self.now);
        }
    }

    fn walk(&mut self) {
        for (side, index) in self.each_bot() {
            let bot = Bot(index as u8);
            let reports = &mut self.reports[side];
            self.bodies[side][index].walk(self.map, &mut self.rng, self.now, |at, arrived| {
                reports.push(if arrived {
                    Report::Arrived { bot, at }
                } else {
                    Report::Passed { bot, at }
                });
            });
        }
    }

    fn shoot(&mut self) {
        let (map, now) = (self.map, self.now);
        let [a, b] = &mut self.bodies;
        let shots = [fire(map, a, b, now), fire(map, b, a, now)];
        land(&shots[0], a, b, &mut self.rng, now);
        land(&shots[1], b, a, &mut self.rng, now);
    }

    fn remove_dead(&mut self) {
        for (side, index) in self.each_bot() {
            let body = &mut self.bodies[side][index];
            body.recover(self.now);
            if body.is_alive() && body.health <= 0 {
                body.state = State::Dead;
                body.back = self.now + AWAY;
                self.deaths[side] += 1;
                let bot = Bot(index as u8);
                self.reports[side].push(Report::Died { bot });
            }
        }
    }

    /// Updates points and scores. A team takes a point when one of its bots is on it and no enemy is. From then on it scores
    /// once every five seconds.
    fn take_points(&mut self) {
        for index in 0..self.points.len() {
            let point = self.points[index];
            let place = self.map.place(point.at);
            let stands = |body: &Body| body.is_alive() && body.at.metres(place) <= ON_POINT;
            let taker = match [0, 1].map(|side: Side| self.bodies[side].iter().any(stands)) {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            };
            if let Some(side) = taker
                && point.holder != taker
            {
                self.points[index].holder = taker;
                self.points[index].since = self.now;
                let at = point.at;
                self.reports[side].push(Report::Holds {
                    point: at,
                    ours: true,
                });
                self.reports[other(side)].push(Report::Holds {
                    point: at,
                    ours: false,
                });
            } else if let Some(side) = point.holder {
                let held = self.now - point.since;
                self.held[side] += 1;
                if held > 0 && held.is_multiple_of(SECONDS_A_POINT * TICKS_A_SECOND) {
                    self.scores[side] += 1;
                }
            }
        }
    }

    /// Reports to each side which enemies it sees.
    fn look(&mut self) {
        for (side, index) in self.each_bot() {
            let foe = Foe(index as u8);
            let enemy = &self.bodies[other(side)][index];
            let seen = self.bodies[side]
                .iter()
                .any(|body| body.sees(self.map, enemy));
            let near = seen.then(|| enemy.near(self.map));
            let before = &mut self.sighted[side][index];
            if *before == near {
                continue;
            }
            *before = near;
            self.reports[side].push(match near {
                Some(near) => Report::Sees { foe, near },
                None => Report::LostSight { foe },
            });
        }
    }
}
