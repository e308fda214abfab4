//! Adopts a replacement: the new steps take the place of the part that was planned again, and the other steps stay.

use crate::exec::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use crate::exec::lifecycle::Lifecycle;
use crate::exec::live::LiveState;
use crate::exec::plans::plan_record::{PlanStage, RepairState};
use crate::exec::plans::view::LivePlan;
use crate::model::event::Event;
use crate::model::plan::Block;
use crate::model::pool::Pool;

/// The place of the new steps among those that stay.
#[derive(Clone, Copy, Debug)]
pub(in crate::exec) struct Splice {
    /// The node whose steps are replaced.
    pub node: NodeIndex,
    /// Steps that stay come before the new ones if they are before this step, and after them otherwise.
    pub at: StepIndex,
}

impl Splice {
    /// Returns the splice for a repair at a node: the new steps come after every step that has started.
    pub fn new(plan: LivePlan<'_>, node: NodeIndex) -> Splice {
        let is_replaced = |step: &StepIndex| plan.is_in(*step, Subtree::Below(node));
        let started = |step: &StepIndex| plan.state(*step).has_started() && !is_replaced(step);
        let last = plan.all().rev().find(started);
        let first = plan.all().find(is_replaced);
        let first = first.unwrap_or(StepIndex::new(plan.steps().len()));
        let at = last.map_or(first, |last| first.max(last.following()));
        Splice { node, at }
    }

    /// Returns the steps that stay before the new ones, in order.
    pub fn before(self, plan: LivePlan<'_>) -> impl Iterator<Item = StepIndex> {
        let stays = move |step: &StepIndex| !plan.is_in(*step, Subtree::Below(self.node));
        plan.all().take(self.at.index()).filter(stays)
    }

    /// Returns the steps that stay after the new ones, in order.
    pub fn after(self, plan: LivePlan<'_>) -> impl Iterator<Item = StepIndex> {
        let stays = move |step: &StepIndex| !plan.is_in(*step, Subtree::Below(self.node));
        plan.all().skip(self.at.index()).filter(stays)
    }
}

/// Returns the nodes of a plan that stay if one node is planned again.
pub(in crate::exec) fn staying_nodes(
    plan: LivePlan<'_>,
    node: NodeIndex,
) -> impl Iterator<Item = NodeIndex> {
    let all = (0..plan.record_count()).map(NodeIndex::new);
    all.filter(move |other| !plan.node_is_in(Some(*other), Subtree::Below(node)))
}

impl Lifecycle<'_> {
    /// Adopts all replacements, in the order of the plans.
    pub fn adopt_replacements(&mut self) {
        while let Some(slot) = self.repairs.first_found() {
            let record = &self.live.plans[slot];
            if record.stage == PlanStage::Repairing
                && let Some(replacement) = record.repair.replacement
            {
                self.adopt(slot, replacement);
            }
            self.repairs.remove_found(slot, &self.live.plans);
        }
    }

    fn adopt(&mut self, slot: PlanSlot, replacement: Block) {
        let plan = self.live.plans.view(slot);
        let part = plan.record.repair.part;
        let at = plan.record.repair.later;
        let at = match at {
            Some(step) => Some(self.live.log.keep_step(plan, step)),
            None => self.live.log.keep_part(plan, part),
        };
        self.stop(slot, part);
        self.undo(slot, part);
        let live = &mut *self.live;
        live.turns().drop_turns(slot);
        if let Subtree::Below(node) = part {
            let numbers = &mut self.repairs.step_numbers;
            live.carry_over(slot, node, &replacement, numbers);
        }
        let plan = live.plans.view(slot);
        let id = plan.record.id;
        match part {
            // A plan that was repaired from the root is a new plan.
            Subtree::Whole => self.rejected.forget(id),
            Subtree::Below(_) => {
                let steps = plan.all().map(|step| plan.task(step));
                self.rejected.repaired(id, steps);
            }
        }
        // The mentions of the steps that stay belong to the replacement now.
        let former = plan.record.block;
        live.forget_mentions(slot, &former, |plan, step| !plan.state(step).moved);
        live.plans.adopt(slot);
        let turns = live.turns().survey(slot, &replacement);
        let record = &mut live.plans[slot];
        record.stage = PlanStage::Running;
        record.turns = turns;
        record.repair = RepairState {
            failed: None,
            reported: None,
            lost_agent: false,
            later: None,
            count: record.repair.count + u32::from(record.repair.later.is_none()),
            ..record.repair
        };
        record.wake.set_moved(self.cx.now());
        record.wake.end_sleep();
        live.turns().list_turns(slot);
        self.repairs.update_request(slot, &live.plans);
        live.wake(slot);
        live.log
            .add_for(id, |tick, plan| Event::Repaired { tick, plan, at });
    }
}

impl LiveState {
    /// Copies the progress of the steps that stay into the block of the replacement. `numbers` is scratch memory.
    fn carry_over(
        &mut self,
        slot: PlanSlot,
        node: NodeIndex,
        replacement: &Block,
        numbers: &mut Pool<Option<StepIndex>>,
    ) {
        // By step of the plan: its number in the replacement.
        numbers.clear();
        let mut new = StepIndex::FIRST;
        for step in StepIndex::all(self.plans[slot].block.steps.len()) {
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
        // A step is undone only after steps that have started, so all of them have moved.
        for step in self.plans.states_in(replacement) {
            step.undo.before = step.undo.before.and_then(moved);
        }
        let footprint = &mut self.plans[slot].footprint;
        let mut next = footprint.actions.first;
        while let Some(action) = next {
            if let Some(step) = moved(self.actions[action].step) {
                self.actions.renumber(action, step);
            }
            next = self.actions.after(action);
        }
        let mut next = footprint.holds.first;
        while let Some(hold) = next {
            if let Some(step) = moved(self.agents.hold(hold).step) {
                self.agents.renumber_hold(hold, step);
            }
            next = self.agents.after(hold);
        }
        footprint.undo = footprint.undo.and_then(moved);
        if let Some(barrier) = &mut footprint.barrier {
            barrier.step = moved(barrier.step).unwrap_or(barrier.step);
        }
    }
}
