//! The simulation: a building with officers and suspects. It does not depend on the planner: it executes acts and reports what
//! the officers sense.

mod acts;
mod check;
mod combat;
mod generate;
mod ids;
mod log;
mod map;
mod maps;
mod path;
mod people;
mod points;
#[path = "../../kit/rng.rs"]
mod rng;
#[cfg(feature = "json")]
mod saved;
mod senses;
mod show;
mod sight;
mod suspects;

pub use acts::{Act, Ticket};
#[cfg(feature = "json")]
pub use check::Check;
pub use ids::{DoorId, OFFICERS, PersonId, RoomId, Spot};
pub use log::Happening;
pub use map::{Door, Map, Tile};
pub use maps::{MAPS, load};
pub use people::{Looks, Mode, Officer, Suspect, Temper, officer_ids, suspect_id};
pub use points::Points;
pub use rng::Rng;
#[cfg(feature = "json")]
pub use saved::SavedWorld;
pub use senses::{LATENCY, Sense};

use std::collections::VecDeque;

use senses::Reported;

/// Ticks per second.
pub const TICKS_A_SECOND: u32 = 10;

/// The building and the people in it.
#[derive(Clone, Debug)]
pub struct World {
    pub map: Map,
    pub officers: [Officer; OFFICERS],
    pub suspects: Vec<Suspect>,
    pub tick: u32,
    open: Vec<bool>,
    rng: Rng,
    ended: Vec<(Ticket, bool)>,
    happenings: Vec<Happening>,
    reported: Reported,
}

impl World {
    /// Creates a world with the squad in the first room and no suspects.
    pub fn empty(map: Map, seed: u64) -> World {
        // The squares nearest to the middle of the room.
        let mut start = map.rooms[0].spots.clone();
        let middle = start[start.len() / 2];
        start.sort_by_key(|&spot| (map.range(spot, middle), spot));
        let officers = std::array::from_fn(|index| Officer {
            spot: start[index % start.len()],
            health: 100,
            doing: None,
            saying: VecDeque::new(),
            reload: 0,
        });
        World {
            officers,
            suspects: Vec::new(),
            tick: 0,
            open: vec![false; map.doors.len()],
            rng: Rng::new(seed),
            ended: Vec::new(),
            happenings: Vec::new(),
            reported: Reported::new(map.tiles.len(), map.rooms.len(), map.doors.len(), 0),
            map,
        }
    }

    /// Creates a world with the squad in the first room and suspects hidden in the others: about three for four rooms.
    pub fn populated(map: Map, seed: u64) -> World {
        let mut world = World::empty(map, seed);
        let rooms: Vec<RoomId> = world.map.room_ids().skip(1).collect();
        let count = (rooms.len() * 3 / 4 + world.rng.below(3)).clamp(1, 16);
        for _ in 0..count {
            let room = rooms[world.rng.below(rooms.len())];
            let spot = world.hiding_place(room);
            let temper = match world.rng.below(100) {
                0..35 => Temper::Meek,
                35..55 => Temper::Runner,
                _ => Temper::Fighter,
            };
            world.add_suspect(spot, temper, Mode::Hiding);
        }
        world
    }

    pub fn add_suspect(&mut self, spot: Spot, temper: Temper, mode: Mode) -> PersonId {
        self.suspects.push(Suspect {
            spot,
            temper,
            mode,
            health: 80,
            watched: 0,
            unwatched: 0,
            pause: 0,
            runs_left: 2,
        });
        let map = &self.map;
        self.reported = Reported::new(
            map.tiles.len(),
            map.rooms.len(),
            map.doors.len(),
            self.suspects.len(),
        );
        suspect_id(self.suspects.len() - 1)
    }

    /// Advances by one tick: suspects, then officers, then their senses.
    pub fn step(&mut self) {
        self.tick += 1;
        self.suspects_act();
        self.advance_acts();
        self.look_around();
    }

    /// Returns the acts that ended since the last call, with true for success.
    pub fn take_ended(&mut self) -> Vec<(Ticket, bool)> {
        std::mem::take(&mut self.ended)
    }

    pub fn is_open(&self, door: DoorId) -> bool {
        self.open[door.0 as usize]
    }

    pub fn squad_lost(&self) -> bool {
        !self.officers.iter().any(Officer::alive)
    }

    pub fn suspects_at_large(&self) -> usize {
        self.suspects
            .iter()
            .filter(|suspect| suspect.at_large())
            .count()
    }

    pub fn spot_of(&self, who: PersonId) -> Spot {
        match self.suspect(who) {
            Some(suspect) => suspect.spot,
            None => self.officers[who.index() % OFFICERS].spot,
        }
    }

    fn suspect(&self, whom: PersonId) -> Option<&Suspect> {
        self.suspects.get(whom.index().checked_sub(OFFICERS)?)
    }

    fn suspect_mut(&mut self, whom: PersonId) -> Option<&mut Suspect> {
        self.suspects.get_mut(whom.index().checked_sub(OFFICERS)?)
    }

    fn set_mode(&mut self, whom: PersonId, mode: Mode) {
        if let Some(suspect) = self.suspect_mut(whom) {
            suspect.mode = mode;
            suspect.watched = 0;
            suspect.unwatched = 0;
        }
    }
}
