//! What a tick tells: its commands and its events.
//!
//! They are of the tick in which they were logged, and nobody has to clear them when it is over: in the next one, there are none.
//! So a squad that has nothing to do need not be touched for it.

use alloc::sync::Arc;

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::log::{CommandLog, EventLog, Happened, LoggedEvent, LoggedTask};
use super::plan_record::Stage;
use super::wait::Wait;
use crate::event::PlanId;

impl Engine {
    /// What the words of events are in.
    pub fn events(&self) -> &EventLog {
        &self.events
    }

    /// The events of the last tick.
    pub fn happened(&self) -> &[LoggedEvent] {
        match self.logged == self.now() {
            true => self.events.all(),
            false => &[],
        }
    }

    /// How many events of the last tick did not fit.
    pub fn events_missed(&self) -> u64 {
        match self.logged == self.now() {
            true => self.events.missed,
            false => 0,
        }
    }

    /// The commands of the last tick, where there are any.
    pub fn commands(&self) -> Option<Arc<CommandLog>> {
        let any = self.logged == self.now() && self.commands.log().len() > 0;
        any.then(|| self.commands.share())
    }

    /// What commands and events are added to is of this tick.
    pub(super) fn open_logs(&mut self) {
        let tick = self.now();
        if self.logged != tick {
            self.logged = tick;
            self.events.clear();
            self.commands.clear();
        }
    }

    /// Keeps what a step is for the event that is logged next.
    pub(super) fn log_step(&mut self, slot: PlanSlot, step: StepIndex) -> LoggedTask {
        self.open_logs();
        let (code, args) = self.plans.view(slot).task(step);
        self.events.keep_task(code, args)
    }

    /// The same for the task of a part of a plan; `None` for the whole.
    pub(super) fn log_part(&mut self, slot: PlanSlot, part: Subtree) -> Option<LoggedTask> {
        let Subtree::Below(node) = part else {
            return None;
        };
        self.open_logs();
        let plan = self.plans.view(slot);
        let (code, args) = plan.node_task(plan.node(Some(node))?);
        Some(self.events.keep_task(code, args))
    }

    pub(super) fn log_event(&mut self, slot: PlanSlot, what: Happened) {
        self.open_logs();
        self.events.add(self.plans[slot].id, what);
    }

    /// An event about a plan that has not entered, or about none.
    pub fn log_event_of(&mut self, plan: PlanId, what: Happened) {
        self.clock.unfinished = true;
        self.open_logs();
        self.events.add(plan, what);
    }

    /// Tells what has changed of what is waited for.
    pub(super) fn log_waits(&mut self) {
        while let Some(slot) = self.queues.untold.pop(self.plans.in_order()) {
            if self.plans[slot].stage == Stage::Running {
                self.log_waits_of(slot);
            }
        }
    }

    fn log_waits_of(&mut self, slot: PlanSlot) {
        if let Some(barrier) = &mut self.plans[slot].barrier
            && core::mem::take(&mut barrier.untold)
        {
            let (step, action) = (barrier.step, self.actions[barrier.action].id);
            self.log_wait(slot, step, Wait::Action(action));
        }
        let mut next = self.plans[slot].turns.ready;
        while let Some(step) = next {
            let row = self.plans.state_mut(slot, step);
            let (untold, wait) = (core::mem::take(&mut row.untold), row.wait);
            next = row.turn.next;
            if untold && wait != Wait::None {
                self.log_wait(slot, step, wait);
            }
        }
    }

    pub(super) fn log_wait(&mut self, slot: PlanSlot, step: StepIndex, wait: Wait) {
        let task = self.log_step(slot, step);
        let on = match wait {
            Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
                let Some((owner, step)) = self.owner(action) else {
                    return;
                };
                Some(self.log_step(owner, step))
            }
            Wait::Effect { step, .. } => Some(self.log_step(slot, step)),
            _ => None,
        };
        let waits = Happened::Waits {
            step,
            task,
            wait,
            on,
        };
        self.log_event(slot, waits);
    }
}
