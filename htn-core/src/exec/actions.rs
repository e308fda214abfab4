//! Actions that run, the agents they engage, and what ends with them.

use core::ops;

use super::command_log::LoggedCommand;
use super::engine::Engine;
use super::evaluator::{GameCall, PendingEnd};
use super::indices::{ActionSlot, AgentSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use super::inputs::Inputs;
use super::plan_record::Barrier;
use super::plans::Plans;
#[cfg(feature = "serde")]
use super::saved::{ActionSnapshot, SlotsSnapshot};
use super::slab::{Chain, Link, Reusable, Slab};
use super::status::StepState;
use super::step_info::{FAILURE, FINISH, SENSED, SUCCESS};
use super::view::LivePlan;
use super::world::World;
use crate::model::domain::TaskCode;
use crate::model::error::SearchError;
use crate::model::event::{ActionId, Event, FailureCause, Outcome, Unmet};
use crate::model::plan::StepKind;
use crate::model::pool::Memory;
use crate::store::Store;
use crate::tables::Run;

/// An action that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    pub id: ActionId,
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The tick in which it started.
    pub since: u64,
    /// True if it engages its agents.
    pub engages: bool,
    /// The game has reported how it ended.
    reported: bool,
    /// An agent that it engages left since the last tick.
    agent_left: bool,
    /// The tick in which its `while` condition is checked, if a check is pending.
    while_due: u64,
    /// Its place among the actions of its plan.
    link: Link<ActionSlot>,
    /// The holds that end with it.
    holds: Chain<HoldSlot>,
    /// The plans whose barrier opens when it ends.
    barriers: Chain<PlanSlot>,
}

impl Action {
    const NONE: Action = Action {
        id: ActionId::NONE,
        plan: PlanSlot::new(0),
        step: StepIndex::FIRST,
        since: 0,
        engages: false,
        reported: false,
        agent_left: false,
        while_due: 0,
        link: Link::NONE,
        holds: Chain::EMPTY,
        barriers: Chain::EMPTY,
    };

    /// Returns true if its end was reported since the last tick.
    pub fn is_reported(&self) -> bool {
        self.reported
    }

    /// Returns true if an agent that it engages left since the last tick.
    pub fn lost_agent(&self) -> bool {
        self.agent_left
    }

    /// Returns the first hold that ends with it.
    pub fn first_hold(&self) -> Option<HoldSlot> {
        self.holds.first
    }

    /// Returns the first plan whose barrier opens when it ends.
    pub fn first_barrier(&self) -> Option<PlanSlot> {
        self.barriers.first
    }
}

impl Reusable<ActionSlot> for Action {
    fn next_free(&mut self) -> &mut Option<ActionSlot> {
        &mut self.link.after
    }
}

/// The actions that run.
///
/// Invariant: each is in the chain of its plan, in the order in which they started, and no two have the same number. A slot
/// without an action has the id [`ActionId::NONE`].
#[derive(Clone)]
pub(super) struct RunningActions {
    rows: Slab<ActionSlot, Action>,
    /// The number of the next action.
    next: u64,
}

impl RunningActions {
    pub fn new(capacity: usize, memory: Memory) -> RunningActions {
        RunningActions {
            rows: Slab::new(capacity, memory),
            next: 1,
        }
    }

    /// Returns the slot of an action that runs.
    pub fn find(&self, id: ActionId) -> Option<ActionSlot> {
        let slot = id.slot();
        let action = self.rows.get(slot)?;
        (action.id == id).then_some(slot)
    }

    /// Returns true if an action with such a number has started, whether it runs or not.
    pub fn has_started(&self, id: ActionId) -> bool {
        id.number() < self.next
    }

    /// Returns the actions that run.
    pub fn all(&self) -> impl Iterator<Item = &Action> {
        let slots = (0..self.rows.reached()).map(ActionSlot::new);
        let rows = slots.map(|slot| &self.rows[slot]);
        rows.filter(|action| action.id != ActionId::NONE)
    }

    /// Returns the actions in the chain of a plan.
    pub fn in_plan(&self, plan: Chain<ActionSlot>) -> impl Iterator<Item = ActionSlot> {
        core::iter::successors(plan.first, |slot| self.after(*slot))
    }

    /// Returns the next action of the same plan.
    pub fn after(&self, slot: ActionSlot) -> Option<ActionSlot> {
        self.rows[slot].link.after
    }

