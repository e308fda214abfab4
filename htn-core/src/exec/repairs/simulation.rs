//! Simulates what the executor will have done when a repair is adopted, on copies of the facts.
//!
//! Several plans can be repaired in one tick. Each repair is searched for on facts that include the immediate effects of
//! the repairs found before it. Otherwise two of them could claim the same agent, and each would stop the other's action.
//!
//! The simulation follows the order of a tick: all repairs are adopted, then the plans are visited. It leaves out the
//! conditions of branches and the claims of other plans. That is safe, because the executor checks both when the steps
//! start.

use core::ops::Range;

use crate::exec::agents::actions::Action;
use crate::exec::evaluation::evaluator::Evaluator;
use crate::exec::indices::{ActionSlot, AgentSlot, PlanSlot, StepIndex, Subtree};
use crate::exec::live::LiveState;
use crate::exec::plans::plan_record::PlanStage;
use crate::exec::plans::step_info::{FAILURE, FINISH, SENSED, SUCCESS};
use crate::exec::plans::view::LivePlan;
use crate::exec::setup::TickContext;
use crate::exec::status::StepState;
use crate::exec::world::World;
use crate::model::pool::{Memory, Pool};
use crate::tables::TaskKind;

/// The simulated part of the next tick: actions that end or start, and agents that become busy.
#[derive(Clone)]
pub(in crate::exec) struct FoundRepairs {
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

/// A simulation of what plans do until a repair is adopted.
///
/// Invariant: the plans, agents and actions do not change. What will have changed of them is in `found`, and the facts of
/// `world` have the effects.
pub(in crate::exec) struct Simulation<'e> {
    cx: &'e TickContext,
    live: &'e LiveState,
    eval: &'e mut Evaluator,
    found: &'e mut FoundRepairs,
    world: World<'e>,
}

