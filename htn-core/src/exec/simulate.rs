//! What a repair is searched from: the facts as they will be when it is adopted, and the tasks that are left.

use core::ops::Range;

use super::adopt::{Splice, staying_nodes};
use super::engine::Engine;
use super::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use super::status::StepState;
use super::step_info::{FAILURE, FINISH, SENSED, SUCCESS};
use super::view::LivePlan;
use super::world::World;
use crate::model::domain::{Row, TaskCode};
use crate::model::event::PlanId;
use crate::model::limits::Limits;
use crate::model::plan::{NodeRecord, PlanData, truth};
use crate::search::machine::{Frame, NONE};

/// Whether a plan that was found for a repair is any good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fitness {
    Fits,
    /// Its own steps bring about that a condition above them does not hold: another plan may fit.
    AnotherMayFit,
    /// A condition above the task does not hold any more.
    NothingFits,
}

impl Engine {
    /// Changes the facts of a search to what they will be when the repair of a plan is adopted: what is below the
    /// task is stopped and taken back, and the plan's other actions are assumed to succeed, or to have brought about
    /// what the sensors have yet to report. Includes what repairs of other plans that were found in this tick will do at
    /// once.
    pub fn simulate_repair(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        self.repairs.simulated.clear();
        let part = self.plans[slot].repair_at;
        self.simulate_sensors(slot, part, world);
        self.simulate_actions(slot, world, part, true, &[FINISH, FAILURE]);
        self.simulate_undo(slot, part, world);
        self.simulate_found_repairs(slot, world);
        self.simulate_actions(slot, world, part, false, &[FINISH, SUCCESS, SENSED]);
    }

    /// Changes the facts of a search as if a plan had made way for another: what is there only while it runs is gone. That
    /// its actions fail then is left out, or a plan for the case that they fail would take over from them.
    pub fn simulate_replacing(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        self.repairs.simulated.clear();
        self.simulate_actions(slot, world, Subtree::Whole, true, &[FINISH]);
        self.simulate_undo(slot, Subtree::Whole, world);
    }

    /// Steps of the part are left out: they will be no part of the plan, and nothing waits for their sensors.
    fn simulate_sensors(&mut self, slot: PlanSlot, part: Subtree, world: &mut World<'_>) {
        if !self.cx.waits_for_sensors(self.plans[slot].wake.sensed()) {
            return;
        }
        for step in StepIndex::all(self.plans[slot].block.steps.len()) {
            let plan = self.plans.view(slot);
            let row = plan.state(step);
            let unreported = row.status == StepState::Done && self.cx.waits_for_sensors(row.ended);
            if unreported && !plan.is_in(step, part) {
                self.apply_moments(slot, step, &[SENSED], world);
            }
        }
    }

    /// Applies the `sensed` effects of a step.
    pub fn apply_sensed(&mut self, plan: PlanId, step: usize, world: &mut World<'_>) {
        if let Some(slot) = self.plans.find(plan)
            && step < self.plans.view(slot).steps().len()
        {
            self.apply_moments(slot, StepIndex::new(step), &[SENSED], world);
        }
    }

    /// The actions of the part, or all others, have come to these moments. Actions that a found repair ends are left out.
    pub(super) fn simulate_actions(
        &mut self,
        slot: PlanSlot,
        world: &mut World<'_>,
        part: Subtree,
        inside: bool,
        moments: &[usize],
    ) {
        let mut next = self.plans[slot].actions.first;
        while let Some(action) = next {
            let step = self.actions[action].step;
            let is_meant = self.plans.view(slot).is_in(step, part) == inside;
            if is_meant && !self.repairs.simulated.ends(action) {
                self.apply_moments(slot, step, moments, world);
            }
            next = self.actions.after(action);
        }
    }