    /// Starts an action, which is the last in the chain of its plan.
    pub fn begin(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        since: u64,
        engages: bool,
        in_plan: &mut Chain<ActionSlot>,
    ) -> ActionSlot {
        let slot = self.rows.add(Action {
            plan,
            step,
            since,
            engages,
            ..Action::NONE
        });
        self.rows[slot].id = ActionId::new(self.next, slot);
        self.next += 1;
        in_plan.push(self.rows.rows_mut(), |action| &mut action.link, slot);
        slot
    }

    /// Takes an action out of the chain of its plan. Its slot stays taken until [`RunningActions::free`].
    pub fn unlink(&mut self, slot: ActionSlot, in_plan: &mut Chain<ActionSlot>) {
        in_plan.remove(self.rows.rows_mut(), |action| &mut action.link, slot);
    }

    /// Frees the slot of an action that nothing refers to any more.
    pub fn free(&mut self, slot: ActionSlot) {
        self.rows.give_back(slot, Action::NONE);
    }

    /// Marks an action as reported. Returns true if it was not yet.
    pub fn mark_reported(&mut self, slot: ActionSlot) -> bool {
        !core::mem::replace(&mut self.rows[slot].reported, true)
    }

    /// Marks an action that lost an agent. Returns true if it was not marked yet.
    pub fn mark_agent_left(&mut self, slot: ActionSlot) -> bool {
        !core::mem::replace(&mut self.rows[slot].agent_left, true)
    }

    /// Renumbers the step of an action.
    pub fn renumber(&mut self, slot: ActionSlot, step: StepIndex) {
        self.rows[slot].step = step;
    }

    /// Returns the chain of the holds that end with an action.
    pub fn holds_mut(&mut self, slot: ActionSlot) -> &mut Chain<HoldSlot> {
        &mut self.rows[slot].holds
    }

    /// Sets the tick in which the `while` condition of an action is checked.
    pub fn set_while_due(&mut self, slot: ActionSlot, tick: u64) {
        self.rows[slot].while_due = tick;
    }

    /// Returns the tick and the action by which `while` checks are ordered.
    pub fn while_order(&self, slot: ActionSlot) -> (u64, ActionId) {
        let action = &self.rows[slot];
        (action.while_due, action.id)
    }

    /// Closes the barrier of a plan until an action ends.
    pub fn close_barrier(&mut self, plans: &mut Plans, plan: PlanSlot, barrier: Barrier) {
        plans[plan].barrier = Some(barrier);
        let barriers = &mut self.rows[barrier.action].barriers;
        barriers.push(plans.records_mut(), |plan| &mut plan.barrier_link, plan);
    }

    /// Opens the barrier of a plan. Returns false if it is not closed.
    pub fn open_barrier(&mut self, plans: &mut Plans, plan: PlanSlot) -> bool {
        let Some(barrier) = plans[plan].barrier.take() else {
            return false;
        };
        let barriers = &mut self.rows[barrier.action].barriers;
        barriers.remove(plans.records_mut(), |plan| &mut plan.barrier_link, plan);
        true
    }

    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

#[cfg(feature = "serde")]
impl RunningActions {
    /// Returns which slots have been used, and the actions in the order in which they started.
    pub fn snapshot(&self) -> (SlotsSnapshot<ActionSlot>, alloc::vec::Vec<ActionSnapshot>) {
        let slots = SlotsSnapshot {
            next: self.next,
            free: self.rows.freed(|action| action.link.after).collect(),
        };
        let mut actions: alloc::vec::Vec<_> = self.all().map(Action::snapshot).collect();
        actions.sort_unstable_by_key(|action| action.id);
        (slots, actions)
    }

    /// Returns true if an action is in this slot.
    pub fn is_used(&self, slot: ActionSlot) -> bool {
        let action = self.rows.get(slot);
        action.is_some_and(|action| action.id != ActionId::NONE)
    }

    /// Sets the number of the next action.
    pub fn set_next(&mut self, next: u64) {
        self.next = next;
    }

    /// Sets which slots are free, beside a number of used ones. [`RunningActions::resume`] puts the actions into those.
    pub fn restore_slots(&mut self, free: &[ActionSlot], used: usize) {
        for _ in 0..used + free.len() {
            self.rows.add(Action::NONE);
        }
        for slot in free.iter().rev() {
            self.rows.give_back(*slot, Action::NONE);
        }
    }

