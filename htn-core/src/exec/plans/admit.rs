//! Copies plans into the memory of the executor, and registers the agents that their steps name.

use crate::exec::SubmitError;
use crate::exec::indices::{NodeIndex, PlanSlot, StepIndex};
use crate::exec::live::LiveState;
use crate::exec::plans::step_info::StepInfo;
use crate::exec::plans::view::LivePlan;
use crate::model::plan::{Block, NodeRecord, PlanData, Sizes, StepRecord};
use crate::search::machine::NONE;
use crate::tables::Tables;

/// Returns the sizes of the block that a plan needs. `recorded` has the predicates whose changes are stored, as bits.
pub(in crate::exec) fn sizes_of(data: &PlanData, tables: &'static Tables, recorded: u64) -> Sizes {
    Sizes {
        steps: data.steps.len(),
        nodes: data.view().node_count(),
        words: data.words_in_use() + extra_words(data, tables),
        condition_history: data.condition_history.len(),
        changes: data.changes(recorded).count(),
    }
}

/// Returns the number of words that the steps of a plan need beyond those of the plan.
pub(in crate::exec) fn extra_words(data: &PlanData, tables: &'static Tables) -> usize {
    let steps = data.steps.iter();
    steps
        .map(|step| StepInfo::of(tables, step.kind).extra())
        .sum()
}

impl LiveState {
    /// Copies a plan into a block of these sizes, which may be larger than the plan needs.
    pub(in crate::exec) fn admit(
        &mut self,
        slot: PlanSlot,
        data: &PlanData,
        sizes: Sizes,
        recorded: u64,
    ) -> Result<Block, SubmitError> {
        let block = self.plans.take_block(sizes)?;
        let (plan, arena) = (data.view(), &mut self.plans.arena);
        let number = |node: Option<NodeIndex>| match plan.number_of(node) {
            Some(number) => number as u32,
            None => NONE,
        };
        arena.put_condition_history(&block, data, recorded);
        // The planner leaves the words where the search had them, interleaved with those of conditions.
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
            let arena = &mut self.plans.arena;
            *arena.step_mut(&block, step) = StepRecord {
                node: number(row.node()),
                words: free,
                ..*row
            };
            free = arena.put_words(&block, free, plan.frame(step));
            free = self.place_extra(slot, &block, step, free);
        }
        Ok(block)
    }

    /// Registers the agents that a step of a block names, and reserves its extra words from `free` on. The record and the
    /// frame of the step must be there already. Returns the next free word.
    pub(in crate::exec) fn place_extra(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        step: StepIndex,
        free: u32,
    ) -> u32 {
        let tables = self.plans.tables;
        let arena = &mut self.plans.arena;
        let row = arena.step(block, step);
        let (info, words) = (StepInfo::of(tables, row.kind), row.words);
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

    /// Removes the mentions of the selected steps of a block. The steps must not be on the list of turns.
    pub(in crate::exec) fn forget_mentions(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        selects: impl Fn(LivePlan<'_>, StepIndex) -> bool,
    ) {
        let plan = self.plans.view_of(slot, block);
        for step in plan.all().filter(|step| selects(plan, *step)) {
            plan.mentions(step)
                .for_each(|mention| self.agents.forget(mention));
        }
    }

    /// Removes the mentions of a replacement. The steps in it that have started still belong to the plan.
    pub(in crate::exec) fn forget_replacement(&mut self, slot: PlanSlot, block: &Block) {
        self.forget_mentions(slot, block, |plan, step| !plan.step(step).is_absorbed());
    }
}
