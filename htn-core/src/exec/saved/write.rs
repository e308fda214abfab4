//! What of an executor is saved.

use alloc::vec::Vec;

use super::super::engine::Engine;
use super::super::inbox::Request;
use super::super::indices::{ActionSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use super::super::plan_record::PlanStage;
use super::super::progress::StepProgress;
use super::super::status::StepState;
use super::super::wait::Wait;
use super::content::*;
use crate::model::event::Unmet;
use crate::model::plan::Block;
use crate::model::plan::saved::PlanSnapshot;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};

/// Where everything is in the lists of a save.
struct SavedPlaces {
    plans: Vec<PlanSlot>,
    actions: Vec<ActionSlot>,
    holds: Vec<HoldSlot>,
}

fn place<I: PartialEq>(all: &[I], one: I) -> u32 {
    let place = all.iter().position(|other| *other == one);
    place.unwrap_or(usize::MAX) as u32
}

fn part(part: Subtree) -> Option<u32> {
    match part {
        Subtree::Whole => None,
        Subtree::Below(node) => Some(node.index() as u32),
    }
}

impl Engine {
    /// What of it is saved, between two ticks.
    pub fn content<T: TaskCodec>(&self) -> Result<ExecutorContent<T>, InvalidSave> {
        ensure!(
            !self.cx.clock.unfinished,
            "an expression of the game has panicked, and the tick that it happened in is not over; \
             help: call `tick` once more, and save then"
        );
        let plans = self.live.plans.order().to_vec();
        let actions = self.actions_in_order(&plans);
        let holds = self.holds_in_order(&plans);
        let places = SavedPlaces {
            plans,
            actions,
            holds,
        };
        let live = places.plans.iter();
        let actions = places.actions.iter().map(|slot| {
            let action = &self.live.actions[*slot];
            ActionContent {
                id: action.id,
                plan: place(&places.plans, action.plan),
                step: action.step.index() as u32,
                since: action.since,
                engages: action.engages,
            }
        });
        let holds = places.holds.iter().map(|slot| {
            let hold = self.live.agents.hold(*slot);
            HoldContent(
                place(&places.plans, hold.plan),
                hold.step.index() as u32,
                place(&places.actions, hold.action),
            )
        });
        let reports = self.inbox.reports().iter();
        let requests = self.inbox.requests().iter();
        Ok(ExecutorContent {
            tick: self.now(),
            plans: live.map(|slot| self.live_content(*slot, &places)).collect(),
            actions: actions.collect(),
            holds: holds.collect(),
            reports: reports
                .map(|(slot, outcome)| ReportContent(place(&places.actions, *slot), *outcome))
                .collect(),
            requests: requests
                .map(|request| self.request_content(*request, &places))
                .collect(),
            taken: self.rejected.adopted().content(self.cx.tables()),
            next_plan: self.live.plans.next_number(),
            next_action: self.live.actions.next_number(),
            free_plans: self
                .live
                .plans
                .freed()
                .map(|slot| slot.index() as u32)
                .collect(),
            free_actions: self
                .live
                .actions
                .freed()
                .map(|slot| slot.index() as u32)
                .collect(),
        })
    }

    fn actions_in_order(&self, plans: &[PlanSlot]) -> Vec<ActionSlot> {
        let mut actions = Vec::new();
        for plan in plans {
            actions.extend(
                self.live
                    .actions
                    .in_plan(self.live.plans[*plan].footprint.actions),
            );
        }
        actions.sort_unstable_by_key(|slot| self.live.actions[*slot].id);
        actions
    }

