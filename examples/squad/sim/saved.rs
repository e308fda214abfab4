//! The world in a save. The building is not part of it, because its name and the seed determine it.
//!
//! A save is untrusted input, so loading checks everything that the simulation relies on: persons and places exist, and
//! counters are too small to overflow.

use htn_view::serde::{Deserialize, Serialize};

use super::World;
use super::acts::{ActProgress, Ticket};
use super::check::{Check, MAX_COUNT};
use super::ids::OFFICERS;
use super::map::Map;
use super::people::{Mode, Officer, Suspect};
use super::rng::Rng;
use super::senses::{Reported, Sense};

/// The saved form of a [`World`].
#[derive(Serialize, Deserialize)]
#[serde(crate = "htn_view::serde", deny_unknown_fields)]
pub struct SavedWorld {
    tick: u32,
    officers: [Officer; OFFICERS],
    suspects: Vec<Suspect>,
    open: Vec<bool>,
    rng: Rng,
    ended: Vec<(Ticket, bool)>,
    reported: Reported,
}

impl World {
    /// Returns the saved form. Call it between two ticks, when no events are pending.
    pub fn save(&self) -> SavedWorld {
        SavedWorld {
            tick: self.tick,
            officers: self.officers.clone(),
            suspects: self.suspects.clone(),
            open: self.open.clone(),
            rng: self.rng.clone(),
            ended: self.ended.clone(),
            reported: self.reported.clone(),
        }
    }

    /// Restores a world, or describes its first error.
    pub fn load(map: Map, saved: SavedWorld) -> Result<World, &'static str> {
        let world = World {
            map,
            officers: saved.officers,
            suspects: saved.suspects,
            tick: saved.tick,
            open: saved.open,
            rng: saved.rng,
            ended: saved.ended,
            happenings: Vec::new(),
            reported: saved.reported,
        };
        if world.check().is_whole(&world) {
            Ok(world)
        } else {
            Err("the save's world does not match its building")
        }
    }
}

impl Check<'_> {
    fn is_whole(&self, world: &World) -> bool {
        let officers = world
            .officers
            .iter()
            .all(|officer| self.is_officer(officer));
        let suspects = world
            .suspects
            .iter()
            .all(|suspect| self.is_suspect(suspect));
        // Identifiers are bytes.
        let ids_fit = self.people <= usize::from(u8::MAX);
        let doors = world.open.len() == self.map.doors.len();
        let continues = world.tick < MAX_COUNT && world.rng.is_valid();
        let reported = self.is_reported(&world.reported);
        officers && suspects && ids_fit && doors && continues && reported
    }

    fn is_officer(&self, officer: &Officer) -> bool {
        let mut doings = officer.doing.iter().chain(&officer.saying);
        let is_well = (0..=100).contains(&officer.health) && officer.reload < MAX_COUNT;
        self.spot(officer.spot) && is_well && doings.all(|doing| self.is_doing(doing))
    }

    fn is_doing(&self, doing: &ActProgress) -> bool {
        let counts = doing.worked < MAX_COUNT && doing.pause < MAX_COUNT;
        self.act(&doing.act) && counts && doing.seen_at.is_none_or(|spot| self.spot(spot))
    }

    fn is_suspect(&self, suspect: &Suspect) -> bool {
        let to = match suspect.mode {
            Mode::Running(to) => self.spot(to),
            _ => true,
        };
        let counts = [
            suspect.watched,
            suspect.unwatched,
            suspect.pause,
            suspect.runs_left,
        ];
        let is_well = (-1_000..=100).contains(&suspect.health);
        to && is_well && self.spot(suspect.spot) && counts.iter().all(|&count| count < MAX_COUNT)
    }

    fn is_reported(&self, reported: &Reported) -> bool {
        let suspects = self.people - OFFICERS;
        let sizes = [
            (reported.views.len(), suspects),
            (reported.places.len(), suspects),
            (reported.looked_at.len(), self.map.tiles.len()),
            (reported.swept.len(), self.map.rooms.len()),
            (reported.doors.len(), self.map.doors.len()),
        ];
        let seen = reported.views.iter().flatten().flatten();
        let mut spots = (reported.spots.iter().flatten())
            .chain(reported.places.iter().flatten())
            .chain(seen.map(|(spot, _)| spot));
        let mut senses = reported.queue.iter();
        sizes.iter().all(|(is, should)| is == should)
            && spots.all(|&spot| self.spot(spot))
            && senses.all(|(_, sense)| self.is_sense(sense))
    }

    fn is_sense(&self, sense: &Sense) -> bool {
        match *sense {
            Sense::At { who, spot } => self.officer(who) && self.spot(spot),
            Sense::Health { who, .. } | Sense::OfficerDown { who } => self.officer(who),
            Sense::Sees {
                who, whom, spot, ..
            } => self.officer(who) && self.person(whom) && self.spot(spot),
            Sense::LostSight { who, whom } => self.officer(who) && self.person(whom),
            Sense::Gone { whom } | Sense::Dead { whom } => self.person(whom),
            Sense::DoorOpen { door } => self.door(door),
            Sense::Swept { room } | Sense::Noise { room } => self.room(room),
        }
    }
}
