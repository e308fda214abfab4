//! Checks that names from saves refer to things in the building.

use super::World;
use super::acts::Act;
#[cfg(feature = "json")]
use super::ids::RoomId;
use super::ids::{DoorId, OFFICERS, PersonId, Spot};
use super::map::Map;

/// An upper bound of all counters, far above what a mission reaches.
pub const MAX_COUNT: u32 = 1 << 30;

/// The things that exist in a building.
pub struct Check<'a> {
    pub map: &'a Map,
    pub people: usize,
}

impl Check<'_> {
    pub fn spot(&self, spot: Spot) -> bool {
        spot.index() < self.map.tiles.len()
    }

    #[cfg(feature = "json")]
    pub fn room(&self, room: RoomId) -> bool {
        usize::from(room.0) < self.map.rooms.len()
    }

    pub fn door(&self, door: DoorId) -> bool {
        usize::from(door.0) < self.map.doors.len()
    }

    pub fn person(&self, who: PersonId) -> bool {
        who.index() < self.people
    }

    pub fn officer(&self, who: PersonId) -> bool {
        who.index() < OFFICERS
    }

    pub fn act(&self, act: &Act) -> bool {
        match *act {
            Act::Walk { to: spot } | Act::Cover { from: spot } => self.spot(spot),
            Act::OpenDoor { door } => self.door(door),
            Act::Engage { target, last_seen }
            | Act::Guard { target, last_seen }
            | Act::Restrain { target, last_seen }
            | Act::Investigate {
                body: target,
                last_seen,
            } => self.person(target) && self.spot(last_seen),
            Act::Poke { body } => self.person(body),
            Act::Bandage { patient } => self.officer(patient),
            Act::Say { ticks } => ticks < MAX_COUNT,
        }
    }
}

impl World {
    /// Returns a checker for this world.
    pub fn check(&self) -> Check<'_> {
        Check {
            map: &self.map,
            people: OFFICERS + self.suspects.len(),
        }
    }
}
