//! The acts of officers, and their progress tick by tick.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use super::World;
use super::ids::{DoorId, PersonId, Spot};
use super::log::Happening;
use super::people::{Looks, Mode, officer_ids};
use super::senses::Sense;

/// The caller's identifier of an act.
pub type Ticket = u64;

/// Something an officer can do. Acts with a target start with the way to it: to the target while it is visible, otherwise
/// to `last_seen`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Act {
    Walk {
        to: Spot,
    },
    /// Opens a door, after walking up to it. Doors can jam.
    OpenDoor {
        door: DoorId,
    },
    /// Pursues and fights a suspect until he is no longer a danger. Fails if the suspect cannot be
    /// found.
    Engage {
        target: PersonId,
        last_seen: Spot,
    },
    /// Goes to a spot and shoots at suspects who fight. Never ends.
    Cover {
        from: Spot,
    },
    /// Keeps a weapon on a suspect. Never ends.
    Guard {
        target: PersonId,
        last_seen: Spot,
    },
    Restrain {
        target: PersonId,
        last_seen: Spot,
    },
    Investigate {
        body: PersonId,
        last_seen: Spot,
    },
    Poke {
        body: PersonId,
    },
    /// Bandages a patient, who does not move meanwhile.
    Bandage {
        patient: PersonId,
    },
    /// Speaks for this many ticks, in parallel with other acts.
    Say {
        ticks: u32,
    },
}

/// An act in progress.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct ActProgress {
    pub ticket: Ticket,
    pub act: Act,
    /// Ticks of work done after arrival.
    pub(super) worked: u32,
    /// Where the target was last visible since the act started.
    pub(super) seen_at: Option<Spot>,
    /// Ticks until the next square.
    pub(super) pause: u32,
}

/// The result of one tick of an act.
enum Step {
    Running,
    Done,
    Failed,
}

const TICKS_A_SQUARE: u32 = 2;
const CUFFING: u32 = 25;
const POKING: u32 = 12;
const BANDAGING: u32 = 30;
const OPENING: u32 = 6;

impl World {
    /// Starts an act. It replaces the officer's previous act; voice lines run in parallel. Acts of dead officers are
    /// ignored.
    pub fn begin(&mut self, ticket: Ticket, who: PersonId, act: Act) {
        let doing = Some(ActProgress {
            ticket,
            act,
            worked: 0,
            seen_at: None,
            pause: 0,
        });
        // A plan from a save may name persons or places that do not exist: such acts fail.
        if !self.check().officer(who) || !self.check().act(&act) {
            self.ended.push((ticket, false));
            return;
        }
        let officer = &mut self.officers[who.index()];
        if !officer.alive() {
            return;
        }
        if matches!(act, Act::Say { .. }) {
            officer.saying.extend(doing);
        } else {
            officer.doing = doing;
        }
    }

    /// Stops an act. Does nothing if it has ended.
    pub fn interrupt(&mut self, ticket: Ticket) {
        for officer in &mut self.officers {
            officer.doing.take_if(|doing| doing.ticket == ticket);
            officer.saying.retain(|doing| doing.ticket != ticket);
        }
    }

    pub(super) fn advance_acts(&mut self) {
        for who in officer_ids() {
            let officer = &mut self.officers[who.index()];
            officer.reload = officer.reload.saturating_sub(1);
            if let Some(mut doing) = officer.doing.take() {
                let step = self.advance_act(who, &mut doing);
                // An act never starts another one for its officer, so the slot is still empty.
                self.settle(who, doing, step, false);
            }
            if let Some(mut saying) = self.officers[who.index()].saying.pop_front() {
                let step = self.advance_act(who, &mut saying);
                self.settle(who, saying, step, true);
            }
        }
    }

    fn settle(&mut self, who: PersonId, doing: ActProgress, step: Step, voice: bool) {
        let officer = &mut self.officers[who.index()];
        match step {
            Step::Running if voice => officer.saying.push_front(doing),
            Step::Running => officer.doing = Some(doing),
            Step::Done => self.ended.push((doing.ticket, true)),
            Step::Failed => self.ended.push((doing.ticket, false)),
        }
    }

    fn advance_act(&mut self, who: PersonId, doing: &mut ActProgress) -> Step {
        match doing.act {
            Act::Walk { to } => self.walk(who, doing, to),
            Act::OpenDoor { door } => self.open_door(who, doing, door),
            Act::Engage { target, last_seen } => self.engage(who, doing, target, last_seen),
            Act::Cover { from } => {
                self.shoot_at_shooters(who);
                if self.officers[who.index()].spot != from {
                    // Without a path he covers from where he is.
                    self.walk(who, doing, from);
                }
                Step::Running
            }
            Act::Guard { target, last_seen } => {
                match self.approach(who, doing, target, last_seen, 3) {
                    Step::Done => Step::Running,
                    other => other,
                }
            }
            Act::Restrain { target, last_seen } => self.restrain(who, doing, target, last_seen),
            Act::Investigate { body, last_seen } => self.approach(who, doing, body, last_seen, 1),
            Act::Poke { body } => self.poke(who, doing, body),
            Act::Bandage { patient } => self.bandage(who, doing, patient),
            Act::Say { ticks } => doing.work(ticks),
        }
    }

