//! The squads of a scheduler.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::PATIENCE;
use super::machines::MachineKind;
use crate::exec::{Engine, Frames, LONGEST_SLEEP, QueryContext};
use crate::model::budget::StepSource;
use crate::model::domain::Domain;
use crate::squads::director::{Director, Job};

/// The id of a squad of a [`SquadScheduler`](super::SquadScheduler), which has an example. The id of a removed squad is
/// never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SquadId {
    slot: u32,
    /// The number of squads that used the slot before.
    round: u32,
}

impl SquadId {
    /// Returns a small number that no other squad of the scheduler has at the same time, for tables of the game. A squad
    /// that is added after another one was removed may have its number. [`SquadScheduler`](super::SquadScheduler) has an
    /// example.
    pub fn index(self) -> usize {
        self.slot as usize
    }
}

impl fmt::Display for SquadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            0 => write!(f, "{}", self.slot),
            round => write!(f, "{}.{round}", self.slot),
        }
    }
}

/// The search steps that a squad has used, and its waiting times. [`SquadScheduler::usage`](super::SquadScheduler::usage)
/// returns it, and [`SquadScheduler`](super::SquadScheduler) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Usage {
    /// Search steps.
    pub steps: u64,
    /// Turns to search.
    pub turns: u64,
    /// The number of frames since the squad became due; 0 if it is not due.
    pub waits: u64,
    /// The longest wait for a turn, in frames.
    pub longest_wait: u64,
    /// The number of frames in which it was due and had no turn, because the budget was exhausted.
    pub put_off: u64,
}

/// The data that determine when a squad has its next turn to search.
#[derive(Clone, Copy)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub(super) struct SquadSchedule {
    pub weight: u64,
    /// True if frames skip the squad.
    pub paused: bool,
    /// The frame since which it has been due without a turn.
    pub due_since: Option<u64>,
    /// The frame in which it had its last turn.
    pub last_turn: u64,
    pub usage: Usage,
}

/// A squad and its schedule.
#[derive(Clone)]
pub(super) struct Member<D: Domain> {
    pub director: Director<D>,
    /// The kind of machine that evaluates its conditions.
    pub machines: MachineKind,
    pub schedule: SquadSchedule,
}

impl<D: Domain> Member<D> {
    pub fn new(director: Director<D>, machines: MachineKind) -> Self {
        Member {
            director,
            machines,
            schedule: SquadSchedule {
                weight: 1,
                paused: false,
                due_since: None,
                last_turn: 0,
                usage: Usage::default(),
            },
        }
    }

    pub fn engine(&self) -> &Engine {
        &self.director.squad.executor.engine
    }

    /// Pauses or resumes the squad. When it resumes, a search in progress starts again, and its waiting time is reset.
    pub fn set_paused(&mut self, paused: bool) {
        self.schedule.paused = paused;
        self.schedule.due_since = None;
        self.schedule.usage.waits = 0;
        if paused {
            self.director.squad.restart_search();
        }
    }

    /// Wakes the squad for a frame. Returns false if it is paused.
    pub fn wake_up(&mut self, sleep_state: &mut SleepState, frame: u64) -> bool {
        self.director.squad.executor.engine.cx.clock.wake_up();
        let is_halted = self.director.squad.is_halted();
        if self.schedule.paused || is_halted {
            // Its tick may have been part of a frame that a panic of the game interrupted.
            if sleep_state.frame == frame {
                self.director.squad.end_tick();
            }
            sleep_state.wakes = u64::MAX;
        }
        !self.schedule.paused && !is_halted
    }

    /// Returns true if the plans of the squad have been continued in this frame, or have nothing to do.
    #[inline]
    pub fn has_run_plans(&mut self, sleep_state: &mut SleepState, frame: u64) -> bool {
        let squad = &mut self.director.squad;
        // A journal records every tick, and a breakpoint may be in any.
        let is_kept = squad.journal.is_some() || squad.debugger.is_some();
        if sleep_state.frame != frame && !is_kept && squad.executor.engine.quiet_tick() {
            sleep_state.frame = frame;
        }
        sleep_state.frame == frame
    }

    /// Continues the plans of the squad. If the game panics, they are continued again in the next call.
    pub fn run_plans(
        &mut self,
        queries: &mut QueryContext<'_>,
        sleep_state: &mut SleepState,
        frame: u64,
    ) {
        self.director.squad.run_plans(queries);
        sleep_state.frame = frame;
    }

    /// Ends the frame of a squad without a search. If its plans have nothing to do either, the squad sleeps until its next search.
    pub fn try_sleep(&mut self, sleep_state: &mut SleepState, frame: u64, frames: &Arc<Frames>) {
        let squad = &mut self.director.squad;
        let engine = &mut squad.executor.engine;
        let is_kept = squad.journal.is_some() || squad.debugger.is_some();
        if engine.cx.clock.quiet && engine.wants_repair().is_none() && !is_kept {
            let ticks = squad.next_search.saturating_sub(engine.now());
            sleep_state.wakes = frame.saturating_add(ticks.min(LONGEST_SLEEP));
            engine.cx.clock.fall_asleep(frame, frames);
        }
    }

