//! Taking up what was saved. Nothing of it is trusted: each number is checked before anything is built on it, and what follows
//! from the rest is worked out anew, by the functions that do so in play.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::super::SubmitError;
use super::super::engine::Engine;
use super::super::inbox::Request;
use super::super::indices::{ActionSlot, Index, PlanSlot};
use super::super::plan_record::{Barrier, PlanStage};
use super::super::plans::Plans;
use super::super::status::StepState;
use super::content::*;
use super::write::step_index;
use crate::model::limits::LimitKind;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};
use crate::tables::{FnId, TaskKind};

/// Numbers beyond this are no game's: so nothing that is added to them runs over.
pub(super) const GREATEST: u64 = 3 << 33;

/// Where what was saved is now.
pub(super) struct LoadedPlaces {
    pub plans: Vec<PlanSlot>,
    actions: Vec<ActionSlot>,
}

impl LoadedPlaces {
    pub fn plan(&self, number: u32) -> Result<PlanSlot, InvalidSave> {
        let slot = self.plans.get(number as usize).copied();
        slot.ok_or_else(|| InvalidSave(alloc::format!("`plans` has no entry {number}")))
    }

    fn action(&self, number: u32) -> Result<ActionSlot, InvalidSave> {
        let slot = self.actions.get(number as usize).copied();
        slot.ok_or_else(|| InvalidSave(alloc::format!("`actions` has no entry {number}")))
    }
}

/// Whether these slots and those are all below their count, each once.
fn are_all<I: Index>(some: &[I], others: &[I]) -> bool {
    let mut is_there = vec![false; some.len() + others.len()];
    let mut all = some.iter().chain(others);
    all.all(|slot| {
        let place = is_there.get_mut(slot.index());
        place.is_some_and(|place| !core::mem::replace(place, true))
    })
}

impl Engine {
    /// Takes up what was saved. The engine is new.
    pub fn restore<T: TaskCodec>(
        &mut self,
        content: &ExecutorContent<T>,
    ) -> Result<(), InvalidSave> {
        if let Some(bytes) = self.cx.missing_bytes() {
            return Err(unfit(SubmitError::OutOfMemory { bytes }));
        }
        let numbers = [content.tick, content.next_plan, content.next_action];
        ensure!(
            numbers.iter().all(|number| *number < GREATEST),
            "the number of ticks, plans or actions is too large"
        );
        ensure!(
            content.next_plan > 0 && content.next_action > 0,
            "`next_plan` or `next_action` is 0, but numbers start at 1"
        );
        self.cx.clock.set(content.tick);
        let plans = self.read_plans(content)?;
        let actions = self.read_actions(content, &plans)?;
        let places = LoadedPlaces { plans, actions };
        for (plan, _) in &content.taken {
            ensure!(
                self.live.plans.find(*plan).is_some(),
                "`taken` has the steps of plan {plan}, which does not exist"
            );
        }
        self.rejected.adopted_mut().restore(&content.taken);
        for (plan, slot) in content.plans.iter().zip(&places.plans) {
            if let Some(barrier) = &plan.barrier {
                self.read_barrier(*slot, barrier, &places)?;
            }
        }
        let running = self.count_running(&places.plans);
        ensure!(
            running == places.actions.len(),
            "a step is running, but has no action in `actions`"
        );
        self.read_holds(content, &places)?;
        for (plan, slot) in content.plans.iter().zip(&places.plans) {
            let block = self.live.plans[*slot].block;
            self.live.plans[*slot].turns = self.live.turns().survey(*slot, &block);
            self.live.turns().list_turns(*slot);
            self.read_repair(*slot, plan)?;
        }
        for (plan, slot) in content.plans.iter().zip(&places.plans) {
            self.read_waits(*slot, plan)?;
        }
        self.read_calls(content, &places)?;
        for (plan, slot) in content.plans.iter().zip(&places.plans) {
            if let Some(replacement) = &plan.replacement {
                self.read_replacement(*slot, replacement)?;
            }
            self.look_again(*slot, plan.visit);
        }
        self.live.wakes.end_restore();
        Ok(())
    }

