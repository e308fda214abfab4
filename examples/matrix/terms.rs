//! The terms of the domain: units and their skills, places, and entries of the hall.

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

/// An ability of units.
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
    /// The assembly area of the opponent's force.
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

/// An entry of the hall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Entry {
    Door,
    Wall,
    Skylight,
}

impl Entry {
    pub const ALL: [Entry; 3] = [Entry::Door, Entry::Wall, Entry::Skylight];
}

/// A route between places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Route {
    /// Fast, but in sight.
    Street,
    /// Slow, but out of sight.
    Alleys,
}

/// Support for breaking in.
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