    /// Returns the frame by which the squad should have its turn, if it has something to search for.
    #[inline]
    pub fn turn_deadline(&mut self, frame: u64) -> Option<u64> {
        let Director { squad, resources } = &mut self.director;
        // After a panic of the game, the search starts again in the next frame. Otherwise a squad that panics each time would
        // starve the others.
        let has_panicked = squad.restart_after_panic(resources.planner());
        let job = squad.next_job();
        if has_panicked || job == Job::Idle {
            squad.job = Job::Idle;
            self.schedule.due_since = None;
            self.schedule.usage.waits = 0;
            squad.end_tick();
            return None;
        }
        let since = *self.schedule.due_since.get_or_insert(frame);
        self.schedule.usage.waits = frame - since;
        let is_repair = matches!(job, Job::Repair { .. });
        let is_urgent = is_repair || squad.next_search == 0;
        let patience = if is_urgent {
            0
        } else {
            PATIENCE / self.schedule.weight
        };
        Some(since + patience)
    }

    /// Searches with the planner that the scheduler has lent.
    pub fn search(&mut self, queries: &mut QueryContext<'_>, source: &mut impl StepSource) {
        let Director { squad, resources } = &mut self.director;
        if let Some(planner) = resources.planner_mut() {
            squad.search(planner, queries, source);
        }
    }

    /// Returns true if its search waits for an answer of the game.
    pub fn waits_for_answer(&self) -> bool {
        let planner = self.director.resources.planner();
        planner.is_some_and(|planner| planner.waits_for().is_some())
    }

    /// Records that the squad has had its turn.
    pub fn had_turn(&mut self, frame: u64) {
        let waited = frame - self.schedule.due_since.take().unwrap_or(frame);
        self.schedule.usage.longest_wait = self.schedule.usage.longest_wait.max(waited);
        self.schedule.usage.waits = 0;
        self.schedule.usage.turns += 1;
        self.schedule.last_turn = frame;
    }

    /// Ends the frame of a squad that is due or has had a turn.
    pub fn end_frame(&mut self, frame: u64) {
        let is_put_off = self.schedule.due_since.is_some() && self.schedule.last_turn != frame;
        self.schedule.usage.put_off += u64::from(is_put_off);
        self.director.squad.end_tick();
    }
}

/// The squads, by slot.
pub(super) struct Members<D: Domain> {
    slots: Vec<Slot<D>>,
    count: usize,
    /// Free slots.
    free: Vec<u32>,
}

/// A squad with the data that a frame reads if the squad sleeps, as most squads do in most frames.
struct Slot<D: Domain> {
    id: SquadId,
    sleep_state: SleepState,
    member: Option<Box<Member<D>>>,
}

/// The frames in which a squad is visited.
#[derive(Clone, Copy)]
pub(super) struct SleepState {
    /// The last frame in which its plans were continued.
    frame: u64,
    /// The squad sleeps until this frame, unless the game accesses it.
    wakes: u64,
}

impl SleepState {
    const AWAKE: SleepState = SleepState { frame: 0, wakes: 0 };

    /// Wakes a squad that the game accesses, because the game may change it.
    pub fn wake<'m, D: Domain>(&mut self, member: &'m mut Member<D>) -> &'m mut Member<D> {
        self.wakes = 0;
        member.director.squad.executor.engine.cx.clock.wake_up();
        member
    }

    /// Returns true if its plans were continued in this frame.
    #[cfg(feature = "reload")]
    pub fn was_run(&self, frame: u64) -> bool {
        self.frame == frame
    }

    /// Returns true if the squad sleeps in this frame.
    #[inline]
    pub fn sleeps(&self, frame: u64) -> bool {
        frame < self.wakes
    }
}

