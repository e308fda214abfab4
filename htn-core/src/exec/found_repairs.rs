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
use super::plan_record::PlanStage;
use super::step_info::{FAILURE, FINISH, SUCCESS};
use super::view::LivePlan;
use super::world::World;
use crate::model::plan::Block;
use crate::model::pool::{Memory, Pool};
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
        if self.repairs.first_found().is_none() {
            return;
        }
        self.mark_ended(searched);
        for at in 0..self.plans.order().len() {
            let slot = self.plans.order()[at];
            if slot != searched && self.has_found_repair(slot) {
                let part = self.plans[slot].repair_at;
                self.simulate_actions(slot, world, part, true, &[FINISH, FAILURE]);
                self.simulate_undo(slot, part, world);
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
        record.stage == PlanStage::Repairing && record.replacement.is_some()
    }

    /// The actions in the part of a plan that is replaced end when the repair is adopted.
    fn mark_ended(&mut self, slot: PlanSlot) {
        let plan = self.plans.view(slot);
        for action in self.actions.in_plan(plan.record.actions) {
            if plan.is_in(self.actions[action].step, plan.record.repair_at) {
                self.repairs.simulated.ended.push(action);
            }
        }
    }

    /// Starts the steps of a plan that can start as soon as its repair is adopted.
    fn simulate_visit(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let record = &self.plans[slot];
        let Some(block) = record.replacement else {
            return;
        };
        if let Some(barrier) = record.barrier
            && !self.repairs.simulated.ends(barrier.action)
            && !self.plans.view(slot).is_in(barrier.step, record.repair_at)
        {
            return;
        }
        self.repairs.simulated.waiting.clear();
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
                let agents = agents.map(|mention| self.agents.named(mention));
                self.repairs.simulated.waiting.extend(agents);
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
                    let agent = self.agents.named(mention);
                    let waits = self.repairs.simulated.waiting.contains(&agent);
                    !waits && (synchronises || !self.will_be_busy(agent))
                })
        })
    }

    fn will_be_busy(&self, agent: AgentSlot) -> bool {
        let found = &self.repairs.simulated;
        let engages = |starting: &Starting| starting.agent == agent && starting.engages;
        let mut holds = self.agents.holds_on(agent);
        let is_held = holds.any(|hold| {
            let plan = self.plans.view(hold.plan);
            let is_replaced =
                self.has_found_repair(hold.plan) && plan.is_in(hold.step, plan.record.repair_at);
            !is_replaced && !found.ends(hold.action)
        });
        let engaged_by = self.agents.engaged_by(agent);
        is_held
            || engaged_by.is_some_and(|action| !found.ends(action))
            || found.held.contains(&agent)
            || found.starting.iter().any(engages)
    }

    /// Returns the current action of the first agent that a step names.
    fn first_action(&self, plan: LivePlan<'_>, step: StepIndex) -> Option<Current> {
        let mention = plan.mentions(step).next()?;
        self.will_be_current(self.agents.named(mention))
    }

    fn will_be_current(&self, agent: AgentSlot) -> Option<Current> {
        let found = &self.repairs.simulated;
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
            .or_else(|| running(self.agents.engaged_by(agent)))
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
            self.eval.set_frame(plan.frame(step));
            let holds = match info.operator {
                Some(operator) => self.ask_precondition(operator, info.size, world) == Ok(true),
                None => true,
            };
            if !holds || info.apply_start(&self.eval.frame, world).is_err() {
                world.rollback();
                return false;
            }
            if info.is_external() {
                self.simulate_action(slot, block, step, world);
            }
        }
        world.commit();
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
        let engages = busy.is_none_or(|test| world.host.test(test, &self.eval.frame));
        for number in info.by() {
            if let Some(mention) = plan.mentions(step).nth(number) {
                self.repairs.simulated.starting.push(Starting {
                    agent: self.agents.named(mention),
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
        let mut agents = agents.map(|mention| self.agents.named(mention));
        let (first, second) = (agents.next(), agents.next());
        let Some(agent) = first else { return };
        let moments = match plan.info(step).kind {
            TaskKind::BlockOn => {
                let other = second.filter(|other| *other != agent);
                if other
                    .and_then(|other| self.will_be_current(other))
                    .is_some()
                {
                    self.repairs.simulated.held.push(agent);
                }
                return;
            }
            TaskKind::StopAction => [FINISH, FAILURE],
            TaskKind::FinishAction => [FINISH, SUCCESS],
            TaskKind::GlobalBlock
            | TaskKind::Method
            | TaskKind::Block
            | TaskKind::Internal
            | TaskKind::External => return,
        };
        match self.will_be_current(agent) {
            Some(Current::Running(action)) => {
                let Action { plan, step, .. } = self.actions[action];
                self.repairs.simulated.ended.push(action);
                let plan = self.plans.view(plan);
                plan.apply_moments(step, &moments, world);
            }
            Some(Current::Starting(plan, step)) => {
                let is_other = |start: &mut Starting| (start.plan, start.step) != (plan, step);
                self.repairs.simulated.starting.retain_mut(is_other);
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
