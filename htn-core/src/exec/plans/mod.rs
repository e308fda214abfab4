//! The plans that the executor holds, by slot, by id and in order.

pub(super) mod admit;
pub(super) mod plan_record;
pub(super) mod progress;
pub(super) mod same;
pub(super) mod sizes;
pub(super) mod step_info;
pub(super) mod turns;
pub(super) mod view;
pub(super) mod wait;

use core::ops;

use super::SubmitError;
use super::indices::{MentionSlot, PlanSlot, StepIndex};
use super::status::StepState;
use crate::exec::plans::plan_record::{PlanRecord, PlanStage};
use crate::exec::plans::progress::StepProgress;
use crate::exec::plans::sizes::DomainSizes;
use crate::exec::plans::step_info::SENSED;
use crate::exec::plans::view::LivePlan;
use crate::model::domain::TaskCode;
use crate::model::event::{AbandonReason, PlanId};
use crate::model::limits::Limits;
use crate::model::plan::{Arena, Block, RawPlan, SHARE, Sizes, StepRecord};
use crate::model::pool::{Memory, Pool};
use crate::tables::Tables;

/// The plans that the executor holds.
///
/// Invariant: `order` has the slots that are in use, sorted by rank, and `free` has the other slots of `records`. The
/// blocks of the plans and their replacements do not overlap, and `progress` is parallel to the steps of the arena.
#[derive(Clone)]
pub(crate) struct Plans {
    pub tables: &'static Tables,
    pub arena: Arena,
    /// The progress of the steps in the arena.
    progress: Pool<StepProgress>,
    /// By slot, up to the last one that was ever used.
    records: Pool<PlanRecord>,
    /// The maximum number of slots.
    slots: usize,
    /// Free slots.
    free: Pool<PlanSlot>,
    /// The plans by rank.
    order: Pool<PlanSlot>,
    /// The number of the next plan.
    next: u64,
    /// Scratch: the serials of blocks, in the order of memory.
    blocks: Pool<(u64, PlanSlot)>,
}

impl Plans {
    pub fn new(
        tables: &'static Tables,
        limits: &Limits,
        sizes: &DomainSizes,
        memory: Memory,
    ) -> Plans {
        let slots = Plans::slots(limits);
        Plans {
            tables,
            arena: Arena::new(limits, sizes.extra, memory),
            progress: memory.pool(limits.steps * SHARE),
            records: memory.pool(slots),
            slots,
            free: memory.pool(slots),
            order: memory.pool(slots),
            next: 1,
            blocks: memory.pool(2 * slots),
        }
    }

    /// Returns the number of slots: one more than the limit of plans, for a plan that replaces another.
    pub fn slots(limits: &Limits) -> usize {
        limits.plans.saturating_add(1)
    }

    pub fn order(&self) -> &[PlanSlot] {
        &self.order
    }

    /// Returns true if a plan ranks before another one.
    #[inline]
    pub fn goes_before(&self, one: PlanSlot, other: PlanSlot) -> bool {
        self[one].rank() < self[other].rank()
    }

