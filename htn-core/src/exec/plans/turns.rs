//! The groups of steps whose turn it is, kept as a list for each plan so that a tick need not iterate over all steps.
//!
//! Adjacent internal steps that have an `undo` form a *group*, any other step is a group by itself, and a group begins at
//! its *lead*. Each group counts the earlier groups that share an agent with it and have not started. A group with the
//! count 0 is on the list, in the order of the plan. A group with a step that has no agents joins the list when everything
//! before it has started. The agents of the groups on the list have lists of their mentions there, so that the groups that
//! wait for an agent are found when it becomes free.

use crate::exec::agents::AgentTable;
use crate::exec::indices::{PlanSlot, StepIndex};
use crate::exec::plans::Plans;
use crate::exec::plans::progress::{StepProgress, StepTurn};
use crate::exec::plans::step_info::StepInfo;
use crate::exec::plans::wait::Wait;
use crate::model::plan::Block;

/// The turns of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The first step that has not started, or the end.
    pub first: StepIndex,
    /// All steps before this one have ended.
    pub open: StepIndex,
    /// The first `global_block` or later task that has not started, or the end.
    pub next_barrier: StepIndex,
    /// The end of the steps that have started.
    pub reached: StepIndex,
    pub unstarted: u32,
    /// True if a group names more than one agent.
    pub joins: bool,
    /// The first lead on the list.
    pub ready: Option<StepIndex>,
}

impl Turns {
    pub const EMPTY: Turns = Turns {
        first: StepIndex::FIRST,
        open: StepIndex::FIRST,
        next_barrier: StepIndex::FIRST,
        reached: StepIndex::FIRST,
        unstarted: 0,
        joins: false,
        ready: None,
    };
}

/// Keeps the lists of the groups whose turn it is up to date, in the plans and for their agents.
///
/// Invariant: a group is on the list of its plan exactly if its mentions are on the lists of their agents.
pub(in crate::exec) struct TurnLists<'a> {
    plans: &'a mut Plans,
    agents: &'a mut AgentTable,
}

