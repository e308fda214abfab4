//! The terrain: places, the roads between them, and hills that block the view.

use squad_htn::prelude::*;

use crate::kit::rng::Rng;

/// A vehicle of the platoon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Vehicle(pub u8);

/// An enemy vehicle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Enemy(pub u8);

/// A junction of roads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Place(pub u8);

/// The number of columns, from west to east.
pub const COLUMNS: usize = 7;
/// The number of rows, from north to south.
pub const ROWS: usize = 5;
const PLACES: usize = COLUMNS * ROWS;

/// The approximate distance of adjacent places in metres.
const SPACING: f32 = 200.0;
/// The range of sight and fire in metres.
const RANGE: f32 = 430.0;

/// The terrain, which never changes.
#[derive(Clone, Debug)]
pub struct Field {
    points: Vec<(f32, f32)>,
    /// The roads, one entry per direction.
    roads: Vec<(Place, Place)>,
    /// The hills: centre and radius.
    hills: Vec<((f32, f32), f32)>,
    /// Indexed by two places: the distance by road, infinite if there is no road.
    metres: Vec<[f32; PLACES]>,
    /// Indexed by place: the places with a view of it.
    views: Vec<Vec<Place>>,
}

impl Field {
    /// Creates random terrain, in which every place is reachable.
    pub fn new(rng: &mut Rng) -> Field {
        let mut jitter = |at: usize| at as f32 * SPACING + rng.between(-60, 60) as f32;
        let points = (0..PLACES).map(|at| (jitter(at % COLUMNS), jitter(at / COLUMNS)));
        let points: Vec<(f32, f32)> = points.collect();
        let hills = (0..7).map(|_| {
            let across = rng.between(50, (COLUMNS as i32 - 1) * SPACING as i32 - 50);
            let down = rng.between(0, (ROWS as i32 - 1) * SPACING as i32);
            ((across as f32, down as f32), rng.between(40, 90) as f32)
        });
        let mut field = Field {
            points,
            hills: hills.collect(),
            roads: Vec::new(),
            metres: Vec::new(),
            views: Vec::new(),
        };
        field.build_roads(rng);
        field.measure();
        let places = || (0..PLACES as u8).map(Place);
        let sees = |from: Place, to: Place| from != to && field.is_visible(from, to);
        let views = |to: Place| places().filter(|from| sees(*from, to)).collect();
        field.views = places().map(views).collect();
        field
    }

    /// Builds roads along rows and columns, and some diagonals. A third of the roads between rows is left out.
    fn build_roads(&mut self, rng: &mut Rng) {
        for at in 0..PLACES {
            let (column, row) = (at % COLUMNS, at / COLUMNS);
            if column + 1 < COLUMNS {
                self.build_road(at, at + 1);
            }
            // The first and the last column are complete, so the network is connected.
            let kept = column == 0 || column + 1 == COLUMNS || rng.percent(67);
            if row + 1 < ROWS && kept {
                self.build_road(at, at + COLUMNS);
            }
            if row + 1 < ROWS && column + 1 < COLUMNS && rng.percent(20) {
                self.build_road(at, at + COLUMNS + 1);
            }
        }
    }

    fn build_road(&mut self, from: usize, to: usize) {
        let (from, to) = (Place(from as u8), Place(to as u8));
        self.roads.extend([(from, to), (to, from)]);
    }

    /// Computes the distances by road between all places (Floyd and Warshall).
    fn measure(&mut self) {
        let mut metres = vec![[f32::INFINITY; PLACES]; PLACES];
        for (at, row) in metres.iter_mut().enumerate() {
            row[at] = 0.0;
        }
        for &(from, to) in &self.roads {
            metres[from.index()][to.index()] = self.straight(from, to);
        }
        for by in 0..PLACES {
            let onwards = metres[by];
            for row in &mut metres {
                let first = row[by];
                for (way, rest) in row.iter_mut().zip(onwards) {
                    *way = way.min(first + rest);
                }
            }
        }
        self.metres = metres;
    }

    fn is_visible(&self, from: Place, to: Place) -> bool {
        let (a, b) = (self.point(from), self.point(to));
        let is_behind = |((x, y), radius): &((f32, f32), f32)| {
            let (across, down) = (b.0 - a.0, b.1 - a.1);
            let along = ((x - a.0) * across + (y - a.1) * down) / (across * across + down * down);
            let along = along.clamp(0.0, 1.0);
            let nearest = (a.0 + along * across - x, a.1 + along * down - y);
            nearest.0.hypot(nearest.1) < *radius
        };
        self.straight(from, to) <= RANGE && !self.hills.iter().any(is_behind)
    }

    fn straight(&self, from: Place, to: Place) -> f32 {
        let (a, b) = (self.point(from), self.point(to));
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    pub fn point(&self, place: Place) -> (f32, f32) {
        self.points[place.index()]
    }

    pub fn roads(&self) -> &[(Place, Place)] {
        &self.roads
    }

    pub fn hills(&self) -> &[((f32, f32), f32)] {
        &self.hills
    }

    /// Returns the distance by road, ignoring closures.
    pub fn metres(&self, from: Place, to: Place) -> f32 {
        self.metres[from.index()][to.index()]
    }

    /// Returns true if the places see each other.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        from == to || self.views[to.index()].contains(&from)
    }

    /// Returns the places with a view of this one.
    pub fn views(&self, to: Place) -> impl Iterator<Item = Place> + '_ {
        self.views[to.index()].iter().copied()
    }

    /// Returns the places of a column, from north to south.
    pub fn column(column: usize) -> impl Iterator<Item = Place> {
        (0..ROWS).map(move |row| Place((row * COLUMNS + column) as u8))
    }
}

impl Place {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the name as on a map: `C2`.
    pub fn name(self) -> String {
        let column = b'A' + self.0 % COLUMNS as u8;
        format!("{}{}", char::from(column), self.0 / COLUMNS as u8 + 1)
    }
}

impl Vehicle {
    pub const NAMES: [&str; 5] = ["Anvil", "Badger", "Cobra", "Dagger", "Eagle"];

    pub fn name(self) -> &'static str {
        Vehicle::NAMES[usize::from(self.0) % Vehicle::NAMES.len()]
    }
}

impl Enemy {
    pub fn name(self) -> String {
        format!("hostile {}", self.0 + 1)
    }
}