    /// Each behind those that stand before it in one of its chains: so they may have come.
    fn holds_in_order(&self, plans: &[PlanSlot]) -> Vec<HoldSlot> {
        let mut left = Vec::new();
        for plan in plans {
            left.extend(
                self.live
                    .agents
                    .holds_in(self.live.plans[*plan].footprint.holds),
            );
        }
        let mut is_there = alloc::vec![false; self.live.agents.holds_reached()];
        let mut holds = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let before = left.len();
            left.retain(|slot| {
                let mut neighbours = self.live.agents.hold(*slot).before();
                let comes = neighbours.all(|before| is_there[before.index()]);
                if comes {
                    is_there[slot.index()] = true;
                    holds.push(*slot);
                }
                !comes
            });
            // They came one after another, so there is always one that is next.
            if left.len() == before {
                break;
            }
        }
        holds
    }

    fn request_content(&self, request: Request, places: &SavedPlaces) -> RequestContent {
        match request {
            Request::Enter(slot) => RequestContent::Enter(place(&places.plans, slot)),
            Request::Cancel(slot) => RequestContent::Cancel(place(&places.plans, slot)),
            Request::PlanLostAgent(slot) => {
                let left = self.live.plans[slot].calls.agent_left;
                let left = left.unwrap_or(Subtree::Whole);
                RequestContent::PlanLostAgent(place(&places.plans, slot), part(left))
            }
            Request::ActionLostAgent(slot) => {
                RequestContent::ActionLostAgent(place(&places.actions, slot))
            }
            Request::HoldLostAgent(slot) => {
                RequestContent::HoldLostAgent(place(&places.holds, slot))
            }
        }
    }

    fn live_content<T: TaskCodec>(&self, slot: PlanSlot, places: &SavedPlaces) -> LiveContent<T> {
        let plan = self.live.plans.view(slot);
        let record = plan.record;
        let undo = plan.undo_chain();
        let repairing = record.stage == PlanStage::Repairing;
        LiveContent {
            id: record.id,
            priority: record.priority,
            stage: StageContent::of(record.stage),
            plan: PlanSnapshot::of(plan.raw),
            states: plan
                .states()
                .iter()
                .map(|state| self.state_content(state))
                .collect(),
            words: record.block.words.len() as u32,
            undo: undo
                .map(|step| UndoContent(step.index() as u32, plan.undo_args(step).to_vec()))
                .collect(),
            barrier: record.footprint.barrier.map(|barrier| BarrierContent {
                step: barrier.step.index() as u32,
                action: place(&places.actions, barrier.action),
                unreported: barrier.unreported,
            }),
            sensed: record.wake.sensed(),
            moved: record.wake.moved(),
            visit: self.live.wakes.is_queued(slot),
            acted: record.acted,
            repairs: record.repair.count,
            repair_serial: record.repair.serial,
            replaces: record.calls.replaces,
            lost_agent: record.repair.lost_agent,
            same: record.repair.same,
            reported: record
                .repair
                .reported
                .filter(|_| repairing)
                .map(|step| step.index() as u32),
            repair_at: part(record.repair.part).filter(|_| repairing),
            unrepairable: record.repair.unrepairable,
            replacement: record
                .repair
                .replacement
                .map(|block| self.replacement_content(slot, &block)),
        }
    }

    /// A replacement without the steps that have started and stay: those are the plan's.
    fn replacement_content<T: TaskCodec>(
        &self,
        slot: PlanSlot,
        block: &Block,
    ) -> ReplacementContent<T> {
        let plan = self.live.plans.view_of(slot, block);
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
        ReplacementContent {
            plan: snapshot,
            words: words as u32,
            costs: plan.steps().iter().map(|row| row.cost.to_bits()).collect(),
        }
    }

    fn state_content(&self, row: &StepProgress) -> StateContent {
        match row.status {
            StepState::Waiting => StateContent::Waiting(self.wait_content(row.wait)),
            StepState::Running => StateContent::Running,
            StepState::Done => StateContent::Done(row.ended),
            StepState::Failed => StateContent::Failed(row.ended),
        }
    }

    fn wait_content(&self, wait: Wait) -> Option<WaitContent> {
        Some(match wait {
            Wait::None | Wait::Action(_) | Wait::Repair => return None,
            Wait::Engaged { agent, action } => WaitContent::Engaged { agent, action },
            Wait::Held { agent, action } => WaitContent::Held { agent, action },
            Wait::Effect { step, condition } => WaitContent::Effect {
                step: step.index() as u32,
                condition: self.unmet_content(condition)?,
            },
            Wait::Sensors { until, condition } => WaitContent::Sensors {
                until,
                condition: self.unmet_content(condition)?,
            },
            Wait::Claim { agent, plan } => WaitContent::Claim { agent, plan },
        })
    }

    fn unmet_content(&self, unmet: Unmet) -> Option<UnmetContent> {
        let (check, words) = unmet.parts();
        let mut checks = self.cx.tables().checks.iter();
        if let Some(number) = checks.position(|other| core::ptr::eq(other, check)) {
            return Some(UnmetContent(CheckContent::Check(number as u32), words));
        }
        let mut operators = self.cx.tables().operators.iter().zip(0..);
        let found = operators.find_map(|(operator, number)| {
            let is = |other: &Option<_>| other.as_ref().is_some_and(|o| core::ptr::eq(o, check));
            if is(&operator.holds) {
                return Some(CheckContent::Holds(number));
            }
            is(&operator.during).then_some(CheckContent::During(number))
        });
        found.map(|check| UnmetContent(check, words))
    }
}

/// A step by its number in a save.
pub(super) fn step_index(number: u32) -> StepIndex {
    StepIndex::new(number as usize)
}
