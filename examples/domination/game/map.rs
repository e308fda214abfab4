//! Waypoints, the paths between them, walls, and lines of sight.

use crate::terms::Waypoint;

/// A position in metres; x grows to the right and y downwards.
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

    /// Returns the position at this fraction, 0 to 1, of the way to another one.
    pub fn towards(self, other: Place, part: f32) -> Place {
        Place {
            x: self.x + (other.x - self.x) * part,
            y: self.y + (other.y - self.y) * part,
        }
    }

    /// Returns the unit vector towards `other`, or `None` if both positions are equal.
    pub fn direction(self, other: Place) -> Option<(f32, f32)> {
        let metres = self.metres(other);
        (metres > 0.0).then(|| ((other.x - self.x) / metres, (other.y - self.y) / metres))
    }
}

/// A grid of squares of one metre, and a graph of waypoints on it.
#[derive(Debug)]
pub struct Map {
    pub name: String,
    /// The checksum of its text.
    pub(super) hash: u64,
    pub width: usize,
    pub height: usize,
    /// Indexed by square, row after row.
    pub(super) walls: Vec<bool>,
    /// Indexed by waypoint.
    pub(super) places: Vec<Place>,
    /// Domination points and their letters, in alphabetical order.
    pub points: Vec<(Waypoint, char)>,
    pub spawns: Vec<Waypoint>,
    /// Indexed by waypoint: the waypoints that can be reached in a straight line.
    pub(super) links: Vec<Vec<Waypoint>>,
    /// Indexed by two waypoints: the distance on foot, and the next waypoint of the path.
    pub(super) ways: Vec<(f32, Waypoint)>,
    /// One bit for each two squares: set if no wall is between them.
    pub(super) sight: Vec<u64>,
}

/// The maximum distance between linked waypoints, in metres.
const LINK: f32 = 9.5;

impl Map {
    /// Computes links, paths and sight. `Err` is a waypoint that is unreachable from the first one.
    pub(super) fn connected(mut self) -> Result<Map, Waypoint> {
        self.compute_sight();
        self.links = self.waypoints().map(|from| self.links_of(from)).collect();
        self.compute_paths();
        let first = Waypoint(0);
        let lost = self
            .waypoints()
            .find(|to| self.metres(first, *to) == f32::INFINITY);
        lost.map_or(Ok(self), Err)
    }

    /// Returns a name that differs between maps of different content.
    pub fn name_with_hash(&self) -> String {
        let file = std::path::Path::new(&self.name).file_name();
        let name = file.map_or(self.name.as_str().into(), |name| name.to_string_lossy());
        format!("{name} ({:016x})", self.hash)
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

    /// Returns the distance on foot.
    pub fn metres(&self, from: Waypoint, to: Waypoint) -> f32 {
        self.ways[from.index() * self.places.len() + to.index()].0
    }

    /// Returns the next waypoint of the shortest path.
    pub fn next(&self, from: Waypoint, to: Waypoint) -> Waypoint {
        self.ways[from.index() * self.places.len() + to.index()].1
    }

    pub fn is_wall(&self, x: usize, y: usize) -> bool {
        x >= self.width || y >= self.height || self.walls[y * self.width + x]
    }

    /// Returns the letter of a domination point.
    pub fn letter(&self, at: Waypoint) -> Option<char> {
        let mut points = self.points.iter();
        points
            .find(|(point, _)| *point == at)
            .map(|(_, letter)| *letter)
    }

    /// Returns true if no wall is between two positions. The result is symmetric.
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

    fn compute_sight(&mut self) {
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

    /// Returns true if the line between the centres of two squares crosses floor only. A line through a corner of four
    /// squares touches just the two that it enters and leaves.
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
            // Both tests use the old value: it says which border the line crosses first.
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

    fn links_of(&self, from: Waypoint) -> Vec<Waypoint> {
        let here = self.place(from);
        let near = |to: &Waypoint| {
            let there = self.place(*to);
            *to != from && here.metres(there) <= LINK && self.sees(here, there)
        };
        self.waypoints().filter(near).collect()
    }

    /// Computes the shortest paths between all waypoints (Floyd and Warshall).
    fn compute_paths(&mut self) {
        let count = self.places.len();
        let mut ways = vec![(f32::INFINITY, Waypoint(0)); count * count];
        for from in self.waypoints() {
            ways[from.index() * count + from.index()] = (0.0, from);
            for &to in self.neighbours(from) {
                let metres = self.place(from).metres(self.place(to));
                ways[from.index() * count + to.index()] = (metres, to);
            }
        }
        for between in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let (first, next) = ways[from * count + between];
                    let metres = first + ways[between * count + to].0;
                    if metres < ways[from * count + to].0 {
                        ways[from * count + to] = (metres, next);
                    }
                }
            }
        }
        self.ways = ways;
    }
}