    /// Returns the order of the plans, for queues.
    #[inline]
    pub fn in_order(&self) -> impl Fn(PlanSlot, PlanSlot) -> bool + '_ {
        |one, other| self.goes_before(one, other)
    }

    /// Returns the slot of a plan that the executor holds.
    pub fn find(&self, id: PlanId) -> Option<PlanSlot> {
        let slot = id.slot();
        let record = self.records.get(slot.index())?;
        (record.stage != PlanStage::Free && record.id == id).then_some(slot)
    }

    /// Returns the plan that was submitted last.
    pub fn latest(&self) -> Option<PlanSlot> {
        self.order.iter().copied().max_by_key(|slot| self[*slot].id)
    }

    /// Returns a slot for a new plan; `None` if all are in use.
    pub fn free_slot(&mut self) -> Option<PlanSlot> {
        if self.free.is_empty() && self.records.len() < self.slots {
            self.free.push(PlanSlot::new(self.records.len()));
            self.records.push(PlanRecord::FREE);
        }
        self.free.last().copied()
    }

    /// Adds a plan to the free slot.
    pub fn open(&mut self, slot: PlanSlot, priority: i32, block: Block) {
        self.free.pop();
        self[slot] = PlanRecord {
            id: PlanId::new(self.next, slot),
            priority,
            stage: PlanStage::Submitted,
            block,
            ..PlanRecord::FREE
        };
        self.next += 1;
        let at = self.place_in_order(slot);
        self.order.insert(at, slot);
    }

    /// Removes a plan.
    pub fn close(&mut self, slot: PlanSlot) {
        let at = self.place_in_order(slot);
        self.order.remove(at);
        self.drop_replacement(slot);
        let block = self[slot].block;
        self.arena.give_back(&block);
        self[slot] = PlanRecord::FREE;
        self.free.push(slot);
    }

    /// Returns an error if a block does not fit in place of the present replacement of a plan.
    pub fn fits_as_replacement(&self, slot: PlanSlot, sizes: Sizes) -> Result<(), SubmitError> {
        let former = self[slot].repair.replacement;
        let former = former.map_or(Sizes::default(), |block| block.sizes());
        self.arena.fits(sizes, former)
    }

    /// Frees the replacement of a plan.
    pub fn drop_replacement(&mut self, slot: PlanSlot) {
        if let Some(block) = self[slot].repair.replacement.take() {
            self.arena.give_back(&block);
        }
    }

    /// Replaces the block of a plan with its replacement.
    pub fn adopt(&mut self, slot: PlanSlot) {
        if let Some(replacement) = self[slot].repair.replacement.take() {
            let former = core::mem::replace(&mut self[slot].block, replacement);
            self.arena.give_back(&former);
        }
    }

    /// Returns the records by slot, including free ones.
    pub fn records_mut(&mut self) -> &mut [PlanRecord] {
        &mut self.records
    }

    /// Returns the number of plans before this one.
    fn place_in_order(&self, slot: PlanSlot) -> usize {
        let before = |other: &PlanSlot| self.goes_before(*other, slot);
        self.order.partition_point(before)
    }

    #[inline]
    pub fn view(&self, slot: PlanSlot) -> LivePlan<'_> {
        self.view_of(slot, &self[slot].block)
    }

    /// Returns a plan or its replacement, by the block.
    #[inline]
    pub fn view_of<'a>(&'a self, slot: PlanSlot, block: &'a Block) -> LivePlan<'a> {
        LivePlan {
            raw: RawPlan::in_arena(self.tables, &self.arena, block),
            record: &self[slot],
            progress: &self.progress,
            first: block.steps.start(),
        }
    }

    #[inline]
    pub fn step(&self, slot: PlanSlot, step: StepIndex) -> &StepRecord {
        self.arena.step(&self[slot].block, step)
    }

    /// Returns the progress of a step of a plan.
    #[inline]
    pub fn state(&self, slot: PlanSlot, step: StepIndex) -> &StepProgress {
        &self.progress[self[slot].block.steps.start() + step.index()]
    }

    #[inline]
    pub fn state_mut(&mut self, slot: PlanSlot, step: StepIndex) -> &mut StepProgress {
        let block = &self.records[slot.index()].block;
        &mut self.progress[block.steps.start() + step.index()]
    }

    /// Returns the progress of a step of a plan or its replacement.
    #[inline]
    pub fn state_in(&mut self, block: &Block, step: StepIndex) -> &mut StepProgress {
        &mut self.progress[block.steps.start() + step.index()]
    }

    /// Returns the progress of the steps of a plan or its replacement.
    pub fn states_in(&mut self, block: &Block) -> &mut [StepProgress] {
        &mut self.progress[block.steps.range()]
    }

    /// Records the end of an action step.
    pub fn end_step(&mut self, slot: PlanSlot, step: StepIndex, succeeded: bool, now: u64) {
        let row = self.state_mut(slot, step);
        row.status = if succeeded {
            StepState::Done
        } else {
            StepState::Failed
        };
        row.action = None;
        row.ended = now;
        let operator = self.view(slot).info(step).operator;
        let senses = operator.is_some_and(|operator| !operator.writes[SENSED].is_empty());
        let wake = &mut self[slot].wake;
        wake.set_moved(now);
        if succeeded && senses {
            wake.set_sensed(now);
        }
    }

    /// Records that an internal step has been carried out: if it is the undo of an earlier step, that no longer has to be
    /// undone; otherwise the step itself has to be undone if the plan is abandoned.
    pub fn record_undo(&mut self, slot: PlanSlot, step: StepIndex) {
        let plan = self.view(slot);
        let (code, args) = plan.task(step);
        let undone = plan.undo_chain().find(|earlier| {
            let undo = plan.info(*earlier).undo();
            undo.is_some_and(|undo| code == TaskCode::Task(undo.task))
                && plan.undo_args(*earlier) == args
        });
        let (known, before) = (plan.state(step).undo.known, plan.record.footprint.undo);
        if let Some(undone) = undone {
            self.remove_undo(slot, undone);
        } else if known {
            self.state_mut(slot, step).undo.before = before;
            self[slot].footprint.undo = Some(step);
        }
    }

    /// Removes a step from those that have to be undone.
    pub fn remove_undo(&mut self, slot: PlanSlot, step: StepIndex) {
        let plan = self.view(slot);
        let before = plan.state(step).undo.before;
        let is_later = |later: &StepIndex| plan.state(*later).undo.before == Some(step);
        let later = if plan.record.footprint.undo == Some(step) {
            None
        } else {
            plan.undo_chain().find(is_later)
        };
        match later {
            Some(later) => self.state_mut(slot, later).undo.before = before,
            None => self[slot].footprint.undo = before,
        }
    }

    /// Returns a plan that is being abandoned.
    pub fn abandoning(&self) -> Option<(PlanSlot, AbandonReason)> {
        let mut plans = self.order.iter();
        plans.find_map(|slot| Some((*slot, self[*slot].abandoning?)))
    }

    /// Returns the mention of the agent of a step with this number.
    #[inline]
    pub fn mention(&self, slot: PlanSlot, step: StepIndex, number: usize) -> MentionSlot {
        let at = self.state(slot, step).mentions + number as u32;
        MentionSlot::new(self.arena.word(&self[slot].block, at) as usize)
    }

    /// Returns the frame of a step, parameters first.
    pub fn frame_mut(&mut self, slot: PlanSlot, step: StepIndex, size: usize) -> &mut [u64] {
        let at = self.step(slot, step).words;
        let block = &self.records[slot.index()].block;
        self.arena.words_mut(block, at, size)
    }

    /// Allocates a block of these sizes. If memory is short, first closes the gaps that ended plans left; if it is still
    /// short, allocates as much as the limits allow.
    pub fn take_block(&mut self, sizes: Sizes) -> Result<Block, SubmitError> {
        self.arena.fits(sizes, Sizes::default())?;
        // Debug builds always close gaps, so that no code can rely on the place of a plan.
        let is_short = cfg!(debug_assertions) || !self.arena.has_room(sizes);
        if is_short && self.arena.has_gaps() {
            self.close_gaps();
        }
        let block = self.arena.take(sizes);
        let end = block.steps.range().end;
        self.progress.resize(end, StepProgress::NONE);
        Ok(block)
    }

    /// Moves all blocks down, so that no gap is left between them.
    fn close_gaps(&mut self) {
        self.blocks.clear();
        for slot in self.order.iter() {
            let record = &self.records[slot.index()];
            let blocks = core::iter::once(record.block).chain(record.repair.replacement);
            self.blocks
                .extend(blocks.map(|block| (block.serial, *slot)));
        }
        self.blocks.sort_unstable_by_key(|(serial, _)| *serial);
        let mut last = None;
        for (serial, slot) in self.blocks.iter() {
            let record = &mut self.records[slot.index()];
            let blocks = [Some(&mut record.block), record.repair.replacement.as_mut()];
            let mut blocks = blocks.into_iter().flatten();
            if let Some(block) = blocks.find(|block| block.serial == *serial) {
                let steps = block.steps.range();
                self.arena.settle(block, last);
                self.progress.copy_within(steps, block.steps.start());
                last = Some(*block);
            }
        }
        self.arena.cut_behind(last);
        self.progress
            .truncate(last.map_or(0, |last| last.steps.range().end));
    }

    pub fn bytes(&self) -> usize {
        let slots = self.free.bytes() + self.order.bytes() + self.blocks.bytes();
        self.arena.bytes() + self.progress.bytes() + self.records.bytes() + slots
    }
}

