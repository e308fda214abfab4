//! What really happened, for those who watch; the squad does not see it.

use super::World;
use super::ids::{DoorId, PersonId, RoomId};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happening {
    DoorOpens {
        door: DoorId,
    },
    DoorJams {
        who: PersonId,
        door: DoorId,
    },
    /// A suspect is cornered by an officer and raises his weapon, his hands, or runs.
    OpensFire {
        whom: PersonId,
    },
    Surrenders {
        whom: PersonId,
    },
    RunsFor {
        whom: PersonId,
        room: RoomId,
    },
    Hides {
        whom: PersonId,
        room: RoomId,
    },
    /// Left alone too long with his hands up.
    Bolts {
        whom: PersonId,
    },
    OfficerHit {
        who: PersonId,
        by: PersonId,
        health: i32,
    },
    OfficerDies {
        who: PersonId,
        by: PersonId,
    },
    SuspectHit {
        whom: PersonId,
        by: PersonId,
    },
    Falls {
        whom: PersonId,
        by: PersonId,
    },
    WasNotDead {
        who: PersonId,
        whom: PersonId,
    },
    Cuffed {
        who: PersonId,
        whom: PersonId,
    },
    Bandaged {
        who: PersonId,
        whom: PersonId,
    },
}

impl World {
    pub(super) fn log(&mut self, happening: Happening) {
        self.happenings.push(happening);
    }

    /// What happened since the last call.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }
}