    /// Puts an action of a save into its slot.
    fn resume(&mut self, action: &ActionSnapshot, in_plan: &mut Chain<ActionSlot>) {
        let slot = action.id.slot();
        self.rows[slot] = Action {
            id: action.id,
            plan: action.plan,
            step: action.step,
            since: action.since,
            engages: action.engages,
            ..Action::NONE
        };
        in_plan.push(self.rows.rows_mut(), |action| &mut action.link, slot);
    }
}

#[cfg(feature = "serde")]
impl Action {
    fn snapshot(&self) -> ActionSnapshot {
        let Action {
            id,
            plan,
            step,
            since,
            engages,
            // These follow from the calls of the game, the holds and the barriers, or are set again in the next tick.
            reported: _,
            agent_left: _,
            while_due: _,
            link: _,
            holds: _,
            barriers: _,
        } = *self;
        ActionSnapshot {
            id,
            plan,
            step,
            since,
            engages,
        }
    }
}

impl ops::Index<ActionSlot> for RunningActions {
    type Output = Action;
    #[inline]
    fn index(&self, slot: ActionSlot) -> &Action {
        &self.rows[slot]
    }
}

/// How an action ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ActionEnd {
    /// The game says so.
    Reported(Outcome),
    /// `finish_action`.
    Finished,
    /// The executor ends it as a failure, and the plan has to be repaired for it.
    Failed(FailureCause),
    /// The executor ends it as a failure, together with its plan or its part of the plan.
    Stopped,
}

impl ActionEnd {
    fn is_well(self) -> bool {
        matches!(
            self,
            ActionEnd::Finished | ActionEnd::Reported(Outcome::Success)
        )
    }

    /// Returns true if the plan has to be repaired. A `busy false` action that `stop_action` ends has only been cut short:
    /// a repair would start it again.
    fn fails_plan(self, engages: bool) -> bool {
        match self {
            ActionEnd::Failed(FailureCause::Interrupted { .. }) => engages,
            ActionEnd::Failed(_) | ActionEnd::Reported(Outcome::Failure) => true,
            ActionEnd::Reported(Outcome::Success) | ActionEnd::Finished | ActionEnd::Stopped => {
                false
            }
        }
    }

    /// The moments of its effects.
    fn moments(self) -> &'static [usize] {
        if self.is_well() {
            &[FINISH, SUCCESS]
        } else {
            &[FINISH, FAILURE]
        }
    }

    /// Why the step has failed, where it has.
    fn failure(self) -> Option<FailureCause> {
        match self {
            ActionEnd::Reported(Outcome::Success) | ActionEnd::Finished => None,
            ActionEnd::Reported(Outcome::Failure) => Some(FailureCause::Reported),
            ActionEnd::Failed(why) => Some(why),
            ActionEnd::Stopped => Some(FailureCause::Stopped),
        }
    }
}

impl Engine {
    pub fn is_busy(&self, agent: u64) -> bool {
        let agent = self.agents.find(agent);
        agent.is_some_and(|agent| self.agents.busy_with(agent).is_some())
    }

    /// The action that engages the agent, else the last one it started without being engaged that still runs.
    pub(super) fn current_action(&self, agent: AgentSlot) -> Option<ActionSlot> {
        let unengaged = || {
            let mention = self.agents.latest_unengaged(agent)?;
            self.plans.state(mention.plan, mention.step).action
        };
        self.agents.engaged_by(agent).or_else(unengaged)
    }

    pub(super) fn begin_action(&mut self, plan: PlanSlot, step: StepIndex, engages: bool) {
        let now = self.cx.now();
        let in_plan = &mut self.plans[plan].actions;
        let slot = self.actions.begin((plan, step), now, engages, in_plan);
        let id = self.actions[slot].id;
        self.plans[plan].acted = true;
        self.link_action(slot);
        self.log_command(plan, step, id, true);
        self.log_start(plan, step, Some(id));
        self.turns().started(plan, step, now);
        self.engage_agents(slot);
    }

    /// An action is known to its step and to what its `while` depends on.
    fn link_action(&mut self, slot: ActionSlot) {
        let Action { plan, step, .. } = self.actions[slot];
        let row = self.plans.state_mut(plan, step);
        row.status = StepState::Running;
        row.action = Some(slot);
        self.whiles.watch(slot, self.while_inputs(slot));
    }

    /// Resumes an action that ran when it was saved. Its slot is reserved.
    #[cfg(feature = "serde")]
    pub(super) fn resume_action(&mut self, action: &ActionSnapshot) {
        let in_plan = &mut self.plans[action.plan].actions;
        self.actions.resume(action, in_plan);
        self.link_action(action.id.slot());
        self.engage_agents(action.id.slot());
    }