    fn read_plans<T: TaskCodec>(
        &mut self,
        content: &ExecutorContent<T>,
    ) -> Result<Vec<PlanSlot>, InvalidSave> {
        let free = content.free_plans.iter();
        let free: Vec<_> = free.map(|slot| PlanSlot::new(*slot as usize)).collect();
        let slots: Vec<_> = content.plans.iter().map(|plan| plan.id.slot()).collect();
        let (count, most) = (slots.len() + free.len(), Plans::slots(self.cx.limits()));
        if count > most {
            return Err(InvalidSave::limit(
                LimitKind::Plans,
                self.cx.limits().plans,
                count - 1,
            ));
        }
        // There is one place more for a plan that takes that of another.
        let new = content.plans.iter().filter(|plan| plan.replaces.is_none());
        let new = new.count();
        if new > self.cx.limits().plans {
            return Err(InvalidSave::limit(
                LimitKind::Plans,
                self.cx.limits().plans,
                new,
            ));
        }
        ensure!(are_all(&slots, &free), "two plans have the same slot");
        let mut numbers: Vec<_> = content.plans.iter().map(|plan| plan.id.number()).collect();
        numbers.sort_unstable();
        ensure!(
            numbers.is_sorted_by(|a, b| a < b),
            "two plans have the same number"
        );
        let known = numbers.first().is_none_or(|first| *first > 0)
            && numbers.last().is_none_or(|last| *last < content.next_plan);
        ensure!(known, "the number of a plan is not below `next_plan`");
        self.live
            .plans
            .restore_slots(content.next_plan, &slots, &free);
        for plan in &content.plans {
            let slot = plan.id.slot();
            let read = self.read_plan(slot, plan);
            read.map_err(|InvalidSave(why)| {
                InvalidSave(alloc::format!("plan {}: {why}", plan.id))
            })?;
        }
        let in_order = |a: &PlanSlot, b: &PlanSlot| self.live.plans.goes_before(*a, *b);
        ensure!(
            slots.is_sorted_by(in_order),
            "`plans` is not sorted by priority and number"
        );
        Ok(slots)
    }

    fn read_actions<T>(
        &mut self,
        content: &ExecutorContent<T>,
        plans: &[PlanSlot],
    ) -> Result<Vec<ActionSlot>, InvalidSave> {
        let free = content.free_actions.iter();
        let free: Vec<_> = free.map(|slot| ActionSlot::new(*slot as usize)).collect();
        let slots: Vec<_> = content
            .actions
            .iter()
            .map(|action| action.id.slot())
            .collect();
        let (count, most) = (slots.len() + free.len(), self.most_actions());
        if count > most {
            return Err(InvalidSave::limit(LimitKind::Steps, most, count));
        }
        ensure!(are_all(&slots, &free), "two actions have the same slot");
        let numbers = content.actions.iter().map(|action| action.id.number());
        ensure!(
            numbers.clone().is_sorted_by(|a, b| a < b),
            "`actions` is not sorted by number"
        );
        let known = numbers.clone().all(|number| number > 0)
            && numbers.clone().all(|number| number < content.next_action);
        ensure!(known, "the number of an action is not below `next_action`");
        self.live
            .actions
            .restore_slots(content.next_action, count, &free);
        for action in &content.actions {
            let slot = plans.get(action.plan as usize).copied();
            let Some(plan) = slot else {
                return Err(InvalidSave(alloc::format!(
                    "action {} has no plan",
                    action.id
                )));
            };
            let read = self.read_action(plan, action);
            read.map_err(|InvalidSave(why)| {
                InvalidSave(alloc::format!("action {}: {why}", action.id))
            })?;
        }
        Ok(slots)
    }

