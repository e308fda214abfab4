//! The events of the simulation, for spectators; the squad does not see them.

use super::World;
use super::ids::{DoorId, PersonId, RoomId};

/// An event of the simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happening {
    DoorOpens {
        door: DoorId,
    },
    DoorJams {
        who: PersonId,
        door: DoorId,
    },
    /// A cornered suspect starts to shoot.
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
    /// A surrendered suspect who is left alone decides to run.
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

    /// Returns the events since the last call.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }
}
