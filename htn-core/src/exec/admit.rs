//! Copying a plan in.

use super::SubmitError;
use super::engine::Engine;
use super::indices::{NodeIndex, PlanSlot, StepIndex};
use super::step_info::StepInfo;
use super::view::LivePlan;
use crate::model::plan::{Block, NodeRecord, PlanData, Sizes, StepRecord};
use crate::search::machine::NONE;

impl Engine {
    /// How much room a plan takes.
    pub(super) fn sizes_of(&self, data: &PlanData) -> Sizes {
        Sizes {
            steps: data.steps.len(),
            nodes: data.view().node_count(),
            words: data.words_in_use() + self.extra_words(data),
            truth: data.truth.len(),
            changes: data.changes(self.cx.asked()).count(),
        }
    }

    /// The words that the steps of a plan take beyond those of the plan.
    pub(super) fn extra_words(&self, data: &PlanData) -> usize {
        let steps = data.steps.iter();
        steps.map(|step| self.plans.info(step.kind).extra()).sum()
    }

    /// Copies a plan in, for this slot.
    pub(super) fn admit(&mut self, slot: PlanSlot, data: &PlanData) -> Result<Block, SubmitError> {
        self.admit_as(slot, data, self.sizes_of(data))
    }

    /// Copies a plan in, for this slot, into a block that may be larger than the plan needs.
    pub(super) fn admit_as(
        &mut self,
        slot: PlanSlot,
        data: &PlanData,
        sizes: Sizes,
    ) -> Result<Block, SubmitError> {
        let block = self.plans.take_block(sizes)?;
        let (plan, arena) = (data.view(), &mut self.plans.arena);
        let number = |node: Option<NodeIndex>| match plan.number_of(node) {
            Some(number) => number as u32,
            None => NONE,
        };
        arena.put_truth(&block, data, self.cx.asked());
        // The planner leaves the words where the search had them, with those of conditions between them.
        let mut free = 0;
        for (at, (_, node)) in plan.nodes().enumerate() {
            arena.nodes_mut(&block)[at] = NodeRecord {
                parent: number(node.parent()),
                words: free,
                ..*node
            };
            free = arena.put_words(&block, free, plan.node_frame(node));
        }
        for step in plan.all() {
            let row = plan.step(step);
            *self.plans.arena.step_mut(&block, step) = StepRecord {
                node: number(row.node()),
                words: free,
                ..*row
            };
            let arena = &mut self.plans.arena;
            free = arena.put_words(&block, free, plan.frame(step));
            free = self.place_extra(slot, &block, step, free);
        }
        Ok(block)
    }

    /// Gives a step of a block, which says what it is and where its words are, those words from `free` on, and mentions its
    /// agents there. Returns what is free then.
    pub(super) fn place_extra(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        step: StepIndex,
        free: u32,
    ) -> u32 {
        let arena = &mut self.plans.arena;
        let row = arena.step(block, step);
        let (info, words) = (StepInfo::of(self.cx.tables(), row.kind), row.words);
        let mut agents = 0;
        for place in info.agents() {
            let agent = arena.word(block, words + place as u32);
            let mention = self.agents.add_mention(slot, step, agent);
            arena.put_words(block, free + agents, &[mention.index() as u64]);
            agents += 1;
        }
        let state = self.plans.state_in(block, step);
        state.agents = agents as u8;
        state.mentions = free;
        free + agents + info.undo_size() as u32
    }

    /// The steps of a block that are meant name nobody any more. They are on no list.
    pub(super) fn forget_mentions(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        meant: impl Fn(LivePlan<'_>, StepIndex) -> bool,
    ) {
        let plan = self.plans.view_of(slot, block);
        for step in plan.all().filter(|step| meant(plan, *step)) {
            plan.mentions(step)
                .for_each(|mention| self.agents.forget(mention));
        }
    }

    /// The same for a replacement. The steps that have started and stay are still the plan's own.
    fn forget_replacement(&mut self, slot: PlanSlot, block: &Block) {
        self.forget_mentions(slot, block, |plan, step| !plan.step(step).is_absorbed());
    }

    /// A plan's replacement is there, and takes its place in the next tick.
    pub(super) fn set_replacement(&mut self, slot: PlanSlot, block: Block) {
        self.plans[slot].replacement = Some(block);
        self.repairs.add_found(slot, &self.plans);
        self.repairs.update_request(slot, &self.plans);
        self.mark_dirty();
    }

    /// A plan's replacement is of no use any more, where it has one.
    pub(super) fn drop_replacement(&mut self, slot: PlanSlot) {
        if let Some(block) = self.plans[slot].replacement {
            self.forget_replacement(slot, &block);
            self.plans.drop_replacement(slot);
            self.repairs.update_request(slot, &self.plans);
        }
    }

    /// Forgets a plan that has left nothing behind in the world.
    pub(super) fn close(&mut self, slot: PlanSlot) {
        let plan = self.plans.view(slot);
        let acts = || plan.all().any(|step| plan.info(step).is_external());
        let acted = plan.record.acted || acts();
        self.rejected.plan_ended(acted);
        self.wakes.remove(slot, &mut self.plans, &self.cx);
        self.repairs.remove(slot, &self.plans);
        self.turns().drop_turns(slot);
        let record = self.plans[slot];
        self.forget_mentions(slot, &record.block, |_, _| true);
        if let Some(block) = record.replacement {
            self.forget_replacement(slot, &block);
        }
        self.rejected.forget(record.id);
        self.plans.close(slot);
    }
}
