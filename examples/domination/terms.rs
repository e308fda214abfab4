//! The words that the game, the teams and the domain have in common.

use std::fmt;

use squad_htn::Term;

/// A bot of one's own team, by its number in the team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Bot(pub u8);

/// A bot of the other team, by its number in that team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Foe(pub u8);

/// A place on the map that bots walk to and from. Domination points are waypoints too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Waypoint(pub u8);

/// How to win a domination game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Strategy {
    ControlAllPoints,
    ControlHalfPlusOne,
}

/// What a bot is there for at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Duty {
    /// Taking points, and patrolling between them.
    Points,
    /// Searching for enemies.
    Search,
}

/// The most bots that a team has.
pub const BOTS: usize = 8;
/// The most domination points that a map has.
pub const POINTS: usize = 8;
/// The most waypoints that a map has.
pub const WAYPOINTS: usize = 128;

impl Bot {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Foe {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Waypoint {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::ControlAllPoints => "Control All Points",
            Strategy::ControlHalfPlusOne => "Control Half Plus One",
        })
    }
}
