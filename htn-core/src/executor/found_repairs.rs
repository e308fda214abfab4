//! Simulates what repairs that were found will do at once, when they are adopted in the next tick.
//!
//! Several plans can be repaired in one tick. Each repair is searched for on facts that include the immediate effects of the
//! repairs found before it. Otherwise two of them could claim the same agent, and each would stop the other's action.
//!
//! The simulation follows the order of a tick: all repairs are adopted, then the plans are visited. It leaves out the
//! conditions of branches and the claims of other plans. That is safe, because the executor checks both when the steps start.

use core::ops::Range;

use super::actions::Action;
use super::engine::Engine;
use super::indices::{ActionSlot, AgentSlot, PlanSlot, StepIndex};
use super::plan_record::Stage;
use super::step_info::{FAILURE, FINISH, SUCCESS};
use super::view::LivePlan;
use super::world::World;
use crate::plan::Block;
use crate::pool::{Memory, Pool};
use crate::tables::TaskKind;

/// The simulated part of the next tick: actions that end or start, and agents that become busy.
#[derive(Clone)]
pub(super) struct FoundRepairs {
    ended: Pool<ActionSlot>,
    /// One entry for each agent of an action, in the order in which they start.
    starting: Pool<Starting>,
    /// Agents that a `block_on` will hold.
    held: Pool<AgentSlot>,
    /// Agents that a waiting step of the visited plan names.
    waiting: Pool<AgentSlot>,
}

/// An agent of an action that will start.
#[derive(Clone, Copy)]
struct Starting {
    agent: AgentSlot,
    plan: PlanSlot,
    step: StepIndex,
    engages: bool,
}

/// The current action of an agent, in the simulation.
#[derive(Clone, Copy)]
enum Current {
    Running(ActionSlot),
    Starting(PlanSlot, StepIndex),
}

impl FoundRepairs {
    /// Reserves memory for the given numbers of steps and of agents that steps name.
    pub fn new(steps: usize, mentions: usize, memory: Memory) -> FoundRepairs {
        FoundRepairs {
            ended: memory.pool(steps),
            starting: memory.pool(mentions),
            held: memory.pool(steps),
            waiting: memory.pool(mentions),
        }
    }

    pub fn clear(&mut self) {
        self.ended.clear();
        self.starting.clear();
        self.held.clear();
        self.waiting.clear();
    }

    /// Returns true if the action will have ended before the repair that is searched for starts.
    pub fn ends(&self, action: ActionSlot) -> bool {
        self.ended.contains(&action)
    }

    pub fn bytes(&self) -> usize {
        self.ended.bytes() + self.starting.bytes() + self.held.bytes() + self.waiting.bytes()
    }
}

impl Engine {
    /// Changes the facts of a search for a repair of one plan: includes what the repairs of other plans will do at once.
    pub(super) fn simulate_found_repairs(&mut self, searched: PlanSlot, world: &mut World<'_>) {
        if self.queues.replaced.is_empty() {
            return;
        }
        self.mark_ended(searched);
        for at in 0..self.plans.order().len() {
            let slot = self.plans.order()[at];
            if slot != searched && self.has_found_repair(slot) {
                let part = self.plans[slot].repair_at;
                self.rehearse_actions(slot, world, part, true, &[FINISH, FAILURE]);
                self.rehearse_taking_back(slot, part, world);
                self.mark_ended(slot);
            }
        }
        for at in 0..self.plans.order().len() {
            let slot = self.plans.order()[at];
            if slot != searched && self.has_found_repair(slot) {
                self.simulate_visit(slot, world);
            }
        }
    }

    fn has_found_repair(&self, slot: PlanSlot) -> bool {
        let record = &self.plans[slot];
        record.stage == Stage::Repairing && record.replacement.is_some()
    }

