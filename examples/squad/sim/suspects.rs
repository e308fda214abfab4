//! The behaviour of suspects.

use super::World;
use super::ids::{PersonId, RoomId, Spot};
use super::log::Happening;
use super::map::Tile;
use super::people::{Mode, Temper, officer_ids, suspect_id};

/// Ticks until a discovered suspect decides.
const REACTION: u32 = 6;
/// Ticks without an officer in view after which a fighter hides again.
const CALM: u32 = 40;
/// Ticks without an officer in view after which a surrendered suspect may run.
const TEMPTED: u32 = 100;

impl World {
    pub(super) fn suspects_act(&mut self) {
        for index in 0..self.suspects.len() {
            let spot = self.suspects[index].spot;
            let in_view = officer_ids().any(|who| self.officer_sees(who, spot));
            let suspect = &mut self.suspects[index];
            suspect.watched = if in_view { suspect.watched + 1 } else { 0 };
            suspect.unwatched = if in_view { 0 } else { suspect.unwatched + 1 };
            suspect.pause = suspect.pause.saturating_sub(1);
            let ready = suspect.pause == 0;
            let whom = suspect_id(index);
            match suspect.mode {
                Mode::Hiding if suspect.watched == REACTION => self.decide(whom),
                Mode::Fighting if suspect.unwatched > CALM => self.hide(whom),
                Mode::Fighting if in_view && ready => self.suspect_shoots(whom, spot),
                Mode::Running(to) if ready => self.run(whom, to, in_view),
                Mode::Surrendered if suspect.unwatched >= TEMPTED && suspect.runs_left > 0 => {
                    self.bolt(whom)
                }
                _ => {}
            }
        }
    }

    fn decide(&mut self, whom: PersonId) {
        let roll = self.rng.between(0, 99);
        let Some(temper) = self.suspect(whom).map(|suspect| suspect.temper) else {
            return;
        };
        match temper {
            Temper::Fighter if roll < 85 => {
                self.set_mode(whom, Mode::Fighting);
                self.log(Happening::OpensFire { whom });
            }
            Temper::Runner if roll < 80 => self.run_away(whom),
            Temper::Meek if roll < 10 => self.run_away(whom),
            _ => self.give_up(whom),
        }
    }

    fn bolt(&mut self, whom: PersonId) {
        if let Some(suspect) = self.suspect_mut(whom) {
            suspect.unwatched = 0;
        }
        let tempted = self
            .suspect(whom)
            .is_some_and(|suspect| suspect.temper != Temper::Meek);
        if tempted && self.rng.percent(50) {
            self.log(Happening::Bolts { whom });
            self.run_away(whom);
        }
    }

    /// Runs to an adjacent room without an officer, or surrenders if all have one.
    fn run_away(&mut self, whom: PersonId) {
        let Some(suspect) = self.suspect(whom) else {
            return;
        };
        let (spot, runs_left) = (suspect.spot, suspect.runs_left);
        let rooms = if runs_left > 0 {
            self.ways_out(spot)
        } else {
            Vec::new()
        };
        let Some(&room) = self.rng.pick(&rooms) else {
            return self.give_up(whom);
        };
        let to = self.hiding_place(room);
        if let Some(suspect) = self.suspect_mut(whom) {
            suspect.runs_left -= 1;
        }
        self.set_mode(whom, Mode::Running(to));
        self.log(Happening::RunsFor { whom, room });
    }

    fn ways_out(&self, from: Spot) -> Vec<RoomId> {
        let here = self.map.room(from);
        let guarded = |spot: Spot| {
            officer_ids().any(|who| {
                self.officer_sees(who, spot)
                    && self.map.range(self.officers[who.index()].spot, spot) < 6
            })
        };
        let doors = self.map.doors.iter().filter(|door| !guarded(door.spot));
        let ways = doors.filter_map(|door| match door.sides {
            [a, b] if Some(a) == here => Some(b),
            [a, b] if Some(b) == here => Some(a),
            _ => None,
        });
        // The first room is where the squad came from.
        ways.filter(|&room| room != RoomId(0) && !self.officer_in(room))
            .collect()
    }

    fn officer_in(&self, room: RoomId) -> bool {
        self.officers
            .iter()
            .any(|officer| officer.alive() && self.map.room(officer.spot) == Some(room))
    }

    /// Returns a square of the room beside furniture, or else beside a wall.
    pub(super) fn hiding_place(&mut self, room: RoomId) -> Spot {
        let spots = &self.map.rooms[room.0 as usize].spots;
        let beside = |spot: &Spot, tile: Tile| {
            self.map
                .neighbours(*spot)
                .any(|next| self.map.tile(next) == tile)
        };
        let mut places: Vec<Spot> = spots
            .iter()
            .copied()
            .filter(|spot| beside(spot, Tile::Furniture))
            .collect();
        if places.is_empty() {
            places = spots
                .iter()
                .copied()
                .filter(|spot| beside(spot, Tile::Wall))
                .collect();
        }
        *self.rng.pick(&places).unwrap_or(&spots[0])
    }

    fn run(&mut self, whom: PersonId, to: Spot, in_view: bool) {
        let Some(from) = self.suspect(whom).map(|suspect| suspect.spot) else {
            return;
        };
        if from == to {
            return self.hide(whom);
        }
        if in_view && self.rng.percent(2) {
            return self.give_up(whom);
        }
        // A suspect opens doors on his way.
        let Some(next) = self.map.step_towards(from, to, |_| true) else {
            return self.give_up(whom);
        };
        if let Some(suspect) = self.suspect_mut(whom) {
            suspect.spot = next;
            suspect.pause = 2;
        }
        if let Tile::Door(door) = self.map.tile(next) {
            self.open[door.0 as usize] = true;
        } else if let (Tile::Door(_), Some(room)) = (self.map.tile(from), self.map.room(next)) {
            self.heard_in(room);
        }
    }

    fn hide(&mut self, whom: PersonId) {
        self.set_mode(whom, Mode::Hiding);
        if let Some(room) = self.map.room(self.spot_of(whom)) {
            self.log(Happening::Hides { whom, room });
        }
    }
}
