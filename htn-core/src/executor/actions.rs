//! Actions that run, the agents they engage, and what ends with them.

use super::command_log::LoggedCommand;
use super::engine::Engine;
use super::indices::{ActionSlot, AgentSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use super::inputs::Inputs;
use super::live::StepStatus;
use super::panics::{Asking, Ending};
use super::slab::{Chain, Link, Reusable, Slab};
use super::step_info::{FAILURE, FINISH, SENSED, SUCCESS};
use super::view::PlanView;
use super::world::World;
use crate::domain::TaskCode;
use crate::error::SearchError;
use crate::event::{ActionId, Event, FailureCause, Outcome, Unmet};
use crate::plan::StepKind;
use crate::tables::Run;

/// An action that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    pub id: ActionId,
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The tick in which it started.
    pub since: u64,
    /// Whether it engages its agents.
    pub engages: bool,
    /// The game has said how it ended.
    pub reported: bool,
    /// An agent that it engages left since the last tick.
    pub agent_left: bool,
    /// The tick in which its `while` condition is to be looked at, where it is among those.
    while_due: u64,
    /// Its place among the actions of its plan.
    pub(super) link: Link<ActionSlot>,
    /// The holds that end with it.
    pub(super) holds: Chain<HoldSlot>,
    /// The plans whose barrier opens when it ends.
    pub(super) barriers: Chain<PlanSlot>,
}

