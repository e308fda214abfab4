//! The squads of a headquarters.

use alloc::vec::Vec;
use core::fmt;

use super::PATIENCE;
use super::due::Due;
#[cfg(feature = "rayon")]
use super::rounds::ROUND;
use crate::budget::Purse;
use crate::director::{Director, Job};
use crate::domain::Domain;
use crate::host::Host;

/// A squad of a [`Headquarters`](super::Headquarters). That of one that was dismissed is not given to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SquadId {
    slot: u32,
    /// How many squads had that slot before.
    round: u32,
}

impl fmt::Display for SquadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            0 => write!(f, "{}", self.slot),
            round => write!(f, "{}.{round}", self.slot),
        }
    }
}

/// What a squad has used, and how long it has waited for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Usage {
    /// Search steps.
    pub steps: u64,
    /// Turns to search.
    pub turns: u64,
    /// For how many frames it has been due without a turn; 0 where it is not.
    pub waits: u64,
    /// The longest that it has waited for a turn, in frames.
    pub longest_wait: u64,
    /// In how many frames it was due and had no turn, because the budget was used up before.
    pub put_off: u64,
}

/// A squad, and when it is next.
pub(super) struct Member<D: Domain> {
    pub director: Director<D>,
    pub weight: u64,
    pub usage: Usage,
    /// The last frame in which it went on with its plans.
    pub frame: u64,
    /// The frame since which it has been due without a turn.
    due_since: Option<u64>,
    /// The frame in which it had its last turn.
    last_turn: u64,
}

impl<D: Domain> Member<D> {
    pub fn new(director: Director<D>) -> Self {
        Member {
            director,
            weight: 1,
            usage: Usage::default(),
            frame: 0,
            due_since: None,
            last_turn: 0,
        }
    }

    /// Goes on with its plans. Where the game panics in that, it has not, and does so again.
    pub fn carry_on(&mut self, host: &dyn Host, frame: u64) {
        self.director.squad.carry_on(host);
        self.frame = frame;
    }

    /// Puts it on the list where it has something to search for, by when it should have its turn; false where it has not.
    pub fn look(&mut self, id: SquadId, frame: u64, due: &mut Due) -> bool {
        let squad = &mut self.director.squad;
        let job = squad.next_job();
        // Where the game has panicked while it was decided about a plan, that is searched for again.
        if job == Job::Idle && !squad.deciding {
            squad.job = Job::Idle;
            self.due_since = None;
            self.usage.waits = 0;
            return false;
        }
        let since = *self.due_since.get_or_insert(frame);
        self.usage.waits = frame - since;
        let is_repair = matches!(job, Job::Repair { .. });
        let is_urgent = is_repair || squad.next_search == 0 || squad.deciding;
        let patience = if is_urgent { 0 } else { PATIENCE / self.weight };
        due.add(since + patience, id);
        true
    }

    /// Searches, with the planner that it was lent.
    pub fn search(&mut self, host: &dyn Host, purse: &mut impl Purse) {
        let Director { squad, desk } = &mut self.director;
        if let Some(planner) = desk.planner_mut() {
            squad.search(planner, host, purse);
        }
    }

    /// It has had its turn.
    pub fn had_turn(&mut self, frame: u64) {
        let waited = frame - self.due_since.take().unwrap_or(frame);
        self.usage.longest_wait = self.usage.longest_wait.max(waited);
        self.usage.waits = 0;
        self.usage.turns += 1;
        self.last_turn = frame;
    }

    pub fn end_frame(&mut self, frame: u64) {
        let is_put_off = self.due_since.is_some() && self.last_turn != frame;
        self.usage.put_off += u64::from(is_put_off);
        self.director.squad.tick_is_over();
    }
}

impl<D: Domain> Clone for Member<D> {
    fn clone(&self) -> Self {
        Member {
            director: self.director.clone(),
            ..*self
        }
    }
}

/// The squads, by slot.
pub(super) struct Members<D: Domain> {
    slots: Vec<Slot<D>>,
    count: usize,
    /// Slots that nobody has.
    free: Vec<u32>,
}

struct Slot<D: Domain> {
    id: SquadId,
    member: Option<Member<D>>,
}

impl<D: Domain> Clone for Members<D> {
    fn clone(&self) -> Self {
        let slots = self.slots.iter().map(|Slot { id, member }| Slot {
            id: *id,
            member: member.clone(),
        });
        Members {
            slots: slots.collect(),
            count: self.count,
            free: self.free.clone(),
        }
    }
}

impl<D: Domain> Default for Members<D> {
    fn default() -> Self {
        Members {
            slots: Vec::new(),
            count: 0,
            free: Vec::new(),
        }
    }
}

impl<D: Domain> Members<D> {
    pub fn add(&mut self, member: Member<D>) -> SquadId {
        self.count += 1;
        let free = self.free.pop();
        if let Some(slot) = free.and_then(|slot| self.slots.get_mut(slot as usize)) {
            slot.member = Some(member);
            return slot.id;
        }
        let slot = self.slots.len() as u32;
        let id = SquadId { slot, round: 0 };
        let member = Some(member);
        self.slots.push(Slot { id, member });
        id
    }

    pub fn remove(&mut self, id: SquadId) -> Option<Member<D>> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        let member = slot.member.take_if(|_| slot.id == id)?;
        self.count -= 1;
        // One whose numbers are used up is given to nobody any more.
        if let Some(round) = id.round.checked_add(1) {
            slot.id.round = round;
            self.free.push(id.slot);
        }
        Some(member)
    }

    pub fn get(&self, id: SquadId) -> Option<&Member<D>> {
        let slot = self.slots.get(id.slot as usize)?;
        slot.member.as_ref().filter(|_| slot.id == id)
    }

    pub fn get_mut(&mut self, id: SquadId) -> Option<&mut Member<D>> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        slot.member.as_mut().filter(|_| slot.id == id)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn iter(&self) -> impl Iterator<Item = (SquadId, &Member<D>)> {
        let slots = self.slots.iter();
        slots.filter_map(|slot| Some((slot.id, slot.member.as_ref()?)))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (SquadId, &mut Member<D>)> {
        let slots = self.slots.iter_mut();
        slots.filter_map(|slot| Some((slot.id, slot.member.as_mut()?)))
    }

    /// Several at once; the ids are in order.
    #[cfg(feature = "rayon")]
    pub fn pick(
        &mut self,
        ids: impl Iterator<Item = SquadId>,
    ) -> arrayvec::ArrayVec<&mut Member<D>, ROUND> {
        let mut picked = arrayvec::ArrayVec::new();
        let (mut rest, mut passed) = (&mut self.slots[..], 0);
        for id in ids {
            let (before, behind) = rest.split_at_mut(id.slot as usize + 1 - passed);
            passed = id.slot as usize + 1;
            rest = behind;
            if let Some(slot) = before.last_mut()
                && let Some(member) = slot.member.as_mut().filter(|_| slot.id == id)
            {
                picked.push(member);
            }
        }
        picked
    }

    /// All of them, on several threads.
    #[cfg(feature = "rayon")]
    pub fn each(&mut self, each: impl Fn(SquadId, &mut Member<D>) + Sync) {
        use rayon::prelude::*;
        self.slots.par_iter_mut().for_each(|slot| {
            if let Some(member) = &mut slot.member {
                each(slot.id, member);
            }
        });
    }
}