#[cfg(feature = "serde")]
impl Plans {
    /// Returns which slots have been used.
    pub fn slots_snapshot(&self) -> super::saved::SlotsSnapshot<PlanSlot> {
        super::saved::SlotsSnapshot {
            next: self.next,
            free: self.free.iter().copied().collect(),
        }
    }

    /// Returns true if a plan is in this slot.
    pub fn is_used(&self, slot: PlanSlot) -> bool {
        let record = self.records.get(slot.index());
        record.is_some_and(|record| record.stage != PlanStage::Free)
    }

    /// Sets the number of the next plan.
    pub fn set_next(&mut self, next: u64) {
        self.next = next;
    }

    /// Sets which slots are free, beside a number of used ones. [`Plans::restore`] puts the plans into those.
    pub fn restore_slots(&mut self, free: &[PlanSlot], used: usize) {
        self.records.resize(used + free.len(), PlanRecord::FREE);
        self.free.extend_from_slice(free);
    }

    /// Puts a plan into its slot. Plans are restored by rank.
    pub fn restore(&mut self, slot: PlanSlot, record: PlanRecord) {
        self[slot] = record;
        self.order.push(slot);
    }
}

impl ops::Index<PlanSlot> for Plans {
    type Output = PlanRecord;
    #[inline]
    fn index(&self, slot: PlanSlot) -> &PlanRecord {
        &self.records[slot.index()]
    }
}

impl ops::IndexMut<PlanSlot> for Plans {
    #[inline]
    fn index_mut(&mut self, slot: PlanSlot) -> &mut PlanRecord {
        &mut self.records[slot.index()]
    }
}
