//! The search for a repair: the tasks that it plans, whether its result fits, and the replacement made of it.

use core::ops::Range;

use crate::exec::SubmitError;
use crate::exec::evaluation::evaluator::Evaluator;
use crate::exec::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use crate::exec::live::LiveState;
use crate::exec::plans::admit::{extra_words, sizes_of};
use crate::exec::plans::progress::StepProgress;
use crate::exec::plans::step_info::StepInfo;
use crate::exec::plans::view::LivePlan;
use crate::exec::repairs::Repairs;
use crate::exec::repairs::adopt::{Splice, staying_nodes};
use crate::exec::repairs::simulation::Simulation;
use crate::exec::setup::TickContext;
use crate::exec::status::StepState;
use crate::exec::world::World;
use crate::model::domain::{MAX_COLUMNS, Row};
use crate::model::error::SearchError;
use crate::model::event::FailureCause;
use crate::model::limits::Limits;
use crate::model::plan::{
    Block, NodeRecord, PlanData, Sizes, StepKind, StepRecord, condition_history,
};
use crate::model::settings::Repair;
use crate::search::machine::{Frame, NONE, RootTask};
use crate::tables::{FactVerb, RelId};

/// The result of checking a plan that was found for a repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fitness {
    Fits,
    /// Its own steps break a condition above them. Another plan may fit.
    AnotherMayFit,
    /// A condition above the task no longer holds.
    NothingFits,
}

/// The search for the repair of one plan.
///
/// Invariant: the plan wants a repair of the part that its record names. The search plans the tasks of
/// [`LivePlan::repair_tasks`]. If the part is not the whole plan, [`RepairSearch::graft`] adds the nodes that stay to the
/// plan that is found, before [`RepairSearch::fitness`] and [`RepairSearch::offer`] see it.
pub(crate) struct RepairSearch<'e> {
    pub(in crate::exec) cx: &'e mut TickContext,
    pub(in crate::exec) live: &'e mut LiveState,
    pub(in crate::exec) eval: &'e mut Evaluator,
    pub(in crate::exec) repairs: &'e mut Repairs,
    pub(in crate::exec) slot: PlanSlot,
}

