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
    /// Assigns all bots at once, and again whenever something is reported. Not in the paper.
    WholeTeam,
}

/// An idea that [`Strategy::WholeTeam`] can follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Idea {
    /// Assigns all bots again with each report, instead of the idle ones.
    Reassign,
    /// Assigns the bot first that has the shortest way, instead of the bot with the lowest number.
    NearestFirst,
    /// Accepts a detour to a point that fewer bots are sent to.
    SpreadOut,
    /// Sends bots in pairs.
    Pairs,
    /// Guards a point that the team holds if the points to take are far away.
    Guard,
    /// Avoids points at which more enemies are seen than bots are sent.
    NeverOutnumbered,
}

/// The ideas that the strategy consists of.
pub const IDEAS: [Idea; 3] = [Idea::Reassign, Idea::NearestFirst, Idea::SpreadOut];

/// The strategy `WholeTeam`, as it is or with one change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variation {
    AsItIs,
    Without(Idea),
    With(Idea),
}

impl Variation {
    pub fn ideas(self) -> impl Iterator<Item = Idea> {
        let own = IDEAS
            .into_iter()
            .filter(move |idea| self != Variation::Without(*idea));
        let added = match self {
            Variation::With(idea) => Some(idea),
            _ => None,
        };
        own.chain(added)
    }
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
            Strategy::WholeTeam => "Whole Team",
        })
    }
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variation::AsItIs => "Whole Team",
            Variation::Without(Idea::Reassign) => "… idle bots only",
            Variation::Without(Idea::NearestFirst) => "… in order of numbers",
            Variation::Without(_) => "… without detours",
            Variation::With(Idea::Pairs) => "… in pairs",
            Variation::With(Idea::Guard) => "… with guards",
            Variation::With(_) => "… never outnumbered",
        })
    }
}
