//! The town: places, the links between them, and lines of sight. It is symmetric for both sides.

use crate::terms::Place;

/// A place of the town.
struct Spot {
    name: &'static str,
    /// In metres.
    at: (f32, f32),
    /// The protection it gives, in percent.
    cover: i32,
}

const fn spot(name: &'static str, x: f32, y: f32, cover: i32) -> Spot {
    Spot {
        name,
        at: (x, y),
        cover,
    }
}

const SPOTS: [Spot; 15] = [
    spot("quarry", 10.0, 70.0, 40),
    spot("farm", 40.0, 30.0, 60),
    spot("barn", 40.0, 110.0, 60),
    spot("mill", 90.0, 24.0, 70),
    spot("orchard", 80.0, 70.0, 40),
    spot("ditch", 90.0, 116.0, 50),
    spot("market", 125.0, 70.0, 40),
    spot("chapel", 124.0, 24.0, 60),
    spot("tannery", 126.0, 116.0, 60),
    spot("station", 160.0, 116.0, 70),
    spot("school", 160.0, 24.0, 50),
    spot("yard", 170.0, 70.0, 40),
    spot("depot", 210.0, 30.0, 60),
    spot("villa", 210.0, 110.0, 60),
    spot("bridge", 240.0, 70.0, 40),
];

/// The places that both sides fight for.
pub const OBJECTIVES: [Place; 5] = [Place(3), Place(6), Place(7), Place(8), Place(9)];

/// The starting places of the squads, by side.
pub const STARTS: [[Place; 2]; 2] = [[Place(1), Place(2)], [Place(12), Place(13)]];

const WAYS: [(u8, u8); 24] = [
    (0, 1),
    (0, 2),
    (0, 4),
    (1, 3),
    (1, 4),
    (2, 4),
    (2, 5),
    (3, 4),
    (3, 7),
    (4, 5),
    (4, 6),
    (5, 8),
    (6, 11),
    (7, 10),
    (8, 9),
    (9, 11),
    (9, 13),
    (10, 11),
    (10, 12),
    (11, 12),
    (11, 13),
    (11, 14),
    (12, 14),
    (13, 14),
];

/// Links around a corner, without a view from one end to the other.
const BENDS: [(u8, u8); 6] = [(1, 4), (3, 4), (4, 5), (9, 11), (10, 11), (11, 13)];

/// Views between places that are not adjacent: the orchard and the yard are open ground.
const VIEWS: [(u8, u8); 4] = [(7, 4), (8, 11), (0, 6), (14, 6)];

/// The range of a voice, in metres.
pub const EARSHOT: f32 = 45.0;

const PLACES: usize = SPOTS.len();

/// Returns the name of a place.
pub fn name(place: Place) -> &'static str {
    SPOTS.get(place.index()).map_or("nowhere", |spot| spot.name)
}

impl Place {
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Returns all places.
pub fn places() -> impl Iterator<Item = Place> {
    (0..PLACES as u8).map(Place)
}

/// The map of the town, which all planners know.
#[derive(Clone, Debug)]
pub struct Map {
    /// Walking distances.
    far: [[f32; PLACES]; PLACES],
    sees: [[bool; PLACES]; PLACES],
}

impl Map {
    pub fn new() -> Map {
        let mut map = Map {
            far: [[f32::INFINITY; PLACES]; PLACES],
            sees: [[false; PLACES]; PLACES],
        };
        for place in places() {
            map.far[place.index()][place.index()] = 0.0;
            map.sees[place.index()][place.index()] = true;
        }
        for (a, b) in both_ways(&WAYS) {
            map.far[a][b] = straight(SPOTS[a].at, SPOTS[b].at);
            map.sees[a][b] = true;
        }
        for (a, b) in both_ways(&VIEWS) {
            map.sees[a][b] = true;
        }
        for (a, b) in both_ways(&BENDS) {
            map.sees[a][b] = false;
        }
        for by in 0..PLACES {
            for from in 0..PLACES {
                for to in 0..PLACES {
                    let around = map.far[from][by] + map.far[by][to];
                    map.far[from][to] = map.far[from][to].min(around);
                }
            }
        }
        map
    }

    pub fn at(&self, place: Place) -> (f32, f32) {
        SPOTS[place.index()].at
    }

    pub fn cover(&self, place: Place) -> i32 {
        SPOTS[place.index()].cover
    }

    /// Returns the walking distance.
    pub fn far(&self, from: Place, to: Place) -> f32 {
        self.far[from.index()][to.index()]
    }

    /// Returns true if the places see each other.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        self.sees[from.index()][to.index()]
    }

    /// Returns true if a voice at one place is heard at the other.
    pub fn in_earshot(&self, from: Place, to: Place) -> bool {
        straight(self.at(from), self.at(to)) <= EARSHOT
    }

    /// Returns the adjacent places.
    pub fn beside(&self, from: Place) -> impl Iterator<Item = Place> {
        both_ways(&WAYS)
            .filter(move |(a, _)| *a == from.index())
            .map(|(_, b)| Place(b as u8))
    }

    /// Returns the next place of the shortest path, or `None` on arrival.
    pub fn next(&self, from: Place, to: Place) -> Option<Place> {
        let on = |place: &Place| self.far(from, *place) + self.far(*place, to);
        let ways = self.beside(from).filter(|_| from != to);
        ways.min_by(|a, b| on(a).total_cmp(&on(b)))
    }

    /// Returns the other places with a view of this one.
    pub fn views(&self, of: Place) -> impl Iterator<Item = Place> + '_ {
        places().filter(move |from| *from != of && self.sees(*from, of))
    }

    pub fn ways(&self) -> impl Iterator<Item = (Place, Place)> {
        WAYS.iter().map(|(a, b)| (Place(*a), Place(*b)))
    }
}

fn both_ways(ways: &[(u8, u8)]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let ways = ways.iter().map(|(a, b)| (usize::from(*a), usize::from(*b)));
    ways.flat_map(|(a, b)| [(a, b), (b, a)])
}

/// Returns the straight distance.
pub fn straight(a: (f32, f32), b: (f32, f32)) -> f32 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}
