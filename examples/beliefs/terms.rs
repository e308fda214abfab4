//! The terms of the three domains.

use std::fmt;

use squad_htn::prelude::*;

/// A soldier of either side. The first eight are blue. Within a squad, a lower number has a higher rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Soldier(pub u8);

/// A soldier as the other side sees him, with the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Foe(pub u8);

/// A place of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Place(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Term)]
pub enum Side {
    Blue,
    Red,
}

/// One of the two squads of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Squad(pub u8);

/// An order of a leader to a soldier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Order {
    /// Go there and stay.
    Go(Place),
    /// Take a place from the enemies there.
    Attack(Place),
    /// Suppress the enemies there from another place.
    Support(Place),
}

/// A mission that headquarters give to a squad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Mission {
    Take(Place),
    Hold(Place),
}

/// The answer of a soldier to an order, or of a leader to a mission.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Answer {
    /// Acknowledged.
    Copy,
    Done,
    /// Refused, because it would kill him.
    Refused,
    /// Started, but abandoned.
    Broken,
}

pub const SOLDIERS: u8 = 16;
const A_SIDE: u8 = 8;
const A_SQUAD: u8 = 4;

const NAMES: [&str; SOLDIERS as usize] = [
    "Adler", "Brandt", "Conti", "Dorn", "Ebner", "Falk", "Gruber", "Haas", "Karel", "Lukas",
    "Marek", "Novak", "Ondra", "Pavel", "Rada", "Svoboda",
];

/// Returns the soldiers of both sides.
pub fn soldiers() -> impl Iterator<Item = Soldier> + Clone {
    (0..SOLDIERS).map(Soldier)
}

impl Soldier {
    pub fn index(self) -> usize {
        self.0.into()
    }

    pub fn name(self) -> &'static str {
        NAMES.get(self.index()).unwrap_or(&"nobody")
    }

    pub fn side(self) -> Side {
        if self.0 < A_SIDE {
            Side::Blue
        } else {
            Side::Red
        }
    }

    pub fn squad(self) -> Squad {
        Squad(self.0 % A_SIDE / A_SQUAD)
    }

    /// Returns him as the other side sees him.
    pub fn as_foe(self) -> Foe {
        Foe(self.0)
    }

    pub fn comrades(self) -> impl Iterator<Item = Soldier> {
        soldiers().filter(move |other| {
            (other.side(), other.squad()) == (self.side(), self.squad()) && *other != self
        })
    }

    pub fn mates(self) -> impl Iterator<Item = Soldier> {
        soldiers().filter(move |other| other.side() == self.side() && *other != self)
    }

    pub fn enemies(self) -> impl Iterator<Item = Soldier> + Clone {
        soldiers().filter(move |other| other.side() != self.side())
    }
}

impl Foe {
    pub fn soldier(self) -> Soldier {
        Soldier(self.0)
    }
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Blue, Side::Red];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn other(self) -> Side {
        match self {
            Side::Blue => Side::Red,
            Side::Red => Side::Blue,
        }
    }

    pub fn soldiers(self) -> impl Iterator<Item = Soldier> {
        soldiers().filter(move |soldier| soldier.side() == self)
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Blue => "Blue",
            Side::Red => "Red",
        }
    }
}

impl Squad {
    pub const BOTH: [Squad; 2] = [Squad(0), Squad(1)];

    pub fn members(self, side: Side) -> impl Iterator<Item = Soldier> {
        side.soldiers()
            .filter(move |soldier| soldier.squad() == self)
    }
}

impl Order {
    pub fn place(self) -> Place {
        match self {
            Order::Go(place) | Order::Attack(place) | Order::Support(place) => place,
        }
    }

    /// Returns the place to attack, if the order is an attack.
    pub fn attacked(self) -> Option<Place> {
        match self {
            Order::Attack(place) => Some(place),
            _ => None,
        }
    }

    /// Returns the place to suppress, if the order is support.
    pub fn supported(self) -> Option<Place> {
        match self {
            Order::Support(place) => Some(place),
            _ => None,
        }
    }
}

impl Mission {
    pub fn place(self) -> Place {
        match self {
            Mission::Take(place) | Mission::Hold(place) => place,
        }
    }

    pub fn is_take(self) -> bool {
        matches!(self, Mission::Take(_))
    }
}

impl fmt::Display for Soldier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Soldier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Foe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.soldier().name())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(crate::map::name(*self))
    }
}

impl fmt::Display for Squad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.0 == 0 { "Alpha" } else { "Bravo" })
    }
}

impl fmt::Debug for Squad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
