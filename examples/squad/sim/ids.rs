//! Identifiers, which print as readable names.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use std::fmt;

/// The number of officers in a squad. Their identifiers come before those of the suspects.
pub const OFFICERS: usize = 4;

const NAMES: [&str; OFFICERS] = ["Ash", "Beck", "Cole", "Dunn"];

/// An officer or a suspect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct PersonId(pub u8);

impl PersonId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.get(self.index()) {
            Some(name) => f.pad(name),
            None => f.pad(&format!("suspect {}", self.index() - OFFICERS + 1)),
        }
    }
}

// Plans print their arguments by `Debug`, and people read them.
impl fmt::Debug for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A room: an index of the map's rooms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct RoomId(pub u8);

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {}", self.0)
    }
}

/// A door: an index of the map's doors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct DoorId(pub u8);

impl fmt::Debug for DoorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "door {}", self.0)
    }
}

/// A square of the map, counted row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct Spot(pub u16);

impl Spot {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "spot {}", self.0)
    }
}