impl RepairSearch<'_> {
    fn plan(&self) -> LivePlan<'_> {
        self.live.plans.view(self.slot)
    }

    /// Changes the facts of the search to those that the repair will be adopted with; see [`Simulation::repair`].
    pub fn simulate(&mut self, world: &mut World<'_>) {
        let any_found = self.repairs.first_found().is_some();
        let found = &mut self.repairs.simulated;
        let world = world.reborrow();
        let mut simulation = Simulation::new(self.cx, self.live, self.eval, found, world);
        simulation.repair(self.slot, any_found);
    }

    /// Returns true if the conditions above the part hold over the facts of the search: those that are expected at its
    /// first step that has not succeeded.
    ///
    /// If they do not, not the task below them has to be planned again, but one above it.
    pub fn ancestors_hold(&self, world: &mut World<'_>) -> bool {
        let plan = self.plan();
        let part = plan.record.repair.part;
        let Subtree::Below(node) = part else {
            return true;
        };
        if !self.protections_hold(Splice::new(plan, node), world) {
            return false;
        }
        let Some(step) = plan.first_unfinished(part, |_| true) else {
            return true;
        };
        let mut above = plan.upwards(plan.node_at(node).parent());
        above.all(|(_, node)| {
            let Some(branch) = plan.branch(node) else {
                return true;
            };
            (0..usize::from(branch.checks.len)).all(|number| {
                if !self.is_expected(step, node, number) {
                    return true;
                }
                let check = &self.cx.tables().checks[branch.checks.at as usize + number];
                let answer = world.evaluate(check.entry, check.frame, plan.node_frame(node));
                // The check before a step waits for a pending answer.
                let is_pending = matches!(answer, Err(SearchError::Pending { .. }));
                answer == Ok(true) || is_pending || plan.may_come_about(check.reads)
            })
        })
    }

    /// Returns true if the facts that the steps before the part protect hold over the facts of the search.
    fn protections_hold(&self, splice: Splice, world: &World<'_>) -> bool {
        let plan = self.plan();
        if !plan.tables.protects() {
            return true;
        }
        let started = || plan.started_before(splice);
        started().all(|step| match plan.protection(step) {
            Some((FactVerb::Protect, rel)) if plan.leave_protected(step, started()) => {
                let is_there = world.store.contains(rel, plan.frame(step));
                is_there || plan.may_come_about(&[rel])
            }
            _ => true,
        })
    }

    /// Returns true if a check is expected to hold before a step of the plan when its repair is adopted.
    fn is_expected(&self, step: StepIndex, node: &NodeRecord, check: usize) -> bool {
        self.cx.has_agents() && self.plan().expects_in_repair(step, node, check)
    }

    /// Adds the nodes that stay to the plan that was found, so that it has all conditions above its steps, and parents come
    /// before children. Returns the new nodes, or `None` if the plan does not fit.
    pub fn graft(&mut self, data: &mut PlanData, limits: &Limits) -> Option<Range<usize>> {
        let plan = self.live.plans.view(self.slot);
        let Subtree::Below(node) = plan.record.repair.part else {
            return None;
        };
        let fresh = data.frames.len();
        if fresh + staying_nodes(plan, node).count() > limits.tasks {
            return None;
        }
        let before = staying_nodes(plan, node).take_while(|other| *other < node);
        let before = before.count();
        let fresh = before..before + fresh;
        self.repairs.number_nodes(plan, fresh.len());
        let number = |node| NodeIndex::number(self.repairs.node_number(node));
        data.shift_frames(fresh.start as u32, number(plan.node_at(node).parent()));
        for other in staying_nodes(plan, node) {
            let former = plan.node_at(other);
            let frame = plan.node_frame(former);
            if data.words.len() + frame.len() > limits.bindings {
                return None;
            }
            let words = data.words.len() as u32;
            data.words.extend_from_slice(frame);
            data.frames.push(Frame::of_node(NodeRecord {
                parent: number(former.parent()),
                words,
                chosen: data.steps.len() as u32,
                history_row: NONE,
                ..*former
            }));
            data.externals.push(NONE);
        }
        data.frames[..fresh.end].rotate_right(fresh.start);
        data.externals[..fresh.end].rotate_right(fresh.start);
        let kept = KeptSteps::new(plan, node, data)?;
        for (old, new) in kept.pairs(plan) {
            data.steps[new].node = number(plan.step(old).node());
        }
        mark_externals(data, &fresh);
        let fits = !self.cx.has_agents() || reserve_condition_history(data, &fresh);
        fits.then_some(fresh)
    }

    /// Returns whether a plan that was found, and grafted, fits: everything that is expected above the task and above the
    /// steps that stay is still expected there.
    pub fn fitness(&mut self, data: &PlanData) -> Fitness {
        let plan = self.live.plans.view(self.slot);
        let Subtree::Below(node) = plan.record.repair.part else {
            return Fitness::Fits;
        };
        let staying = staying_nodes(plan, node).count();
        self.repairs.number_nodes(plan, data.frames.len() - staying);
        let (asked, limit) = (self.cx.asked(), self.cx.limits().checks);
        if !self.repairs.collect_changes(data, asked, limit) {
            // It will be refused when it is offered.
            return Fitness::Fits;
        }
        let Some(kept) = KeptSteps::new(plan, node, data) else {
            return Fitness::NothingFits;
        };
        let found = data.view();
        let external = |step: &usize| found.info(StepIndex::new(*step)).is_external();
        let first_new = (kept.before..kept.after).find(external);
        let first_old =
            plan.first_unfinished(Subtree::Below(node), |step| is_checked(plan.info(step)));
        let above = plan.node_at(node).parent();
        let task = first_old.zip(first_new).map(|(old, new)| (above, old, new));
        let steps = kept
            .pairs(plan)
            .filter(|(_, new)| external(new))
            .map(|(old, new)| (plan.step(old).node(), old, new));
        let mut all = task.into_iter().chain(steps);
        let fitness = all.find_map(|(above, old, new)| self.find_broken(above, old, data, new));
        fitness.unwrap_or(Fitness::Fits)
    }

    /// Returns what a plan that was found breaks of the conditions of the branches from a node upwards: those that are
    /// expected before a step of the plan, but not before step `new` of the plan that was found.
    fn find_broken(
        &self,
        node: Option<NodeIndex>,
        old: StepIndex,
        data: &PlanData,
        new: usize,
    ) -> Option<Fitness> {
        let plan = self.plan();
        let (at, check) = plan.upwards(node).find_map(|(node, row)| {
            let branch = plan.branch(row)?;
            let number = self.repairs.node_number(Some(node));
            let broken = (0..usize::from(branch.checks.len)).find(|check| {
                self.is_expected(old, row, *check)
                    && !self.repairs.will_hold(data, number, *check, new)
            });
            Some((branch.checks.at as usize, broken?))
        })?;
        let reads = self.cx.tables().checks[at + check].reads;
        let found = data.view();
        let writes = |step: StepIndex| found.info(step).writes(reads);
        let breaks_it = found.all().take(new).any(writes);
        Some(if breaks_it {
            Fitness::AnotherMayFit
        } else {
            Fitness::NothingFits
        })
    }

    /// Copies a plan that was found as the replacement of the plan. Its steps are those of the plan that have not started
    /// and stay, with the new ones at the splice.
    pub fn offer(&mut self, data: &PlanData) -> Result<(), SubmitError> {
        let (slot, asked) = (self.slot, self.cx.asked());
        let block = match self.plan().record.repair.part {
            Subtree::Whole => {
                let sizes = sizes_of(data, self.cx.tables(), asked);
                self.live.admit(slot, data, sizes, asked)?
            }
            Subtree::Below(node) => self.write_replacement(node, data)?,
        };
        self.repairs.set_replacement(slot, block, self.live);
        self.cx.clock.mark_dirty();
        Ok(())
    }

    fn write_replacement(
        &mut self,
        node: NodeIndex,
        data: &PlanData,
    ) -> Result<Block, SubmitError> {
        let (slot, asked) = (self.slot, self.cx.asked());
        let plan = self.live.plans.view(slot);
        let splice = Splice::new(plan, node);
        let (mut kept, mut kept_words) = (0, 0);
        for step in splice.before(plan) {
            if plan.state(step).has_started() {
                let info = plan.info(step);
                kept += 1;
                kept_words += usize::from(info.size) + info.extra();
            }
        }
        let extra = extra_words(data, self.cx.tables());
        let block = self.live.plans.take_block(Sizes {
            steps: kept + data.steps.len(),
            nodes: data.frames.len(),
            words: data.words.len() + extra + kept_words,
            condition_history: data.condition_history.len(),
            changes: data.changes(asked).count(),
        })?;
        let plan = self.live.plans.view(slot);
        let fresh = data.frames.len() - staying_nodes(plan, node).count();
        self.repairs.number_nodes(plan, fresh);
        let arena = &mut self.live.plans.arena;
        arena.put_condition_history(&block, data, asked);
        let free = arena.put_words(&block, 0, &data.words);
        let nodes = arena.nodes_mut(&block).iter_mut();
        // A grafted plan has no anonymous frames.
        nodes
            .zip(data.frames.iter())
            .for_each(|(node, frame)| *node = frame.node);
        let mut writer = ReplacementWriter {
            live: self.live,
            repairs: self.repairs,
            slot,
            data,
            block,
            free,
            at: StepIndex::FIRST,
            rank: 0,
            cost: 0.0,
        };
        for step in StepIndex::all(splice.at.index()) {
            let plan = writer.live.plans.view(slot);
            if plan.is_in(step, Subtree::Below(node)) {
                continue;
            }
            if plan.state(step).has_started() {
                writer.write_kept(step);
            } else {
                writer.write_new();
            }
        }
        while writer.rank < data.steps.len() {
            writer.write_new();
        }
        Ok(block)
    }

    /// Requests a repair of the task above, because no plan was found for this one. Without a task above, the plan is
    /// abandoned in the next tick.
    pub fn request_above(&mut self) {
        self.cx.clock.mark_dirty();
        let no_plan_later = self.end_later();
        let policy = self.cx.settings.repair;
        let plan = self.live.plans.view(self.slot);
        let refused = no_plan_later && self.cx.settings.exhausted_repairs(plan.record).is_some();
        let node = match plan.record.repair.part {
            Subtree::Below(node) if !refused => node,
            _ => {
                let plans = &mut self.live.plans;
                plans[self.slot].repair.unrepairable = true;
                self.repairs.update_request(self.slot, plans);
                return self.repairs.add_failing(self.slot, plans);
            }
        };
        let parent = plan.node_at(node).parent();
        let above = match policy {
            Some(Repair::Replan) if no_plan_later => Subtree::Whole,
            _ => plan.lowest_repair(Subtree::below(parent)),
        };
        self.repairs
            .request(self.slot, above, self.live, self.cx.now());
    }

    /// Reports that there is no plan for the later task whose turn it was. Returns false if there was none.
    fn end_later(&mut self) -> bool {
        let repair = &mut self.live.plans[self.slot].repair;
        let Some(step) = repair.later.take() else {
            return false;
        };
        repair.reported = None;
        let LiveState { plans, log, .. } = &mut *self.live;
        let plan = plans.view(self.slot);
        // The search of a director, which is no part of the executor's tick, may be the first to log an event.
        log.begin(self.cx.now());
        let task = log.keep_step(plan, step);
        log.add_failure(plan, step, task, FailureCause::NoPlan);
        true
    }
}

