//! The state of an executor: plans, their agents, running actions, and the links between them.

use super::agents::actions::{Action, RunningActions};
use super::agents::{AgentTable, Busy};
use super::indices::{ActionSlot, AgentSlot, HoldSlot, PlanSlot, StepIndex};
use super::plans::Plans;
use super::plans::plan_record::{Barrier, PlanStage};
use super::plans::sizes::DomainSizes;
use super::plans::turns::TurnLists;
use super::plans::view::LivePlan;
use super::plans::wait::Wait;
#[cfg(feature = "serde")]
use super::saved::ActionSnapshot;
use super::setup::TickContext;
use super::status::StepState;
use super::tick_log::TickLog;
use super::tick_log::command_log::LoggedCommand;
use super::wake::WakeUps;
use super::wake::inputs::Inputs;
use super::wake::while_checks::WhileChecks;
use crate::model::domain::TaskCode;
use crate::model::event::{ActionId, Event, PlanId, WaitFor, Waiting};
use crate::model::plan::{SHARE, StepKind};
use crate::store::Store;

/// The plans, agents and actions of an engine.
///
/// Invariant: a step has the state `Running` exactly if an action links to it. If an agent becomes free, an action, a hold
/// or a barrier ends, or facts change, the methods here wake the plans that may depend on it. No method evaluates a
/// condition or calls the game.
#[derive(Clone)]
pub(crate) struct LiveState {
    pub plans: Plans,
    pub(super) agents: AgentTable,
    pub(super) actions: RunningActions,
    pub(super) wakes: WakeUps,
    pub(super) whiles: WhileChecks,
    pub log: TickLog,
}

impl LiveState {
    pub fn new(cx: &TickContext, sizes: &DomainSizes) -> LiveState {
        let (tables, limits, memory) = (cx.tables(), cx.limits(), cx.memory());
        let (steps, slots) = (limits.steps * SHARE, Plans::slots(limits));
        LiveState {
            plans: Plans::new(tables, limits, sizes, memory),
            agents: AgentTable::new(steps * sizes.agents, steps, memory),
            actions: RunningActions::new(steps, memory),
            wakes: WakeUps::new(tables, cx.inputs(), slots, memory),
            whiles: WhileChecks::new(tables, steps, memory),
            log: TickLog::new(tables, limits, memory),
        }
    }

