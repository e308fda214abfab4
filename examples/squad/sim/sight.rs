//! Who can see what.

use super::ids::{DoorId, Spot};
use super::map::{Map, Tile};

/// How far people see, in squares.
pub const SIGHT: i32 = 18;

impl Map {
    /// Whether nothing stands between the two, where `open` says which doors are open. The same both ways.
    pub fn sees(&self, a: Spot, b: Spot, open: impl Fn(DoorId) -> bool) -> bool {
        if self.range(a, b) > SIGHT {
            return false;
        }
        // A line drawn from the other end may take other squares: always draw it from the lower one.
        let (from, to) = (a.min(b), a.max(b));
        self.line(from, to).all(|spot| match self.tile(spot) {
            Tile::Floor => true,
            Tile::Door(door) => open(door),
            Tile::Wall | Tile::Furniture => false,
        })
    }

    /// The squares strictly between two, by Bresenham's algorithm.
    fn line(&self, from: Spot, to: Spot) -> impl Iterator<Item = Spot> {
        let ((mut x, mut y), (end_x, end_y)) = (self.place(from), self.place(to));
        let (dx, dy) = ((end_x - x).abs(), -(end_y - y).abs());
        let (step_x, step_y) = ((end_x - x).signum(), (end_y - y).signum());
        let mut error = dx + dy;
        std::iter::from_fn(move || {
            if (x, y) == (end_x, end_y) {
                return None;
            }
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += step_x;
            }
            if twice <= dx {
                error += dx;
                y += step_y;
            }
            ((x, y) != (end_x, end_y)).then(|| self.spot_at(x, y))
        })
    }
}
