//! The three teams, and a match between two of them.
//!
//! A team hears reports and gives orders; that is all it has to do with the game. What a bot does on its way is done by
//! its body: by the standard code for the standard team, by the improved code for the other two.

mod htn;
mod improved;
mod standard;

use std::fmt;
use std::time::Instant;

use squad_htn::CapacityError;

use crate::cost::Cost;
use crate::domain::domination::Director;
use crate::game::{Map, Order, Report, Rules, Server, Side, Skill};
use crate::kit::rng::Rng;
use crate::terms::{Bot, Strategy};

pub use htn::{FRAMES, Htn, destination};
use improved::Improved;
use standard::Standard;

/// Which team plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Standard,
    Improved,
    Htn(Strategy),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Standard => f.write_str("standard"),
            Kind::Improved => f.write_str("improved"),
            Kind::Htn(strategy) => strategy.fmt(f),
        }
    }
}

impl Kind {
    fn skill(self) -> Skill {
        match self {
            Kind::Standard => Skill::Standard,
            Kind::Improved | Kind::Htn(_) => Skill::Improved,
        }
    }

    fn mind(self, map: &Map, rules: Rules, rng: Rng) -> Result<Mind, CapacityError> {
        Ok(match self {
            Kind::Standard => Mind::Standard(Standard::default()),
            Kind::Improved => Mind::Improved(Improved::new(map, rules.size, rng)),
            Kind::Htn(strategy) => Mind::Htn(Box::new(Htn::new(map, strategy)?)),
        })
    }
}

/// What gives the orders.
enum Mind {
    Standard(Standard),
    Improved(Improved),
    Htn(Box<Htn>),
}

/// What a team wants, in the order in which it wants it.
pub type Orders = Vec<(Bot, Order)>;

/// A match of two teams.
pub struct Match<'m> {
    pub server: Server<'m>,
    minds: [Mind; 2],
    /// What the HTN team took, measured.
    pub cost: Cost,
    reports: Vec<Report>,
    orders: Orders,
}

impl<'m> Match<'m> {
    /// The same seed gives the same match.
    pub fn new(
        map: &'m Map,
        rules: Rules,
        kinds: [Kind; 2],
        seed: u64,
    ) -> Result<Match<'m>, CapacityError> {
        let mut rng = Rng::new(seed);
        let mut seed = || rng.below(usize::MAX) as u64;
        let server = Server::new(map, rules, kinds.map(Kind::skill), seed());
        let [a, b] = kinds.map(|kind| kind.mind(map, rules, Rng::new(seed())));
        Ok(Match {
            server,
            minds: [a?, b?],
            cost: Cost::default(),
            reports: Vec::new(),
            orders: Vec::new(),
        })
    }

    /// The HTN team of this side, where it is one.
    pub fn htn(&self, side: Side) -> Option<&Htn> {
        match &self.minds[side] {
            Mind::Htn(htn) => Some(htn),
            _ => None,
        }
    }

    /// A tick: both teams hear what happened in the last one and give orders, then the game goes on.
    pub fn step(&mut self) -> Result<(), CapacityError> {
        self.step_seen(&mut |_| ())
    }

    /// A tick, with a look at an HTN team's director after each of its frames.
    pub fn step_seen(&mut self, seen: &mut dyn FnMut(&Director)) -> Result<(), CapacityError> {
        let (map, now) = (self.server.map, self.server.now);
        for side in [0, 1] {
            self.server.reports(side, &mut self.reports);
            self.orders.clear();
            let (reports, orders) = (&self.reports, &mut self.orders);
            match &mut self.minds[side] {
                Mind::Standard(team) => team.think(map, reports, orders),
                Mind::Improved(team) => team.think(map, reports, orders),
                Mind::Htn(team) => {
                    let begin = Instant::now();
                    team.think(map, now, reports, orders, seen)?;
                    self.cost.add(begin.elapsed());
                }
            }
            for (bot, order) in self.orders.drain(..) {
                self.server.order(side, bot, order);
            }
        }
        self.server.step();
        Ok(())
    }
}
