//! Taking up one plan: its block, what it waits for, its repair.

use alloc::vec::Vec;

use super::super::admit::sizes_of;
use super::super::adopt::{Splice, staying_nodes};
use super::super::engine::Engine;
use super::super::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use super::super::plan_record::{PendingCalls, PlanRecord, PlanStage, RepairState};
use super::super::status::StepState;
use super::super::step_info::StepInfo;
use super::super::wait::Wait;
use super::super::wake::WakeState;
use super::content::*;
use super::read::{GREATEST, unfit};
use super::write::step_index;
use crate::model::event::Unmet;
use crate::model::plan::{Block, PlanData, Sizes};
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};

impl Engine {
    /// Takes up a plan, but for what it has to do with others.
    pub(super) fn read_plan<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
    ) -> Result<(), InvalidSave> {
        let (now, stage) = (self.now(), content.stage.read());
        ensure!(
            content.sensed <= now && content.moved <= now,
            "`sensed` or `moved` is after the tick of the save"
        );
        let serials = [content.repairs, content.repair_serial];
        ensure!(
            serials
                .iter()
                .all(|serial| u64::from(*serial) < GREATEST >> 4),
            "the number of repairs is too large"
        );
        ensure!(
            content.replaces.is_none() || stage == PlanStage::Submitted,
            "it replaces another plan, but has already started"
        );
        let fresh = content.undo.is_empty()
            && content.barrier.is_none()
            && content.repairs == 0
            && !content.acted;
        ensure!(
            fresh || stage != PlanStage::Submitted,
            "it is not started yet, but has progress"
        );
        let block = self.read_block(slot, content, stage)?;
        let record = PlanRecord {
            id: content.id,
            priority: content.priority,
            stage,
            block,
            wake: WakeState::restored(content.moved, content.sensed),
            repair: RepairState {
                lost_agent: content.lost_agent,
                serial: content.repair_serial,
                same: content.same,
                count: content.repairs,
                ..RepairState::NONE
            },
            calls: PendingCalls {
                replaces: content.replaces,
                ..PendingCalls::NONE
            },
            acted: content.acted,
            ..PlanRecord::FREE
        };
        self.live.plans.restore(slot, record);
        self.read_undo(slot, &content.undo)
    }

    fn read_block<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
        stage: PlanStage,
    ) -> Result<Block, InvalidSave> {
        let data = content.plan.read(self.cx.tables())?;
        ensure!(
            content.states.len() == data.steps.len(),
            "it has {} steps, and the states of {}",
            data.steps.len(),
            content.states.len()
        );
        let plan = data.view();
        for (step, state) in plan.all().zip(&content.states) {
            let absorbed = plan.step(step).is_absorbed();
            self.must_be_possible(plan.info(step), absorbed, state, stage)?;
        }
        let asked = self.cx.asked();
        let needs = sizes_of(&data, self.cx.tables(), asked);
        let words = content.words as usize;
        ensure!(needs.words <= words, "it needs more than its `words`");
        let block = self
            .live
            .admit(slot, &data, Sizes { words, ..needs }, asked);
        let block = block.map_err(unfit)?;
        let states = self.live.plans.states_in(&block).iter_mut();
        for (state, content) in states.zip(&content.states) {
            (state.status, state.ended) = content.read();
        }
        Ok(block)
    }

    /// Whether a step can stand as it does.
    fn must_be_possible(
        &self,
        info: StepInfo,
        absorbed: bool,
        state: &StateContent,
        stage: PlanStage,
    ) -> Result<(), InvalidSave> {
        let (status, ended) = state.read();
        let external = info.is_external();
        let can_be = match status {
            StepState::Waiting => !absorbed,
            StepState::Running | StepState::Failed => external,
            StepState::Done => true,
        };
        ensure!(can_be, "a step has a state that its operator can't have");
        ensure!(
            stage != PlanStage::Submitted || status == StepState::Waiting,
            "a step has started, but the plan has not"
        );
        ensure!(
            ended <= self.now(),
            "a step ended after the tick of the save"
        );
        Ok(())
    }

    fn read_undo(&mut self, slot: PlanSlot, undo: &[UndoContent]) -> Result<(), InvalidSave> {
        let block = self.live.plans[slot].block;
        let mut before = None;
        let mut is_there = alloc::vec![false; block.steps.len()];
        for UndoContent(step, args) in undo.iter().rev() {
            let step = step_index(*step);
            let plan = self.live.plans.view(slot);
            let row = plan.states().get(step.index());
            ensure!(
                row.is_some_and(|row| row.status == StepState::Done),
                "`undo` has a step that is not finished"
            );
            let Some(undo) = plan.info(step).undo() else {
                return Err(InvalidSave(
                    "`undo` has a step whose operator has no `undo`".into(),
                ));
            };
            let params = self.cx.tables().tasks[usize::from(undo.task.0)].params;
            let types = self.cx.tables().types;
            let mut values = params.iter().zip(args);
            ensure!(
                args.len() == plan.info(step).undo_size()
                    && values.all(|(param, word)| (types[usize::from(param.ty.0)].is_value)(*word)),
                "`undo` has arguments that do not fit the operator"
            );
            let twice = core::mem::replace(&mut is_there[step.index()], true);
            ensure!(!twice, "`undo` has the same step twice");
            let at = self.live.plans.state(slot, step).undo_words();
            self.live.plans.arena.put_words(&block, at, args);
            let undo = &mut self.live.plans.state_mut(slot, step).undo;
            undo.before = before.replace(step);
            undo.known = true;
        }
        self.live.plans[slot].footprint.undo = before;
        Ok(())
    }

    /// A part of a plan by the number of its node.
    pub(super) fn read_part(
        &self,
        slot: PlanSlot,
        node: Option<u32>,
    ) -> Result<Subtree, InvalidSave> {
        let Some(node) = node else {
            return Ok(Subtree::Whole);
        };
        let nodes = self.live.plans.view(slot).record_count();
        ensure!(
            (node as usize) < nodes,
            "there is no node {node} in the plan"
        );
        Ok(Subtree::Below(NodeIndex::new(node as usize)))
    }

    /// What is wanted of a repair. How far the plan is, is known.
    pub(super) fn read_repair<T>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
    ) -> Result<(), InvalidSave> {
        let part = self.read_part(slot, content.repair_at)?;
        let plan = self.live.plans.view(slot);
        let repairing = plan.record.stage == PlanStage::Repairing;
        let steps = plan.steps().len();
        let reported = content.reported;
        let asked = part != Subtree::Whole
            || content.unrepairable
            || content.replacement.is_some()
            || reported.is_some();
        ensure!(
            repairing || !asked,
            "a plan has a repair, but its stage is not `repairing`"
        );
        ensure!(
            plan.lowest_repair(part) == part,
            "`repair_at` is a task that can't be repaired"
        );
        ensure!(
            !content.unrepairable || (part == Subtree::Whole && content.replacement.is_none()),
            "a plan is marked unrepairable, but has a pending repair"
        );
        ensure!(
            reported.is_none_or(|step| (step as usize) < steps),
            "`reported` is a step that does not exist"
        );
        let record = &mut self.live.plans[slot];
        record.repair.part = part;
        record.repair.unrepairable = content.unrepairable;
        record.repair.reported = reported.map(step_index);
        Ok(())
    }

    pub(super) fn read_waits<T>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
    ) -> Result<(), InvalidSave> {
        for (at, state) in content.states.iter().enumerate() {
            if let StateContent::Waiting(Some(wait)) = state {
                let step = StepIndex::new(at);
                ensure!(
                    self.live.plans.state(slot, step).turn.ready,
                    "a step has a reason to wait, but is not next"
                );
                let wait = self.read_wait(slot, step, wait)?;
                self.live.plans.state_mut(slot, step).wait = wait;
            }
        }
        Ok(())
    }

    fn read_wait(
        &self,
        slot: PlanSlot,
        lead: StepIndex,
        wait: &WaitContent,
    ) -> Result<Wait, InvalidSave> {
        let plan = self.live.plans.view(slot);
        let mut named = plan.group(lead).flat_map(|step| plan.mentions(step));
        if let WaitContent::Engaged { agent, .. }
        | WaitContent::Held { agent, .. }
        | WaitContent::Claim { agent, .. } = wait
        {
            let is = |mention| self.live.agents.word(self.live.agents.named(mention)) == *agent;
            ensure!(
                named.any(is),
                "a step waits for an agent that it does not use"
            );
        }
        Ok(match wait {
            WaitContent::Engaged { agent, action } => Wait::Engaged {
                agent: *agent,
                action: *action,
            },
            WaitContent::Held { agent, action } => Wait::Held {
                agent: *agent,
                action: *action,
            },
            WaitContent::Effect { step, condition } => {
                ensure!(
                    (*step as usize) < lead.index(),
                    "a step waits for the effect of a later step"
                );
                Wait::Effect {
                    step: step_index(*step),
                    condition: self.read_unmet(condition)?,
                }
            }
            WaitContent::Sensors { until, condition } => Wait::Sensors {
                until: *until,
                condition: self.read_unmet(condition)?,
            },
            WaitContent::Claim { agent, plan } => {
                let other = self.live.plans.find(*plan);
                ensure!(
                    other.is_none_or(|other| self.live.plans.goes_before(other, slot)),
                    "a plan waits for a plan of lower rank"
                );
                Wait::Claim {
                    agent: *agent,
                    plan: *plan,
                }
            }
        })
    }

    fn read_unmet(&self, unmet: &UnmetContent) -> Result<Unmet, InvalidSave> {
        let tables = self.cx.tables();
        let UnmetContent(check, words) = unmet;
        let Some(check) = check.find(tables) else {
            return Err(InvalidSave(
                "a step waits for a condition that does not exist".into(),
            ));
        };
        Ok(Unmet::from_parts(tables, check, *words))
    }

    /// What takes the place of a plan in the next tick: as if it had just been found.
    pub(super) fn read_replacement<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        content: &ReplacementContent<T>,
    ) -> Result<(), InvalidSave> {
        let mut data = content.plan.read(self.cx.tables())?;
        let absorbed = content.plan.steps.iter().any(|step| step.absorbed);
        ensure!(!absorbed, "a step of a repair has started");
        let words = content.words as usize;
        ensure!(
            data.words.len() <= words && words <= self.live.plans.arena.most_words(),
            "a repair needs more than its `words`, or than the limits allow"
        );
        if let Subtree::Below(node) = self.live.plans[slot].repair.part {
            data.words.pad(words);
            self.must_stay(slot, node, &data)?;
        }
        self.repair_search(slot).offer(&data).map_err(unfit)?;
        if let Some(block) = self.live.plans[slot].repair.replacement {
            ensure!(
                content.costs.len() == block.steps.len(),
                "a repair has not as many costs as steps"
            );
            for (step, cost) in StepIndex::all(block.steps.len()).zip(&content.costs) {
                self.live.plans.arena.step_mut(&block, step).cost = f32::from_bits(*cost);
            }
        }
        Ok(())
    }

    /// Whether a repair at a node has the steps and the nodes that stay.
    fn must_stay(
        &self,
        slot: PlanSlot,
        node: NodeIndex,
        data: &PlanData,
    ) -> Result<(), InvalidSave> {
        let plan = self.live.plans.view(slot);
        let staying = staying_nodes(plan, node).count();
        ensure!(
            data.frames.len() >= staying,
            "a repair lacks tasks that the plan keeps"
        );
        let splice = Splice::new(plan, node);
        let left = |step: &StepIndex| !plan.state(*step).has_started();
        let before: Vec<_> = splice.before(plan).filter(left).collect();
        let behind: Vec<_> = splice.after(plan).filter(left).collect();
        let fits = before.len() + behind.len() <= data.steps.len();
        ensure!(fits, "a repair lacks steps that the plan keeps");
        let first_behind = data.steps.len() - behind.len();
        let pairs = before.iter().zip(0..);
        let mut pairs = pairs.chain(behind.iter().zip(first_behind..));
        ensure!(
            pairs.all(|(old, new)| plan.task(*old) == data.view().task(StepIndex::new(new))),
            "a repair changes steps that the plan keeps"
        );
        Ok(())
    }
}

impl StateContent {
    fn read(&self) -> (StepState, u64) {
        match self {
            StateContent::Waiting(_) => (StepState::Waiting, 0),
            StateContent::Running => (StepState::Running, 0),
            StateContent::Done(ended) => (StepState::Done, *ended),
            StateContent::Failed(ended) => (StepState::Failed, *ended),
        }
    }
}
