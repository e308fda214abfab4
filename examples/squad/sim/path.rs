//! Paths through the building.

use std::collections::VecDeque;

use super::ids::{DoorId, Spot};
use super::map::{Map, Tile};

impl Map {
    /// Returns the walking distance from `from` to every square, through the doors that `open` allows. `None` means
    /// unreachable.
    pub fn distances(&self, from: Spot, open: impl Fn(DoorId) -> bool) -> Vec<Option<u16>> {
        self.flood(from, None, open)
    }

    /// Returns the next square of a shortest path, or `None` if there is no path or `from` is `to`.
    pub fn step_towards(
        &self,
        from: Spot,
        to: Spot,
        open: impl Fn(DoorId) -> bool,
    ) -> Option<Spot> {
        let distances = self.flood(to, Some(from), open);
        let here = distances[from.index()]?;
        let mut ways = self.neighbours(from);
        ways.find(|next| distances[next.index()].is_some_and(|there| there < here))
    }

    /// Searches breadth first until it reaches `until`.
    fn flood(
        &self,
        from: Spot,
        until: Option<Spot>,
        open: impl Fn(DoorId) -> bool,
    ) -> Vec<Option<u16>> {
        let mut found = vec![None; self.tiles.len()];
        let mut queue = VecDeque::from([from]);
        found[from.index()] = Some(0);
        while let Some(spot) = queue.pop_front() {
            if until == Some(spot) {
                break;
            }
            let next_distance = found[spot.index()].map(|distance: u16| distance + 1);
            for next in self.neighbours(spot) {
                if found[next.index()].is_some() {
                    continue;
                }
                let passable = match self.tile(next) {
                    Tile::Floor => true,
                    Tile::Door(door) => open(door),
                    Tile::Wall | Tile::Furniture => false,
                };
                if passable {
                    found[next.index()] = next_distance;
                    queue.push_back(next);
                }
            }
        }
        found
    }
}