    /// What is left to do of a plan with a repair below its root: the steps that stay and have not started, with the
    /// task that is planned again among them.
    pub fn repair_tasks(&self, slot: PlanSlot) -> impl Iterator<Item = (TaskCode, Row)> + '_ {
        let plan = self.plans.view(slot);
        let node = match plan.record.repair_at {
            Subtree::Below(node) => Some(node),
            Subtree::Whole => None,
        };
        let splice = node.map(|node| Splice::new(plan, node));
        let task = plan.node(node).map(|node| plan.node_task(node));
        let before = splice
            .into_iter()
            .flat_map(move |splice| splice.before(plan));
        let behind = splice
            .into_iter()
            .flat_map(move |splice| splice.behind(plan));
        let left = move |step: &StepIndex| !plan.state(*step).has_started();
        let before = before.filter(left).map(move |step| plan.task(step));
        let behind = behind.filter(left).map(move |step| plan.task(step));
        let all = before.chain(task).chain(behind);
        all.map(|(code, args)| (code, row(args)))
    }

    /// Puts the nodes that stay to a plan that was found for [`repair_tasks`](Engine::repair_tasks), so that the conditions
    /// above its steps are all in it, and parents are before children. Returns where the new ones are then, or `None`
    /// where it does not fit.
    pub fn graft(
        &mut self,
        slot: PlanSlot,
        data: &mut PlanData,
        limits: &Limits,
    ) -> Option<Range<usize>> {
        let Subtree::Below(node) = self.plans[slot].repair_at else {
            return None;
        };
        let plan = self.plans.view(slot);
        let fresh = data.frames.len();
        if fresh + staying_nodes(plan, node).count() > limits.tasks {
            return None;
        }
        let before = staying_nodes(plan, node).take_while(|other| *other < node);
        let before = before.count();
        let fresh = before..before + fresh;
        self.repairs
            .number_nodes(self.plans.view(slot), fresh.len());
        let plan = self.plans.view(slot);
        let above = NodeIndex::number(self.repairs.node_number(plan.node_at(node).parent()));
        data.shift_frames(fresh.start as u32, above);
        for other in staying_nodes(plan, node) {
            let former = plan.node_at(other);
            let frame = plan.node_frame(former);
            if data.words.len() + frame.len() > limits.bindings {
                return None;
            }
            let words = data.words.len() as u32;
            data.words.extend_from_slice(frame);
            data.frames.push(Frame::of_node(NodeRecord {
                parent: NodeIndex::number(self.repairs.node_number(former.parent())),
                words,
                chosen: data.steps.len() as u32,
                truth: NONE,
                ..*former
            }));
            data.externals.push(NONE);
        }
        data.frames[..fresh.end].rotate_right(fresh.start);
        data.externals[..fresh.end].rotate_right(fresh.start);
        let kept = KeptSteps::new(plan, node, data)?;
        for (old, new) in kept.pairs(plan) {
            data.steps[new].node =
                NodeIndex::number(self.repairs.node_number(plan.step(old).node()));
        }
        self.mark_externals(data, &fresh);
        self.make_room_for_truth(data, &fresh).then_some(fresh)
    }

    /// Whether a plan that was found for a repair, and grafted, is any good: what was expected above the task and
    /// above the steps that stay is still expected there.
    pub fn fitness(&mut self, slot: PlanSlot, data: &PlanData) -> Fitness {
        let Subtree::Below(node) = self.plans[slot].repair_at else {
            return Fitness::Fits;
        };
        let staying = staying_nodes(self.plans.view(slot), node).count();
        self.repairs
            .number_nodes(self.plans.view(slot), data.frames.len() - staying);
        let (asked, limit) = (self.cx.asked(), self.cx.limits().checks);
        if !self.repairs.collect_changes(data, asked, limit) {
            // It is refused when it is offered.
            return Fitness::Fits;
        }
        let plan = self.plans.view(slot);
        let Some(kept) = KeptSteps::new(plan, node, data) else {
            return Fitness::NothingFits;
        };
        let external = |step: &usize| self.plans.info(data.steps[*step].kind).is_external();
        let first_new = (kept.before..kept.behind).find(external);
        let first_old =
            plan.first_unfinished(Subtree::Below(node), |step| plan.info(step).is_external());
        let above = plan.node_at(node).parent();
        let task = first_old.zip(first_new).map(|(old, new)| (above, old, new));
        let steps = kept
            .pairs(plan)
            .filter(|(_, new)| external(new))
            .map(|(old, new)| (plan.step(old).node(), old, new));
        let mut all = task.into_iter().chain(steps);
        let fitness = all.find_map(|(above, old, new)| {
            let fitness = self.expects_as_before(slot, above, old, data, new);
            (fitness != Fitness::Fits).then_some(fitness)
        });
        fitness.unwrap_or(Fitness::Fits)
    }

    /// Whether all that was expected of the branches from a node upwards before one step is expected before another.
    fn expects_as_before(
        &self,
        slot: PlanSlot,
        node: Option<NodeIndex>,
        old: StepIndex,
        data: &PlanData,
        new: usize,
    ) -> Fitness {
        let plan = self.plans.view(slot);
        for (node, row) in plan.upwards(node) {
            let Some(branch) = plan.branch(row) else {
                continue;
            };
            let broken = (0..usize::from(branch.checks.len)).find(|check| {
                self.counts_in_repair(slot, old, row, *check)
                    && !self.repairs.will_hold(
                        data,
                        self.repairs.node_number(Some(node)),
                        *check,
                        new,
                    )
            });
            let Some(check) = broken else { continue };
            let reads = self.cx.tables().checks[branch.checks.at as usize + check].reads;
            let mut earlier = data.steps[..new].iter();
            let writes = earlier.any(|step| self.plans.info(step.kind).writes(reads));
            return if writes {
                Fitness::AnotherMayFit
            } else {
                Fitness::NothingFits
            };
        }
        Fitness::Fits
    }

    /// The first external step below each of the nodes that stay.
    fn mark_externals(&self, data: &mut PlanData, fresh: &Range<usize>) {
        for step in 0..data.steps.len() {
            if !self.plans.info(data.steps[step].kind).is_external() {
                continue;
            }
            let mut above = data.steps[step].node;
            while let Some(frame) = data.frames.get(above as usize) {
                if !fresh.contains(&(above as usize)) {
                    let external = &mut data.externals[above as usize];
                    if *external != NONE {
                        break;
                    }
                    *external = step as u32;
                }
                above = frame.node.parent;
            }
        }
    }

    fn make_room_for_truth(&self, data: &mut PlanData, fresh: &Range<usize>) -> bool {
        if !self.cx.has_agents() {
            return true;
        }
        for at in (0..fresh.start).chain(fresh.end..data.frames.len()) {
            let checks = data.view().check_count(&data.frames[at].node);
            if checks == 0 || data.externals[at] == NONE {
                continue;
            }
            match truth::add_rows(&mut data.truth, checks) {
                Some(row) => data.frames[at].node.truth = row,
                None => return false,
            }
        }
        true
    }
}

