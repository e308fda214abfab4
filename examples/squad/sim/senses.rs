//! The senses of the officers, shared by radio: delayed, and limited to what one of them can see or hear.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use super::World;
use super::ids::{DoorId, OFFICERS, PersonId, RoomId, Spot};
use super::people::{Looks, officer_ids, suspect_id};
use super::sight::SIGHT;

/// Ticks until the squad learns of an event.
pub const LATENCY: u32 = 2;

/// An observation.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Sense {
    /// The position of an officer.
    At {
        who: PersonId,
        spot: Spot,
    },
    /// The condition of an officer.
    Health {
        who: PersonId,
        hurt: bool,
    },
    /// An officer no longer answers the radio.
    OfficerDown {
        who: PersonId,
    },
    /// A suspect came into view, moved, or changed appearance.
    Sees {
        who: PersonId,
        whom: PersonId,
        spot: Spot,
        looks: Looks,
    },
    /// A suspect went out of view.
    LostSight {
        who: PersonId,
        whom: PersonId,
    },
    /// A suspect is no longer where he was last seen.
    Gone {
        whom: PersonId,
    },
    /// A poked body is dead.
    Dead {
        whom: PersonId,
    },
    DoorOpen {
        door: DoorId,
    },
    /// Every corner of the room has been seen.
    Swept {
        room: RoomId,
    },
    /// Steps were heard in the room.
    Noise {
        room: RoomId,
    },
}

/// The reports so far. Only changes are reported again.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub(super) struct Reported {
    pub(super) spots: [Option<Spot>; OFFICERS],
    pub(super) hurt: [bool; OFFICERS],
    pub(super) down: [bool; OFFICERS],
    /// Indexed by suspect and officer: what the officer sees of him now.
    pub(super) views: Vec<[Option<(Spot, Looks)>; OFFICERS]>,
    /// Where the squad believes each suspect to be.
    pub(super) places: Vec<Option<Spot>>,
    /// Squares that were looked at.
    pub(super) looked_at: Vec<bool>,
    /// Rooms of which every square was looked at.
    pub(super) swept: Vec<bool>,
    pub(super) doors: Vec<bool>,
    /// Where each officer last looked around, with the number of open doors at that time.
    pub(super) looked_from: [Option<(Spot, usize)>; OFFICERS],
    /// Observations that the squad has not received, with the ticks of their arrival.
    pub(super) queue: Vec<(u32, Sense)>,
}

impl Reported {
    pub(super) fn new(squares: usize, rooms: usize, doors: usize, suspects: usize) -> Reported {
        Reported {
            spots: [None; OFFICERS],
            hurt: [false; OFFICERS],
            down: [false; OFFICERS],
            views: vec![[None; OFFICERS]; suspects],
            places: vec![None; suspects],
            looked_at: vec![false; squares],
            swept: vec![false; rooms],
            doors: vec![false; doors],
            looked_from: [None; OFFICERS],
            queue: Vec::new(),
        }
    }
}

impl World {
    /// Returns the observations that have arrived, in the order of their events.
    pub fn take_senses(&mut self) -> Vec<Sense> {
        let now = self.tick;
        let (due, later) = self
            .reported
            .queue
            .drain(..)
            .partition(|&(at, _)| at <= now);
        self.reported.queue = later;
        due.into_iter()
            .map(|(_, sense): (u32, Sense)| sense)
            .collect()
    }

    pub(super) fn notice(&mut self, sense: Sense) {
        self.reported.queue.push((self.tick + LATENCY, sense));
    }

    /// Records that a person entered the room through a door, so that it has to be looked at again.
    pub(super) fn heard_in(&mut self, room: RoomId) {
        for spot in &self.map.rooms[room.0 as usize].spots {
            self.reported.looked_at[spot.index()] = false;
        }
        self.reported.swept[room.0 as usize] = false;
        self.reported.looked_from = [None; OFFICERS];
        self.notice(Sense::Noise { room });
    }

    pub(super) fn look_around(&mut self) {
        self.report_officers();
        self.report_doors();
        self.report_rooms();
        self.report_suspects();
    }

    fn report_officers(&mut self) {
        for who in officer_ids() {
            let index = who.index();
            let officer = &self.officers[index];
            let (alive, spot, hurt) = (officer.alive(), officer.spot, officer.hurt());
            if !alive {
                if !std::mem::replace(&mut self.reported.down[index], true) {
                    self.notice(Sense::OfficerDown { who });
                }
                continue;
            }
            if self.reported.spots[index].replace(spot) != Some(spot) {
                self.notice(Sense::At { who, spot });
            }
            if std::mem::replace(&mut self.reported.hurt[index], hurt) != hurt {
                self.notice(Sense::Health { who, hurt });
            }
        }
    }

    fn report_doors(&mut self) {
        for door in self.map.door_ids() {
            let spot = self.map.door(door).spot;
            let reported = self.reported.doors[door.0 as usize];
            if self.is_open(door)
                && !reported
                && officer_ids().any(|who| self.officer_sees(who, spot))
            {
                self.reported.doors[door.0 as usize] = true;
                self.notice(Sense::DoorOpen { door });
            }
        }
    }

    fn report_rooms(&mut self) {
        let doors_open = self.open.iter().filter(|open| **open).count();
        for who in officer_ids() {
            let from = Some((self.officers[who.index()].spot, doors_open));
            // The view changes only with the position and the doors.
            if self.reported.looked_from[who.index()] != from {
                self.reported.looked_from[who.index()] = from;
                self.look_from(who);
            }
        }
        for room in self.map.room_ids() {
            let spots = &self.map.rooms[room.0 as usize].spots;
            let all = spots
                .iter()
                .all(|spot| self.reported.looked_at[spot.index()]);
            if all && !self.reported.swept[room.0 as usize] {
                self.reported.swept[room.0 as usize] = true;
                self.notice(Sense::Swept { room });
            }
        }
    }

    fn look_from(&mut self, who: PersonId) {
        for room in &self.map.rooms {
            for &spot in &room.spots {
                if !self.reported.looked_at[spot.index()] {
                    self.reported.looked_at[spot.index()] = self.officer_sees(who, spot);
                }
            }
        }
    }

    fn report_suspects(&mut self) {
        for index in 0..self.suspects.len() {
            let whom = suspect_id(index);
            let (spot, looks) = (self.suspects[index].spot, self.suspects[index].looks());
            let mut in_view = false;
            for who in officer_ids() {
                let view = self.officer_sees(who, spot).then_some((spot, looks));
                in_view |= view.is_some();
                let before = std::mem::replace(&mut self.reported.views[index][who.index()], view);
                match view {
                    Some((spot, looks)) if before != view => self.notice(Sense::Sees {
                        who,
                        whom,
                        spot,
                        looks,
                    }),
                    None if before.is_some() => self.notice(Sense::LostSight { who, whom }),
                    _ => {}
                }
            }
            if in_view {
                self.reported.places[index] = Some(spot);
            } else if let Some(place) = self.reported.places[index]
                && place != spot
                && officer_ids().any(|who| self.officer_sees(who, place))
            {
                self.reported.places[index] = None;
                self.notice(Sense::Gone { whom });
            }
        }
    }

    /// Returns true if the officer is alive and sees the square.
    pub fn officer_sees(&self, who: PersonId, spot: Spot) -> bool {
        let officer = &self.officers[who.index()];
        officer.alive()
            && self.map.range(officer.spot, spot) <= SIGHT
            && self.map.sees(officer.spot, spot, |door| self.is_open(door))
    }
}
