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
        // Bresenham's algorithm. A line drawn from the other end may take other squares: always draw it from the lower
        // one.
        let ((mut x, mut y), end) = (self.place(a.min(b)), self.place(a.max(b)));
        let (dx, dy) = ((end.0 - x).abs(), -(end.1 - y).abs());
        let (step_x, step_y) = ((end.0 - x).signum(), (end.1 - y).signum());
        let mut error = dx + dy;
        while (x, y) != end {
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += step_x;
            }
            if twice <= dx {
                error += dx;
                y += step_y;
            }
            let clear = match self.tile(self.spot_at(x, y)) {
                Tile::Floor => true,
                Tile::Door(door) => open(door),
                Tile::Wall | Tile::Furniture => false,
            };
            if !clear && (x, y) != end {
                return false;
            }
        }
        true
    }
}
