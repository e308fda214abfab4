//! The terms that the game, the teams and the domain share.

use std::fmt;

use squad_htn::Term;

/// A bot of one's own team, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Bot(pub u8);

/// A bot of the other team, by its index in that team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Foe(pub u8);

/// A named position that bots walk between. Domination points are waypoints too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Waypoint(pub u8);

/// A strategy for a domination game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Strategy {
    ControlAllPoints,
    ControlHalfPlusOne,
    /// `ControlAllPoints` without search parties. Not in the paper.
    EverybodyOnPoints,
}

/// The current duty of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Duty {
    /// Takes points and patrols between them.
    Points,
    /// Searches for enemies.
    Search,
}

/// The maximum size of a team.
pub const BOTS: usize = 8;
/// The maximum number of domination points on a map.
pub const POINTS: usize = 8;
/// The maximum number of waypoints on a map.
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
            Strategy::EverybodyOnPoints => "Everybody On Points",
        })
    }
}
