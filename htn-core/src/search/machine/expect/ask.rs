//! Evaluates the checks of a plan in its states, last state first.

use super::super::{Limit, Machine};
use super::{ConditionTracker, Phase};
use crate::model::limits::LimitKind;
use crate::model::plan::{PlanData, condition_history};
use crate::store::Store;

impl ConditionTracker {
    /// Visits the states backwards, and evaluates in each the checks that its next step may change.
    #[inline(never)]
    pub(super) fn ask(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        loop {
            if self.phase == Phase::Back {
                self.go_back(machine, plan, store, granted);
            }
            self.ask_here(machine, plan, granted)?;
            if self.phase == Phase::Asking || *granted <= 0 || !self.next_state(plan, granted) {
                return Ok(());
            }
        }
    }

    /// Evaluates the remaining checks in this state, up to the first that needs the machine.
    fn ask_here(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        while *granted > 0
            && let Some(ask) = self.asks.present()
        {
            *granted -= 1;
            let reads = self.known.reads(ask.check);
            let holds = if self.at < ask.from as usize {
                self.asks.drop_present();
                if !ask.opens {
                    continue;
                }
                true
            } else if !self.asks.concern(reads) {
                self.asks.pass();
                continue;
            } else {
                self.phase = Phase::Asking;
                let row = &machine.state.tables.checks[ask.check as usize];
                let (entry, size) = (row.entry.0, row.frame as u32);
                machine.state.work.top = self.top;
                let node = &plan.frames[ask.frame as usize].node;
                return machine.begin_question(entry, size, plan.view().node_frame(node));
            };
            if !condition_history::answer(
                &mut plan.condition_history,
                ask.row as usize,
                self.at,
                holds,
            ) {
                return Err(Limit::Kind(LimitKind::Checks));
            }
        }
        Ok(())
    }

    /// Records the machine's answer to the current check.
    pub(super) fn answered(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        holds: bool,
    ) -> Result<(), Limit> {
        machine.end_question();
        self.phase = Phase::PendingCheck;
        let Some(ask) = self.asks.present() else {
            return Ok(());
        };
        self.asks.pass();
        if condition_history::answer(
            &mut plan.condition_history,
            ask.row as usize,
            self.at,
            holds,
        ) {
            Ok(())
        } else {
            Err(Limit::Kind(LimitKind::Checks))
        }
    }

    /// Moves to the last earlier state that differs in the facts that the checks read. Returns false if none exists, or if the
    /// granted budget ends before.
    fn next_state(&mut self, plan: &PlanData, granted: &mut i64) -> bool {
        while self.at > self.asks.earliest as usize {
            if *granted <= 0 {
                return false;
            }
            *granted -= 1;
            self.at -= 1;
            let writes = self.known.act(plan.steps[self.at].kind).writes;
            if writes & self.asks.reads != 0 {
                self.asks.walk(writes);
                self.phase = Phase::Back;
                return true;
            }
        }
        self.phase = Phase::Through;
        false
    }

    /// Undoes the facts to that state.
    fn go_back(
        &mut self,
        machine: &mut Machine,
        plan: &PlanData,
        store: &mut Store,
        granted: &mut i64,
    ) {
        let to = plan.steps[self.at].trail;
        let mut at = self.trail_at.unwrap_or(machine.state.work.trail.mark());
        while at > to && *granted > 0 {
            *granted -= 1;
            at = store.step_back(&mut machine.state.work.trail, at);
        }
        self.trail_at = Some(at);
        if at <= to {
            self.phase = Phase::PendingCheck;
        }
    }
}