    /// The actions in the part of a plan that is replaced end when the repair is adopted.
    fn mark_ended(&mut self, slot: PlanSlot) {
        let plan = self.plans.view(slot);
        let mut next = plan.record.actions.first;
        while let Some(action) = next {
            let row = &self.actions[action];
            if plan.is_in(row.step, plan.record.repair_at) {
                self.found_repairs.ended.push(action);
            }
            next = row.link.after;
        }
    }

    /// Starts the steps of a plan that can start as soon as its repair is adopted.
    fn simulate_visit(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let record = &self.plans[slot];
        let Some(block) = record.replacement else {
            return;
        };
        if let Some(barrier) = record.barrier
            && !self.found_repairs.ends(barrier.action)
            && !self.plans.view(slot).is_in(barrier.step, record.repair_at)
        {
            return;
        }
        self.found_repairs.waiting.clear();
        let (mut all_started, mut next) = (true, 0);
        while next < block.steps.len() {
            let plan = self.plans.view_of(slot, &block);
            let group = group_at(plan, next);
            next = group.end;
            let lead = StepIndex::new(group.start);
            if plan.step(lead).is_absorbed() {
                // It has started already.
                continue;
            }
            let is_barrier = plan.info(lead).kind == TaskKind::GlobalBlock;
            let starts = self.is_free_to_start(plan, group.clone(), all_started)
                && self.simulate_group(slot, &block, group.clone(), world);
            if starts && !is_barrier {
                continue;
            }
            let plan = self.plans.view_of(slot, &block);
            if is_barrier && (!starts || self.first_action(plan, lead).is_some()) {
                return;
            }
            all_started &= starts;
            for step in group.map(StepIndex::new).filter(|_| !starts) {
                let agents = plan.mentions(step);
                let agents = agents.map(|mention| self.agents.mention(mention).agent);
                self.found_repairs.waiting.extend(agents);
            }
        }
    }

    /// Returns true if no earlier step of the plan and no busy agent is in the way of a group.
    fn is_free_to_start(&self, plan: LivePlan<'_>, group: Range<usize>, all_started: bool) -> bool {
        group.map(StepIndex::new).all(|step| {
            let synchronises = plan.info(step).synchronises();
            let mut agents = plan.mentions(step);
            let is_in_turn = all_started || plan.state(step).agents > 0;
            is_in_turn
                && agents.all(|mention| {
                    let agent = self.agents.mention(mention).agent;
                    let waits = self.found_repairs.waiting.contains(&agent);
                    !waits && (synchronises || !self.will_be_busy(agent))
                })
        })
    }

    fn will_be_busy(&self, agent: AgentSlot) -> bool {
        let found = &self.found_repairs;
        let row = self.agents.get(agent);
        let engages = |starting: &Starting| starting.agent == agent && starting.engages;
        let mut hold = row.holds.first;
        while let Some(slot) = hold {
            let row = &self.holds[slot];
            let plan = self.plans.view(row.plan);
            let is_replaced =
                self.has_found_repair(row.plan) && plan.is_in(row.step, plan.record.repair_at);
            if !is_replaced && !found.ends(row.action) {
                return true;
            }
            hold = row.of_agent.after;
        }
        row.engaged_by.is_some_and(|action| !found.ends(action))
            || found.held.contains(&agent)
            || found.starting.iter().any(engages)
    }

    /// Returns the current action of the first agent that a step names.
    fn first_action(&self, plan: LivePlan<'_>, step: StepIndex) -> Option<Current> {
        let mention = plan.mentions(step).next()?;
        self.will_be_current(self.agents.mention(mention).agent)
    }

