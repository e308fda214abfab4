//! Restores a plan of an engine: its block, its repair and what its steps wait for.

use alloc::vec;
use alloc::vec::Vec;

use super::restore::{MAX_COUNT, Restorer, does_not_fit};
use super::{LivePlanSnapshot, ProgressSnapshot, ReplacementSnapshot};
use crate::exec::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use crate::exec::plans::admit::sizes_of;
use crate::exec::plans::plan_record::{Footprint, PlanRecord, PlanStage, RepairState};
use crate::exec::plans::step_info::StepInfo;
use crate::exec::plans::wait::Wait;
use crate::exec::repairs::adopt::{Splice, staying_nodes};
use crate::exec::status::StepState;
use crate::model::event::saved::UnmetSnapshot;
use crate::model::plan::{Block, PlanData, Sizes};
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure, invalid};

impl PlanRecord {
    /// Checks what does not depend on its steps or on other plans.
    fn validate(&self, now: u64) -> Result<(), InvalidSave> {
        for tick in [self.wake.moved(), self.wake.sensed()] {
            ensure!(
                tick <= now,
                "last change at tick {tick} is later than the current tick {now}"
            );
        }
        for count in [self.repair.count, self.repair.serial] {
            ensure!(
                u64::from(count) < MAX_COUNT >> 4,
                "number of repairs {count} is out of range"
            );
        }
        ensure!(
            self.stage != PlanStage::Free,
            "stage `free` is not possible for a plan"
        );
        if let Some(replaced) = self.calls.replaces {
            ensure!(
                self.stage == PlanStage::Submitted,
                "marked as the successor of plan {replaced}, but has already entered"
            );
        }
        Ok(())
    }
}

impl<T> LivePlanSnapshot<T> {
    /// Returns true if nothing of the plan has been carried out.
    fn is_fresh(&self) -> bool {
        let record = &self.record;
        let has_acted =
            record.footprint.barrier.is_some() || record.repair.count > 0 || record.acted;
        let has_progress = self
            .progress
            .iter()
            .any(|step| step.status != StepState::Waiting);
        self.undo.is_empty() && !has_acted && !has_progress
    }
}

impl ProgressSnapshot {
    /// Checks the progress of a step of this kind.
    fn validate(&self, info: StepInfo, absorbed: bool, now: u64) -> Result<(), InvalidSave> {
        let (is_possible, status, kind) = match self.status {
            StepState::Waiting => (!absorbed, "waiting", "absorbed"),
            StepState::Running => (info.is_external(), "running", "internal"),
            StepState::Failed => (info.is_external(), "failed", "internal"),
            StepState::Done => (true, "done", "unfinished"),
        };
        ensure!(
            is_possible,
            "status `{status}` is not possible for an {kind} step"
        );
        let ended = self.ended;
        ensure!(
            ended <= now,
            "end tick {ended} is later than the current tick {now}"
        );
        Ok(())
    }
}

