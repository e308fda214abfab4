//! Whether the conditions of a step hold, and where they don't, whether there is anything to wait for.

use super::engine::Engine;
use super::evaluator::GameCall;
use super::indices::{PlanSlot, StepIndex};
use super::status::StepState;
use super::step_info::{START, StepInfo};
use super::wait::Wait;
use super::world::World;
use crate::model::domain::TaskCode;
use crate::model::error::SearchError;
use crate::model::event::{FailureCause, Unmet};
use crate::model::plan::{NodeRecord, StepKind};
use crate::tables::{Check, OperatorRow, RelId, Run};

/// What the conditions of a step, or of a group, say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ConditionVerdict {
    /// They hold.
    Holds,
    /// They don't yet.
    Waits(Wait),
    /// They don't, and there is nothing to wait for: the step has failed.
    Fails { step: StepIndex, why: FailureCause },
}

impl Engine {
    /// The conditions of all the steps of a group, each with the effects of those before it. Changes nothing.
    pub(super) fn group_verdict(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> ConditionVerdict {
        let group = self.plans.view(slot).group(lead);
        if group.clone().nth(1).is_none() {
            return self.verdict(slot, lead, lead, world);
        }
        let mut verdict = ConditionVerdict::Holds;
        for step in group {
            verdict = self.verdict(slot, step, lead, world);
            if verdict == ConditionVerdict::Holds
                && let Err(full) = self.apply_start(slot, step, world)
            {
                let why = FailureCause::Full(full);
                verdict = ConditionVerdict::Fails { step, why };
            }
            if verdict != ConditionVerdict::Holds {
                break;
            }
        }
        world.rollback();
        verdict
    }

    /// The conditions of one step of the group that begins at `lead`. The values that it would start with are in `frame`
    /// afterwards.
    pub(super) fn verdict(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> ConditionVerdict {
        self.eval.begin_call(GameCall::Step(slot, step));
        let mut wait = Wait::None;
        let above = self.verdict_above(slot, step, &mut wait, world);
        let own = match above {
            None => self.solve(slot, step, lead, &mut wait, world),
            failed => failed,
        };
        match own {
            Some(why) => ConditionVerdict::Fails { step, why },
            None if wait == Wait::None => ConditionVerdict::Holds,
            None => ConditionVerdict::Waits(wait),
        }
    }

    /// The conditions of the branches above an external step.
    fn verdict_above(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        wait: &mut Wait,
        world: &mut World<'_>,
    ) -> Option<FailureCause> {
        let plan = self.plans.view(slot);
        if !plan.info(step).is_external() {
            return None;
        }
        let mut above = plan.step(step).node();
        let mut climb = self.climb(slot, step, world);
        let mut failed = None;
        while let Some(&node) = self.plans.view(slot).node(above)
            && failed.is_none()
            && !self.is_known(slot, above, &mut climb)
        {
            above = node.parent();
            failed = self.verdict_at(slot, step, &node, wait, world);
        }
        let holds = failed.is_none() && *wait == Wait::None;
        self.end_climb(slot, step, climb, holds, world);
        failed
    }

    /// The conditions of the branch of one node above a step.
    fn verdict_at(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        node: &NodeRecord,
        wait: &mut Wait,
        world: &mut World<'_>,
    ) -> Option<FailureCause> {
        let branch = self.plans.view(slot).branch(node)?;
        for number in 0..usize::from(branch.checks.len) {
            if !self.is_expected(slot, step, node, number) {
                continue;
            }
            let at = branch.checks.at as usize + number;
            let check = &self.cx.tables().checks[at];
            self.eval.depends_on(self.cx.inputs().checks[at]);
            let frame = self.plans.view(slot).node_frame(node);
            let answer = world.ask(check.entry, check.frame, frame);
            if answer == Ok(true) {
                continue;
            }
            let unmet = Unmet::new(self.cx.tables(), check, frame);
            let why = self.classify_failure(slot, step, answer, unmet, check.reads, wait);
            if why.is_some() {
                return why;
            }
        }
        None
    }

    /// Whether the planner expects a check to hold before a step, and after the later steps that have overtaken it.
    pub(super) fn is_expected(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        node: &NodeRecord,
        check: usize,
    ) -> bool {
        self.is_expected_after(slot, step, node, check, |_| true)
    }

    /// The same, where not all of those that have overtaken it `count`.
    pub(super) fn is_expected_after(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        node: &NodeRecord,
        check: usize,
        counts: impl Fn(StepIndex) -> bool,
    ) -> bool {
        let plan = self.plans.view(slot);
        let holds = |rank: u32| plan.holds_after(node, check, rank as usize);
        if !self.cx.has_agents() || !holds(plan.step(step).rank) {
            return false;
        }
        let later = step.index() + 1..plan.record.turns.reached.index();
        let mut overtook = later.map(StepIndex::new).filter(|later| {
            let absorbed = plan.step(*later).is_absorbed();
            plan.state(*later).has_started() && !absorbed && counts(*later)
        });
        overtook.all(|later| holds(plan.step(later).rank + 1))
    }

    /// The step's own precondition: the planned solution where it still holds, else the first one.
    fn solve(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        lead: StepIndex,
        wait: &mut Wait,
        world: &mut World<'_>,
    ) -> Option<FailureCause> {
        let plan = self.plans.view(slot);
        self.eval.set_frame(plan.frame(step));
        let info = plan.info(step);
        let operator = info.operator?;
        let check = operator.holds.as_ref()?;
        if let StepKind::Operator(id) = plan.step(step).kind {
            let inputs = self.cx.inputs().preconditions[usize::from(id.0)];
            self.eval.depends_on(inputs);
        }
        let answer = self.ask_precondition(operator, info.size, world);
        if answer == Ok(true) {
            return None;
        }
        let blamed = self
            .find_failed_conjunct(operator.pieces, world)
            .unwrap_or(check);
        let unmet = Unmet::new(self.cx.tables(), blamed, &self.eval.frame);
        // The steps of a group do not wait for one another.
        self.classify_failure(slot, lead.min(step), answer, unmet, check.reads, wait)
    }

    /// Asks whether the precondition of an operator holds over the values in `frame`. If only another solution than the
    /// planned one holds, its values are in `frame` afterwards.
    pub(super) fn ask_precondition(
        &mut self,
        operator: &OperatorRow,
        size: u16,
        world: &mut World<'_>,
    ) -> Result<bool, SearchError> {
        let Some(check) = &operator.holds else {
            return Ok(true);
        };
        let mut answer = world.ask(check.entry, check.frame, &self.eval.frame);
        if answer == Ok(false) {
            answer = world.ask(operator.entry, size, &self.eval.frame);
        }
        if answer == Ok(true) {
            self.eval.frame.copy_from_slice(world.solution(size));
        }
        answer
    }

    /// The first of these conjuncts that does not hold over the values in `frame`.
    pub(super) fn find_failed_conjunct(
        &mut self,
        pieces: Run,
        world: &mut World<'_>,
    ) -> Option<&'static Check> {
        let pieces = &self.cx.tables().checks[pieces.at as usize..][..usize::from(pieces.len)];
        let mut pieces = pieces.iter();
        pieces.find(|piece| world.ask(piece.entry, piece.frame, &self.eval.frame) == Ok(false))
    }

    /// What an answer that is not yes means for a step: `Some` where it has failed. Steps from `before` on explain nothing.
    fn classify_failure(
        &mut self,
        slot: PlanSlot,
        before: StepIndex,
        answer: Result<bool, SearchError>,
        unmet: Unmet,
        reads: &[RelId],
        wait: &mut Wait,
    ) -> Option<FailureCause> {
        let why = match answer {
            Ok(_) => FailureCause::Condition(unmet),
            Err(full) => FailureCause::Full(full),
        };
        let Some(found) = self.awaited(slot, before, unmet, reads) else {
            return Some(why);
        };
        if let Wait::Sensors { until, .. } = found {
            self.eval.summary.sensors_until = self.eval.summary.sensors_until.min(until);
        }
        if *wait == Wait::None {
            *wait = found;
        }
        None
    }

    /// What may still bring a condition about that does not hold for the step `before`.
    fn awaited(
        &mut self,
        slot: PlanSlot,
        before: StepIndex,
        condition: Unmet,
        reads: &[RelId],
    ) -> Option<Wait> {
        let open = self.plans.first_open(slot);
        let plan = self.plans.view(slot);
        let writes =
            |step: &StepIndex| !plan.state(*step).has_ended() && plan.info(*step).writes(reads);
        // What it waited for last time is the first one as long as it has not ended.
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

    /// Carries out the effects of a step that starts with the values in `frame`.
    pub(super) fn apply_start(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Result<(), SearchError> {
        self.eval.begin_call(GameCall::Step(slot, step));
        let info = self.plans.view(slot).info(step);
        info.apply_start(&self.eval.frame, world)
    }
}

impl StepInfo {
    /// Applies the effects of a step that starts with the values of `frame`.
    pub(super) fn apply_start(
        self,
        frame: &[u64],
        world: &mut World<'_>,
    ) -> Result<(), SearchError> {
        let World { store, machine, .. } = &mut *world;
        match (self.code, self.operator) {
            (TaskCode::Add(rel), _) => machine.change(store, rel, frame, true),
            (TaskCode::Delete(rel), _) => machine.change(store, rel, frame, false),
            (TaskCode::Task(_), Some(operator)) if !operator.writes[START].is_empty() => {
                let entry = operator.moments[START];
                world.carry_out(entry, self.size, frame)
            }
            (TaskCode::Task(_), _) => Ok(()),
        }
    }
}
