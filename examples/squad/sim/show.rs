//! The building as text.

use std::fmt::Write;

use super::World;
use super::ids::{RoomId, Spot};
use super::map::Tile;
use super::people::{Mode, officer_ids};

impl World {
    /// Draws the map with all people. Officers are the first letters of their names; suspects are `?` hiding, `!` armed,
    /// `h` hands up, `c` cuffed, `x` on the floor; doors are `+` closed, `'` open; cleared rooms have the floor `·`.
    pub fn show(&self, is_clear: impl Fn(RoomId) -> bool) -> String {
        let mut text = String::new();
        let height = self.map.tiles.len() / self.map.width;
        for y in 0..height as i32 {
            for x in 0..self.map.width as i32 {
                let spot = self.map.spot_at(x, y);
                let clear = self.map.room(spot).is_some_and(&is_clear);
                text.push(match self.square(spot) {
                    ' ' if clear => '·',
                    square => square,
                });
            }
            // The officers' health is listed in the margin.
            let _ = writeln!(text, "{}", self.margin(y as usize));
        }
        text
    }

    fn square(&self, spot: Spot) -> char {
        if let Some(who) = officer_ids().find(|who| {
            let officer = &self.officers[who.index()];
            officer.spot == spot && officer.alive()
        }) {
            return who.to_string().chars().next().unwrap_or('?');
        }
        if let Some(suspect) = self.suspects.iter().find(|suspect| suspect.spot == spot) {
            return match suspect.mode {
                Mode::Hiding => '?',
                Mode::Fighting | Mode::Running(_) => '!',
                Mode::Surrendered => 'h',
                Mode::Cuffed => 'c',
                Mode::PlayingDead | Mode::Dead => 'x',
            };
        }
        if self.officers.iter().any(|officer| officer.spot == spot) {
            return 'x';
        }
        match self.map.tile(spot) {
            Tile::Wall => '#',
            Tile::Floor => ' ',
            Tile::Furniture => '=',
            Tile::Door(door) if self.is_open(door) => '\'',
            Tile::Door(_) => '+',
        }
    }

    fn margin(&self, row: usize) -> String {
        let Some(who) = row.checked_sub(1).and_then(|row| officer_ids().nth(row)) else {
            return String::new();
        };
        let officer = &self.officers[who.index()];
        match officer.health {
            0 => format!("   {who:<5} dead"),
            health => format!("   {who:<5} {health:>3}"),
        }
    }
}