impl<D: Domain> Clone for Members<D> {
    fn clone(&self) -> Self {
        // Copies are awake, since they slept by the frames of another scheduler.
        let slots = self.slots.iter().map(|slot| Slot {
            id: slot.id,
            sleep_state: SleepState {
                wakes: 0,
                ..slot.sleep_state
            },
            member: slot.member.clone(),
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
    pub fn add(&mut self, member: Box<Member<D>>) -> SquadId {
        let free = self.free.pop();
        let free = free.and_then(|slot| self.slots.get(slot as usize));
        let id = match free {
            Some(slot) => slot.id,
            None => self.add_slot(0),
        };
        self.settle(id, member);
        id
    }

    /// Appends an empty slot that `round` squads have used.
    pub fn add_slot(&mut self, round: u32) -> SquadId {
        let slot = self.slots.len() as u32;
        let id = SquadId { slot, round };
        self.slots.push(Slot {
            id,
            sleep_state: SleepState::AWAKE,
            member: None,
        });
        id
    }

    /// Puts a squad into its slot.
    pub fn settle(&mut self, id: SquadId, member: Box<Member<D>>) {
        if let Some(slot) = self.slots.get_mut(id.slot as usize) {
            self.count += usize::from(slot.member.is_none());
            slot.sleep_state = SleepState::AWAKE;
            slot.member = Some(member);
        }
    }

    pub fn remove(&mut self, id: SquadId) -> Option<Box<Member<D>>> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        let mut member = slot.member.take_if(|_| slot.id == id)?;
        member.director.squad.executor.engine.cx.clock.leave();
        self.count -= 1;
        // A slot whose round counter overflows is retired.
        if let Some(round) = id.round.checked_add(1) {
            slot.id.round = round;
            self.free.push(id.slot);
        }
        Some(member)
    }

    pub fn get(&self, id: SquadId) -> Option<&Member<D>> {
        let slot = self.slots.get(id.slot as usize)?;
        slot.member.as_deref().filter(|_| slot.id == id)
    }

    pub fn get_mut(&mut self, id: SquadId) -> Option<&mut Member<D>> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        slot.member.as_deref_mut().filter(|_| slot.id == id)
    }

    /// Returns a squad with its sleep state.
    pub fn with_sleep_state(&mut self, id: SquadId) -> Option<(&mut SleepState, &mut Member<D>)> {
        let slot = self.slots.get_mut(id.slot as usize)?;
        let member = slot.member.as_deref_mut().filter(|_| slot.id == id)?;
        Some((&mut slot.sleep_state, member))
    }

    /// Returns a squad for the game to change, and wakes it.
    pub fn wake(&mut self, id: SquadId) -> Option<&mut Member<D>> {
        let (sleep_state, member) = self.with_sleep_state(id)?;
        Some(sleep_state.wake(member))
    }

    /// Wakes all squads and iterates over them.
    pub fn wake_all(&mut self) -> impl Iterator<Item = (SquadId, &mut Member<D>)> {
        let all = self.frame();
        all.map(|(id, sleep_state, member)| (id, sleep_state.wake(member)))
    }

    /// Iterates over the squads whose plans were continued in this frame.
    pub fn awake(&self, frame: u64) -> impl Iterator<Item = (SquadId, &Member<D>)> {
        let slots = self.slots.iter();
        let awake = slots.filter(move |slot| slot.sleep_state.frame == frame);
        awake.filter_map(|slot| Some((slot.id, slot.member.as_deref()?)))
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn iter(&self) -> impl Iterator<Item = (SquadId, &Member<D>)> {
        let slots = self.slots.iter();
        slots.filter_map(|slot| Some((slot.id, slot.member.as_deref()?)))
    }

    /// Iterates over all squads, without waking them.
    pub fn frame(&mut self) -> impl Iterator<Item = (SquadId, &mut SleepState, &mut Member<D>)> {
        let slots = self.slots.iter_mut();
        slots.filter_map(|slot| Some((slot.id, &mut slot.sleep_state, slot.member.as_deref_mut()?)))
    }
}

#[cfg(feature = "serde")]
impl<D: Domain> Members<D> {
    /// Iterates over the slots: the number of squads that used the slot before, and its squad.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = (u32, Option<&Member<D>>)> {
        let slots = self.slots.iter();
        slots.map(|slot| (slot.id.round, slot.member.as_deref()))
    }

    /// Returns the free slots. The last one is used first.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Sets the free slots. Returns false if one of them is occupied or listed twice.
    #[must_use]
    pub fn set_free(&mut self, free: Vec<u32>) -> bool {
        let mut seen = alloc::vec![false; self.slots.len()];
        let all_free = free.iter().all(|slot| {
            let slot = *slot as usize;
            let is_empty = self
                .slots
                .get(slot)
                .is_some_and(|slot| slot.member.is_none());
            is_empty && !core::mem::replace(&mut seen[slot], true)
        });
        self.free = free;
        all_free
    }
}

#[cfg(feature = "std")]
impl<D: Domain> Members<D> {
    /// Borrows several squads at once. The ids are in ascending order.
    pub fn pick(
        &mut self,
        ids: impl Iterator<Item = SquadId>,
    ) -> arrayvec::ArrayVec<&mut Member<D>, { super::rounds::ROUND }> {
        let mut picked = arrayvec::ArrayVec::new();
        let (mut rest, mut passed) = (&mut self.slots[..], 0);
        for id in ids {
            let (before, behind) = rest.split_at_mut(id.slot as usize + 1 - passed);
            passed = id.slot as usize + 1;
            rest = behind;
            if let Some(slot) = before.last_mut()
                && let Some(member) = slot.member.as_deref_mut().filter(|_| slot.id == id)
            {
                picked.push(member);
            }
        }
        picked
    }

    /// Calls `each` for all squads on several threads. Each call of a worker gets a value from `with`.
    pub fn each<T>(
        &mut self,
        workers: &impl super::parallel::Workers,
        portion: usize,
        with: impl Fn() -> T + Sync,
        each: impl Fn(&mut T, SquadId, &mut SleepState, &mut Member<D>) + Sync,
    ) {
        workers.share(&mut self.slots, portion, |slots| {
            let mut with = with();
            for slot in slots {
                if let Some(member) = &mut slot.member {
                    each(&mut with, slot.id, &mut slot.sleep_state, member);
                }
            }
        });
    }
}
