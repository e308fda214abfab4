//! Evaluates the conditions of steps, and finds out whether a step whose conditions do not hold can wait.

pub(super) mod ancestor_cache;
pub(super) mod evaluator;

use super::indices::{PlanSlot, StepIndex};
use super::live::LiveState;
use super::setup::TickContext;
use super::status::StepState;
use super::world::World;
use crate::exec::evaluation::evaluator::{Evaluator, GameCall};
use crate::exec::plans::step_info::{START, StepInfo};
use crate::exec::plans::view::LivePlan;
use crate::exec::plans::wait::Wait;
use crate::exec::wake::inputs::Inputs;
use crate::model::domain::TaskCode;
use crate::model::error::SearchError;
use crate::model::event::{FailureCause, Unmet};
use crate::model::plan::{NodeRecord, StepKind};
use crate::tables::{FactVerb, RelId, Undo};

/// Why a step or a group does not start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Blocked {
    /// It may start later.
    Waits(Wait),
    /// There is nothing to wait for: this step of it has failed.
    Fails { step: StepIndex, why: FailureCause },
}

/// The evaluation of the conditions and effects of one plan.
///
/// Invariant: every call of the game is recorded in the evaluator before it is made, and every condition that is evaluated
/// adds its inputs to the summary of the visit. The frame of the evaluator has the values of the step that was evaluated
/// last.
pub(super) struct Evaluation<'e, 'w> {
    pub cx: &'e TickContext,
    pub live: &'e mut LiveState,
    pub eval: &'e mut Evaluator,
    pub world: &'e mut World<'w>,
    pub slot: PlanSlot,
}