    fn walk(&mut self, who: PersonId, doing: &mut ActProgress, to: Spot) -> Step {
        let spot = self.officers[who.index()].spot;
        if spot == to {
            return Step::Done;
        }
        if doing.pause > 0 {
            doing.pause -= 1;
            return Step::Running;
        }
        match self.map.step_towards(spot, to, |door| self.is_open(door)) {
            Some(next) => {
                self.officers[who.index()].spot = next;
                doing.pause = TICKS_A_SQUARE - 1;
                if next == to {
                    Step::Done
                } else {
                    Step::Running
                }
            }
            None => Step::Failed,
        }
    }

    /// Walks into reach of a person. `Done` means in reach, `Failed` that the person was not found.
    fn approach(
        &mut self,
        who: PersonId,
        doing: &mut ActProgress,
        whom: PersonId,
        last_seen: Spot,
        reach: i32,
    ) -> Step {
        let there = self.spot_of(whom);
        let in_view = self.officer_sees(who, there);
        if in_view {
            doing.seen_at = Some(there);
            if self.map.range(self.officers[who.index()].spot, there) <= reach {
                return Step::Done;
            }
        }
        match self.walk(who, doing, doing.seen_at.unwrap_or(last_seen)) {
            Step::Done if !in_view => Step::Failed,
            Step::Done => Step::Running,
            other => other,
        }
    }

    fn open_door(&mut self, who: PersonId, doing: &mut ActProgress, door: DoorId) -> Step {
        if self.is_open(door) {
            return Step::Done;
        }
        let (here, there) = (self.officers[who.index()].spot, self.map.door(door).spot);
        if self.map.range(here, there) > 1 {
            let from_here = self.map.distances(here, |door| self.is_open(door));
            let before_door = self
                .map
                .neighbours(there)
                .filter(|next| from_here[next.index()].is_some());
            let Some(nearest) = before_door.min_by_key(|next| from_here[next.index()]) else {
                return Step::Failed;
            };
            return match self.walk(who, doing, nearest) {
                Step::Failed => Step::Failed,
                _ => Step::Running,
            };
        }
        match doing.work(OPENING) {
            Step::Done if self.rng.percent(12) => {
                self.log(Happening::DoorJams { who, door });
                Step::Failed
            }
            Step::Done => {
                self.open[door.0 as usize] = true;
                self.log(Happening::DoorOpens { door });
                Step::Done
            }
            other => other,
        }
    }

    fn engage(
        &mut self,
        who: PersonId,
        doing: &mut ActProgress,
        target: PersonId,
        last_seen: Spot,
    ) -> Step {
        let Some(suspect) = self.suspect(target) else {
            return Step::Failed;
        };
        if suspect.looks() != Looks::Armed {
            return Step::Done;
        }
        let (spot, fights) = (suspect.spot, suspect.mode == Mode::Fighting);
        if fights && self.officer_sees(who, spot) {
            doing.seen_at = Some(spot);
            self.officer_shoots(who, target);
            return Step::Running;
        }
        // Another suspect may be the more dangerous one.
        self.shoot_at_shooters(who);
        match self.approach(who, doing, target, last_seen, 4) {
            Step::Done => Step::Running,
            other => other,
        }
    }

    fn restrain(
        &mut self,
        who: PersonId,
        doing: &mut ActProgress,
        target: PersonId,
        last_seen: Spot,
    ) -> Step {
        match self.approach(who, doing, target, last_seen, 1) {
            Step::Done => {}
            other => return other,
        }
        match self.suspect(target).map(|suspect| suspect.mode) {
            Some(Mode::Surrendered) => {}
            _ => return Step::Failed,
        }
        let step = doing.work(CUFFING);
        if matches!(step, Step::Done) {
            self.set_mode(target, Mode::Cuffed);
            self.log(Happening::Cuffed { who, whom: target });
        }
        step
    }

    fn poke(&mut self, who: PersonId, doing: &mut ActProgress, body: PersonId) -> Step {
        let (here, there) = (self.officers[who.index()].spot, self.spot_of(body));
        if self.map.range(here, there) > 1 {
            return Step::Failed;
        }
        let step = doing.work(POKING);
        if matches!(step, Step::Done) {
            match self.suspect(body).map(|suspect| suspect.mode) {
                Some(Mode::PlayingDead) => {
                    self.set_mode(body, Mode::Surrendered);
                    self.log(Happening::WasNotDead { who, whom: body });
                }
                Some(Mode::Dead) => self.notice(Sense::Dead { whom: body }),
                _ => return Step::Failed,
            }
        }
        step
    }

    fn bandage(&mut self, who: PersonId, doing: &mut ActProgress, patient: PersonId) -> Step {
        if !self.officers[patient.index()].alive() {
            return Step::Failed;
        }
        let there = self.officers[patient.index()].spot;
        if self.map.range(self.officers[who.index()].spot, there) > 1 {
            return match self.walk(who, doing, there) {
                Step::Failed => Step::Failed,
                _ => Step::Running,
            };
        }
        let step = doing.work(BANDAGING);
        if matches!(step, Step::Done) {
            let health = &mut self.officers[patient.index()].health;
            *health = (*health + 30).clamp(70, 100);
            self.log(Happening::Bandaged { who, whom: patient });
        }
        step
    }
}

impl ActProgress {
    fn work(&mut self, needed: u32) -> Step {
        self.worked += 1;
        if self.worked >= needed {
            Step::Done
        } else {
            Step::Running
        }
    }
}