impl<'a> LivePlan<'a> {
    /// Returns the tasks that are left of a plan whose part below a node is repaired: the steps that stay and have not
    /// started, with the task that is planned again at the splice.
    pub fn repair_tasks(self) -> impl Iterator<Item = (RootTask, Row)> + use<'a> {
        let node = match self.record.repair.part {
            Subtree::Below(node) => Some(node),
            Subtree::Whole => None,
        };
        let splice = node.map(|node| Splice::new(self, node));
        let task = match self.record.repair.later {
            Some(later) => Some(self.task(later)),
            None => self.node(node).map(|node| self.node_task(node)),
        };
        let task = task.map(|(code, args)| (RootTask::Now(code), args));
        let before = splice
            .into_iter()
            .flat_map(move |splice| splice.before(self));
        let after = splice
            .into_iter()
            .flat_map(move |splice| splice.after(self));
        let left = move |step: &StepIndex| !self.state(*step).has_started();
        let stays = move |step: StepIndex| {
            let (code, args) = self.task(step);
            match self.step(step).kind {
                StepKind::Later(task) => (RootTask::Later(task), args),
                _ => (RootTask::Now(code), args),
            }
        };
        let before = before.filter(left).map(stays);
        let after = after.filter(left).map(stays);
        let protects = self.tables.protects();
        let started = splice.into_iter().filter(move |_| protects);
        let started = started.flat_map(move |splice| self.started_before(splice));
        let started = started.filter_map(move |step| {
            let (verb, rel) = self.protection(step)?;
            Some((RootTask::Started(verb, rel), self.frame(step)))
        });
        let all = started.chain(before).chain(task).chain(after);
        all.map(|(root, args)| (root, args.iter().copied().take(MAX_COLUMNS).collect()))
    }

    /// Returns the steps before the splice that stay and have started.
    fn started_before(self, splice: Splice) -> impl Iterator<Item = StepIndex> + use<'a> {
        let before = splice.before(self);
        before.filter(move |step| self.state(*step).has_started())
    }

    /// Returns true if the planner expects a check of a node to hold before a step. The steps of the part that is repaired
    /// count only if they succeeded.
    fn expects_in_repair(self, step: StepIndex, node: &NodeRecord, check: usize) -> bool {
        let part = self.record.repair.part;
        self.expects(step, node, check, |later| {
            self.state(later).status == StepState::Done || !self.is_in(later, part)
        })
    }

    /// Returns true if a condition may become true before the new steps: by a step that stays and has not started, or by
    /// the new steps themselves in place of one that is undone. Then the plan that is found decides.
    fn may_come_about(self, reads: &[RelId]) -> bool {
        let part = self.record.repair.part;
        let stays = |step: &StepIndex| !self.state(*step).has_started() && !self.is_in(*step, part);
        let undone = self.undo_chain().filter(|step| self.is_in(*step, part));
        let mut steps = self.all().filter(stays).chain(undone);
        steps.any(|step| self.info(step).writes(reads))
    }

    /// Returns the first selected step in a part of the plan that has not succeeded.
    fn first_unfinished(
        self,
        part: Subtree,
        selects: impl Fn(StepIndex) -> bool,
    ) -> Option<StepIndex> {
        self.all().find(|step| {
            let unfinished = self.state(*step).status != StepState::Done && self.is_in(*step, part);
            unfinished && !self.step(*step).is_absorbed() && selects(*step)
        })
    }
}

