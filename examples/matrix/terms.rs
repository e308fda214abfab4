//! What plans speak of: units and what they are good at, places, ways into the hall.

use squad_htn::prelude::*;

/// The opponent's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Unit {
    Scouts,
    Sniper,
    Gunners,
    Mortar,
    Sappers,
    Red,
    Blue,
}

impl Unit {
    pub const ALL: [Unit; 7] = [
        Unit::Scouts,
        Unit::Sniper,
        Unit::Gunners,
        Unit::Mortar,
        Unit::Sappers,
        Unit::Red,
        Unit::Blue,
    ];
}

/// What a unit may be good at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Skill {
    Observe,
    Feint,
    Shoot,
    Suppress,
    Shell,
    Smoke,
    Blast,
    Ram,
    Climb,
    Storm,
}

impl Skill {
    pub const ALL: [Skill; 10] = [
        Skill::Observe,
        Skill::Feint,
        Skill::Shoot,
        Skill::Suppress,
        Skill::Shell,
        Skill::Smoke,
        Skill::Blast,
        Skill::Ram,
        Skill::Climb,
        Skill::Storm,
    ];
}

/// The places of the village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Place {
    /// Where the opponent's force assembles.
    Farm,
    Mill,
    Tower,
    Corner,
    Square,
    Yard,
    Roofs,
    /// The town hall, which the player's company holds.
    Hall,
}

/// The ways into the hall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Entry {
    Door,
    Wall,
    Skylight,
}

impl Entry {
    pub const ALL: [Entry; 3] = [Entry::Door, Entry::Wall, Entry::Skylight];
}

/// How a unit comes from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Route {
    /// Quick, and in sight.
    Street,
    /// Slow, and out of sight.
    Alleys,
}

/// What makes it easier to break in somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Help {
    Eyes,
    Feint,
    Fire,
    Screen,
}

/// The floors of the hall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Floor {
    Ground,
    Upper,
}