    /// The agents of an action that has started are engaged, or do it beside what they do.
    fn engage_agents(&mut self, slot: ActionSlot) {
        let action = self.actions[slot];
        for number in self.plans.view(action.plan).info(action.step).by() {
            let mention = self.plans.mention(action.plan, action.step, number);
            if action.engages {
                let agent = self.agents.named(mention);
                self.agents.set_engaged(agent, Some(slot));
                self.wakes.agent_taken(agent, &self.agents, &self.plans);
            } else {
                self.agents.begin_unengaged(mention);
            }
        }
    }

    fn release_agents(&mut self, action: &Action) {
        for number in self.plans.view(action.plan).info(action.step).by() {
            let mention = self.plans.mention(action.plan, action.step, number);
            if action.engages {
                let agent = self.agents.named(mention);
                self.agents.set_engaged(agent, None);
                self.wakes.agent_released(agent, &self.agents, &self.plans);
            } else {
                self.agents.end_unengaged(mention);
            }
        }
    }

    fn log_command(&mut self, plan: PlanSlot, step: StepIndex, id: ActionId, start: bool) {
        let view = self.plans.view(plan);
        if let (TaskCode::Task(task), args) = view.task(step) {
            let plan = view.record.id;
            let command = LoggedCommand {
                start,
                id,
                plan,
                task,
            };
            self.log.add_command(self.cx.now(), command, args);
        }
    }

    /// Ends an action.
    pub(super) fn end_action(&mut self, slot: ActionSlot, end: ActionEnd, world: &mut World<'_>) {
        self.eval.begin_ending(slot, end);
        self.resume_ending(world);
    }

    /// Ends the action that is ending: first its effects, which may call on the game, and then all that goes with it.
    pub(super) fn resume_ending(&mut self, world: &mut World<'_>) {
        while let Some(ending) = self.eval.ending_mut()
            && let Some(moment) = ending.end.moments().get(ending.moments)
        {
            // It has come, whatever becomes of its effects.
            ending.moments += 1;
            let Action { plan, step, .. } = self.actions[ending.action];
            self.eval.begin_call(GameCall::End);
            let lost = self.apply_moments(plan, step, &[*moment], world);
            if let Some(ending) = self.eval.ending_mut() {
                ending.lost = ending.lost.or(lost);
            }
        }
        if let Some(ending) = self.eval.take_ending() {
            self.has_ended(ending);
        }
    }

    /// An action has ended, with its effects brought about.
    fn has_ended(&mut self, ending: PendingEnd) {
        let PendingEnd {
            action: slot,
            end,
            lost,
            ..
        } = ending;
        let action = self.actions[slot];
        let (plan, step) = (action.plan, action.step);
        self.actions.unlink(slot, &mut self.plans[plan].actions);
        let inputs = self.while_inputs(slot);
        self.whiles.unwatch(slot, inputs, &self.actions);
        self.release_agents(&action);
        while let Some(hold) = self.actions[slot].first_hold() {
            self.release(hold);
        }
        while let Some(waiting) = self.actions[slot].first_barrier() {
            self.open_barrier(waiting);
        }
        self.actions.free(slot);
        self.wakes.something_ended(&self.plans);
        if !matches!(end, ActionEnd::Reported(_)) {
            self.log_command(plan, step, action.id, false);
        }
        self.step_ended(plan, step, end.is_well());
        let task = self.log_step(plan, step);
        let (number, id) = (step.index(), Some(action.id));
        self.log_event(plan, |tick, plan| match end.failure() {
            None => Event::Finished {
                tick,
                plan,
                step: number,
                task,
                action: id,
                lost,
            },
            Some(why) => Event::Failed {
                tick,
                plan,
                step: number,
                task,
                action: id,
                why,
                lost,
            },
        });
        if end.fails_plan(action.engages) {
            let node = self.plans.step(plan, step).node();
            self.has_failed(plan, Subtree::below(node));
            let reported = matches!(end, ActionEnd::Reported(_));
            self.plans[plan].reported = reported.then_some(step);
            self.plans[plan].lost_agent |= end == ActionEnd::Failed(FailureCause::AgentLeft);
        }
        self.wakes.wake(plan, &self.plans);
    }

