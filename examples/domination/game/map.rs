//! Waypoints, the ways between them, walls, and what can be seen from where.

use crate::terms::Waypoint;

/// A place in metres: right, and down.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Place {
    pub x: f32,
    pub y: f32,
}

impl Place {
    pub fn metres(self, other: Place) -> f32 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    /// The place that is so far along the way to another one, from 0 to 1.
    pub fn towards(self, other: Place, part: f32) -> Place {
        Place {
            x: self.x + (other.x - self.x) * part,
            y: self.y + (other.y - self.y) * part,
        }
    }

    /// The direction from here, as a vector of length 1; none to where one is.
    pub fn direction(self, other: Place) -> Option<(f32, f32)> {
        let metres = self.metres(other);
        (metres > 0.0).then(|| ((other.x - self.x) / metres, (other.y - self.y) / metres))
    }
}

/// A map of squares of a metre, and a graph of waypoints on it.
#[derive(Debug)]
pub struct Map {
    pub name: String,
    pub width: usize,
    pub height: usize,
    /// By square, row after row.
    pub(super) walls: Vec<bool>,
    /// By waypoint.
    pub(super) places: Vec<Place>,
    /// Domination points and their letters, in the order of the letters.
    pub points: Vec<(Waypoint, char)>,
    pub spawns: Vec<Waypoint>,
    /// By waypoint: those that one can walk to in a straight line.
    pub(super) links: Vec<Vec<Waypoint>>,
    /// By two waypoints: how far it is on foot, and where the way begins.
    pub(super) ways: Vec<(f32, Waypoint)>,
    /// By two squares: whether nothing stands between them.
    pub(super) sight: Vec<u64>,
}

/// How far apart waypoints may be to be linked.
const LINK: f32 = 9.5;

impl Map {
    /// Works out links, ways and sight. `Err` is a waypoint that can't be reached from the first one.
    pub(super) fn connected(mut self) -> Result<Map, Waypoint> {
        self.look_around();
        self.links = self.waypoints().map(|from| self.linked(from)).collect();
        self.find_ways();
        let first = Waypoint(0);
        let lost = self
            .waypoints()
            .find(|to| self.metres(first, *to) == f32::INFINITY);
        lost.map_or(Ok(self), Err)
    }

    pub fn waypoints(&self) -> impl Iterator<Item = Waypoint> + use<> {
        (0..self.places.len() as u8).map(Waypoint)
    }

    pub fn place(&self, at: Waypoint) -> Place {
        self.places[at.index()]
    }

    pub fn neighbours(&self, at: Waypoint) -> &[Waypoint] {
        &self.links[at.index()]
    }

    /// How far it is on foot.
    pub fn metres(&self, from: Waypoint, to: Waypoint) -> f32 {
        self.ways[from.index() * self.places.len() + to.index()].0
    }

    /// The next waypoint on the shortest way.
    pub fn next(&self, from: Waypoint, to: Waypoint) -> Waypoint {
        self.ways[from.index() * self.places.len() + to.index()].1
    }

    pub fn is_wall(&self, x: usize, y: usize) -> bool {
        x >= self.width || y >= self.height || self.walls[y * self.width + x]
    }

    /// The letter of a domination point.
    pub fn letter(&self, at: Waypoint) -> Option<char> {
        let mut points = self.points.iter();
        points
            .find(|(point, _)| *point == at)
            .map(|(_, letter)| *letter)
    }

    /// Whether no wall stands between two places. The same both ways.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        let (from, to) = (self.square(from), self.square(to));
        let bit = from * self.walls.len() + to;
        self.sight[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn square(&self, place: Place) -> usize {
        let column = (place.x.max(0.0) as usize).min(self.width - 1);
        let row = (place.y.max(0.0) as usize).min(self.height - 1);
        row * self.width + column
    }

    fn look_around(&mut self) {
        let squares = self.walls.len();
        self.sight = vec![0; (squares * squares).div_ceil(64)];
        for from in 0..squares {
            for to in from..squares {
                if self.is_clear(from, to) {
                    for bit in [from * squares + to, to * squares + from] {
                        self.sight[bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
    }

    /// Whether the line between the middles of two squares passes through floor only. A line through the corner of
    /// four squares touches the two that it enters and leaves.
    fn is_clear(&self, from: usize, to: usize) -> bool {
        let column_row =
            |square: usize| ((square % self.width) as i32, (square / self.width) as i32);
        let ((mut x, mut y), end) = (column_row(from), column_row(to));
        let (dx, dy) = ((end.0 - x).abs(), (end.1 - y).abs());
        let (step_x, step_y) = ((end.0 - x).signum(), (end.1 - y).signum());
        let mut error = dx - dy;
        loop {
            if self.is_wall(x as usize, y as usize) {
                return false;
            }
            if (x, y) == end {
                return true;
            }
            // Read once: which border the line comes to first.
            let first = error;
            if first >= 0 {
                x += step_x;
                error -= 2 * dy;
            }
            if first <= 0 {
                y += step_y;
                error += 2 * dx;
            }
        }
    }

    fn linked(&self, from: Waypoint) -> Vec<Waypoint> {
        let here = self.place(from);
        let near = |to: &Waypoint| {
            let there = self.place(*to);
            *to != from && here.metres(there) <= LINK && self.sees(here, there)
        };
        self.waypoints().filter(near).collect()
    }

    /// The shortest ways between all waypoints (Floyd and Warshall).
    fn find_ways(&mut self) {
        let many = self.places.len();
        let mut ways = vec![(f32::INFINITY, Waypoint(0)); many * many];
        for from in self.waypoints() {
            ways[from.index() * many + from.index()] = (0.0, from);
            for &to in self.neighbours(from) {
                let metres = self.place(from).metres(self.place(to));
                ways[from.index() * many + to.index()] = (metres, to);
            }
        }
        for between in 0..many {
            for from in 0..many {
                for to in 0..many {
                    let (first, next) = ways[from * many + between];
                    let metres = first + ways[between * many + to].0;
                    if metres < ways[from * many + to].0 {
                        ways[from * many + to] = (metres, next);
                    }
                }
            }
        }
        self.ways = ways;
    }
}
