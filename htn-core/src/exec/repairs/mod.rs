//! The plans that have failed, that want a repair or that have one, and the scratch memory of repairs.

pub(super) mod adopt;
pub(super) mod rejected_plans;
pub(super) mod repair_search;
pub(super) mod simulation;
pub(super) mod step_lists;

use super::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use super::live::LiveState;
use super::plans::Plans;
use super::queue::Queue;
use crate::exec::plans::view::LivePlan;
use crate::exec::repairs::simulation::FoundRepairs;
use crate::model::event::Event;
use crate::model::limits::Limits;
use crate::model::plan::{Block, Changed, PlanData};
use crate::model::pool::{Memory, Pool};

/// The plans that are repaired, each queue in the order of the plans.
///
/// Invariant: a plan is in `requested` exactly if its record says that a repair is to be searched for. A plan in `found`
/// has a replacement, or had one when it was queued.
#[derive(Clone)]
pub(super) struct Repairs {
    /// Plans in which something failed, until it is handled.
    failing: Queue<PlanSlot>,
    /// Plans that a replacement was found for, until it is adopted.
    found: Queue<PlanSlot>,
    /// Plans that a repair is to be searched for.
    requested: Queue<PlanSlot>,
    /// Scratch: by node of a plan, its number in the repaired plan.
    node_numbers: Pool<Option<NodeIndex>>,
    /// Scratch: by step of a plan, its number in the repaired plan.
    pub step_numbers: Pool<Option<StepIndex>>,
    /// Scratch: what a plan that was found for a repair changes, in order.
    changes: Pool<Changed>,
    /// Scratch: what repairs that were found will do at once.
    pub simulated: FoundRepairs,
}

impl Repairs {
    /// Reserves memory for this many plans, and for plans and changes of the size that the limits say.
    pub fn new(
        plans: usize,
        limits: &Limits,
        changes: usize,
        simulated: FoundRepairs,
        memory: Memory,
    ) -> Repairs {
        let queue = || Queue::new(plans, memory);
        Repairs {
            failing: queue(),
            found: queue(),
            requested: queue(),
            node_numbers: memory.pool(limits.tasks),
            step_numbers: memory.pool(limits.steps),
            changes: memory.pool(changes),
            simulated,
        }
    }

    /// Returns true if no failure is to be handled and no replacement to be adopted.
    pub fn is_idle(&self) -> bool {
        self.failing.is_empty() && self.found.is_empty()
    }

    /// Returns the first plan with a failure that was not handled yet.
    pub fn first_failing(&self) -> Option<PlanSlot> {
        self.failing.first()
    }

    /// Records that something failed in a part of a plan. Plans that have not entered can't fail.
    pub fn add_failure(&mut self, slot: PlanSlot, part: Subtree, plans: &mut Plans) {
        let plan = plans.view(slot);
        if !plan.record.has_entered() {
            return;
        }
        let failed = match plan.record.repair.failed {
            Some(other) => plan.above_both(other, part),
            None => part,
        };
        plans[slot].repair.failed = Some(failed);
        self.add_failing(slot, plans);
    }

    pub fn add_failing(&mut self, slot: PlanSlot, plans: &Plans) {
        self.failing.put(slot, plans.in_order());
    }

    pub fn remove_failing(&mut self, slot: PlanSlot, plans: &Plans) {
        self.failing.remove(slot, plans.in_order());
    }

    /// Returns the first plan that a replacement was found for.
    pub fn first_found(&self) -> Option<PlanSlot> {
        self.found.first()
    }

    fn add_found(&mut self, slot: PlanSlot, plans: &Plans) {
        self.found.put(slot, plans.in_order());
    }

    pub fn remove_found(&mut self, slot: PlanSlot, plans: &Plans) {
        self.found.remove(slot, plans.in_order());
    }

    /// Returns the first plan that a repair is to be searched for.
    pub fn first_requested(&self) -> Option<PlanSlot> {
        self.requested.first()
    }