/// The steps that stay and have not started, in a plan that was found for a repair: so many at its beginning, and those
/// from `behind` on.
#[derive(Clone, Copy)]
struct KeptSteps {
    splice: Splice,
    before: usize,
    behind: usize,
}

impl KeptSteps {
    /// `None` where the plan has not even those steps.
    fn new(plan: LivePlan<'_>, node: NodeIndex, data: &PlanData) -> Option<KeptSteps> {
        let splice = Splice::new(plan, node);
        let left = |step: &StepIndex| !plan.state(*step).has_started();
        let before = splice.before(plan).filter(left).count();
        let count = splice.behind(plan).filter(left).count();
        let behind = data.steps.len().checked_sub(count)?;
        (behind >= before).then_some(KeptSteps {
            splice,
            before,
            behind,
        })
    }

    /// Each of them in the plan as it is, and in what was found.
    fn pairs(self, plan: LivePlan<'_>) -> impl Iterator<Item = (StepIndex, usize)> {
        let left = move |step: &StepIndex| !plan.state(*step).has_started();
        let before = self.splice.before(plan).filter(left).zip(0..);
        let behind = self.splice.behind(plan).filter(left).zip(self.behind..);
        before.chain(behind)
    }
}

fn row(words: &[u64]) -> Row {
    words
        .iter()
        .copied()
        .take(crate::model::domain::MAX_COLUMNS)
        .collect()
}

/// Returns the new steps of a plan that was found for a repair at a node.
pub(super) fn new_steps(
    plan: LivePlan<'_>,
    node: NodeIndex,
    data: &PlanData,
) -> Option<Range<usize>> {
    let kept = KeptSteps::new(plan, node, data)?;
    Some(kept.before..kept.behind)
}
