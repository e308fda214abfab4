//! Where to stand: at a door before going in, where one covers the door, and from where one sees all of a room.

use super::ids::{DoorId, RoomId, Spot};
use super::map::Map;

impl Map {
    /// Squares of `side` to wait at before the door opens, the nearest first: beside the door, not in front of it,
    /// where nobody can look through.
    pub fn arrive_points(&self, door: DoorId, side: RoomId) -> Vec<Spot> {
        let door = self.door(door);
        let far_side = if door.sides[0] == side {
            door.sides[1]
        } else {
            door.sides[0]
        };
        let mut points = self.near_door(door.spot, side);
        points.sort_by_key(|&(spot, distance)| {
            let exposed = self.rooms[far_side.0 as usize]
                .spots
                .iter()
                .filter(|&&target| self.sees(spot, target, |_| true))
                .count();
            (exposed > 2, distance, exposed, spot)
        });
        points.into_iter().map(|(spot, _)| spot).collect()
    }

    /// Squares of `side` that look through the open door, the one that sees most first.
    pub fn cover_points(&self, door: DoorId, side: RoomId) -> Vec<Spot> {
        let door = self.door(door);
        let far_side = if door.sides[0] == side {
            door.sides[1]
        } else {
            door.sides[0]
        };
        let mut points = self.near_door(door.spot, side);
        points.retain(|&(spot, distance)| distance <= 4 && self.range(spot, door.spot) <= 3);
        points.sort_by_key(|&(spot, distance)| {
            let seen = self.rooms[far_side.0 as usize]
                .spots
                .iter()
                .filter(|&&target| self.sees(spot, target, |_| true))
                .count();
            (std::cmp::Reverse(seen), distance, spot)
        });
        points.into_iter().map(|(spot, _)| spot).collect()
    }

    fn near_door(&self, door: Spot, side: RoomId) -> Vec<(Spot, u16)> {
        let distances = self.distances(door, |_| false);
        let spots = &self.rooms[side.0 as usize].spots;
        let near = spots
            .iter()
            .filter_map(|&spot| Some((spot, distances[spot.index()]?)));
        near.collect()
    }

    /// Squares of the room from which, taken together, every square of it can be seen; nearest to the door first.
    pub fn advance_points(&self, room: RoomId, door: DoorId) -> Vec<Spot> {
        let spots = &self.rooms[room.0 as usize].spots;
        let distances = self.distances(self.door(door).spot, |_| false);
        let mut unseen = spots.clone();
        let mut points = Vec::new();
        while !unseen.is_empty() {
            let best = spots.iter().max_by_key(|&&spot| {
                let gain = unseen
                    .iter()
                    .filter(|&&target| self.sees(spot, target, |_| false))
                    .count();
                let distance = distances[spot.index()].unwrap_or(u16::MAX);
                // A square next to the walls is safer than one in the middle of everything.
                let open_sides = self
                    .neighbours(spot)
                    .filter(|&next| self.room(next).is_some())
                    .count();
                (gain, std::cmp::Reverse((distance, open_sides, spot)))
            });
            let Some(&best) = best else { break };
            unseen.retain(|&target| !self.sees(best, target, |_| false));
            points.push(best);
        }
        points.sort_by_key(|spot| distances[spot.index()]);
        points
    }
}
