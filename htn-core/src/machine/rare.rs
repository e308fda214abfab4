//! The ops that are not part of every plan, and what happens between two statements where strands are open.

use super::choice::ChoiceKind;
use super::look::END;
use super::{Limit, Machine, NONE, Signal};
use crate::host::Host;
use crate::store::Store;
use crate::tables::{Op, Slot};

/// What an op leads to.
pub(super) enum Flow {
    /// To the op at `pc`.
    Go,
    /// To the newest choice point.
    Fail,
    /// Out of the loop.
    Stop(Signal),
}

impl From<bool> for Flow {
    fn from(goes_on: bool) -> Flow {
        if goes_on { Flow::Go } else { Flow::Fail }
    }
}

impl Machine {
    /// The ops that are not part of every plan, and the first and the last one of each.
    #[inline(never)]
    pub(super) fn rare(
        &mut self,
        op: Op,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<Flow, Limit> {
        match op {
            Op::RootCall => self.root_call(store),
            Op::RootNext => self.root_next(),
            op => self.rarer(op, store, host),
        }
    }

    #[inline(never)]
    fn rarer(&mut self, op: Op, store: &mut Store, host: &dyn Host) -> Result<Flow, Limit> {
        match op {
            Op::Mark(slot) => self.set(slot, self.mark()),
            Op::Cut(slot) => self.cut(self.slot(slot)),
            Op::Moment => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
            }
            Op::Method(id) => self.begin_method(id),
            Op::Items { f, at } => self.collect_items(f, at, host)?,
            Op::Number { at, to, els } => {
                let cursor = Slot(at.0 + 1);
                let rest = self.slot(cursor);
                if rest == END {
                    self.pc = els.0;
                    return Ok(Flow::Go);
                }
                self.set(to, self.slot(at).wrapping_sub(rest));
                self.set(cursor, rest - 1);
                self.stats.bindings += 1;
            }
            Op::Try(pc) => self.push_choice(ChoiceKind::Jump, pc.0, NONE)?,
            Op::Zero(slot) => {
                self.set(slot, 0);
                self.set(Slot(slot.0 + 1), 0);
            }
            Op::Count(slot) => self.set(slot, self.slot(slot) + 1),
            Op::Fold { f, acc } => {
                let seen = Slot(acc.0 + 1);
                let so_far = (self.slot(seen) != 0).then(|| self.slot(acc));
                let word = host.fold(f, self.window(), so_far);
                self.set(acc, word);
                self.set(seen, 1);
            }
            Op::Seen { acc, els } => {
                if self.slot(Slot(acc.0 + 1)) == 0 {
                    self.pc = els.0;
                    return Ok(Flow::Go);
                }
            }
            Op::Apply { .. } | Op::Applied | Op::Holds => return Ok(Flow::Stop(Signal::Holds)),
            Op::Settle(of) => {
                if !self.settle_row(of) {
                    return Ok(Flow::Go);
                }
            }
            Op::Row { of, done } => {
                if !self.row(of) {
                    self.pc = done.0;
                    return Ok(Flow::Go);
                }
            }
            Op::RowAt {
                of,
                region,
                at,
                next,
                done,
            } => {
                let index = self.slot(at);
                if !self.load_settled(of, self.slot(region), index) {
                    self.pc = done.0;
                    return Ok(Flow::Go);
                }
                self.set(next, index + 1);
            }
            Op::Again { task, args } => return Ok(self.again(task, args, store)?.into()),
            Op::Return(f) => {
                self.return_value(f, host);
                return Ok(Flow::Go);
            }
            Op::StepAdd { rel, atom } => {
                if !self.step_fact(store, rel, atom, true)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::StepDelete { rel, atom } => {
                if !self.step_fact(store, rel, atom, false)? {
                    return Ok(Flow::Fail);
                }
            }
            // Those of the loops: they never come here.
            _ => return Ok(Flow::Fail),
        }
        self.pc += 1;
        Ok(Flow::Go)
    }

    /// A step was taken where strands are open: ends what is at its end, then another strand may be next. False where
    /// the steps are used up first. The rare ops that may come in between are left to the loop, which comes back here.
    #[inline(never)]
    pub(super) fn interleave_now(&mut self, code: &[Op], granted: &mut i64) -> Result<bool, Limit> {
        while self.must_interleave() {
            let op = &code[self.pc as usize];
            if !self.is_between_statements(code, *op) {
                self.interleave()?;
                break;
            }
            if *granted <= 0 {
                return Ok(false);
            }
            *granted -= 1;
            match op {
                Op::Done => {
                    let (pc, fp) = self.done();
                    (self.pc, self.fp) = (pc as u32, fp as u32);
                }
                Op::StrandEnd => self.strand_end()?,
                Op::Jump(pc) => self.pc = pc.0,
                Op::Stepped => self.pc += 1,
                Op::Stay => {
                    // What follows is asked for again at its end: it may fail, and come back to itself before.
                    self.pc += 1;
                    self.agenda.stepped = false;
                }
                _ => {
                    // It is counted where it is done.
                    *granted += 1;
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Whether a strand is not left in front of the op. Where a `for` goes on it may be at its end; a `while` goes on with
    /// its condition, and is left before that has a frame: nobody takes back which branch a frame has chosen.
    fn is_between_statements(&self, code: &[Op], op: Op) -> bool {
        match op {
            Op::Again { task, .. } => {
                let entry = self.tables.tasks[task.0 as usize].entry;
                matches!(code[entry.0 as usize], Op::RowAt { .. })
            }
            op => op.is_between_statements(),
        }
    }
}