impl Action {
    pub(super) const NONE: Action = Action {
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
}

impl Reusable<ActionSlot> for Action {
    fn next_free(&mut self) -> &mut Option<ActionSlot> {
        &mut self.link.after
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
        match self.is_well() {
            true => &[FINISH, SUCCESS],
            false => &[FINISH, FAILURE],
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

/// In which order `while` conditions are looked at.
fn by_while_turn(
    actions: &Slab<ActionSlot, Action>,
) -> impl Fn(ActionSlot, ActionSlot) -> bool + '_ {
    |a, b| {
        let (a, b) = (&actions[a], &actions[b]);
        (a.while_due, a.id) < (b.while_due, b.id)
    }
}

impl Engine {
    pub fn is_busy(&self, agent: u64) -> bool {
        let agent = self.agents.find(agent);
        agent.is_some_and(|agent| self.agents.get(agent).is_busy())
    }

    /// Where an action is, as long as it runs.
    pub fn find_action(&self, id: ActionId) -> Option<ActionSlot> {
        let slot = id.slot();
        let action = self.actions.get(slot)?;
        (action.id == id).then_some(slot)
    }

    /// The action that engages the agent, else the last one it started without being engaged that still runs.
    pub(super) fn current_action(&self, agent: AgentSlot) -> Option<ActionSlot> {
        let unengaged = || {
            let mention = self.agents.latest_unengaged(agent)?;
            self.plans.step(mention.plan, mention.step).action
        };
        self.agents.get(agent).engaged_by.or_else(unengaged)
    }

    pub(super) fn begin_action(&mut self, plan: PlanSlot, step: StepIndex, engages: bool) {
        let slot = self.actions.add(Action {
            plan,
            step,
            since: self.now(),
            engages,
            ..Action::NONE
        });
        let id = ActionId::new(self.next_action, slot);
        self.next_action += 1;
        self.actions[slot].id = id;
        self.plans[plan].acted = true;
        self.link_action(slot);
        self.log_command(plan, step, id, true);
        self.log_start(plan, step, Some(id));
        self.started(plan, step);
        self.engage_agents(slot);
    }

    /// An action is known to its plan, to its step and to what its `while` depends on.
    fn link_action(&mut self, slot: ActionSlot) {
        let Action { plan, step, .. } = self.actions[slot];
        let actions = self.actions.rows_mut();
        let chain = &mut self.plans[plan].actions;
        chain.push(actions, |action| &mut action.link, slot);
        let row = self.plans.step_mut(plan, step);
        row.status = StepStatus::Running;
        row.action = Some(slot);
        let inputs = self.while_inputs(slot);
        if inputs != Inputs::NONE {
            self.action_watchers.change(slot, Inputs::NONE, inputs);
        }
    }

    /// An action that was saved while it ran. Its place is kept for it.
    #[cfg(feature = "serde")]
    pub(super) fn resume_action(
        &mut self,
        id: ActionId,
        plan: PlanSlot,
        step: StepIndex,
        since: u64,
        engages: bool,
    ) {
        let slot = id.slot();
        self.actions[slot] = Action {
            id,
            plan,
            step,
            since,
            engages,
            ..Action::NONE
        };
        self.link_action(slot);
        self.engage_agents(slot);
    }

    /// The agents of an action that has started are engaged, or do it beside what they do.
    fn engage_agents(&mut self, slot: ActionSlot) {
        let action = self.actions[slot];
        for number in self.plans.view(action.plan).info(action.step).by() {
            let mention = self.plans.mention(action.plan, action.step, number);
            if action.engages {
                let agent = self.agents.mention(mention).agent;
                self.agents.get_mut(agent).engaged_by = Some(slot);
                self.agent_is_taken(agent);
            } else {
                self.agents.begin_unengaged(mention);
            }
        }
    }

    fn release_agents(&mut self, action: &Action) {
        for number in self.plans.view(action.plan).info(action.step).by() {
            let mention = self.plans.mention(action.plan, action.step, number);
            if action.engages {
                let agent = self.agents.mention(mention).agent;
                self.agents.get_mut(agent).engaged_by = None;
                self.agent_is_released(agent);
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
            self.log.add_command(self.clock.now(), command, args);
        }
    }

    /// Ends an action.
    pub(super) fn end_action(&mut self, slot: ActionSlot, end: ActionEnd, world: &mut World<'_>) {
        self.ending = Some(Ending {
            action: slot,
            end,
            moments: 0,
            lost: None,
        });
        self.go_on_ending(world);
    }

    /// Ends the action that is ending: first its effects, which may call on the game, and then all that goes with it.
    pub(super) fn go_on_ending(&mut self, world: &mut World<'_>) {
        while let Some(ending) = &mut self.ending
            && let Some(moment) = ending.end.moments().get(ending.moments)
        {
            // It has come, whatever becomes of its effects.
            ending.moments += 1;
            let Action { plan, step, .. } = self.actions[ending.action];
            self.interruption.asking = Asking::End;
            let lost = self.apply_moments(plan, step, &[*moment], world);
            if let Some(ending) = &mut self.ending {
                ending.lost = ending.lost.or(lost);
            }
        }
        if let Some(ending) = self.ending.take() {
            self.has_ended(ending);
        }
    }

    /// An action has ended, with its effects brought about.
    fn has_ended(&mut self, ending: Ending) {
        let Ending {
            action: slot,
            end,
            lost,
            ..
        } = ending;
        let action = self.actions[slot];
        let (plan, step) = (action.plan, action.step);
        let actions = self.actions.rows_mut();
        let chain = &mut self.plans[plan].actions;
        chain.remove(actions, |action| &mut action.link, slot);
        let inputs = self.while_inputs(slot);
        if inputs != Inputs::NONE {
            self.action_watchers.change(slot, inputs, Inputs::NONE);
            self.trust(slot);
        }
        self.release_agents(&action);
        while let Some(hold) = self.actions[slot].holds.first {
            self.release(hold);
        }
        while let Some(waiting) = self.actions[slot].barriers.first {
            self.open_barrier(waiting);
        }
        self.actions.give_back(slot, Action::NONE);
        self.something_ended();
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
            let node = self.plans.step(plan, step).node;
            self.has_failed(plan, Subtree::below(node));
            let reported = matches!(end, ActionEnd::Reported(_));
            self.plans[plan].reported = reported.then_some(step);
            self.plans[plan].lost_agent |= end == ActionEnd::Failed(FailureCause::AgentLeft);
        }
        self.wake(plan);
    }

    fn step_ended(&mut self, plan: PlanSlot, step: StepIndex, well: bool) {
        let tick = self.now();
        let row = self.plans.step_mut(plan, step);
        row.status = match well {
            true => StepStatus::Done,
            false => StepStatus::Failed,
        };
        row.action = None;
        row.ended = tick;
        let operator = self.plans.view(plan).info(step).operator;
        let senses = operator.is_some_and(|operator| !operator.writes[SENSED].is_empty());
        let record = &mut self.plans[plan];
        record.moved = tick;
        if well && senses {
            record.sensed = tick;
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
        for at in 0..self.reports.len() {
            let (slot, outcome) = self.reports[at];
            if self.actions[slot].reported {
                self.end_action(slot, ActionEnd::Reported(outcome), world);
            }
        }
        self.reports.clear();
    }

    /// What the `while` condition of an action depends on; nothing where it has none.
    fn while_inputs(&self, slot: ActionSlot) -> Inputs {
        let action = &self.actions[slot];
        match self.plans.step(action.plan, action.step).kind {
            StepKind::Operator(id) => self.inputs_of.whiles[usize::from(id.0)],
            StepKind::Add(_) | StepKind::Delete(_) => Inputs::NONE,
        }
    }

    /// The `while` conditions that depend on what has changed are to be looked at: in this tick, where their turn has not
    /// gone by.
    pub(super) fn suspect_watching(&mut self, changed: Inputs) {
        if self.action_watchers.is_empty() {
            return;
        }
        let (now, turn) = (self.now(), self.while_turn);
        let reached = self.actions.reached();
        for slot in self.action_watchers.of(changed, reached) {
            let action: &mut Action = &mut self.actions[slot];
            let comes = turn.is_some_and(|turn| turn < action.id);
            action.while_due = now + u64::from(!comes);
            self.suspects.put(slot, by_while_turn(&self.actions));
        }
    }

    /// The `while` condition of an action need not be looked at.
    fn trust(&mut self, slot: ActionSlot) {
        self.suspects.remove(slot, by_while_turn(&self.actions));
    }

    /// Ends the actions whose `while` condition no longer holds. They are looked at in the order in which they started, each
    /// once.
    pub(super) fn look_at_whiles(&mut self, world: &mut World<'_>) {
        if self.action_watchers.is_empty() {
            return;
        }
        self.while_turn = Some(ActionId::NONE);
        self.notice_facts(world.store);
        self.suspect_watching(Inputs::GAME);
        while let Some(slot) = self.suspects.first()
            && self.actions[slot].while_due <= self.now()
        {
            self.while_turn = Some(self.actions[slot].id);
            let broken = self.broken_while(slot, world);
            self.trust(slot);
            if let Some(why) = broken {
                self.end_action(slot, ActionEnd::Failed(why), world);
                self.notice_facts(world.store);
            }
        }
        self.while_turn = None;
    }

    /// Why an action can't go on.
    fn broken_while(&mut self, slot: ActionSlot, world: &mut World<'_>) -> Option<FailureCause> {
        self.interruption.asking = Asking::While(self.actions[slot].id);
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
        self.frame.clear();
        self.frame.extend_from_slice(frame);
        // Those of the `while` stand behind those of the precondition.
        let Run { at, len } = operator.pieces;
        let before = len.saturating_sub(operator.while_pieces);
        let pieces = Run {
            at: at + u32::from(before),
            len: operator.while_pieces,
        };
        let blamed = self.blame(pieces, world).unwrap_or(check);
        let unmet = Unmet::new(self.tables, blamed, &self.frame);
        Some(FailureCause::While(unmet))
    }

    /// Ends the actions of a part of a plan as failures, and opens the holds and the barrier of the steps there.
    pub(super) fn stop(&mut self, plan: PlanSlot, part: Subtree, world: &mut World<'_>) {
        let mut next = self.plans[plan].actions.first;
        while let Some(slot) = next {
            let action = self.actions[slot];
            next = action.link.after;
            if self.plans.view(plan).is_in(action.step, part) {
                self.end_action(slot, ActionEnd::Stopped, world);
            }
        }
        let mut next = self.plans[plan].holds.first;
        while let Some(slot) = next {
            let hold = self.holds[slot];
            next = hold.in_plan.after;
            if self.plans.view(plan).is_in(hold.step, part) {
                self.release(slot);
            }
        }
        let barrier = self.plans[plan].barrier;
        if barrier.is_some_and(|barrier| self.plans.view(plan).is_in(barrier.step, part)) {
            self.open_barrier(plan);
        }
    }
}

impl PlanView<'_> {
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
            world.let_stand();
            lost = lost.or(done.err());
        }
        lost
    }
}
