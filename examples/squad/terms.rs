//! The values of the domain. The simulation's types implement `Term` here, because the simulation does not depend on the planner.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use squad_htn::prelude::*;

use crate::sim::{DoorId, PersonId, RoomId, Spot};

macro_rules! newtype_terms {
    ($($name:ident($inner:ty))*) => {$(
        impl Term for $name {
            const BITS: u32 = <$inner>::BITS;
            fn to_word(self) -> u64 {
                self.0.to_word()
            }
            fn from_word(word: u64) -> Self {
                $name(<$inner>::from_word(word))
            }
        }
    )*};
}

newtype_terms! { PersonId(u8) RoomId(u8) DoorId(u8) Spot(u16) }

/// The two pairs of a squad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Team {
    Red,
    Blue,
}

impl Team {
    pub fn other(self) -> Team {
        match self {
            Team::Red => Team::Blue,
            Team::Blue => Team::Red,
        }
    }
}

/// An officer's role while a room is cleared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Role {
    Advance,
    Cover,
}

/// A voice line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Line {
    Roger,
    /// Announces the door to stack up at.
    Door(DoorId),
    GoingIn(RoomId),
    Clear(RoomId),
    Contact(PersonId),
    DontMove(PersonId),
    InCustody(PersonId),
    OfficerDown(PersonId),
    Bandaging(PersonId),
    InPosition,
    BuildingClear,
}
