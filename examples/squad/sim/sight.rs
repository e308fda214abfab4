//! Lines of sight.

use super::ids::{DoorId, Spot};
use super::map::{Map, Tile};

/// The range of sight in squares.
pub const SIGHT: i32 = 18;

impl Map {
    /// Returns true if nothing blocks the line between two squares; `open` says which doors are open. Symmetric.
    pub fn sees(&self, a: Spot, b: Spot, open: impl Fn(DoorId) -> bool) -> bool {
        if self.range(a, b) > SIGHT {
            return false;
        }
        // Bresenham's algorithm. Lines from opposite ends may cross different squares, so the line always starts at the lower
        // square.
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