impl Restorer<'_> {
    /// Restores a plan without what links it to others.
    pub(super) fn restore_plan<T: TaskCodec>(
        &mut self,
        snapshot: &LivePlanSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        let (record, slot) = (snapshot.record, snapshot.record.id.slot());
        record.validate(self.engine.cx.now())?;
        ensure!(
            record.stage != PlanStage::Submitted || snapshot.is_fresh(),
            "stage `submitted`, but it has undo entries, a barrier, repairs or started steps"
        );
        let block = self.restore_block(slot, snapshot)?;
        // The barrier and the repair follow.
        let record = PlanRecord {
            block,
            footprint: Footprint::EMPTY,
            repair: RepairState {
                part: Subtree::Whole,
                unrepairable: false,
                ..record.repair
            },
            ..record
        };
        self.engine.live.plans.restore(slot, record);
        self.check_part(slot, record.calls.agent_left.unwrap_or(Subtree::Whole))?;
        self.restore_undo(slot, &snapshot.undo)
    }

    fn restore_block<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        snapshot: &LivePlanSnapshot<T>,
    ) -> Result<Block, InvalidSave> {
        let data = snapshot.plan.read(self.engine.cx.tables())?;
        let (steps, progress) = (data.steps.len(), snapshot.progress.len());
        ensure!(
            steps == progress,
            "it has {steps} steps, but the progress of {progress}"
        );
        let plan = data.view();
        for (step, progress) in plan.all().zip(&snapshot.progress) {
            let valid = progress.validate(
                plan.info(step),
                plan.step(step).is_absorbed(),
                self.engine.cx.now(),
            );
            valid.map_err(|error| error.within("step", step.index()))?;
        }
        let asked = self.engine.cx.asked();
        let needs = sizes_of(&data, self.engine.cx.tables(), asked);
        let words = snapshot.words as usize;
        ensure!(
            needs.words <= words,
            "declares {words} words but needs {}",
            needs.words
        );
        let block = self
            .engine
            .live
            .admit(slot, &data, Sizes { words, ..needs }, asked);
        let block = block.map_err(does_not_fit)?;
        let steps = self.engine.live.plans.states_in(&block).iter_mut();
        for (step, saved) in steps.zip(&snapshot.progress) {
            (step.status, step.ended) = (saved.status, saved.ended);
        }
        Ok(block)
    }

    fn restore_undo(
        &mut self,
        slot: PlanSlot,
        undo: &[(StepIndex, Vec<u64>)],
    ) -> Result<(), InvalidSave> {
        let block = self.engine.live.plans[slot].block;
        let mut before = None;
        for (step, args) in undo.iter().rev() {
            self.validate_undo(slot, *step, args)
                .map_err(|error| error.within("step", step.index()))?;
            let at = self.engine.live.plans.state(slot, *step).undo_words();
            self.engine.live.plans.arena.put_words(&block, at, args);
            let undo = &mut self.engine.live.plans.state_mut(slot, *step).undo;
            undo.before = before.replace(*step);
            undo.known = true;
        }
        self.engine.live.plans[slot].footprint.undo = before;
        Ok(())
    }

    fn validate_undo(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        args: &[u64],
    ) -> Result<(), InvalidSave> {
        let plan = self.engine.live.plans.view(slot);
        let Some(row) = plan.states().get(step.index()) else {
            return Err(invalid!("listed for undo, but does not exist"));
        };
        ensure!(
            row.status == StepState::Done,
            "listed for undo, but is not finished"
        );
        ensure!(!row.undo.known, "listed for undo twice");
        let Some(undo) = plan.info(step).undo() else {
            return Err(invalid!("listed for undo, but its operator has no `undo`"));
        };
        let tables = self.engine.cx.tables();
        let task = &tables.tasks[usize::from(undo.task.0)];
        let mut values = task.params.iter().zip(args);
        ensure!(
            args.len() == plan.info(step).undo_size()
                && values
                    .all(|(param, word)| (tables.types[usize::from(param.ty.0)].is_value)(*word)),
            "undo arguments {args:?} do not match the parameters of `{}`",
            task.name
        );
        Ok(())
    }

    fn check_part(&self, slot: PlanSlot, part: Subtree) -> Result<(), InvalidSave> {
        let nodes = self.engine.live.plans.view(slot).record_count();
        match part {
            Subtree::Below(node) if node.index() >= nodes => {
                let node = node.index();
                Err(invalid!(
                    "node {node} does not exist: the plan has {nodes} nodes"
                ))
            }
            Subtree::Below(_) | Subtree::Whole => Ok(()),
        }
    }

    /// Restores the request for a repair. The turns of the plan are known.
    pub(super) fn restore_repair<T>(
        &mut self,
        slot: PlanSlot,
        snapshot: &LivePlanSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        let RepairState {
            part,
            unrepairable,
            reported,
            later,
            ..
        } = snapshot.record.repair;
        self.check_part(slot, part)?;
        let plan = self.engine.live.plans.view(slot);
        let has_replacement = snapshot.replacement.is_some();
        let has_request =
            part != Subtree::Whole || unrepairable || has_replacement || reported.is_some();
        ensure!(
            !has_request || plan.record.stage == PlanStage::Repairing,
            "has a repair request but is not in stage `repairing`"
        );
        let is_planned_later = match later {
            Some(step) => {
                let exists = step.index() < plan.steps().len();
                ensure!(
                    exists && plan.info(step).is_later() && plan.part_of_later(step) == part,
                    "step {} is not a later task in the part that is planned",
                    step.index()
                );
                true
            }
            None => false,
        };
        if let Subtree::Below(node) = part
            && !is_planned_later
            && plan.lowest_repair(part) != part
        {
            let node = node.index();
            return Err(invalid!(
                "repair target (node {node}) cannot be replanned by itself"
            ));
        }
        ensure!(
            !unrepairable || (part == Subtree::Whole && !has_replacement),
            "marked unrepairable but has a pending repair"
        );
        let steps = plan.steps().len();
        if let Some(step) = reported.filter(|step| step.index() >= steps) {
            let step = step.index();
            return Err(invalid!(
                "reported failure refers to step {step}, but the plan has {steps} steps"
            ));
        }
        let repair = &mut self.engine.live.plans[slot].repair;
        (repair.part, repair.unrepairable, repair.later) = (part, unrepairable, later);
        Ok(())
    }

    pub(super) fn restore_waits<T>(
        &mut self,
        slot: PlanSlot,
        snapshot: &LivePlanSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        for (step, saved) in StepIndex::all(snapshot.progress.len()).zip(&snapshot.progress) {
            let wait = self.restored_wait(slot, step, saved.wait);
            let wait = wait.map_err(|error| error.within("step", step.index()))?;
            self.engine.live.plans.state_mut(slot, step).wait = wait;
        }
        Ok(())
    }

    fn restored_wait(
        &self,
        slot: PlanSlot,
        lead: StepIndex,
        wait: Wait<UnmetSnapshot>,
    ) -> Result<Wait, InvalidSave> {
        let plan = self.engine.live.plans.view(slot);
        let is_turn = plan.state(lead).turn.ready;
        match wait {
            Wait::None => {}
            _ if !is_turn => return Err(invalid!("has a wait reason, but it is not its turn")),
            Wait::Engaged { agent, .. } | Wait::Held { agent, .. } | Wait::Claim { agent, .. } => {
                let mut named = plan.group(lead).flat_map(|step| plan.mentions(step));
                let is_it = |mention| {
                    self.engine
                        .live
                        .agents
                        .word(self.engine.live.agents.named(mention))
                        == agent
                };
                ensure!(
                    named.any(is_it),
                    "waits for agent {agent}, which it does not use"
                );
            }
            Wait::Effect { step, .. } => ensure!(
                step < lead,
                "waits for the effect of step {}, which is not an earlier one",
                step.index()
            ),
            Wait::Sensors { .. } | Wait::Answer { .. } => {}
            Wait::Action(_) if plan.info(lead).is_later() => {}
            Wait::Action(_) | Wait::Repair => {
                return Err(invalid!("has a wait reason that only whole plans have"));
            }
        }
        if let Wait::Claim { plan: other, .. } = wait {
            let rank = self.engine.live.plans.find(other);
            ensure!(
                rank.is_none_or(|rank| self.engine.live.plans.goes_before(rank, slot)),
                "waits for plan {other}, which does not rank before it"
            );
        }
        wait.with_condition(|condition| {
            let unmet = condition.restore(self.engine.cx.tables());
            unmet.ok_or_else(|| invalid!("waits for a condition that does not exist"))
        })
    }

    /// Restores a repair that takes the place of a plan in the next tick, as if it had just been found.
    pub(super) fn restore_replacement<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        snapshot: &ReplacementSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        let mut data = snapshot.plan.read(self.engine.cx.tables())?;
        let absorbed = snapshot.plan.steps.iter().any(|step| step.absorbed);
        ensure!(!absorbed, "a step of the repair has already started");
        let (words, limit) = (
            snapshot.words as usize,
            self.engine.live.plans.arena.most_words(),
        );
        ensure!(
            data.words.len() <= words && words <= limit,
            "the repair declares {words} words but needs {} (limit {limit})",
            data.words.len()
        );
        if let Subtree::Below(node) = self.engine.live.plans[slot].repair.part {
            // The plan of the repair also has the words of the steps that stay.
            let mut padded = vec![0; words].into_boxed_slice();
            padded[..data.words.len()].copy_from_slice(&data.words);
            data.words.exchange(&mut padded, words);
            self.check_staying(slot, node, &data)?;
        }
        self.engine
            .repair_search(slot)
            .offer(&data)
            .map_err(does_not_fit)?;
        if let Some(block) = self.engine.live.plans[slot].repair.replacement {
            let (steps, costs) = (block.steps.len(), snapshot.costs.len());
            ensure!(
                steps == costs,
                "the repair has {steps} steps, but {costs} costs"
            );
            for (step, cost) in StepIndex::all(steps).zip(&snapshot.costs) {
                self.engine.live.plans.arena.step_mut(&block, step).cost = f32::from_bits(*cost);
            }
        }
        Ok(())
    }

    /// Checks that a repair below a node has the steps and nodes that stay.
    fn check_staying(
        &self,
        slot: PlanSlot,
        node: NodeIndex,
        data: &PlanData,
    ) -> Result<(), InvalidSave> {
        let plan = self.engine.live.plans.view(slot);
        let (nodes, staying) = (data.frames.len(), staying_nodes(plan, node).count());
        ensure!(
            nodes >= staying,
            "the repair drops tasks that must stay: it has {nodes} tasks, at least {staying} are required"
        );
        let splice = Splice::new(plan, node);
        let is_left = |step: &StepIndex| !plan.state(*step).has_started();
        let before: Vec<_> = splice.before(plan).filter(is_left).collect();
        let behind: Vec<_> = splice.after(plan).filter(is_left).collect();
        let (first, last) = (before.len(), behind.len());
        let steps = data.steps.len();
        ensure!(
            first + last <= steps,
            "the repair drops steps that must stay: it has {steps} steps, at least {} are required",
            first + last
        );
        let mut pairs = before
            .iter()
            .zip(0..)
            .chain(behind.iter().zip(steps - last..));
        ensure!(
            pairs.all(|(old, new)| plan.task(*old) == data.view().task(StepIndex::new(new))),
            "the repair changes steps that must stay"
        );
        Ok(())
    }
}
