//! Taking up one plan: its block, what it waits for, its repair.

use alloc::vec::Vec;

use super::super::adopt::{Splice, staying_nodes};
use super::super::arena::{Block, Sizes};
use super::super::engine::Engine;
use super::super::indices::{NodeIndex, PlanSlot, StepIndex, Subtree};
use super::super::live::{LiveNode, LiveStep, StepStatus};
use super::super::plan_record::{PlanRecord, Stage};
use super::super::step_info::StepInfo;
use super::super::wait::Wait;
use super::content::*;
use super::read::{GREATEST, unfit};
use super::write::step_index;
use crate::event::Unmet;
use crate::plan::PlanData;
use crate::plan::saved::NodeContent;
use crate::save::tasks::{InvalidSave, TaskCodec, ensure};

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
            "it has moved in a tick that has yet to come"
        );
        let serials = [content.repairs, content.repair_serial];
        ensure!(
            serials
                .iter()
                .all(|serial| u64::from(*serial) < GREATEST >> 4),
            "no plan is repaired so often"
        );
        ensure!(
            content.replaces.is_none() || stage == Stage::Submitted,
            "it takes the place of another one, and is there"
        );
        let fresh = content.undo.is_empty()
            && content.barrier.is_none()
            && content.repairs == 0
            && !content.acted;
        ensure!(
            fresh || stage != Stage::Submitted,
            "it has done something before it enters"
        );
        let block = self.read_block(slot, content, stage)?;
        let record = PlanRecord {
            id: content.id,
            priority: content.priority,
            stage,
            block,
            sensed: content.sensed,
            moved: content.moved,
            lost_agent: content.lost_agent,
            repair_serial: content.repair_serial,
            same: content.same,
            repairs: content.repairs,
            acted: content.acted,
            replaces: content.replaces,
            ..PlanRecord::FREE
        };
        self.plans.restore(slot, record);
        self.read_undo(slot, &content.undo)
    }

    fn read_block<T: TaskCodec>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
        stage: Stage,
    ) -> Result<Block, InvalidSave> {
        let tables = self.tables;
        // Steps that had started when it was repaired are no part of what was planned.
        let planned = content.steps.iter().filter(|step| !step.absorbed).count();
        let nodes = content.nodes.iter();
        let mut words = nodes
            .clone()
            .map(|node| node.words_len(tables))
            .sum::<usize>();
        let mut kinds = Vec::with_capacity(content.steps.len());
        for row in &content.steps {
            let kind = row.step.read(tables, content.nodes.len())?;
            let info = StepInfo::of(tables, kind);
            words += usize::from(info.size) + info.extra();
            self.must_be_possible(info, row, stage)?;
            kinds.push(kind);
        }
        ensure!(
            words <= content.words as usize,
            "it takes more words than it says"
        );
        let block = self.plans.take_block(Sizes {
            steps: content.steps.len(),
            nodes: content.nodes.len(),
            words: content.words as usize,
            truth: nodes.map(NodeContent::truth_len).sum(),
            changes: content.changes.len(),
        });
        let block = block.map_err(unfit)?;
        let mut truth = Vec::with_capacity(block.truth.len());
        let mut free = 0;
        for (at, node) in content.nodes.iter().enumerate() {
            let row = node.read(tables, at, planned)?;
            let truth = node.write_truth(&mut truth, planned)?;
            self.plans.arena.nodes_mut(&block)[at] = LiveNode {
                task: row.task,
                method: row.method,
                branch: row.branch,
                ret: row.ret,
                words: free,
                parent: row.parent.map(|parent| NodeIndex::new(parent as usize)),
                chosen: row.chosen,
                truth,
            };
            let words = node.words(tables);
            free = self.plans.arena.put_words(&block, free, &words);
        }
        let mut changes = Vec::with_capacity(content.changes.len());
        for change in &content.changes {
            changes.push(change.read(tables, planned)?);
        }
        changes.sort_unstable();
        self.plans.arena.put_answers(&block, &truth, &changes);
        let mut rank = 0;
        for (at, row) in content.steps.iter().enumerate() {
            let at = StepIndex::new(at);
            let (status, ended) = row.state.read();
            *self.plans.arena.step_mut(&block, at) = LiveStep {
                kind: kinds[at.index()],
                status,
                absorbed: row.absorbed,
                node: row.step.node.map(|node| NodeIndex::new(node as usize)),
                words: free,
                rank,
                cost: f32::from_bits(row.step.cost),
                ended,
                ..LiveStep::BLANK
            };
            rank += u32::from(!row.absorbed);
            let words = row.step.words(tables);
            free = self.plans.arena.put_words(&block, free, &words);
            free = self.place_extra(slot, &block, at, free);
        }
        Ok(block)
    }

    /// Whether a step can stand as it does.
    fn must_be_possible<T>(
        &self,
        info: StepInfo,
        row: &LiveStepContent<T>,
        stage: Stage,
    ) -> Result<(), InvalidSave> {
        let (status, ended) = row.state.read();
        let external = info.is_external();
        let can_be = match status {
            StepStatus::Waiting => !row.absorbed,
            StepStatus::Running | StepStatus::Failed => external,
            StepStatus::Done => true,
        };
        ensure!(can_be, "a step stands as none of its kind can");
        ensure!(
            stage != Stage::Submitted || status == StepStatus::Waiting,
            "a step has started before its plan has entered"
        );
        ensure!(ended <= self.now(), "a step has ended that has yet to");
        Ok(())
    }

    fn read_undo(&mut self, slot: PlanSlot, undo: &[UndoContent]) -> Result<(), InvalidSave> {
        let block = self.plans[slot].block;
        let mut before = None;
        let mut is_there = alloc::vec![false; block.steps.len()];
        for UndoContent(step, args) in undo.iter().rev() {
            let step = step_index(*step);
            let plan = self.plans.view(slot);
            let row = plan.steps().get(step.index());
            ensure!(
                row.is_some_and(|row| row.status == StepStatus::Done),
                "a step is to be taken back that was not carried out"
            );
            let Some(undo) = plan.info(step).undo() else {
                return Err(InvalidSave(
                    "a step is to be taken back that has no `undo`".into(),
                ));
            };
            let params = self.tables.tasks[usize::from(undo.task.0)].params;
            let types = self.tables.types;
            let mut values = params.iter().zip(args);
            ensure!(
                args.len() == plan.info(step).undo_size()
                    && values.all(|(param, word)| (types[usize::from(param.ty.0)].is_value)(*word)),
                "the arguments of an `undo` are none"
            );
            let twice = core::mem::replace(&mut is_there[step.index()], true);
            ensure!(!twice, "a step is to be taken back twice");
            let at = self.plans.step(slot, step).undo;
            self.plans.arena.put_words(&block, at, args);
            let row = self.plans.step_mut(slot, step);
            row.undo_before = before.replace(step);
            row.undoable = true;
        }
        self.plans[slot].undo = before;
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
        let nodes = self.plans.view(slot).nodes().len();
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
        let plan = self.plans.view(slot);
        let repairing = plan.record.stage == Stage::Repairing;
        let steps = plan.steps().len();
        let reported = content.reported;
        let asked = part != Subtree::Whole
            || content.hopeless
            || content.replacement.is_some()
            || reported.is_some();
        ensure!(repairing || !asked, "a plan is repaired that is not to be");
        ensure!(
            plan.lowest_repair(part) == part,
            "a task is planned again for which that is not possible"
        );
        ensure!(
            !content.hopeless || (part == Subtree::Whole && content.replacement.is_none()),
            "a plan is hopeless, and is not"
        );
        ensure!(
            reported.is_none_or(|step| (step as usize) < steps),
            "a failure of a step that there is not"
        );
        let record = &mut self.plans[slot];
        record.repair_at = part;
        record.hopeless = content.hopeless;
        record.reported = reported.map(step_index);
        Ok(())
    }

    pub(super) fn read_waits<T>(
        &mut self,
        slot: PlanSlot,
        content: &LiveContent<T>,
    ) -> Result<(), InvalidSave> {
        for (at, row) in content.steps.iter().enumerate() {
            if let StateContent::Waiting(Some(wait)) = &row.state {
                let step = StepIndex::new(at);
                ensure!(
                    self.plans.step(slot, step).ready,
                    "a step waits for something, and it is not its turn"
                );
                let wait = self.read_wait(slot, step, wait)?;
                self.plans.step_mut(slot, step).wait = wait;
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
        let plan = self.plans.view(slot);
        let mut named = plan.group(lead).flat_map(|step| plan.mentions(step));
        if let WaitContent::Engaged { agent, .. }
        | WaitContent::Held { agent, .. }
        | WaitContent::Claim { agent, .. } = wait
        {
            let is = |mention| self.agents.get(self.agents.mention(mention).agent).word == *agent;
            ensure!(
                named.any(is),
                "a step waits for an agent that it does not name"
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
                    "a step waits for one that does not come before it"
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
                let other = self.plans.find(*plan);
                ensure!(
                    other.is_none_or(|other| self.plans.goes_before(other, slot)),
                    "a plan waits for one that does not go before it"
                );
                Wait::Claim {
                    agent: *agent,
                    plan: *plan,
                }
            }
        })
    }

    fn read_unmet(&self, unmet: &UnmetContent) -> Result<Unmet, InvalidSave> {
        let tables = self.tables;
        let UnmetContent(check, words) = unmet;
        let Some(check) = check.find(tables) else {
            return Err(InvalidSave(
                "a step waits for a condition that there is not".into(),
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
        let mut data = PlanData::read(self.tables, &content.plan)?;
        let words = content.words as usize;
        ensure!(
            data.words.len() <= words && words <= self.plans.arena.most_words(),
            "a repair takes more words than it says, or than is allowed"
        );
        if let Subtree::Below(node) = self.plans[slot].repair_at {
            data.words.pad(words);
            self.must_stay(slot, node, &data)?;
        }
        self.offer(slot, &data).map_err(unfit)?;
        if let Some(block) = self.plans[slot].replacement {
            let costs = content.plan.steps.iter().map(|step| step.cost);
            let rows = self.plans.arena.steps_mut(&block).iter_mut();
            let rows = rows.filter(|row| !row.absorbed);
            rows.zip(costs)
                .for_each(|(row, cost)| row.cost = f32::from_bits(cost));
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
        let plan = self.plans.view(slot);
        let staying = staying_nodes(plan, node).count();
        ensure!(
            data.frames.len() >= staying,
            "a repair has not even the nodes that stay"
        );
        let splice = Splice::new(plan, node);
        let left = |step: &StepIndex| !plan.step(*step).has_started();
        let before: Vec<_> = splice.before(plan).filter(left).collect();
        let behind: Vec<_> = splice.behind(plan).filter(left).collect();
        let fits = before.len() + behind.len() <= data.steps.len();
        ensure!(fits, "a repair has not even the steps that stay");
        let first_behind = data.steps.len() - behind.len();
        let pairs = before.iter().zip(0..);
        let mut pairs = pairs.chain(behind.iter().zip(first_behind..));
        ensure!(
            pairs.all(|(old, new)| plan.task(*old) == data.code(&data.steps[new])),
            "a repair has other steps than those that stay"
        );
        Ok(())
    }
}

impl StateContent {
    fn read(&self) -> (StepStatus, u64) {
        match self {
            StateContent::Waiting(_) => (StepStatus::Waiting, 0),
            StateContent::Running => (StepStatus::Running, 0),
            StateContent::Done(ended) => (StepStatus::Done, *ended),
            StateContent::Failed(ended) => (StepStatus::Failed, *ended),
        }
    }
}
