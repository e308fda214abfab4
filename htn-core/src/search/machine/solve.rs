//! Solves conditions, by calls of the domain's functions.

use super::axiom_calls::{CallContext, NextCall};
use super::choice::ChoiceKind;
use super::run::interrupted;
use super::{Limit, NONE, SearchState, Signal};
use crate::search::host::Host;
use crate::search::solve::ConditionAnswer;
use crate::store::Store;
use crate::tables::{BranchId, FnId, Op};

impl SearchState {
    /// Calls a condition over a frame, for its first solution or for the next.
    #[inline(always)]
    pub(super) fn call_condition(
        &mut self,
        f: FnId,
        fp: usize,
        again: bool,
        store: &Store,
        host: &dyn Host,
    ) -> Result<ConditionAnswer, Limit> {
        let slots = &mut self.slots[fp..];
        let answer = host.solve(f, slots, &mut self.work, store, again);
        if answer <= ConditionAnswer::LAST_FOR_SEARCH {
            Ok(answer)
        } else {
            self.complete_call(f, fp, answer, store, host)
        }
    }

    /// Handles an answer that is not for the search: a pause, the call of an axiom, or a lack of room.
    #[inline(never)]
    fn complete_call(
        &mut self,
        f: FnId,
        fp: usize,
        answer: ConditionAnswer,
        store: &Store,
        host: &dyn Host,
    ) -> Result<ConditionAnswer, Limit> {
        self.registers.fp = fp as u32;
        let mut at = NextCall {
            f,
            fp: fp as u32,
            again: true,
            uncounted_step: false,
        };
        if self.follow(&mut at, answer)? {
            self.call_until_answered(at, store, host)
        } else {
            Ok(answer)
        }
    }

    /// Records the answer of a condition over the current frame. If it may have another solution, that is found at `redo`.
    #[inline(always)]
    pub(super) fn record_answer(
        &mut self,
        answer: ConditionAnswer,
        redo: usize,
        branch: BranchId,
    ) -> Result<ConditionAnswer, Limit> {
        if let ConditionAnswer::Yes | ConditionAnswer::Last = answer {
            self.stats.bindings += 1;
            if answer == ConditionAnswer::Yes {
                self.push_choice(ChoiceKind::Jump, redo as u32, NONE)?;
            }
            self.plan.choose(branch);
        }
        Ok(answer)
    }

    /// Resumes the condition that the end of the budget or a pending answer has interrupted, which is not a step of its own.
    /// Returns why the machine stops, if it is interrupted again.
    #[inline(never)]
    pub(super) fn resume_condition(
        &mut self,
        code: &[Op],
        store: &Store,
        host: &dyn Host,
    ) -> Result<Option<Signal>, Limit> {
        let pc = self.registers.pc;
        let (redo, on_fail, branch) = match code[pc as usize] {
            Op::Solve {
                on_fail, branch, ..
            } => (pc + 1, on_fail, branch),
            Op::SolveNext {
                on_fail, branch, ..
            } => (pc, on_fail, branch),
            _ => return Ok(None),
        };
        let Some(at) = self.calls.take_paused() else {
            return Ok(None);
        };
        let answer = self.call_until_answered(at, store, host)?;
        self.registers.pc = match self.record_answer(answer, redo as usize, branch)? {
            ConditionAnswer::Yes | ConditionAnswer::Last => redo + 1,
            ConditionAnswer::No => on_fail.0,
            answer => return Ok(Some(interrupted(answer))),
        };
        Ok(None)
    }

    /// Calls conditions, axioms and their callers, until the condition over the current frame has answered, the budget
    /// ends or an answer of the game is pending.
    fn call_until_answered(
        &mut self,
        mut at: NextCall,
        store: &Store,
        host: &dyn Host,
    ) -> Result<ConditionAnswer, Limit> {
        loop {
            // Axioms call one another without a row in between, so each call and each answer is a step.
            if at.uncounted_step {
                if self.work.left <= 0 {
                    self.calls.pause(at);
                    return Ok(ConditionAnswer::Paused);
                }
                self.work.left -= 1;
                at.uncounted_step = false;
            }
            let slots = &mut self.slots[at.fp as usize..];
            let answer = host.solve(at.f, slots, &mut self.work, store, at.again);
            if !self.follow(&mut at, answer)? {
                return Ok(answer);
            }
        }
    }

    fn follow(&mut self, at: &mut NextCall, answer: ConditionAnswer) -> Result<bool, Limit> {
        let cx = &mut CallContext {
            tables: self.tables,
            slots: &mut self.slots,
            work: &mut self.work,
            plan: &mut self.plan,
        };
        self.calls.follow(at, answer, self.registers.fp, cx)
    }
}