    fn step_ended(&mut self, plan: PlanSlot, step: StepIndex, well: bool) {
        let tick = self.now();
        let row = self.plans.state_mut(plan, step);
        row.status = if well {
            StepState::Done
        } else {
            StepState::Failed
        };
        row.action = None;
        row.ended = tick;
        let operator = self.plans.view(plan).info(step).operator;
        let senses = operator.is_some_and(|operator| !operator.writes[SENSED].is_empty());
        let record = &mut self.plans[plan];
        record.wake.set_moved(tick);
        if well && senses {
            record.wake.set_sensed(tick);
        }
    }

    /// Carries out the effects of some moments of a step; those of a moment that does not fit are lost.
    pub(super) fn apply_moments(
        &mut self,
        plan: PlanSlot,
        step: StepIndex,
        moments: &[usize],
        world: &mut World<'_>,
    ) -> Option<SearchError> {
        self.plans.view(plan).apply_moments(step, moments, world)
    }

    /// The finishes that the game reported, in the order of its calls.
    pub(super) fn take_reports(&mut self, world: &mut World<'_>) {
        for at in 0..self.inbox.reports().len() {
            let (slot, outcome) = self.inbox.reports()[at];
            if self.actions[slot].is_reported() {
                self.end_action(slot, ActionEnd::Reported(outcome), world);
            }
        }
        self.inbox.clear_reports();
    }

    /// What the `while` condition of an action depends on; nothing where it has none.
    fn while_inputs(&self, slot: ActionSlot) -> Inputs {
        let action = &self.actions[slot];
        match self.plans.step(action.plan, action.step).kind {
            StepKind::Operator(id) => self.cx.inputs().whiles[usize::from(id.0)],
            StepKind::Add(_) | StepKind::Delete(_) => Inputs::NONE,
        }
    }

    /// Ends the actions whose `while` condition no longer holds. Each is checked once, in the order in which they started.
    pub(super) fn check_whiles(&mut self, world: &mut World<'_>) {
        if self.whiles.is_empty() {
            return;
        }
        self.whiles.begin();
        self.notice_facts(world.store);
        let now = self.cx.now();
        self.whiles.notice(Inputs::GAME, &mut self.actions, now);
        while let Some(slot) = self.whiles.next(&self.actions, now) {
            let broken = self.broken_while(slot, world);
            self.whiles.clear_check(slot, &self.actions);
            if let Some(why) = broken {
                self.end_action(slot, ActionEnd::Failed(why), world);
                self.notice_facts(world.store);
            }
        }
        self.whiles.end();
    }

    /// Wakes everything that depends on facts which have changed.
    pub(super) fn notice_facts(&mut self, store: &Store) {
        let changed = self.wakes.notice_facts(store, &self.plans);
        if changed != Inputs::NONE {
            let now = self.cx.now();
            self.whiles.notice(changed, &mut self.actions, now);
        }
    }

    /// Why an action can't go on.
    fn broken_while(&mut self, slot: ActionSlot, world: &mut World<'_>) -> Option<FailureCause> {
        self.eval.begin_call(GameCall::While(self.actions[slot].id));
        let action = &self.actions[slot];
        let plan = self.plans.view(action.plan);
        let operator = plan.info(action.step).operator?;
        let check = operator.during.as_ref()?;
        // Without a context the condition is not evaluated, and the action continues.
        if check.asks_game && world.host.is_absent() {
            return None;
        }
        let frame = plan.frame(action.step);
        match world.ask(check.entry, check.frame, frame) {
            Ok(true) => return None,
            Ok(false) => {}
            Err(full) => return Some(FailureCause::Full(full)),
        }
        self.eval.set_frame(frame);
        // Those of the `while` stand behind those of the precondition.
        let Run { at, len } = operator.pieces;
        let before = len.saturating_sub(operator.while_pieces);
        let pieces = Run {
            at: at + u32::from(before),
            len: operator.while_pieces,
        };
        let blamed = self.find_failed_conjunct(pieces, world).unwrap_or(check);
        let unmet = Unmet::new(self.cx.tables(), blamed, &self.eval.frame);
        Some(FailureCause::While(unmet))
    }