    /// Returns the parts that keep the turns of steps.
    #[inline]
    pub(super) fn turns(&mut self) -> TurnLists<'_> {
        TurnLists::new(&mut self.plans, &mut self.agents)
    }

    /// Queues a plan for a visit.
    pub(super) fn wake(&mut self, slot: PlanSlot) {
        self.wakes.wake(slot, &self.plans);
    }

    /// Returns the running action with this number.
    pub fn action_numbered(&self, number: u64) -> Option<ActionId> {
        let mut ids = self.actions.all().map(|action| action.id);
        ids.find(|id| id.number() == number)
    }

    /// Returns the plan with this number.
    pub fn plan_numbered(&self, number: u64) -> Option<PlanId> {
        let mut ids = self.plans.order().iter().map(|slot| self.plans[*slot].id);
        ids.find(|id| id.number() == number)
    }

    /// Returns true if an action engages the agent, or a `block_on` holds it.
    pub fn is_busy(&self, agent: u64) -> bool {
        let agent = self.agents.find(agent);
        agent.is_some_and(|agent| self.agents.busy_with(agent).is_some())
    }

    /// Returns the action that engages the agent, or else the latest one that it performs without being engaged.
    pub(super) fn current_action(&self, agent: AgentSlot) -> Option<ActionSlot> {
        let unengaged = || {
            let mention = self.agents.latest_unengaged(agent)?;
            self.plans.state(mention.plan, mention.step).action
        };
        self.agents.engaged_by(agent).or_else(unengaged)
    }

    /// Returns true if every step of a plan that could start waits for a busy agent.
    #[cfg(feature = "serde")]
    pub(super) fn waits_for_agents(&self, slot: PlanSlot) -> bool {
        let is_busy = |lead| self.busy_agent(slot, lead).is_some();
        self.plans.view(slot).open_leads().all(is_busy)
    }

    /// Returns what the first busy agent of the group is busy with. Synchronisation steps do not wait for busy agents.
    pub(super) fn busy_agent(&self, slot: PlanSlot, lead: StepIndex) -> Option<Wait> {
        let plan = self.plans.view(slot);
        plan.group(lead).find_map(|step| {
            if plan.info(step).synchronises() {
                return None;
            }
            plan.mentions(step).find_map(|mention| {
                let agent = self.agents.named(mention);
                let busy = self.agents.busy_with(agent)?;
                let agent = self.agents.word(agent);
                Some(match busy {
                    Busy::Engaged(action) => Wait::Engaged {
                        agent,
                        action: self.actions[action].id,
                    },
                    Busy::Held(action) => Wait::Held {
                        agent,
                        action: self.actions[action].id,
                    },
                })
            })
        })
    }

    /// Returns what a later task waits for, whose turn it is not yet: the first action of the plan that runs.
    pub(super) fn wait_of_later(&self, slot: PlanSlot) -> Wait {
        let running = self.plans[slot].footprint.actions.first;
        running.map_or(Wait::Repair, |action| Wait::Action(self.actions[action].id))
    }

    /// Returns the first two agents that a step names.
    pub(super) fn first_agents(
        &self,
        plan: LivePlan<'_>,
        step: StepIndex,
    ) -> (Option<AgentSlot>, Option<AgentSlot>) {
        let mentions = plan.mentions(step);
        let mut agents = mentions.map(|mention| self.agents.named(mention));
        (agents.next(), agents.next())
    }

    /// Marks an internal or synchronisation step as done, and logs its start.
    pub(super) fn mark_done(&mut self, slot: PlanSlot, step: StepIndex, now: u64) {
        let row = self.plans.state_mut(slot, step);
        row.status = StepState::Done;
        row.ended = now;
        self.log.add_start(self.plans.view(slot), step, None);
        self.turns().started(slot, step, now);
    }

    /// Starts the action of a step, and logs its event and its command.
    pub(super) fn begin_action(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        engages: bool,
        cx: &TickContext,
    ) {
        let now = cx.now();
        let record = &mut self.plans[plan];
        record.acted = true;
        let in_plan = &mut record.footprint.actions;
        let slot = self.actions.begin((plan, step), now, engages, in_plan);
        self.link_action(slot, cx);
        let id = self.actions[slot].id;
        self.log_command((plan, step), id, true);
        self.log.add_start(self.plans.view(plan), step, Some(id));
        self.turns().started(plan, step, now);
        self.set_engaged((plan, step), engages, Some(slot));
    }

    /// Resumes an action that ran when it was saved. Its slot is reserved.
    #[cfg(feature = "serde")]
    pub(super) fn resume_action(&mut self, action: &ActionSnapshot, cx: &TickContext) {
        let in_plan = &mut self.plans[action.plan].footprint.actions;
        self.actions.resume(action, in_plan);
        let slot = action.id.slot();
        self.link_action(slot, cx);
        self.set_engaged((action.plan, action.step), action.engages, Some(slot));
    }

    /// Links an action to its step, and watches the inputs of its `while` condition.
    fn link_action(&mut self, slot: ActionSlot, cx: &TickContext) {
        let Action { plan, step, .. } = self.actions[slot];
        let row = self.plans.state_mut(plan, step);
        row.status = StepState::Running;
        row.action = Some(slot);
        self.whiles.watch(slot, self.while_inputs(slot, cx));
    }

    /// Removes an action that ended, and everything that ends with it: its engagements, and the holds and barriers that
    /// wait for it.
    pub(super) fn remove_action(&mut self, slot: ActionSlot, cx: &TickContext) -> Action {
        let action = self.actions[slot];
        let in_plan = &mut self.plans[action.plan].footprint.actions;
        self.actions.unlink(slot, in_plan);
        let inputs = self.while_inputs(slot, cx);
        self.whiles.unwatch(slot, inputs, &self.actions);
        self.set_engaged((action.plan, action.step), action.engages, None);
        while let Some(hold) = self.actions[slot].first_hold() {
            self.release(hold);
        }
        while let Some(waiting) = self.actions[slot].first_barrier() {
            self.open_barrier(waiting);
        }
        self.actions.free(slot);
        self.wakes.something_ended(&self.plans);
        action
    }

    /// Records that the agents of an action are engaged by it (or, if it engages none, perform it), or no longer are.
    // Inlined, because `by` is known at each call.
    #[inline(always)]
    fn set_engaged(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        engages: bool,
        by: Option<ActionSlot>,
    ) {
        for number in self.plans.view(plan).info(step).by() {
            let mention = self.plans.mention(plan, step, number);
            if !engages {
                self.agents.set_unengaged(mention, by.is_some());
                continue;
            }
            let agent = self.agents.named(mention);
            self.agents.set_engaged(agent, by);
            if by.is_some() {
                self.wakes.agent_taken(agent, &self.agents, &self.plans);
            } else {
                self.wakes.agent_released(agent, &self.agents, &self.plans);
            }
        }
    }

    /// Returns the inputs of the `while` condition of an action.
    fn while_inputs(&self, slot: ActionSlot, cx: &TickContext) -> Inputs {
        let action = &self.actions[slot];
        match self.plans.step(action.plan, action.step).kind {
            StepKind::Operator(id) => cx.inputs().whiles[usize::from(id.0)],
            StepKind::Fact(..) | StepKind::Later(_) => Inputs::NONE,
        }
    }

    /// Holds an agent until an action ends.
    pub(super) fn hold(
        &mut self,
        plan: PlanSlot,
        step: StepIndex,
        agent: AgentSlot,
        action: ActionSlot,
    ) {
        let in_plan = &mut self.plans[plan].footprint.holds;
        let of_action = self.actions.holds_mut(action);
        self.agents
            .add_hold((plan, step), agent, action, in_plan, of_action);
        self.wakes.agent_taken(agent, &self.agents, &self.plans);
    }

    /// Ends a hold.
    pub(super) fn release(&mut self, slot: HoldSlot) {
        let hold = *self.agents.hold(slot);
        let in_plan = &mut self.plans[hold.plan].footprint.holds;
        let of_action = self.actions.holds_mut(hold.action);
        self.agents.remove_hold(slot, in_plan, of_action);
        self.wakes
            .agent_released(hold.agent, &self.agents, &self.plans);
        self.wakes.something_ended(&self.plans);
        self.wake(hold.plan);
    }

    /// Closes the barrier of a plan until an action ends.
    pub(super) fn close_barrier(&mut self, slot: PlanSlot, barrier: Barrier) {
        self.actions.close_barrier(&mut self.plans, slot, barrier);
    }

    /// Opens the barrier of a plan, if it is closed.
    pub(super) fn open_barrier(&mut self, slot: PlanSlot) {
        if self.actions.open_barrier(&mut self.plans, slot) {
            self.wake(slot);
        }
    }

    /// Wakes every plan and every `while` check that depends on facts which have changed since the last call.
    pub(super) fn notice_facts(&mut self, store: &Store, now: u64) {
        let changed = self.wakes.notice_facts(store, &self.plans);
        if changed != Inputs::NONE {
            self.whiles.notice(changed, &mut self.actions, now);
        }
    }

    /// Returns a step of a plan and what it waits for: the first wait that ends by itself, or else whatever keeps the plan
    /// from being completed.
    pub fn waits_for(&self, slot: PlanSlot) -> (StepIndex, Wait) {
        let plan = self.plans.view(slot);
        let record = plan.record;
        let last = StepIndex::new(plan.steps().len().saturating_sub(1));
        let first = record.turns.first.min(last);
        if record.stage == PlanStage::Repairing {
            return (first, Wait::Repair);
        }
        let waits = |lead: &StepIndex| plan.state(*lead).wait != Wait::None;
        if let Some(lead) = plan.open_leads().find(waits) {
            return (lead, plan.state(lead).wait);
        }
        if let Some(barrier) = record.footprint.barrier {
            return (barrier.step, Wait::Action(self.actions[barrier.action].id));
        }
        let runs = |step: &StepIndex| plan.state(*step).status == StepState::Running;
        if let Some(step) = plan.all().find(runs)
            && let Some(action) = plan.state(step).action
        {
            return (step, Wait::Action(self.actions[action].id));
        }
        let Some(hold) = record.footprint.holds.first else {
            return (first, Wait::None);
        };
        let hold = self.agents.hold(hold);
        let (agent, action) = (self.agents.word(hold.agent), self.actions[hold.action].id);
        (hold.step, Wait::Held { agent, action })
    }

    /// Returns the plan and the step whose end a step of this plan waits for, if there is one.
    pub(super) fn waited_for(&self, slot: PlanSlot, wait: Wait) -> Option<(PlanSlot, StepIndex)> {
        match wait {
            Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
                let action = &self.actions[self.actions.find(action)?];
                Some((action.plan, action.step))
            }
            Wait::Effect { step, .. } => Some((slot, step)),
            Wait::None
            | Wait::Sensors { .. }
            | Wait::Answer { .. }
            | Wait::Claim { .. }
            | Wait::Repair => None,
        }
    }

    /// Logs the command that starts or stops an action.
    pub(super) fn log_command(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        id: ActionId,
        start: bool,
    ) {
        let view = self.plans.view(plan);
        if let (TaskCode::Task(task), args) = view.task(step) {
            let plan = view.record.id;
            let command = LoggedCommand {
                start,
                id,
                plan,
                task,
            };
            self.log.add_command(command, args);
        }
    }

    /// Logs what has changed of what steps wait for.
    pub(super) fn log_waits(&mut self) {
        while let Some(slot) = self.wakes.next_unreported(&self.plans) {
            if self.plans[slot].stage == PlanStage::Running {
                self.log_waits_of(slot);
            }
        }
    }

    fn log_waits_of(&mut self, slot: PlanSlot) {
        if let Some(barrier) = &mut self.plans[slot].footprint.barrier
            && core::mem::take(&mut barrier.unreported)
        {
            let (step, action) = (barrier.step, self.actions[barrier.action].id);
            self.log_wait(slot, step, Wait::Action(action));
        }
        let mut next = self.plans[slot].turns.ready;
        while let Some(step) = next {
            let row = self.plans.state_mut(slot, step);
            let (unreported, wait) = (core::mem::take(&mut row.unreported), row.wait);
            next = row.turn.next;
            if unreported && wait != Wait::None {
                self.log_wait(slot, step, wait);
            }
        }
    }

    pub(super) fn log_wait(&mut self, slot: PlanSlot, step: StepIndex, wait: Wait) {
        let plan = self.plans.view(slot);
        let task = self.log.keep_step(plan, step);
        let on = self.waited_for(slot, wait);
        let on = on.map(|(slot, step)| self.log.keep_step(self.plans.view(slot), step));
        // A plan that is abandoned may wait for nothing in particular. Only a repair could help it.
        let unknown = (wait == Wait::None).then_some(WaitFor::Repaired);
        let Some(until) = wait.shown(on, |agent| agent).or(unknown) else {
            return;
        };
        let step = step.index();
        let waiting = Waiting { step, task, until };
        self.log.add_for(plan.record.id, |tick, plan| Event::Waits {
            tick,
            plan,
            waiting,
        });
    }

    pub fn bytes(&self) -> usize {
        self.plans.bytes()
            + self.agents.bytes()
            + self.actions.bytes()
            + self.wakes.bytes()
            + self.whiles.bytes()
            + self.log.bytes()
    }
}