    fn read_action(&mut self, plan: PlanSlot, content: &ActionContent) -> Result<(), InvalidSave> {
        let step = step_index(content.step);
        let view = self.live.plans.view(plan);
        let row = view.states().get(step.index());
        ensure!(
            row.is_some_and(|row| row.status == StepState::Running && row.action.is_none()),
            "its step is not running, or already has an action"
        );
        ensure!(
            content.since <= self.now(),
            "it started after the tick of the save"
        );
        let busy = view.info(step).operator.and_then(|operator| operator.busy);
        ensure!(
            content.engages || busy.is_some(),
            "it does not engage its agents, but its operator has no `busy`"
        );
        if content.engages {
            for number in view.info(step).by() {
                let agent = self.live.plans.mention(plan, step, number);
                let by = self.live.agents.engaged_by(self.live.agents.named(agent));
                let by = by.map(|slot| self.live.actions[slot].id);
                ensure!(
                    by.is_none_or(|by| by == content.id),
                    "two actions engage the same agent"
                );
            }
        }
        let (since, engages) = (content.since, content.engages);
        self.live
            .resume_action(content.id, (plan, step), since, engages, &self.cx);
        Ok(())
    }

    /// Checks that loaded actions engage their agents as `busy` says, as far as its value is known without the game.
    pub fn check_busy(
        &self,
        busy_of: impl Fn(FnId, &[u64]) -> Option<bool>,
    ) -> Result<(), InvalidSave> {
        for action in self.live.actions.all() {
            let plan = self.live.plans.view(action.plan);
            let busy = plan.info(action.step).operator.and_then(|row| row.busy);
            let engages = busy.and_then(|test| busy_of(test, plan.frame(action.step)));
            ensure!(
                engages.is_none_or(|engages| engages == action.engages),
                "action {} does not engage its agents as its `busy` says",
                action.id
            );
        }
        Ok(())
    }

    fn count_running(&self, plans: &[PlanSlot]) -> usize {
        let steps = plans
            .iter()
            .flat_map(|slot| self.live.plans.view(*slot).states());
        steps
            .filter(|step| step.status == StepState::Running)
            .count()
    }

    fn read_barrier(
        &mut self,
        slot: PlanSlot,
        barrier: &BarrierContent,
        places: &LoadedPlaces,
    ) -> Result<(), InvalidSave> {
        let (step, action) = (step_index(barrier.step), places.action(barrier.action)?);
        let plan = self.live.plans.view(slot);
        let is_done = |row: &super::super::progress::StepProgress| row.status == StepState::Done;
        ensure!(
            plan.states().get(step.index()).is_some_and(is_done)
                && plan.info(step).kind == TaskKind::GlobalBlock,
            "a barrier belongs to a step that is not a finished `global_block`"
        );
        let barrier = Barrier {
            step,
            action,
            unreported: barrier.unreported,
        };
        self.live
            .actions
            .close_barrier(&mut self.live.plans, slot, barrier);
        Ok(())
    }

    fn read_holds<T>(
        &mut self,
        content: &ExecutorContent<T>,
        places: &LoadedPlaces,
    ) -> Result<(), InvalidSave> {
        let steps = content.holds.iter();
        let mut steps: Vec<_> = steps
            .map(|HoldContent(plan, step, _)| (plan, step))
            .collect();
        steps.sort_unstable();
        ensure!(
            steps.is_sorted_by(|a, b| a < b),
            "two holds belong to the same `block_on`"
        );
        for HoldContent(plan, step, action) in &content.holds {
            let (slot, step) = (places.plan(*plan)?, step_index(*step));
            let action = places.action(*action)?;
            let plan = self.live.plans.view(slot);
            let row = plan.states().get(step.index());
            ensure!(
                row.is_some_and(|row| row.status == StepState::Done)
                    && plan.info(step).kind == TaskKind::BlockOn,
                "a hold belongs to a step that is not a finished `block_on`"
            );
            let agents: Vec<_> = plan.mentions(step).collect();
            let [agent, other] = agents[..] else {
                return Err(InvalidSave("a `block_on` does not name two agents".into()));
            };
            let agent = self.live.agents.named(agent);
            ensure!(
                agent != self.live.agents.named(other),
                "a hold makes an agent wait for itself"
            );
            self.live.hold(slot, step, agent, action);
        }
        Ok(())
    }