    fn will_be_current(&self, agent: AgentSlot) -> Option<Current> {
        let found = &self.found_repairs;
        let starting = |engages: bool| {
            let mut latest = found.starting.iter().rev();
            let starting = latest.find(|start| start.agent == agent && start.engages == engages);
            starting.map(|start| Current::Starting(start.plan, start.step))
        };
        let running = |action: Option<ActionSlot>| {
            let action = action.filter(|action| !found.ends(*action));
            action.map(Current::Running)
        };
        let unengaged = || {
            let mention = self.agents.latest_unengaged(agent)?;
            running(self.plans.state(mention.plan, mention.step).action)
        };
        starting(true)
            .or_else(|| running(self.agents.get(agent).engaged_by))
            .or_else(|| starting(false))
            .or_else(unengaged)
    }

    /// Starts a group; returns false and changes nothing if a condition does not hold.
    fn simulate_group(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        group: Range<usize>,
        world: &mut World<'_>,
    ) -> bool {
        for step in group.map(StepIndex::new) {
            let plan = self.plans.view_of(slot, block);
            let info = plan.info(step);
            if info.synchronises() {
                self.simulate_synchronising(slot, block, step, world);
                continue;
            }
            self.frame.clear();
            self.frame.extend_from_slice(plan.frame(step));
            let holds = match info.operator {
                Some(operator) => self.ask_precondition(operator, info.size, world) == Ok(true),
                None => true,
            };
            if !holds || info.apply_start(&self.frame, world).is_err() {
                world.take_back();
                return false;
            }
            if info.is_external() {
                self.simulate_action(slot, block, step, world);
            }
        }
        world.let_stand();
        true
    }

    /// Records that an action starts, with the values in `frame`.
    fn simulate_action(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        step: StepIndex,
        world: &World<'_>,
    ) {
        let plan = self.plans.view_of(slot, block);
        let info = plan.info(step);
        let busy = info.operator.and_then(|operator| operator.busy);
        let engages = busy.is_none_or(|test| world.host.test(test, &self.frame));
        for number in info.by() {
            if let Some(mention) = plan.mentions(step).nth(number) {
                self.found_repairs.starting.push(Starting {
                    agent: self.agents.mention(mention).agent,
                    plan: slot,
                    step,
                    engages,
                });
            }
        }
    }

    fn simulate_synchronising(
        &mut self,
        slot: PlanSlot,
        block: &Block,
        step: StepIndex,
        world: &mut World<'_>,
    ) {
        let plan = self.plans.view_of(slot, block);
        let agents = plan.mentions(step);
        let mut agents = agents.map(|mention| self.agents.mention(mention).agent);
        let (first, second) = (agents.next(), agents.next());
        let Some(agent) = first else { return };
        let moments = match plan.info(step).kind {
            TaskKind::BlockOn => {
                let other = second.filter(|other| *other != agent);
                if other
                    .and_then(|other| self.will_be_current(other))
                    .is_some()
                {
                    self.found_repairs.held.push(agent);
                }
                return;
            }
            TaskKind::StopAction => [FINISH, FAILURE],
            TaskKind::FinishAction => [FINISH, SUCCESS],
            _ => return,
        };
        match self.will_be_current(agent) {
            Some(Current::Running(action)) => {
                let Action { plan, step, .. } = self.actions[action];
                self.found_repairs.ended.push(action);
                let plan = self.plans.view(plan);
                plan.apply_moments(step, &moments, world);
            }
            Some(Current::Starting(plan, step)) => {
                let is_other = |start: &mut Starting| (start.plan, start.step) != (plan, step);
                self.found_repairs.starting.retain_mut(is_other);
                if let Some(block) = self.plans[plan].replacement {
                    let plan = self.plans.view_of(plan, &block);
                    plan.apply_moments(step, &moments, world);
                }
            }
            None => {}
        }
    }
}

/// Returns the group of a plan that begins at a step.
fn group_at(plan: LivePlan<'_>, lead: usize) -> Range<usize> {
    let joins = |step: &usize| {
        let step = StepIndex::new(*step);
        !plan.step(step).is_absorbed() && plan.info(step).undo().is_some()
    };
    let joined = (lead..plan.steps().len()).take_while(joins).count();
    lead..lead + joined.max(1)
}