impl<'a> TurnLists<'a> {
    #[inline]
    pub fn new(plans: &'a mut Plans, agents: &'a mut AgentTable) -> TurnLists<'a> {
        TurnLists { plans, agents }
    }

    /// Counts the turns of a block, some steps of which may have started. Its groups are not on the list yet.
    pub fn survey(&mut self, slot: PlanSlot, block: &Block) -> Turns {
        let count = block.steps.len();
        let end = StepIndex::new(count);
        let mut turns = Turns {
            first: end,
            open: end,
            next_barrier: end,
            ..Turns::EMPTY
        };
        self.agents.begin_survey();
        let mut group_goes_on = false;
        let mut lead = StepIndex::FIRST;
        for at in StepIndex::all(count) {
            let kind = self.plans.arena.step(block, at).kind;
            let info = StepInfo::of(self.plans.tables, kind);
            let step = self.plans.state_in(block, at);
            step.turn = StepTurn {
                lead: step.turn.lead,
                ..StepTurn::NONE
            };
            step.wait = Wait::None;
            step.unreported = false;
            if !step.has_ended() {
                turns.open = turns.open.min(at);
            }
            if step.has_started() {
                turns.reached = at.following();
                group_goes_on = false;
                continue;
            }
            turns.unstarted += 1;
            turns.first = turns.first.min(at);
            if info.is_barrier() {
                turns.next_barrier = turns.next_barrier.min(at);
            }
            let joins = info.undo().is_some();
            if !(joins && group_goes_on) {
                lead = at;
            }
            group_goes_on = joins;
            step.turn.lead = lead;
            let agents = self.survey_agents(slot, block, at, lead);
            turns.joins |= agents > 1 || lead != at;
            if agents == 0 {
                self.plans.state_in(block, lead).turn.alone = true;
            }
        }
        turns
    }

    /// Adds the earlier groups that share the agents of one step to the count of the group that begins at `lead`. Returns
    /// the number of agents of the step.
    fn survey_agents(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        step: StepIndex,
        lead: StepIndex,
    ) -> usize {
        let plan = self.plans.view_of(slot, block);
        let (mut agents, mut behind) = (0, 0);
        for mention in plan.mentions(step) {
            let lead_of = |step| plan.state(step).turn.lead;
            behind += u32::from(self.agents.survey(mention, lead, lead_of));
            agents += 1;
        }
        self.plans.state_in(block, lead).turn.behind += behind;
        agents
    }

    /// Lists all groups of a plan whose turn it is.
    pub fn list_turns(&mut self, slot: PlanSlot) {
        let block = self.plans[slot].block;
        let turns = self.plans[slot].turns;
        let mut last = None;
        for at in (turns.first.index()..block.steps.len()).map(StepIndex::new) {
            let step = self.plans.state_mut(slot, at);
            let is_turn = step.turn.behind == 0 && (!step.turn.alone || at == turns.first);
            if step.has_started() || step.turn.lead != at || !is_turn {
                continue;
            }
            step.turn.ready = true;
            match last.replace(at) {
                None => self.plans[slot].turns.ready = Some(at),
                Some(last) => self.plans.state_mut(slot, last).turn.next = Some(at),
            }
            self.list_mentions(slot, at);
        }
    }

    /// Lists the mentions of a group at their agents.
    fn list_mentions(&mut self, slot: PlanSlot, lead: StepIndex) {
        let plan = self.plans.view(slot);
        for step in plan.group(lead) {
            plan.mentions(step)
                .for_each(|mention| self.agents.begin_turn(mention));
        }
    }

    /// Removes all groups of a plan from the list.
    pub fn drop_turns(&mut self, slot: PlanSlot) {
        let plan = self.plans.view(slot);
        for lead in plan.leads() {
            for step in plan.group(lead) {
                plan.mentions(step)
                    .for_each(|mention| self.agents.end_turn(mention));
            }
        }
        self.plans[slot].turns.ready = None;
    }

    /// Updates the list after a step has started. The state of the step must have been changed already.
    pub fn started(&mut self, slot: PlanSlot, at: StepIndex, tick: u64) {
        self.unlist(slot, at);
        for number in 0..usize::from(self.plans.state(slot, at).agents) {
            let mention = self.plans.mention(slot, at, number);
            self.agents.end_turn(mention);
            if let Some(group) = self.agents.mention(mention).next_group {
                let turn = &mut self.plans.state_mut(slot, group).turn;
                turn.behind -= 1;
                if turn.behind == 0 && !turn.alone {
                    self.list(slot, group);
                }
            }
        }
        let record = &mut self.plans[slot];
        record.wake.set_moved(tick);
        record.turns.unstarted -= 1;
        record.turns.reached = record.turns.reached.max(at.following());
        self.move_first(slot);
        if self.plans[slot].turns.next_barrier == at {
            self.plans[slot].turns.next_barrier = self.next_barrier(slot, at);
        }
    }

    fn next_barrier(&self, slot: PlanSlot, from: StepIndex) -> StepIndex {
        let plan = self.plans.view(slot);
        let mut steps = plan.all().skip(from.index());
        let waits =
            |step: &StepIndex| !plan.state(*step).has_started() && plan.info(*step).is_barrier();
        steps
            .find(waits)
            .unwrap_or(StepIndex::new(plan.steps().len()))
    }

    fn move_first(&mut self, slot: PlanSlot) {
        let plan = self.plans.view(slot);
        let from = plan.record.turns.first.index();
        let passed = plan.states()[from..]
            .iter()
            .position(|step| !step.has_started());
        let first = StepIndex::new(passed.map_or(plan.steps().len(), |passed| from + passed));
        let waits_alone = |step: &StepProgress| step.turn.alone && step.turn.lead == first;
        let lists = plan.states().get(first.index()).is_some_and(waits_alone);
        self.plans[slot].turns.first = first;
        if lists {
            self.list(slot, first);
        }
    }

    /// Adds a group to the list.
    fn list(&mut self, slot: PlanSlot, lead: StepIndex) {
        if self.plans.state(slot, lead).turn.ready {
            return;
        }
        let (before, after) = self.neighbours(slot, lead);
        let turn = &mut self.plans.state_mut(slot, lead).turn;
        turn.ready = true;
        turn.next = after;
        self.link(slot, before, Some(lead));
        self.list_mentions(slot, lead);
    }

    /// Removes a step from the list if it is on it.
    fn unlist(&mut self, slot: PlanSlot, lead: StepIndex) {
        let turn = &mut self.plans.state_mut(slot, lead).turn;
        let after = turn.next;
        if !core::mem::take(&mut turn.ready) {
            return;
        }
        let before = if self.plans[slot].turns.ready == Some(lead) {
            None
        } else {
            self.neighbours(slot, lead).0
        };
        self.link(slot, before, after);
    }

    /// Returns the last lead on the list before a step, and the first one not before it.
    fn neighbours(&self, slot: PlanSlot, at: StepIndex) -> (Option<StepIndex>, Option<StepIndex>) {
        let before = self.plans.view(slot).leads().take_while(|lead| *lead < at);
        let before = before.last();
        let after = match before {
            Some(before) => self.plans.state(slot, before).turn.next,
            None => self.plans[slot].turns.ready,
        };
        (before, after)
    }

    fn link(&mut self, slot: PlanSlot, before: Option<StepIndex>, after: Option<StepIndex>) {
        match before {
            Some(before) => self.plans.state_mut(slot, before).turn.next = after,
            None => self.plans[slot].turns.ready = after,
        }
    }
}

impl Plans {
    /// Returns the later task of a plan whose turn it is: every earlier step has ended.
    #[inline]
    pub fn later_in_turn(&mut self, slot: PlanSlot) -> Option<StepIndex> {
        let turns = &self[slot].turns;
        let step = turns.first;
        let is_barrier = turns.next_barrier == step && step.index() < self[slot].block.steps.len();
        let in_turn =
            is_barrier && self.view(slot).info(step).is_later() && self.first_open(slot) == step;
        in_turn.then_some(step)
    }

    /// Returns the first step that has not ended.
    pub fn first_open(&mut self, slot: PlanSlot) -> StepIndex {
        let plan = self.view(slot);
        let from = plan.record.turns.open.index();
        let open = plan.states()[from..]
            .iter()
            .position(|step| !step.has_ended());
        let open = StepIndex::new(open.map_or(plan.steps().len(), |passed| from + passed));
        self[slot].turns.open = open;
        open
    }
}
