//! Tactical positions: to wait at a door, to cover it, and to see all of a room.

use std::cmp::Reverse;

use super::ids::{DoorId, RoomId, Spot};
use super::map::Map;

/// The positions for one side of a door, the best ones first.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Positions before the door opens: beside it, out of the line of sight through it.
    pub arrive: Vec<Spot>,
    /// Positions with a view through the open door.
    pub cover: Vec<Spot>,
    /// Positions in the room on the far side of the door. Together they show every square of it.
    pub advance: Vec<Spot>,
}

/// The distance in squares within which positions are near a door.
const NEAR: u16 = 8;

impl Map {
    /// Computes the positions for officers who come to the door from `near`.
    pub fn points(&self, door: DoorId, near: RoomId) -> Points {
        let [a, b] = self.door(door).sides;
        let far = if a == near { b } else { a };
        let distances = self.distances(self.door(door).spot, |_| false);
        let mut around: Vec<(Spot, u16, usize)> = Vec::new();
        for &spot in &self.rooms[near.0 as usize].spots {
            if let Some(distance) = distances[spot.index()].filter(|&distance| distance <= NEAR) {
                let behind = &self.rooms[far.0 as usize].spots;
                let seen = behind
                    .iter()
                    .filter(|&&target| self.sees(spot, target, |_| true));
                around.push((spot, distance, seen.count()));
            }
        }
        let only_spots =
            |around: &[(Spot, u16, usize)]| around.iter().map(|&(spot, ..)| spot).collect();
        around.sort_by_key(|&(spot, distance, seen)| (seen > 2, distance, seen, spot));
        let arrive = only_spots(&around);
        around.retain(|&(_, distance, _)| distance <= 4);
        around.sort_by_key(|&(spot, distance, seen)| (Reverse(seen), distance, spot));
        Points {
            arrive,
            cover: only_spots(&around),
            advance: self.advance_points(far, &distances),
        }
    }

    /// Chooses greedily the square that shows the most unseen squares. Sorts the result by distance from the door.
    fn advance_points(&self, room: RoomId, distances: &[Option<u16>]) -> Vec<Spot> {
        let spots = &self.rooms[room.0 as usize].spots;
        let views: Vec<Vec<bool>> = spots
            .iter()
            .map(|&from| {
                spots
                    .iter()
                    .map(|&to| self.sees(from, to, |_| false))
                    .collect()
            })
            .collect();
        let mut unseen = vec![true; spots.len()];
        let mut points = Vec::new();
        while unseen.contains(&true) {
            let gain = |at: usize| {
                views[at]
                    .iter()
                    .zip(&unseen)
                    .filter(|(sees, unseen)| **sees && **unseen)
                    .count()
            };
            let nearness =
                |at: usize| Reverse((distances[spots[at].index()].unwrap_or(u16::MAX), at));
            let Some(best) = (0..spots.len()).max_by_key(|&at| (gain(at), nearness(at))) else {
                break;
            };
            unseen
                .iter_mut()
                .zip(&views[best])
                .for_each(|(unseen, sees)| *unseen &= !sees);
            points.push(spots[best]);
        }
        points.sort_by_key(|spot| distances[spot.index()]);
        points
    }
}
