//! Adopting a repair: what stays of a plan, and the new steps in place of the rest.

use super::SubmitError;
use super::engine::Engine;
use super::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use super::plan_record::PlanStage;
use super::progress::StepProgress;
use super::view::LivePlan;
use super::world::World;
use crate::model::event::Event;
use crate::model::plan::{Block, PlanData, Sizes, StepRecord};
use crate::model::pool::Pool;
use crate::search::machine::NONE;

/// Where the new steps go among those that stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Splice {
    /// The node whose steps go.
    pub node: NodeIndex,
    /// Steps that stay and come before this one come before the new ones, the others behind them.
    pub at: StepIndex,
}

impl Splice {
    /// For a repair at a node: the new steps go behind every step that has started.
    pub fn new(plan: LivePlan<'_>, node: NodeIndex) -> Splice {
        let goes = |step: &StepIndex| plan.is_in(*step, Subtree::Below(node));
        let started = |step: &StepIndex| plan.state(*step).has_started() && !goes(step);
        let last = plan.all().rev().find(started);
        let first = plan.all().find(goes);
        let first = first.unwrap_or(StepIndex::new(plan.steps().len()));
        let at = last.map_or(first, |last| first.max(last.following()));
        Splice { node, at }
    }

    /// The steps that stay before the new ones, in order.
    pub fn before(self, plan: LivePlan<'_>) -> impl Iterator<Item = StepIndex> {
        let stays = move |step: &StepIndex| !plan.is_in(*step, Subtree::Below(self.node));
        plan.all().take(self.at.index()).filter(stays)
    }

    /// The steps that stay behind the new ones, in order.
    pub fn behind(self, plan: LivePlan<'_>) -> impl Iterator<Item = StepIndex> {
        let stays = move |step: &StepIndex| !plan.is_in(*step, Subtree::Below(self.node));
        plan.all().skip(self.at.index()).filter(stays)
    }
}

/// The nodes of a plan that stay where one is planned again.
pub(super) fn staying_nodes(
    plan: LivePlan<'_>,
    node: NodeIndex,
) -> impl Iterator<Item = NodeIndex> {
    let all = (0..plan.record_count()).map(NodeIndex::new);
    all.filter(move |other| !plan.node_is_in(Some(*other), Subtree::Below(node)))
}

impl Engine {
    /// Repairs that were found take the place of what they repair.
    pub(super) fn adopt_replacements(&mut self, world: &mut World<'_>) {
        while let Some(slot) = self.repairs.first_found() {
            let record = &self.plans[slot];
            if record.stage == PlanStage::Repairing
                && let Some(replacement) = record.replacement
            {
                self.adopt(slot, replacement, world);
            }
            self.repairs.remove_found(slot, &self.plans);
        }
    }

    fn adopt(&mut self, slot: PlanSlot, replacement: Block, world: &mut World<'_>) {
        let part = self.plans[slot].repair_at;
        let at = self.log_part(slot, part);
        self.stop(slot, part, world);
        self.take_back_in(slot, part, world);
        self.turns().drop_turns(slot);
        if let Subtree::Below(node) = part {
            self.carry_over(slot, node, &replacement);
        }
        // A repair from the root is a plan as it would be taken.
        let plan = self.plans.view(slot);
        match part {
            Subtree::Whole => self.rejected.forget(plan.record.id),
            Subtree::Below(_) => {
                let steps = plan.all().map(|step| plan.task(step));
                self.rejected.repaired(plan.record.id, steps);
            }
        }
        // Those of the steps that stay are the replacement's now.
        let former = self.plans[slot].block;
        self.forget_mentions(slot, &former, |plan, step| !plan.state(step).moved);
        self.plans.adopt(slot);
        let turns = self.turns().survey(slot, &replacement);
        let tick = self.now();
        let record = &mut self.plans[slot];
        record.stage = PlanStage::Running;
        record.turns = turns;
        record.failed = None;
        record.reported = None;
        record.lost_agent = false;
        record.repairs += 1;
        record.wake.set_moved(tick);
        record.wake.end_sleep();
        self.turns().list_turns(slot);
        self.repairs.update_request(slot, &self.plans);
        self.wakes.wake(slot, &self.plans);
        self.log_event(slot, |tick, plan| Event::Repaired { tick, plan, at });
    }

    /// Takes in a plan that was found for a repair: the steps of `data` are those of the plan that have not started
    /// and stay, with the new ones at the splice; so are its nodes, with the new ones where the task was.
    pub fn offer(&mut self, slot: PlanSlot, data: &PlanData) -> Result<(), SubmitError> {
        let Subtree::Below(node) = self.plans[slot].repair_at else {
            let block = self.admit(slot, data)?;
            self.set_replacement(slot, block);
            return Ok(());
        };
        let plan = self.plans.view(slot);
        let splice = Splice::new(plan, node);
        let (mut kept, mut kept_words) = (0, 0);
        for step in splice.before(plan) {
            if plan.state(step).has_started() {
                let info = plan.info(step);
                kept += 1;
                kept_words += usize::from(info.size) + info.extra();
            }
        }
        let sizes = Sizes {
            steps: kept + data.steps.len(),
            nodes: data.frames.len(),
            words: data.words.len() + self.extra_words(data) + kept_words,
            truth: data.truth.len(),
            changes: data.changes(self.cx.asked()).count(),
        };
        let block = self.plans.take_block(sizes)?;
        let mut writer = self.begin_replacement(slot, node, block, data);
        for step in StepIndex::all(splice.at.index()) {
            let plan = self.plans.view(slot);
            if plan.is_in(step, Subtree::Below(node)) {
                continue;
            }
            if plan.state(step).has_started() {
                self.write_kept(slot, step, &mut writer);
            } else {
                self.write_new(slot, data, &mut writer);
            }
        }
        while writer.rank < data.steps.len() {
            self.write_new(slot, data, &mut writer);
        }
        self.set_replacement(slot, block);
        Ok(())
    }

