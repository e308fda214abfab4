//! The three kinds of team, and a match between two of them.
//!
//! A team receives reports and gives orders; it has no other access to the game. A bot's reactions on its way are those of
//! its body: the standard code for the standard team, the improved code for the other two.

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
use crate::terms::{Bot, Strategy, Variation};

pub use htn::{FRAMES, Htn, destination};
use improved::Improved;
use standard::Standard;

/// The kind of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Standard,
    Improved,
    Htn(Strategy),
    WholeTeam(Variation),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Standard => f.write_str("standard"),
            Kind::Improved => f.write_str("improved"),
            Kind::Htn(strategy) => strategy.fmt(f),
            Kind::WholeTeam(variation) => variation.fmt(f),
        }
    }
}

impl Kind {
    fn skill(self) -> Skill {
        match self {
            Kind::Standard => Skill::Standard,
            Kind::Improved | Kind::Htn(_) | Kind::WholeTeam(_) => Skill::Improved,
        }
    }

    fn mind(self, map: &Map, rules: Rules, rng: Rng) -> Result<Mind, CapacityError> {
        Ok(match self {
            Kind::Standard => Mind::Standard(Standard::default()),
            Kind::Improved => Mind::Improved(Improved::new(map, rules.size, rng)),
            Kind::Htn(strategy) => Mind::Htn(Box::new(Htn::new(map, strategy)?)),
            Kind::WholeTeam(variation) => {
                Mind::Htn(Box::new(Htn::whole_team(map, variation.ideas())?))
            }
        })
    }
}

/// The decision maker of a team.
enum Mind {
    Standard(Standard),
    Improved(Improved),
    Htn(Box<Htn>),
}

/// The orders of a team, in the order in which they are given.
pub type Orders = Vec<(Bot, Order)>;

/// A match of two teams.
pub struct Match<'m> {
    pub server: Server<'m>,
    minds: [Mind; 2],
    /// The measured CPU time of HTN teams.
    pub cost: Cost,
    reports: Vec<Report>,
    orders: Orders,
}

impl<'m> Match<'m> {
    /// Creates a match. The same seed gives the same match.
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

    /// Returns the HTN team of this side, if it is one.
    pub fn htn(&self, side: Side) -> Option<&Htn> {
        match &self.minds[side] {
            Mind::Htn(htn) => Some(htn),
            _ => None,
        }
    }

    /// Plays one tick: both teams receive the reports of the last tick and give orders, then the game advances.
    pub fn step(&mut self) -> Result<(), CapacityError> {
        self.step_observed(&mut |_| ())
    }

    /// Plays one tick, and calls `observe` with the director of each HTN team after each of its ticks.
    pub fn step_observed(
        &mut self,
        observe: &mut dyn FnMut(&Director),
    ) -> Result<(), CapacityError> {
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
                    team.think(map, now, reports, orders, observe)?;
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
