//! Evaluates the checks of a plan in its states, last state first.

use super::super::{Limit, Machine};
use super::{ConditionTracker, Phase};
use crate::model::limits::LimitKind;
use crate::model::plan::{PlanData, condition_history};
use crate::store::Store;

impl ConditionTracker {
    /// Visits the states backwards, and evaluates in each the checks that its next step may change.
    #[inline(never)]
    pub(super) fn evaluate(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        loop {
            if self.phase == Phase::Back {
                self.undo_facts(machine, plan, store, granted);
            }
            self.evaluate_here(machine, plan, granted)?;
            if self.phase == Phase::Evaluating || *granted <= 0 || !self.next_state(plan, granted) {
                return Ok(());
            }
        }
    }

    /// Evaluates the remaining checks in this state, up to the first that needs the machine.
    fn evaluate_here(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        while *granted > 0
            && let Some(check) = self.queue.present()
        {
            *granted -= 1;
            let reads = self.known.reads(check.check);
            let holds = if self.at < check.from as usize {
                self.queue.drop_present();
                if !check.opens {
                    continue;
                }
                true
            } else if !self.queue.concern(reads) {
                self.queue.pass();
                continue;
            } else {
                self.phase = Phase::Evaluating;
                let row = &machine.state.tables.checks[check.check as usize];
                let (entry, size) = (row.entry.0, row.frame as u32);
                machine.state.work.top = self.top;
                let node = &plan.frames[check.frame as usize].node;
                return machine.begin_query(entry, size, plan.view().node_frame(node));
            };
            if !condition_history::answer(
                &mut plan.condition_history,
                check.row as usize,
                self.at,
                holds,
            ) {
                return Err(Limit::Kind(LimitKind::Checks));
            }
        }
        Ok(())
    }

    /// Records the machine's answer to the current check.
    pub(super) fn record_answer(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        holds: bool,
    ) -> Result<(), Limit> {
        machine.end_query();
        self.phase = Phase::NextCheck;
        let Some(check) = self.queue.present() else {
            return Ok(());
        };
        self.queue.pass();
        if condition_history::answer(
            &mut plan.condition_history,
            check.row as usize,
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
        while self.at > self.queue.earliest as usize {
            if *granted <= 0 {
                return false;
            }
            *granted -= 1;
            self.at -= 1;
            let writes = self.known.act(plan.steps[self.at].kind).writes;
            if writes & self.queue.reads != 0 {
                self.queue.walk(writes);
                self.phase = Phase::Back;
                return true;
            }
        }
        self.phase = Phase::Through;
        false
    }

    /// Undoes the facts to that state.
    fn undo_facts(
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
            self.phase = Phase::NextCheck;
        }
    }
}