    /// Puts everything but the steps into the block of a replacement.
    fn begin_replacement(
        &mut self,
        slot: PlanSlot,
        node: NodeIndex,
        block: Block,
        data: &PlanData,
    ) -> ReplacementWriter {
        let plan = self.plans.view(slot);
        let fresh = data.frames.len() - staying_nodes(plan, node).count();
        self.repairs.number_nodes(self.plans.view(slot), fresh);
        let arena = &mut self.plans.arena;
        arena.put_truth(&block, data, self.cx.asked());
        let free = arena.put_words(&block, 0, &data.words);
        let nodes = arena.nodes_mut(&block).iter_mut();
        // It was grafted, and has no anonymous frames.
        nodes
            .zip(data.frames.iter())
            .for_each(|(node, frame)| *node = frame.node);
        ReplacementWriter {
            block,
            free,
            at: StepIndex::FIRST,
            rank: 0,
            cost: 0.0,
        }
    }

    fn write_new(&mut self, slot: PlanSlot, data: &PlanData, writer: &mut ReplacementWriter) {
        writer.cost += data.view().cost_of(StepIndex::new(writer.rank));
        *self.plans.arena.step_mut(&writer.block, writer.at) = StepRecord {
            cost: writer.cost,
            ..data.steps[writer.rank]
        };
        writer.free = self.place_extra(slot, &writer.block, writer.at, writer.free);
        writer.at = writer.at.following();
        writer.rank += 1;
    }

    /// How a step that has started stands is copied when the repair is adopted, as are its agents; what it is, now.
    fn write_kept(&mut self, slot: PlanSlot, step: StepIndex, writer: &mut ReplacementWriter) {
        let plan = self.plans.view(slot);
        let (former, row, state) = (plan.record.block, *plan.step(step), *plan.state(step));
        let info = plan.info(step);
        let (size, extra) = (usize::from(info.size), info.extra());
        writer.cost += plan.cost_of(step);
        let node = NodeIndex::number(self.repairs.node_number(row.node()));
        let words = writer.free;
        let mentions = words + size as u32;
        let (to, arena) = (&writer.block, &mut self.plans.arena);
        arena.copy_words(&former, row.words, size, to, words);
        // The arguments of its `undo` follow its mentions.
        arena.copy_words(&former, state.mentions, extra, to, mentions);
        *arena.step_mut(to, writer.at) = StepRecord {
            node,
            words,
            rank: NONE,
            cost: writer.cost,
            ..row
        };
        *self.plans.state_in(to, writer.at) = StepProgress { mentions, ..state };
        writer.free = mentions + extra as u32;
        writer.at = writer.at.following();
    }

    /// Brings how the steps that stay stand over into the block that takes the place of the plan's.
    fn carry_over(&mut self, slot: PlanSlot, node: NodeIndex, replacement: &Block) {
        let former = self.plans[slot].block;
        // By former step: its number in the new block.
        let mut numbers = core::mem::replace(&mut self.repairs.step_numbers, Pool::new(0));
        numbers.clear();
        let mut new = StepIndex::FIRST;
        for step in StepIndex::all(former.steps.len()) {
            let plan = self.plans.view(slot);
            let row = *plan.state(step);
            if plan.is_in(step, Subtree::Below(node)) || !row.has_started() {
                numbers.push(None);
                continue;
            }
            while !self.plans.arena.step(replacement, new).is_absorbed() {
                new = new.following();
            }
            numbers.push(Some(new));
            let to = self.plans.state_in(replacement, new);
            to.status = row.status;
            to.ended = row.ended;
            to.action = row.action;
            to.undo.before = row.undo.before;
            self.plans.state_mut(slot, step).moved = true;
            let mentions = self.plans.view(slot).mentions(step);
            mentions.for_each(|mention| self.agents.renumber(mention, new));
            new = new.following();
        }
        let moved = |step: StepIndex| numbers.get(step.index()).copied().flatten();
        // Only steps that have started are undone after others.
        for step in self.plans.states_in(replacement) {
            step.undo.before = step.undo.before.and_then(moved);
        }
        let mut next = self.plans[slot].actions.first;
        while let Some(action) = next {
            if let Some(step) = moved(self.actions[action].step) {
                self.actions.renumber(action, step);
            }
            next = self.actions.after(action);
        }
        let mut next = self.plans[slot].holds.first;
        while let Some(hold) = next {
            if let Some(step) = moved(self.agents.hold(hold).step) {
                self.agents.renumber_hold(hold, step);
            }
            next = self.agents.after(hold);
        }
        let record = &mut self.plans[slot];
        record.undo = record.undo.and_then(moved);
        if let Some(barrier) = &mut record.barrier {
            barrier.step = moved(barrier.step).unwrap_or(barrier.step);
        }
        self.repairs.step_numbers = numbers;
    }
}

/// How far the block of a replacement is written.
struct ReplacementWriter {
    block: Block,
    /// The first free word, step, and step of what was found.
    free: u32,
    at: StepIndex,
    rank: usize,
    /// The cost of the steps that are written.
    cost: f32,
}