    /// What the game called since the last tick.
    fn read_calls<T>(
        &mut self,
        content: &ExecutorContent<T>,
        places: &LoadedPlaces,
    ) -> Result<(), InvalidSave> {
        use core::mem::replace;
        for ReportContent(action, outcome) in &content.reports {
            let slot = places.action(*action)?;
            let is_new = self.live.actions.mark_reported(slot);
            ensure!(is_new, "`reports` has the same action twice");
            self.inbox.add_report(slot, *outcome);
        }
        let mut enters = 0;
        // Holds stand in the order of the list: all of them are new.
        for request in &content.requests {
            let (request, twice) = match *request {
                RequestContent::Enter(plan) => {
                    let slot = places.plan(plan)?;
                    let is_next = self.live.plans[slot].stage == PlanStage::Submitted;
                    ensure!(is_next, "`requests` starts a plan that has already started");
                    enters += 1;
                    let mut before = self.inbox.requests().iter();
                    let twice =
                        before.any(|other| matches!(other, Request::Enter(s) if *s == slot));
                    (Request::Enter(slot), twice)
                }
                RequestContent::Cancel(plan) => {
                    let slot = places.plan(plan)?;
                    let twice = replace(&mut self.live.plans[slot].calls.cancelled, true);
                    (Request::Cancel(slot), twice)
                }
                RequestContent::PlanLostAgent(plan, node) => {
                    let slot = places.plan(plan)?;
                    let part = self.read_part(slot, node)?;
                    let twice = self.live.plans[slot]
                        .calls
                        .agent_left
                        .replace(part)
                        .is_some();
                    (Request::PlanLostAgent(slot), twice)
                }
                RequestContent::ActionLostAgent(action) => {
                    let slot = places.action(action)?;
                    let twice = !self.live.actions.mark_agent_left(slot);
                    (Request::ActionLostAgent(slot), twice)
                }
                RequestContent::HoldLostAgent(hold) => {
                    let count = content.holds.len();
                    ensure!((hold as usize) < count, "`holds` has no entry {hold}");
                    let slot = super::super::indices::HoldSlot::new(hold as usize);
                    let twice = !self.live.agents.mark_hold(slot);
                    (Request::HoldLostAgent(slot), twice)
                }
            };
            ensure!(!twice, "`requests` has the same request twice");
            self.inbox.add_request(request);
        }
        let submitted = |slot: &&PlanSlot| self.live.plans[**slot].stage == PlanStage::Submitted;
        let submitted = places.plans.iter().filter(submitted).count();
        ensure!(enters == submitted, "a submitted plan is not in `requests`");
        Ok(())
    }

    /// Everything about a plan is looked at again in the next tick, but for what would not have been: a plan that waits for busy
    /// agents tells that it waits for another one when something ends, and not before.
    fn look_again(&mut self, slot: PlanSlot, visit: bool) {
        self.repairs.update_request(slot, &self.live.plans);
        self.live
            .wakes
            .set_timer(slot, &mut self.live.plans, &self.cx);
        let record = &self.live.plans[slot];
        if record.repair.unrepairable {
            self.repairs.add_failing(slot, &self.live.plans);
        }
        if self.live.plans[slot].stage != PlanStage::Running {
            return;
        }
        let is_busy = |lead| self.live.busy_agent(slot, lead).is_some();
        let asleep = self.live.plans.view(slot).open_leads().all(is_busy);
        self.live
            .wakes
            .restore(slot, asleep, visit, &mut self.live.plans);
    }

    /// How many actions there is room for.
    fn most_actions(&self) -> usize {
        self.cx.limits().steps * crate::model::plan::SHARE
    }
}

/// What does not fit, by the limit's name.
pub(super) fn unfit(full: SubmitError) -> InvalidSave {
    InvalidSave(full.to_string())
}
