//! What the three domains speak of.

use std::fmt;

use squad_htn::prelude::*;

/// A soldier of either side, by number: the first eight are blue. Within a squad, the lower number has the higher rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Soldier(pub u8);

/// The same as somebody sees him who is on the other side.
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

/// What a leader tells a soldier to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Order {
    /// Goes there and stays.
    Go(Place),
    /// Takes a place from those who are there.
    Attack(Place),
    /// Keeps those who are there down, from somewhere else.
    Support(Place),
}

/// What headquarters want of a squad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Mission {
    Take(Place),
    Hold(Place),
}

/// What a soldier answers to an order, and a leader to a mission.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
pub enum Answer {
    /// It will be done.
    Copy,
    Done,
    /// It won't be done: it would be the end of him.
    Refused,
    /// It was begun and given up.
    Broken,
}

pub const SOLDIERS: u8 = 16;
const A_SIDE: u8 = 8;
const A_SQUAD: u8 = 4;

const NAMES: [&str; SOLDIERS as usize] = [
    "Adler", "Brandt", "Conti", "Dorn", "Ebner", "Falk", "Gruber", "Haas", "Karel", "Lukas",
    "Marek", "Novak", "Ondra", "Pavel", "Rada", "Svoboda",
];

/// All soldiers of both sides.
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

    /// Himself, to the other side.
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

    /// The place that is to be taken, where one is.
    pub fn attacked(self) -> Option<Place> {
        match self {
            Order::Attack(place) => Some(place),
            _ => None,
        }
    }

    /// The place that is to be kept under fire, where one is.
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