/// Returns true for the steps before which conditions of branches are checked.
fn is_checked(info: StepInfo) -> bool {
    info.is_external() || info.is_later()
}

/// Sets the first external step below each node that stays.
fn mark_externals(data: &mut PlanData, fresh: &Range<usize>) {
    for step in 0..data.steps.len() {
        if !is_checked(data.view().info(StepIndex::new(step))) {
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

/// Adds the rows in which the planner records which checks of the nodes that stay hold. Returns false if they do not fit.
fn reserve_condition_history(data: &mut PlanData, fresh: &Range<usize>) -> bool {
    for at in (0..fresh.start).chain(fresh.end..data.frames.len()) {
        let checks = data.view().check_count(&data.frames[at].node);
        if checks == 0 || data.externals[at] == NONE {
            continue;
        }
        match condition_history::add_rows(&mut data.condition_history, checks) {
            Some(row) => data.frames[at].node.history_row = row,
            None => return false,
        }
    }
    true
}

/// The steps of a plan that stay and have not started, in a plan that was found for its repair: its first `before` steps,
/// and those from `after` on.
#[derive(Clone, Copy)]
struct KeptSteps {
    splice: Splice,
    before: usize,
    after: usize,
}

impl KeptSteps {
    /// Returns `None` if the plan that was found does not even have these steps.
    fn new(plan: LivePlan<'_>, node: NodeIndex, data: &PlanData) -> Option<KeptSteps> {
        let splice = Splice::new(plan, node);
        let left = |step: &StepIndex| !plan.state(*step).has_started();
        let before = splice.before(plan).filter(left).count();
        let count = splice.after(plan).filter(left).count();
        let after = data.steps.len().checked_sub(count)?;
        (after >= before).then_some(KeptSteps {
            splice,
            before,
            after,
        })
    }

    /// Returns pairs of a step of the plan and the same step of the plan that was found.
    fn pairs(self, plan: LivePlan<'_>) -> impl Iterator<Item = (StepIndex, usize)> {
        let left = move |step: &StepIndex| !plan.state(*step).has_started();
        let before = self.splice.before(plan).filter(left).zip(0..);
        let after = self.splice.after(plan).filter(left).zip(self.after..);
        before.chain(after)
    }
}

/// Returns the new steps of a plan that was found for a repair at a node.
pub(in crate::exec) fn new_steps(
    plan: LivePlan<'_>,
    node: NodeIndex,
    data: &PlanData,
) -> Option<Range<usize>> {
    let kept = KeptSteps::new(plan, node, data)?;
    Some(kept.before..kept.after)
}

/// Writes the steps of a replacement.
///
/// Invariant: the steps before `at` and the words before `free` are written, and `rank` steps of the plan that was found
/// are among them.
struct ReplacementWriter<'e> {
    live: &'e mut LiveState,
    repairs: &'e Repairs,
    slot: PlanSlot,
    data: &'e PlanData,
    block: Block,
    free: u32,
    at: StepIndex,
    rank: usize,
    /// The cost of the steps that are written.
    cost: f32,
}

impl ReplacementWriter<'_> {
    /// Writes the next step of the plan that was found.
    fn write_new(&mut self) {
        self.cost += self.data.view().cost_of(StepIndex::new(self.rank));
        *self.live.plans.arena.step_mut(&self.block, self.at) = StepRecord {
            cost: self.cost,
            ..self.data.steps[self.rank]
        };
        self.free = self
            .live
            .place_extra(self.slot, &self.block, self.at, self.free);
        self.at = self.at.following();
        self.rank += 1;
    }

    /// Writes a step of the plan that has started. Its progress and its agents follow when the replacement is adopted.
    fn write_kept(&mut self, step: StepIndex) {
        let plan = self.live.plans.view(self.slot);
        let (former, row, state) = (plan.record.block, *plan.step(step), *plan.state(step));
        let info = plan.info(step);
        let (size, extra) = (usize::from(info.size), info.extra());
        self.cost += plan.cost_of(step);
        let words = self.free;
        let mentions = words + size as u32;
        let (to, arena) = (&self.block, &mut self.live.plans.arena);
        arena.copy_words(&former, row.words, size, to, words);
        // The arguments of the `undo` follow the mentions.
        arena.copy_words(&former, state.mentions, extra, to, mentions);
        *arena.step_mut(to, self.at) = StepRecord {
            node: NodeIndex::number(self.repairs.node_number(row.node())),
            words,
            rank: NONE,
            cost: self.cost,
            ..row
        };
        *self.live.plans.state_in(to, self.at) = StepProgress { mentions, ..state };
        self.free = mentions + extra as u32;
        self.at = self.at.following();
    }
}
