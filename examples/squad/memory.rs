//! What the squad knows besides its facts: the plan of the building, and where everybody was last seen. It is the context
//! of the domain.

use std::cell::OnceCell;

use crate::sim::{Door, DoorId, Map, OFFICERS, PersonId, Points, RoomId, Spot};

/// What the squad knows.
#[derive(Clone, Debug)]
pub struct Memory {
    pub map: Map,
    last_seen: Vec<Option<Spot>>,
    /// Who was seen where since the last tick.
    news: Vec<(PersonId, Spot)>,
    /// From each square to all others, through all doors, open or not; worked out when it is asked for.
    distances: Vec<OnceCell<Vec<u16>>>,
    /// For each door and each of its sides.
    points: Vec<[Points; 2]>,
}

/// Where there is no way.
const UNREACHABLE: u16 = u16::MAX;
/// Squares from a door within which one is at the door.
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

    pub fn saw(&mut self, whom: PersonId, spot: Spot) {
        if self.last_seen[whom.index()].replace(spot) != Some(spot) {
            self.news.push((whom, spot));
        }
        // Now rather than in the middle of a search.
        self.squares_from(spot);
    }

    /// What is new since it was last asked, as bytes for a journal: that is all that the context of a tick depends on.
    pub fn take_news(&mut self) -> Vec<u8> {
        let news = self.news.drain(..);
        news.flat_map(|(whom, Spot(spot))| [whom.0, spot as u8, (spot >> 8) as u8])
            .collect()
    }

    /// The same again out of a journal; false where that is not what was put in.
    pub fn take_in(&mut self, news: &[u8]) -> bool {
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

    /// How many officers and suspects there are.
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

    /// How many squares it is to walk from one to the other, as far as is known.
    pub fn distance(&self, a: PersonId, b: PersonId) -> u16 {
        match (self.last_seen(a), self.last_seen(b)) {
            (Some(a), Some(b)) => self.squares_between(a, b),
            _ => UNREACHABLE,
        }
    }

    /// Whether the officer is at the door.
    pub fn at_door(&self, who: PersonId, door: DoorId) -> bool {
        let (door, spot) = (self.door(door), self.last_seen(who));
        door.zip(spot)
            .is_some_and(|(door, spot)| self.squares_between(door.spot, spot) <= AT_DOOR)
    }

    /// Whether the officer is in the room.
    pub fn is_in(&self, who: PersonId, room: RoomId) -> bool {
        self.last_seen(who).and_then(|spot| self.map.room(spot)) == Some(room)
    }

    /// How far the squad has to walk to the door, all ways taken together.
    pub fn way_to(&self, door: DoorId) -> u32 {
        let Some(door) = self.door(door) else {
            return u32::MAX;
        };
        let officers = self.last_seen[..OFFICERS].iter().flatten();
        officers
            .map(|&spot| u32::from(self.squares_between(door.spot, spot)))
            .sum()
    }

    /// Plans come out of saves too, so what they name may be nowhere in the building.
    fn door(&self, door: DoorId) -> Option<Door> {
        self.map.doors.get(usize::from(door.0)).copied()
    }

    fn points(&self, door: DoorId, near: RoomId) -> Option<(Spot, &Points)> {
        let Door { spot, sides } = self.door(door)?;
        let points = &self.points[usize::from(door.0)];
        Some((spot, &points[usize::from(sides[0] != near)]))
    }

    /// Where the officer waits on this side of the door, each at a place of his own.
    pub fn arrive_point(&self, door: DoorId, near: RoomId, who: PersonId) -> Spot {
        let points = self.points(door, near);
        points.map_or(Spot(0), |(at, points)| nth_of(&points.arrive, who, at))
    }

    /// From where the officer covers the door.
    pub fn cover_point(&self, door: DoorId, near: RoomId, who: PersonId) -> Spot {
        let points = self.points(door, near);
        points.map_or(Spot(0), |(at, points)| nth_of(&points.cover, who, at))
    }

    /// The squares of the room behind the door that must be looked from, one after the other.
    pub fn advance_point(&self, door: DoorId, near: RoomId, number: u8) -> Option<Spot> {
        let (_, points) = self.points(door, near)?;
        points.advance.get(number as usize).copied()
    }
}

fn nth_of(points: &[Spot], who: PersonId, instead: Spot) -> Spot {
    let point = points.get(who.index() % points.len().max(1));
    point.copied().unwrap_or(instead)
}
