//! The squad's knowledge besides its facts: the plan of the building, and where each person was last seen. It is the
//! context of the domain.

use std::cell::OnceCell;

use crate::sim::{Door, DoorId, Map, OFFICERS, PersonId, Points, RoomId, Spot};

/// The squad's knowledge of the building and of positions.
#[derive(Clone, Debug)]
pub struct Memory {
    pub map: Map,
    last_seen: Vec<Option<Spot>>,
    /// The sightings since the last tick.
    news: Vec<(PersonId, Spot)>,
    /// Indexed by two squares: the walking distance through all doors, open or not. Computed on demand.
    distances: Vec<OnceCell<Vec<u16>>>,
    /// Indexed by door and side.
    points: Vec<[Points; 2]>,
}

/// The distance between squares without a path.
const UNREACHABLE: u16 = u16::MAX;
/// The distance in squares within which an officer is at a door.
const AT_DOOR: u16 = 4;

impl Memory {
    pub fn new(map: Map, people: usize) -> Memory {
        let sides = |door| map.door(door).sides.map(|near| map.points(door, near));
        let memory = Memory {
            points: map.door_ids().map(sides).collect(),
            distances: vec![OnceCell::new(); map.tiles.len()],
            last_seen: vec![None; people],
            news: Vec::new(),
            map,
        };
        for door in &memory.map.doors {
            memory.squares_from(door.spot);
        }
        memory
    }

    /// Records where a person was seen.
    pub fn saw(&mut self, whom: PersonId, spot: Spot) {
        if self.last_seen[whom.index()].replace(spot) != Some(spot) {
            self.news.push((whom, spot));
        }
        // Computed here rather than during a search.
        self.squares_from(spot);
    }

    /// Returns the sightings since the last call, encoded for a journal. The context of a tick depends on nothing else.
    pub fn take_news(&mut self) -> Vec<u8> {
        let news = self.news.drain(..);
        news.flat_map(|(whom, Spot(spot))| [whom.0, spot as u8, (spot >> 8) as u8])
            .collect()
    }

    /// Applies sightings from a journal. Returns false if they are malformed.
    pub fn apply_news(&mut self, news: &[u8]) -> bool {
        let (seen, rest) = news.as_chunks();
        for &[whom, low, high] in seen {
            let (whom, spot) = (PersonId(whom), Spot(u16::from_le_bytes([low, high])));
            if whom.index() >= self.last_seen.len() || spot.index() >= self.map.tiles.len() {
                return false;
            }
            self.saw(whom, spot);
        }
        rest.is_empty()
    }

    pub fn last_seen(&self, whom: PersonId) -> Option<Spot> {
        self.last_seen.get(whom.index()).copied().flatten()
    }

    /// Returns the number of officers and suspects.
    pub fn people(&self) -> usize {
        self.last_seen.len()
    }

    fn squares_from(&self, spot: Spot) -> &[u16] {
        self.distances[spot.index()].get_or_init(|| {
            let distances = self.map.distances(spot, |_| true).into_iter();
            distances
                .map(|distance| distance.unwrap_or(UNREACHABLE))
                .collect()
        })
    }

    fn squares_between(&self, a: Spot, b: Spot) -> u16 {
        self.squares_from(a)[b.index()]
    }

    /// Returns the walking distance in squares between two persons, as far as their positions are known.
    pub fn distance(&self, a: PersonId, b: PersonId) -> u16 {
        match (self.last_seen(a), self.last_seen(b)) {
            (Some(a), Some(b)) => self.squares_between(a, b),
            _ => UNREACHABLE,
        }
    }

    /// Returns true if the officer is at the door.
    pub fn at_door(&self, who: PersonId, door: DoorId) -> bool {
        let (door, spot) = (self.door(door), self.last_seen(who));
        door.zip(spot)
            .is_some_and(|(door, spot)| self.squares_between(door.spot, spot) <= AT_DOOR)
    }

    /// Returns true if the officer is in the room.
    pub fn is_in(&self, who: PersonId, room: RoomId) -> bool {
        self.last_seen(who).and_then(|spot| self.map.room(spot)) == Some(room)
    }

    /// Returns the sum of the officers' walking distances to the door.
    pub fn way_to(&self, door: DoorId) -> u32 {
        let Some(door) = self.door(door) else {
            return u32::MAX;
        };
        let officers = self.last_seen[..OFFICERS].iter().flatten();
        officers
            .map(|&spot| u32::from(self.squares_between(door.spot, spot)))
            .sum()
    }

    /// Returns a door, or `None` if it does not exist. Plans may be loaded from saves, and so name any door.
    fn door(&self, door: DoorId) -> Option<Door> {
        self.map.doors.get(usize::from(door.0)).copied()
    }

    fn points(&self, door: DoorId, near: RoomId) -> Option<(Spot, &Points)> {
        let Door { spot, sides } = self.door(door)?;
        let points = &self.points[usize::from(door.0)];
        Some((spot, &points[usize::from(sides[0] != near)]))
    }

    /// Returns the position at which an officer waits on this side of the door, a different one for each.
    pub fn arrive_point(&self, door: DoorId, near: RoomId, who: PersonId) -> Spot {
        let points = self.points(door, near);
        points.map_or(Spot(0), |(at, points)| nth_of(&points.arrive, who, at))
    }

    /// Returns the position from which an officer covers the door.
    pub fn cover_point(&self, door: DoorId, near: RoomId, who: PersonId) -> Spot {
        let points = self.points(door, near);
        points.map_or(Spot(0), |(at, points)| nth_of(&points.cover, who, at))
    }

    /// Returns a square from which to look, in the room on the far side of the door. Together they show the whole room.
    pub fn advance_point(&self, door: DoorId, near: RoomId, number: u8) -> Option<Spot> {
        let (_, points) = self.points(door, near)?;
        points.advance.get(number as usize).copied()
    }
}

fn nth_of(points: &[Spot], who: PersonId, instead: Spot) -> Spot {
    let point = points.get(who.index() % points.len().max(1));
    point.copied().unwrap_or(instead)
}
