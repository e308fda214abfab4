//! Whose turn it is: kept up to date for each plan, so that a tick need not walk it.
//!
//! Adjacent internal steps that have an `undo` are a *group*, any other step is one by itself, and a group begins at
//! its *lead*. Each group knows how many earlier ones that share an agent have not started; those that are behind none
//! are on a list, in the order of the plan. A group with a step that has no agents comes on the list when everything
//! before it has started. What is on the list is known to its agents, too, so that whoever is free again finds those
//! that wait for him.

use super::agents::AgentTable;
use super::indices::{PlanSlot, StepIndex};
use super::plans::Plans;
use super::progress::{StepProgress, StepTurn};
use super::step_info::StepInfo;
use super::wait::Wait;
use crate::model::plan::Block;
use crate::tables::TaskKind;

/// How far a plan is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The first step that has not started; the end where all have.
    pub first: StepIndex,
    /// No step before this one is still to end.
    pub open: StepIndex,
    /// The first `global_block` that has not started; the end where there is none.
    pub next_barrier: StepIndex,
    /// The end of the steps that have started.
    pub reached: StepIndex,
    pub unstarted: u32,
    /// Whether any group names more than one agent.
    pub joins: bool,
    /// The first lead of the list of those whose turn it is.
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
/// Invariant: a group is on the list of its plan exactly if its agents know of its turn.
pub(super) struct TurnLists<'a> {
    plans: &'a mut Plans,
    agents: &'a mut AgentTable,
}

impl<'a> TurnLists<'a> {
    #[inline]
    pub fn new(plans: &'a mut Plans, agents: &'a mut AgentTable) -> TurnLists<'a> {
        TurnLists { plans, agents }
    }

    /// Works out whose turn it is in a block, some steps of which may have started. Its steps are on no list yet.
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
            if info.kind == TaskKind::GlobalBlock {
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

    /// Works out behind how many groups the one that begins at `lead` is by the agents of one of its steps. Returns how
    /// many the step has.
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

    /// Puts all groups of a plan on the list whose turn it is.
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
            self.tell_agents(slot, at);
        }
    }

    /// The agents of a group get to know that it is its turn.
    fn tell_agents(&mut self, slot: PlanSlot, lead: StepIndex) {
        let plan = self.plans.view(slot);
        for step in plan.group(lead) {
            plan.mentions(step)
                .for_each(|mention| self.agents.begin_turn(mention));
        }
    }

    /// Takes all groups of a plan off the list.
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

    /// A step has started: its status says so already. A group's steps follow one another.
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
        let waits = |step: &StepIndex| {
            !plan.state(*step).has_started() && plan.info(*step).kind == TaskKind::GlobalBlock
        };
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

    /// Puts a group on the list.
    fn list(&mut self, slot: PlanSlot, lead: StepIndex) {
        if self.plans.state(slot, lead).turn.ready {
            return;
        }
        let (before, after) = self.neighbours(slot, lead);
        let turn = &mut self.plans.state_mut(slot, lead).turn;
        turn.ready = true;
        turn.next = after;
        self.link(slot, before, Some(lead));
        self.tell_agents(slot, lead);
    }

    /// Takes a step off the list, where it is on it.
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

    /// The last one on the list before a step, and the first one not before it.
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
    /// The first step that has not ended.
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
