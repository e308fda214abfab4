//! Makes snapshots of engines.

use super::{
    ExecutorSnapshot, HoldSnapshot, LivePlanSnapshot, ProgressSnapshot, ReplacementSnapshot,
};
use crate::exec::engine::Engine;
use crate::exec::inbox::Request;
use crate::exec::indices::{HoldSlot, PlanSlot};
use crate::exec::live::LiveState;
use crate::exec::plans::plan_record::PlanStage;
use crate::exec::plans::progress::StepProgress;
use crate::exec::plans::wait::Wait;
use crate::exec::status::StepState;
use crate::model::plan::Block;
use crate::model::plan::saved::PlanSnapshot;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};

impl Engine {
    /// Returns its snapshot between two ticks.
    pub fn snapshot<T: TaskCodec>(&self) -> Result<ExecutorSnapshot<T>, InvalidSave> {
        ensure!(
            !self.cx.clock.unfinished,
            "a game expression panicked and the tick is not complete; help: call `tick` once more, then save"
        );
        // All other parts are scratch memory, or follow from these.
        let Engine {
            cx: _,
            live,
            inbox,
            eval: _,
            claims: _,
            repairs: _,
            rejected,
        } = self;
        let LiveState {
            plans,
            agents,
            actions,
            wakes: _,
            whiles: _,
            log: _,
        } = live;
        let order = plans.order().iter();
        let (action_slots, actions) = actions.snapshot();
        let holds = agents.holds_of(order.clone().map(|slot| plans[*slot].footprint.holds));
        let requests = inbox.requests().iter();
        Ok(ExecutorSnapshot {
            tick: self.now(),
            plan_slots: plans.slots_snapshot(),
            action_slots,
            plans: order.map(|slot| live.plan_snapshot(*slot)).collect(),
            actions,
            holds: holds.iter().map(|slot| live.hold_snapshot(*slot)).collect(),
            reports: inbox.reports().to_vec(),
            requests: requests.map(|request| request.saved(&holds)).collect(),
            adopted: rejected.adopted().snapshot(self.cx.tables()),
        })
    }
}

impl LiveState {
    fn hold_snapshot(&self, slot: HoldSlot) -> HoldSnapshot {
        let hold = self.agents.hold(slot);
        HoldSnapshot {
            plan: hold.plan,
            step: hold.step,
            action: hold.action,
        }
    }

    pub(super) fn plan_snapshot<T: TaskCodec>(&self, slot: PlanSlot) -> LivePlanSnapshot<T> {
        let plan = self.plans.view(slot);
        let undo = plan.undo_chain();
        LivePlanSnapshot {
            record: plan.record.snapshot(),
            plan: PlanSnapshot::of(plan.raw),
            progress: plan.states().iter().map(StepProgress::snapshot).collect(),
            words: plan.record.block.words.len() as u32,
            undo: undo
                .map(|step| (step, plan.undo_args(step).to_vec()))
                .collect(),
            // A loaded plan whose wait depends on more than busy agents is visited, because its inputs are not saved.
            visit: self.wakes.is_queued(slot)
                || plan.record.stage == PlanStage::Running && !self.waits_for_agents(slot),
            replacement: plan
                .record
                .repair
                .replacement
                .map(|block| self.replacement_snapshot(slot, &block)),
        }
    }

    fn replacement_snapshot<T: TaskCodec>(
        &self,
        slot: PlanSlot,
        block: &Block,
    ) -> ReplacementSnapshot<T> {
        let plan = self.plans.view_of(slot, block);
        let mut words = block.words.len();
        for step in plan.all() {
            let info = plan.info(step);
            words -= info.extra();
            if plan.step(step).is_absorbed() {
                words -= usize::from(info.size);
            }
        }
        let mut snapshot = PlanSnapshot::of(plan.raw);
        snapshot.steps.retain(|step| !step.absorbed);
        ReplacementSnapshot {
            plan: snapshot,
            words: words as u32,
            costs: plan.steps().iter().map(|row| row.cost.to_bits()).collect(),
        }
    }
}

impl StepProgress {
    fn snapshot(&self) -> ProgressSnapshot {
        let StepProgress {
            status,
            ended,
            wait,
            // These follow from the records of the plan and its actions.
            action: _,
            unreported: _,
            moved: _,
            agents: _,
            mentions: _,
            turn: _,
            undo: _,
        } = *self;
        // A step that has started may still have the reason that it waited for last.
        let wait = Some(wait).filter(|_| status == StepState::Waiting);
        let wait = wait
            .unwrap_or(Wait::None)
            .with_condition(|condition| condition.snapshot().ok_or(()));
        ProgressSnapshot {
            status,
            ended,
            wait: wait.unwrap_or(Wait::None),
        }
    }
}

impl Request {
    /// Returns the request as it is in a save with these holds.
    fn saved(self, holds: &[HoldSlot]) -> Request {
        match self {
            Request::HoldLostAgent(slot) => {
                let place = holds.iter().position(|other| *other == slot);
                Request::HoldLostAgent(HoldSlot::new(place.unwrap_or(holds.len())))
            }
            Request::Enter(_)
            | Request::Cancel(_)
            | Request::PlanLostAgent(_)
            | Request::ActionLostAgent(_) => self,
        }
    }
}