    /// Ends the actions of a part of a plan as failures, and opens the holds and the barrier of the steps there.
    pub(super) fn stop(&mut self, plan: PlanSlot, part: Subtree, world: &mut World<'_>) {
        let mut next = self.plans[plan].actions.first;
        while let Some(slot) = next {
            next = self.actions.after(slot);
            if self.plans.view(plan).is_in(self.actions[slot].step, part) {
                self.end_action(slot, ActionEnd::Stopped, world);
            }
        }
        let mut next = self.plans[plan].holds.first;
        while let Some(slot) = next {
            next = self.agents.after(slot);
            if self
                .plans
                .view(plan)
                .is_in(self.agents.hold(slot).step, part)
            {
                self.release(slot);
            }
        }
        let barrier = self.plans[plan].barrier;
        if barrier.is_some_and(|barrier| self.plans.view(plan).is_in(barrier.step, part)) {
            self.open_barrier(plan);
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
        let in_plan = &mut self.plans[plan].holds;
        let of_action = self.actions.holds_mut(action);
        self.agents
            .add_hold((plan, step), agent, action, in_plan, of_action);
        self.wakes.agent_taken(agent, &self.agents, &self.plans);
    }

    /// Ends a hold.
    pub(super) fn release(&mut self, slot: HoldSlot) {
        let hold = *self.agents.hold(slot);
        let in_plan = &mut self.plans[hold.plan].holds;
        let of_action = self.actions.holds_mut(hold.action);
        self.agents.remove_hold(slot, in_plan, of_action);
        let wakes = &mut self.wakes;
        wakes.agent_released(hold.agent, &self.agents, &self.plans);
        wakes.something_ended(&self.plans);
        wakes.wake(hold.plan, &self.plans);
    }

    /// Opens the barrier of a plan, if it is closed.
    pub(super) fn open_barrier(&mut self, plan: PlanSlot) {
        if self.actions.open_barrier(&mut self.plans, plan) {
            self.wakes.wake(plan, &self.plans);
        }
    }
}

impl LivePlan<'_> {
    /// Applies the effects of some moments of a step. The effects of a moment that does not fit are lost.
    pub(super) fn apply_moments(
        self,
        step: StepIndex,
        moments: &[usize],
        world: &mut World<'_>,
    ) -> Option<SearchError> {
        let info = self.info(step);
        let operator = info.operator?;
        let mut lost = None;
        for &moment in moments {
            if operator.writes[moment].is_empty() {
                continue;
            }
            if operator.moment_asks_game(moment) && world.host.skips(operator.task) {
                continue;
            }
            let (entry, size) = (operator.moments[moment], info.size);
            let done = world.carry_out(entry, size, self.frame(step));
            world.commit();
            lost = lost.or(done.err());
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::super::while_checks::WhileChecks;
    use super::*;
    use crate::tables::Tables;

    #[test]
    fn ids_are_not_reused_with_their_slots() {
        let mut actions = RunningActions::new(2, Memory::Reserved);
        let (mut chain, at) = (Chain::EMPTY, (PlanSlot::new(0), StepIndex::FIRST));
        let first = actions.begin(at, 1, true, &mut chain);
        let second = actions.begin(at, 1, false, &mut chain);
        let id = actions[first].id;
        assert!(actions.in_plan(chain).eq([first, second]));
        actions.unlink(first, &mut chain);
        actions.free(first);
        let third = actions.begin(at, 2, true, &mut chain);
        assert_eq!((third, actions.find(id)), (first, None));
        assert!(actions.has_started(id) && actions.in_plan(chain).eq([second, third]));
        assert_eq!(actions.all().count(), 2);
    }

    #[test]
    fn while_checks_go_in_order_and_once_per_tick() {
        let mut actions = RunningActions::new(4, Memory::Reserved);
        let mut checks = WhileChecks::new(&Tables::EMPTY, 4, Memory::Reserved);
        let (mut chain, at) = (Chain::EMPTY, (PlanSlot::new(0), StepIndex::FIRST));
        let slots: Vec<_> = (0..3)
            .map(|_| actions.begin(at, 1, true, &mut chain))
            .collect();
        slots
            .iter()
            .for_each(|slot| checks.watch(*slot, Inputs::GAME));
        checks.begin();
        checks.notice(Inputs::GAME, &mut actions, 7);
        let mut checked = Vec::new();
        while let Some(slot) = checks.next(&actions, 7) {
            checked.push(slot);
            checks.clear_check(slot, &actions);
            // A change after its turn is for the next tick.
            checks.notice(Inputs::GAME, &mut actions, 7);
        }
        assert_eq!(checked, slots);
        checks.end();
        checks.begin();
        assert_eq!(checks.next(&actions, 8), Some(slots[0]));
        checks.unwatch(slots[0], Inputs::GAME, &actions);
        assert_eq!(checks.next(&actions, 8), Some(slots[1]));
    }
}