impl<'e> Simulation<'e> {
    pub fn new(
        cx: &'e TickContext,
        live: &'e LiveState,
        eval: &'e mut Evaluator,
        found: &'e mut FoundRepairs,
        world: World<'e>,
    ) -> Simulation<'e> {
        found.clear();
        Simulation {
            cx,
            live,
            eval,
            found,
            world,
        }
    }

    /// Changes the facts to those with which the repair of a plan will be adopted: the part that is planned again is
    /// stopped and undone, and the other actions of the plan succeed, with the effects that the sensors have yet to report.
    /// If there is `any_found` repair of another plan, that has been adopted too.
    pub fn repair(&mut self, slot: PlanSlot, any_found: bool) {
        let part = self.live.plans[slot].repair.part;
        self.report_sensors(slot, part);
        self.end_actions(slot, part, true, &[FINISH, FAILURE]);
        self.undo(slot, part);
        if any_found {
            self.adopt_found_repairs(slot);
        }
        self.end_actions(slot, part, false, &[FINISH, SUCCESS, SENSED]);
    }

    /// Changes the facts as if a plan had been replaced: its actions have ended, and its steps are undone. The `failure`
    /// effects are left out, or a plan for the case of a failure would replace it.
    pub fn replacing(&mut self, slot: PlanSlot) {
        self.end_actions(slot, Subtree::Whole, true, &[FINISH]);
        self.undo(slot, Subtree::Whole);
    }

    /// Applies the effects that the sensors have yet to report, except those of steps in the part: no step will wait for
    /// them.
    fn report_sensors(&mut self, slot: PlanSlot, part: Subtree) {
        let plan = self.live.plans.view(slot);
        if !self.cx.waits_for_sensors(plan.record.wake.sensed()) {
            return;
        }
        for step in plan.all() {
            let row = plan.state(step);
            let unreported = row.status == StepState::Done && self.cx.waits_for_sensors(row.ended);
            if unreported && !plan.is_in(step, part) {
                plan.apply_moments(step, &[SENSED], &mut self.world);
            }
        }
    }

    /// Applies these moments of the actions inside of the part, or outside of it. Leaves out actions that a found repair
    /// ends.
    fn end_actions(&mut self, slot: PlanSlot, part: Subtree, inside: bool, moments: &[usize]) {
        let plan = self.live.plans.view(slot);
        for action in self.live.actions.in_plan(plan.record.footprint.actions) {
            let step = self.live.actions[action].step;
            if plan.is_in(step, part) == inside && !self.found.ends(action) {
                plan.apply_moments(step, moments, &mut self.world);
            }
        }
    }

    /// Undoes the steps of a part, the latest first.
    fn undo(&mut self, slot: PlanSlot, part: Subtree) {
        let plan = self.live.plans.view(slot);
        for step in plan.undo_chain().filter(|step| plan.is_in(*step, part)) {
            self.eval.undo(plan, step, &mut self.world);
            self.world.commit();
        }
    }

    /// Adopts the repairs that were found for other plans, and starts the steps that can start then.
    fn adopt_found_repairs(&mut self, searched: PlanSlot) {
        self.mark_ended(searched);
        let live = self.live;
        let others = || {
            let order = live.plans.order().iter().copied();
            order.filter(|slot| *slot != searched && has_found_repair(live, *slot))
        };
        for slot in others() {
            let part = live.plans[slot].repair.part;
            self.end_actions(slot, part, true, &[FINISH, FAILURE]);
            self.undo(slot, part);
            self.mark_ended(slot);
        }
        for slot in others() {
            self.visit(slot);
        }
    }

    /// Marks the actions in the part of a plan that is replaced as ended.
    fn mark_ended(&mut self, slot: PlanSlot) {
        let plan = self.live.plans.view(slot);
        for action in self.live.actions.in_plan(plan.record.footprint.actions) {
            if plan.is_in(self.live.actions[action].step, plan.record.repair.part) {
                self.found.ended.push(action);
            }
        }
    }

    /// Starts the steps of a plan that can start as soon as its repair is adopted.
    fn visit(&mut self, slot: PlanSlot) {
        let former = self.live.plans.view(slot);
        let record = former.record;
        let Some(block) = &record.repair.replacement else {
            return;
        };
        if let Some(barrier) = record.footprint.barrier
            && !self.found.ends(barrier.action)
            && !former.is_in(barrier.step, record.repair.part)
        {
            return;
        }
        self.found.waiting.clear();
        let plan = self.live.plans.view_of(slot, block);
        let (mut all_started, mut next) = (true, 0);
        while next < plan.steps().len() {
            let group = group_at(plan, next);
            next = group.end;
            let lead = StepIndex::new(group.start);
            if plan.step(lead).is_absorbed() {
                // It has started already.
                continue;
            }
            if plan.info(lead).is_later() {
                return;
            }
            let is_barrier = plan.info(lead).kind == TaskKind::GlobalBlock;
            let starts = self.is_free_to_start(plan, group.clone(), all_started)
                && self.start_group(slot, plan, group.clone());
            if starts && !is_barrier {
                continue;
            }
            if is_barrier && (!starts || self.first_action(plan, lead).is_some()) {
                return;
            }
            all_started &= starts;
            for step in group.map(StepIndex::new).filter(|_| !starts) {
                let agents = plan.mentions(step);
                let agents = agents.map(|mention| self.live.agents.named(mention));
                self.found.waiting.extend(agents);
            }
        }
    }

    /// Returns true if no earlier step of the plan and no busy agent blocks a group.
    fn is_free_to_start(&self, plan: LivePlan<'_>, group: Range<usize>, all_started: bool) -> bool {
        group.map(StepIndex::new).all(|step| {
            let synchronises = plan.info(step).synchronises();
            let mut agents = plan.mentions(step);
            let is_in_turn = all_started || plan.state(step).agents > 0;
            is_in_turn
                && agents.all(|mention| {
                    let agent = self.live.agents.named(mention);
                    let waits = self.found.waiting.contains(&agent);
                    !waits && (synchronises || !self.will_be_busy(agent))
                })
        })
    }

    fn will_be_busy(&self, agent: AgentSlot) -> bool {
        let (live, found) = (self.live, &*self.found);
        let engages = |starting: &Starting| starting.agent == agent && starting.engages;
        let mut holds = live.agents.holds_on(agent);
        let is_held = holds.any(|hold| {
            let plan = live.plans.view(hold.plan);
            let is_replaced =
                has_found_repair(live, hold.plan) && plan.is_in(hold.step, plan.record.repair.part);
            !is_replaced && !found.ends(hold.action)
        });
        let engaged_by = live.agents.engaged_by(agent);
        is_held
            || engaged_by.is_some_and(|action| !found.ends(action))
            || found.held.contains(&agent)
            || found.starting.iter().any(engages)
    }

    /// Returns the current action of the first agent that a step names.
    fn first_action(&self, plan: LivePlan<'_>, step: StepIndex) -> Option<Current> {
        let mention = plan.mentions(step).next()?;
        self.will_be_current(self.live.agents.named(mention))
    }

    fn will_be_current(&self, agent: AgentSlot) -> Option<Current> {
        let (live, found) = (self.live, &*self.found);
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
            let mention = live.agents.latest_unengaged(agent)?;
            running(live.plans.state(mention.plan, mention.step).action)
        };
        starting(true)
            .or_else(|| running(live.agents.engaged_by(agent)))
            .or_else(|| starting(false))
            .or_else(unengaged)
    }

    /// Starts a group; returns false and changes nothing if a condition does not hold.
    fn start_group(&mut self, slot: PlanSlot, plan: LivePlan<'_>, group: Range<usize>) -> bool {
        for step in group.map(StepIndex::new) {
            let info = plan.info(step);
            if info.synchronises() {
                self.synchronise(plan, step);
                continue;
            }
            self.eval.set_frame(plan.frame(step));
            let world = &mut self.world;
            let holds = info.operator.is_none_or(|operator| {
                self.eval.ask_precondition(operator, info.size, world) == Ok(true)
            });
            if !holds || info.apply_start(&self.eval.frame, world).is_err() {
                self.world.rollback();
                return false;
            }
            if info.is_external() {
                self.start_action(slot, plan, step);
            }
        }
        self.world.commit();
        true
    }

    /// Records that an action starts, with the values in the frame of the evaluator.
    fn start_action(&mut self, slot: PlanSlot, plan: LivePlan<'_>, step: StepIndex) {
        let info = plan.info(step);
        let busy = info.operator.and_then(|operator| operator.busy);
        let engages = busy.is_none_or(|test| self.world.host.test(test, &self.eval.frame));
        for number in info.by() {
            if let Some(mention) = plan.mentions(step).nth(number) {
                self.found.starting.push(Starting {
                    agent: self.live.agents.named(mention),
                    plan: slot,
                    step,
                    engages,
                });
            }
        }
    }

    fn synchronise(&mut self, plan: LivePlan<'_>, step: StepIndex) {
        let live = self.live;
        let (first, second) = live.first_agents(plan, step);
        let Some(agent) = first else { return };
        let moments = match plan.info(step).kind {
            TaskKind::BlockOn => {
                let other = second.filter(|other| *other != agent);
                let current = other.and_then(|other| self.will_be_current(other));
                if current.is_some() {
                    self.found.held.push(agent);
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
                self.found.ended.push(action);
                let Action { plan, step, .. } = live.actions[action];
                let plan = live.plans.view(plan);
                plan.apply_moments(step, &moments, &mut self.world);
            }
            Some(Current::Starting(slot, step)) => {
                let is_other = |start: &mut Starting| (start.plan, start.step) != (slot, step);
                self.found.starting.retain_mut(is_other);
                if let Some(block) = &live.plans[slot].repair.replacement {
                    let plan = live.plans.view_of(slot, block);
                    plan.apply_moments(step, &moments, &mut self.world);
                }
            }
            None => {}
        }
    }
}

/// Returns true if a replacement of the plan is adopted in the next tick.
fn has_found_repair(live: &LiveState, slot: PlanSlot) -> bool {
    let record = &live.plans[slot];
    record.stage == PlanStage::Repairing && record.repair.replacement.is_some()
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