    /// Updates the queue of requests to the record of a plan. Must be called whenever that may have changed.
    pub fn update_request(&mut self, slot: PlanSlot, plans: &Plans) {
        if plans[slot].wants_repair() {
            self.requested.put(slot, plans.in_order());
        } else {
            self.requested.remove(slot, plans.in_order());
        }
    }

    /// Requests a repair of a part of a plan.
    pub fn request(&mut self, slot: PlanSlot, part: Subtree, live: &mut LiveState, now: u64) {
        let record = &mut live.plans[slot];
        record.repair.part = part;
        record.repair.serial += 1;
        record.wake.set_moved(now);
        self.update_request(slot, &live.plans);
        let plan = live.plans.view(slot);
        // The search of a director, which is no part of the executor's tick, may be the first to log an event.
        live.log.begin(now);
        let at = match plan.record.repair.later {
            Some(step) => Some(live.log.keep_step(plan, step)),
            None => live.log.keep_part(plan, part),
        };
        let needs_repair = |tick, plan| Event::NeedsRepair { tick, plan, at };
        live.log.add_for(plan.record.id, needs_repair);
    }

    /// Sets the block that replaces the plan's in the next tick.
    pub fn set_replacement(&mut self, slot: PlanSlot, block: Block, live: &mut LiveState) {
        live.plans[slot].repair.replacement = Some(block);
        self.add_found(slot, &live.plans);
        self.update_request(slot, &live.plans);
    }

    /// Drops the replacement of a plan, if it has one.
    pub fn drop_replacement(&mut self, slot: PlanSlot, live: &mut LiveState) {
        if let Some(block) = live.plans[slot].repair.replacement {
            live.forget_replacement(slot, &block);
            live.plans.drop_replacement(slot);
            self.update_request(slot, &live.plans);
        }
    }

    /// Removes a plan that has ended.
    pub fn remove(&mut self, slot: PlanSlot, plans: &Plans) {
        for queue in [&mut self.failing, &mut self.found, &mut self.requested] {
            queue.remove(slot, plans.in_order());
        }
    }

    /// Numbers the nodes of a plan that stay, as they are in a plan that was found for its repair. That has `fresh` new
    /// nodes in place of the one that is planned again.
    pub fn number_nodes(&mut self, plan: LivePlan<'_>, fresh: usize) {
        let repaired = plan.record.repair.part;
        self.node_numbers.clear();
        let mut next = 0;
        for node in (0..plan.record_count()).map(NodeIndex::new) {
            if repaired == Subtree::Below(node) {
                next += fresh;
            }
            let stays = !plan.node_is_in(Some(node), repaired);
            self.node_numbers.push(stays.then(|| NodeIndex::new(next)));
            next += usize::from(stays);
        }
    }

    /// Returns the number of a node that stays, see [`Repairs::number_nodes`].
    pub fn node_number(&self, node: Option<NodeIndex>) -> Option<NodeIndex> {
        self.node_numbers.get(node?.index()).copied().flatten()
    }

    /// Collects what a plan that was found changes of these predicates. Returns false if there are more changes than
    /// `limit`.
    pub fn collect_changes(&mut self, data: &PlanData, predicates: u64, limit: usize) -> bool {
        self.changes.clear();
        for change in data.changes(predicates) {
            if self.changes.len() >= limit {
                return false;
            }
            self.changes.push(change);
        }
        self.changes.sort_unstable();
        true
    }

    /// Returns true if a check of the branch of a frame holds after this many steps of the plan whose changes were
    /// collected.
    pub fn will_hold(
        &self,
        data: &PlanData,
        node: Option<NodeIndex>,
        check: usize,
        steps: usize,
    ) -> bool {
        let plan = data.view();
        let count = |rel, word, steps| Changed::count(&self.changes, rel, word, steps);
        plan.node(node)
            .is_some_and(|node| plan.chosen(node).holds_after(check, steps, count))
    }

    pub fn bytes(&self) -> usize {
        let queues = [&self.failing, &self.found, &self.requested];
        let queues: usize = queues.into_iter().map(Queue::bytes).sum();
        let numbers = self.node_numbers.bytes() + self.step_numbers.bytes();
        queues + numbers + self.changes.bytes() + self.simulated.bytes()
    }
}
