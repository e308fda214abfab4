//! Where to stand: at a door before going in, where one covers the door, and from where one sees all of a room.

use std::cmp::Reverse;

use super::ids::{DoorId, RoomId, Spot};
use super::map::Map;

/// The places to stand for one side of a door, the best ones first.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Before the door opens: beside it, where nobody can look through.
    pub arrive: Vec<Spot>,
    /// To look through it from, once it is open.
    pub cover: Vec<Spot>,
    /// In the room behind it: from these, taken together, every square of it can be seen.
    pub advance: Vec<Spot>,
}

/// So many squares from a door are near it.
const NEAR: u16 = 8;

impl Map {
    /// The places to stand for everyone who comes to the door from `near`.
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

    /// Always the square that shows most of what has not been seen yet; nearest to the door first.
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