impl Evaluation<'_, '_> {
    #[inline]
    pub fn plan(&self) -> LivePlan<'_> {
        self.live.plans.view(self.slot)
    }

    /// Checks the conditions of all steps of a group, each after the effects of the steps before it. Changes no facts.
    pub fn check_group(&mut self, lead: StepIndex) -> Result<(), Blocked> {
        let group = self.plan().group(lead);
        if group.clone().nth(1).is_none() {
            return self.check(lead, lead);
        }
        let mut result = Ok(());
        for step in group {
            result = self.check(step, lead).and_then(|()| self.apply_start(step));
            if result.is_err() {
                break;
            }
        }
        self.world.rollback();
        result
    }

    /// Applies the start of all steps of a group, without committing it.
    ///
    /// If `store_frames` is set, stores the values that each step starts with and returns false. Otherwise returns true if
    /// any of them differ from the planned values.
    pub fn apply_group(&mut self, lead: StepIndex, store_frames: bool) -> Result<bool, Blocked> {
        let mut differs = false;
        for step in self.plan().group(lead) {
            let hash_before = self.world.store.hash();
            let checked = self.check(step, lead);
            if matches!(checked, Err(Blocked::Waits(_))) && step != lead {
                // The wait also depends on the inputs of the effects before it, which the tables do not list.
                self.eval.depends_on(Inputs::ANYTHING);
            }
            checked?;
            self.apply_start(step)?;
            if store_frames {
                self.store_frame(step);
            } else {
                differs |= !self.plan().frame(step).starts_with(&self.eval.frame);
            }
            let changed = self.world.store.hash() != hash_before;
            self.live.plans.state_mut(self.slot, step).undo.changed = changed;
        }
        Ok(differs)
    }

    /// Checks the conditions of one step of the group that begins at `lead`. Afterwards, the frame of the evaluator has the
    /// values that the step would start with.
    pub fn check(&mut self, step: StepIndex, lead: StepIndex) -> Result<(), Blocked> {
        self.eval.begin_call(GameCall::Step(self.slot, step));
        let mut wait = Wait::None;
        let failed = match self.check_ancestors(step, &mut wait) {
            None => self.check_protections(step, &mut wait),
            failed => failed,
        };
        let failed = match failed {
            None => self.check_precondition(step, lead, &mut wait),
            failed => failed,
        };
        match failed {
            Some(why) => Err(Blocked::Fails { step, why }),
            None if wait == Wait::None => Ok(()),
            None => Err(Blocked::Waits(wait)),
        }
    }

    /// Checks the conditions of the branches above an external step. Returns why the step fails, if it does.
    fn check_ancestors(&mut self, step: StepIndex, wait: &mut Wait) -> Option<FailureCause> {
        let plan = self.plan();
        if !plan.info(step).is_external() || !self.cx.has_agents() {
            return None;
        }
        let mut above = plan.step(step).node();
        let mut path = self.begin_path(step);
        let mut failed = None;
        while let Some(&node) = self.plan().node(above)
            && failed.is_none()
            && !path.reaches_known(self.plan(), above)
        {
            above = node.parent();
            failed = self.check_branch(step, &node, wait);
        }
        let holds = failed.is_none() && *wait == Wait::None;
        self.end_path(step, &path, holds);
        failed
    }

    /// Checks the conditions of the branch of one node above a step.
    fn check_branch(
        &mut self,
        step: StepIndex,
        node: &NodeRecord,
        wait: &mut Wait,
    ) -> Option<FailureCause> {
        let branch = self.plan().branch(node)?;
        for number in 0..usize::from(branch.checks.len) {
            let plan = self.live.plans.view(self.slot);
            let at = branch.checks.at as usize + number;
            let check = &self.cx.tables().checks[at];
            let frame = plan.node_frame(node);
            // A fact is looked up faster than whether it is expected.
            let fact_holds = self.world.fact_holds(check, frame);
            if !fact_holds && !plan.expects(step, node, number, |_| true) {
                continue;
            }
            self.eval.depends_on(self.cx.inputs().checks[at]);
            if fact_holds {
                continue;
            }
            let answer = self.world.evaluate(check.entry, check.frame, frame);
            if answer == Ok(true) {
                continue;
            }
            let unmet = Unmet::new(self.cx.tables(), check, frame);
            let why = self.classify_failure(step, answer, unmet, check.reads, wait);
            if why.is_some() {
                return why;
            }
        }
        None
    }

    /// Checks that the facts that the plan protects are there before an external step.
    fn check_protections(&mut self, step: StepIndex, wait: &mut Wait) -> Option<FailureCause> {
        let tables = self.cx.tables();
        if !tables.protects() || !self.plan().info(step).is_external() {
            return None;
        }
        for protect in (0..step.index()).map(StepIndex::new) {
            let plan = self.live.plans.view(self.slot);
            let Some(at) = plan.expected_protection(protect, step) else {
                continue;
            };
            let check = &tables.checks[at];
            self.eval.depends_on(self.cx.inputs().checks[at]);
            let fact = plan.frame(protect);
            let answer = self.world.evaluate(check.entry, check.frame, fact);
            if answer == Ok(true) {
                continue;
            }
            let unmet = Unmet::new(tables, check, fact);
            let why = self.classify_failure(step, answer, unmet, check.reads, wait);
            if why.is_some() {
                return why;
            }
        }
        None
    }

    /// Checks the step's own precondition: first for the planned solution, then for any.
    fn check_precondition(
        &mut self,
        step: StepIndex,
        lead: StepIndex,
        wait: &mut Wait,
    ) -> Option<FailureCause> {
        let plan = self.live.plans.view(self.slot);
        self.eval.set_frame(plan.frame(step));
        let info = plan.info(step);
        let operator = info.operator?;
        let check = operator.holds.as_ref()?;
        if let StepKind::Operator(id) = plan.step(step).kind {
            let inputs = self.cx.inputs().preconditions[usize::from(id.0)];
            self.eval.depends_on(inputs);
        }
        let world = &mut *self.world;
        let answer = self.eval.ask_precondition(operator, info.size, world);
        if answer == Ok(true) {
            return None;
        }
        let tables = self.cx.tables();
        let found = self
            .eval
            .find_failed_conjunct(operator.pieces, answer, tables, world);
        let unmet = Unmet::new(tables, found.unwrap_or(check), &self.eval.frame);
        // The steps of a group do not wait for one another.
        self.classify_failure(lead.min(step), answer, unmet, check.reads, wait)
    }

    /// Records in `wait` what can still make a condition hold, or returns why the step fails if nothing can. Only steps
    /// before `before` count.
    fn classify_failure(
        &mut self,
        before: StepIndex,
        answer: Result<bool, SearchError>,
        unmet: Unmet,
        reads: &[RelId],
        wait: &mut Wait,
    ) -> Option<FailureCause> {
        if let Err(SearchError::Pending { .. }) = answer {
            if *wait == Wait::None {
                *wait = Wait::Answer { condition: unmet };
            }
            return None;
        }
        let Some(found) = self.awaited(before, unmet, reads) else {
            return Some(match answer {
                Ok(_) => FailureCause::Condition(unmet),
                Err(full) => FailureCause::Full(full),
            });
        };
        if let Wait::Sensors { until, .. } = found {
            self.eval.summary.sensors_until = self.eval.summary.sensors_until.min(until);
        }
        if *wait == Wait::None {
            *wait = found;
        }
        None
    }

    /// Returns what may still make a condition hold for the step `before`.
    fn awaited(&mut self, before: StepIndex, condition: Unmet, reads: &[RelId]) -> Option<Wait> {
        let open = self.live.plans.first_open(self.slot);
        let plan = self.plan();
        let writes =
            |step: &StepIndex| !plan.state(*step).has_ended() && plan.info(*step).writes(reads);
        // The step that it waited for last time is still the first one if it has not ended.
        if let Wait::Effect {
            step,
            condition: former,
        } = plan.state(before).wait
            && former == condition
            && writes(&step)
        {
            return Some(Wait::Effect { step, condition });
        }
        let mut earlier = plan.all().take(before.index()).skip(open.index());
        if let Some(step) = earlier.find(writes) {
            return Some(Wait::Effect { step, condition });
        }
        if !self.cx.waits_for_sensors(plan.record.wake.sensed()) {
            return None;
        }
        let reported = plan.all().take(before.index()).filter(|step| {
            let state = plan.state(*step);
            state.status == StepState::Done
                && self.cx.waits_for_sensors(state.ended)
                && plan.info(*step).senses(reads)
        });
        let ended = reported.map(|step| plan.state(step).ended).max()?;
        let until = ended + u64::from(self.cx.settings.sensor_timeout);
        Some(Wait::Sensors { until, condition })
    }

    /// Applies the effects of a step that starts with the values in the frame of the evaluator.
    #[inline]
    pub fn apply_start(&mut self, step: StepIndex) -> Result<(), Blocked> {
        self.eval.begin_call(GameCall::Step(self.slot, step));
        let info = self.plan().info(step);
        let applied = info.apply_start(&self.eval.frame, self.world);
        applied.map_err(|full| Blocked::Fails {
            step,
            why: FailureCause::Full(full),
        })
    }

    /// Stores the values in the frame of the evaluator as those that the step starts with.
    pub fn store_frame(&mut self, step: StepIndex) {
        let frame = &self.eval.frame;
        let words = self.live.plans.frame_mut(self.slot, step, frame.len());
        words.copy_from_slice(frame);
    }

    /// Returns true if the action of a step would engage its agents, given the values in the frame of the evaluator.
    pub fn would_engage(&mut self, step: StepIndex) -> bool {
        self.eval.begin_call(GameCall::Step(self.slot, step));
        let operator = self.plan().info(step).operator;
        let busy = operator.and_then(|operator| operator.busy);
        busy.is_none_or(|test| self.world.host.test(test, &self.eval.frame))
    }

    /// Works out the arguments of the `undo` of a step whose effects were applied, if it has one and changed a fact.
    pub fn prepare_undo(&mut self, step: StepIndex) {
        let plan = self.plan();
        let changed = plan.state(step).undo.changed;
        let undo = plan.info(step).undo().filter(|_| changed);
        let known = undo.is_some_and(|undo| self.work_out_undo(step, undo));
        self.live.plans.state_mut(self.slot, step).undo.known = known;
    }

    /// Stores the arguments of the `undo` of a step. Returns false if they can't be worked out.
    fn work_out_undo(&mut self, step: StepIndex, undo: Undo) -> bool {
        self.eval.begin_call(GameCall::Step(self.slot, step));
        let plan = self.live.plans.view(self.slot);
        let (size, frame) = (plan.info(step).size, plan.frame(step));
        if self.world.evaluate(undo.entry, size, frame) != Ok(true) {
            return false;
        }
        let slots = &self.cx.tables().slots[undo.args.at as usize..][..usize::from(undo.args.len)];
        let values = self.world.solution(size);
        let (at, block) = (plan.state(step).undo_words(), plan.record.block);
        let words = self.live.plans.arena.words_mut(&block, at, slots.len());
        for (word, slot) in words.iter_mut().zip(slots) {
            *word = values[slot.0 as usize];
        }
        true
    }
}

impl LivePlan<'_> {
    /// Returns the check of a fact that a `protect` protects before a step, if the plan expects the fact there: unless a
    /// step after the `release` has overtaken the step and has an effect on the predicate.
    fn expected_protection(self, protect: StepIndex, step: StepIndex) -> Option<usize> {
        let (FactVerb::Protect, rel) = self.protection(protect)? else {
            return None;
        };
        let before = |end: StepIndex| self.all().take(end.index());
        if !self.leave_protected(protect, before(step)) {
            return None;
        }
        let later = step.index() + 1..self.record.turns.reached.index();
        let mut overtook = later
            .map(StepIndex::new)
            .filter(|later| self.state(*later).has_started() && self.info(*later).writes(&[rel]));
        if overtook.any(|later| !self.leave_protected(protect, before(later))) {
            return None;
        }
        let of = self.tables.protected_checks();
        let place = of.iter().position(|check| check.reads == [rel])?;
        Some(self.tables.protected.at as usize + place)
    }

    /// Returns true if the planner expects a check of a node to hold before a step, and after those later steps that have
    /// overtaken it and that `counts` selects.
    pub(super) fn expects(
        self,
        step: StepIndex,
        node: &NodeRecord,
        check: usize,
        counts: impl Fn(StepIndex) -> bool,
    ) -> bool {
        let holds = |rank: u32| self.holds_after(node, check, rank as usize);
        if !holds(self.step(step).rank) {
            return false;
        }
        let later = step.index() + 1..self.record.turns.reached.index();
        let mut overtook = later.map(StepIndex::new).filter(|later| {
            let absorbed = self.step(*later).is_absorbed();
            self.state(*later).has_started() && !absorbed && counts(*later)
        });
        overtook.all(|later| holds(self.step(later).rank + 1))
    }
}

impl StepInfo {
    /// Applies the effects of a step that starts with these values.
    pub(super) fn apply_start(
        self,
        frame: &[u64],
        world: &mut World<'_>,
    ) -> Result<(), SearchError> {
        let World { store, machine, .. } = &mut *world;
        match (self.code, self.operator) {
            (TaskCode::Fact(verb, rel), _) => machine.change(store, rel, frame, verb),
            (TaskCode::Task(_), Some(operator)) if !operator.writes[START].is_empty() => {
                let entry = operator.moments[START];
                world.carry_out(entry, self.size, frame)
            }
            (TaskCode::Task(_), _) => Ok(()),
        }
    }
}
