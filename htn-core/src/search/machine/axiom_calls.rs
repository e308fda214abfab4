//! Calls of axioms that recur.

use super::Limit;
use super::builder::PlanBuilder;
use super::slots::{Slots, pack, unpack};
use crate::search::solve::{ConditionAnswer, Returned, Workspace};
use crate::tables::{FnId, Tables};

// The link words below the frame of an axiom, as distances from its first slot.
/// The number of link words.
const LINK: usize = 4;
/// The calling condition and its frame.
const CALLER: usize = 4;
/// The number of open axioms around the call, and the [`CallNote`].
const CALL: usize = 3;
/// The axiom itself and the number of open axioms, once it has answered.
const SELF: usize = 2;
/// The top of the slots that it needs, once it has answered.
const TOP: usize = 1;

/// The level of the caller, whether one solution is enough, and the number of parameters that the caller reads.
#[derive(Clone, Copy)]
struct CallNote(u32);

impl CallNote {
    fn new(level: u32, once: bool, wanted: u8) -> CallNote {
        CallNote(level << 16 | u32::from(once) << 8 | u32::from(wanted))
    }

    fn level(self) -> u32 {
        self.0 >> 16
    }

    fn once(self) -> bool {
        self.0 >> 8 & 1 != 0
    }

    fn wanted(self) -> usize {
        usize::from(self.0 as u8)
    }
}

/// The next call of a condition function.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextCall {
    pub f: FnId,
    pub fp: u32,
    /// True if the function resumes or finds its next solution.
    pub again: bool,
    /// True if an axiom was called or has answered, and that step is not counted yet.
    pub uncounted_step: bool,
}

/// The axioms that are open, and the condition function that the end of the budget or a pending answer has interrupted.
///
/// Invariant: the frames of open axioms are linked by the words below them, innermost last. `open` is their number.
#[derive(Clone, Default)]
pub(super) struct AxiomCalls {
    open: u32,
    paused: Option<NextCall>,
}

/// The parts of the machine that a call changes.
pub(super) struct CallContext<'a> {
    pub tables: &'static Tables,
    pub slots: &'a mut Slots,
    pub work: &'a mut Workspace,
    pub plan: &'a mut PlanBuilder,
}

impl AxiomCalls {
    /// Records the call to resume with, because the budget has ended or an answer is pending.
    pub fn pause(&mut self, at: NextCall) {
        self.paused = Some(at);
    }

    /// Returns true if a condition was interrupted.
    #[inline(always)]
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Returns the call to resume with, if any, and forgets it.
    pub fn take_paused(&mut self) -> Option<NextCall> {
        self.paused.take()
    }

    /// Updates the next call after an answer of a condition that runs over another frame than that of the search, or
    /// that needs an axiom. Returns false if the search continues with the answer.
    pub fn follow(
        &mut self,
        at: &mut NextCall,
        answer: ConditionAnswer,
        fp: u32,
        cx: &mut CallContext<'_>,
    ) -> Result<bool, Limit> {
        match answer {
            ConditionAnswer::Yes | ConditionAnswer::Last | ConditionAnswer::No if at.fp == fp => {
                return Ok(false);
            }
            ConditionAnswer::Yes | ConditionAnswer::Last | ConditionAnswer::No => {
                *at = self.return_to_caller(*at, answer, cx)
            }
            ConditionAnswer::Paused | ConditionAnswer::Pending => {
                at.again = true;
                self.pause(*at);
                return Ok(false);
            }
            ConditionAnswer::Full => return Err(cx.work.take_full()),
            ConditionAnswer::Call => *at = self.call(*at, cx)?,
            ConditionAnswer::Redo => *at = self.redo(cx),
            ConditionAnswer::Replace => self.replace(at, cx)?,
        }
        at.uncounted_step = true;
        Ok(true)
    }

    /// Gives an axiom a frame.
    fn call(&mut self, caller: NextCall, cx: &mut CallContext<'_>) -> Result<NextCall, Limit> {
        cx.plan.note_axiom_depth(self.open + 1)?;
        let work = &mut *cx.work;
        let row = cx.tables.axioms[usize::from(work.exchange.axiom.0)];
        let words = LINK as u32 + u32::from(row.frame);
        let fp = cx.slots.claim(&mut work.top, words)? as usize + LINK;
        let call = CallNote::new(work.level, work.exchange.once, work.exchange.wanted);
        cx.slots[fp - CALLER] = pack(u32::from(caller.f.0), caller.fp);
        cx.slots[fp - CALL] = pack(self.open, call.0);
        for (to, word) in cx.slots[fp..].iter_mut().zip(work.exchange.words()) {
            *to = *word;
        }
        self.open += 1;
        work.level = work.exchange.level;
        Ok(NextCall {
            f: row.solver,
            fp: fp as u32,
            again: false,
            uncounted_step: false,
        })
    }

    /// Hands the answer of an axiom to its caller.
    fn return_to_caller(
        &mut self,
        axiom: NextCall,
        answer: ConditionAnswer,
        cx: &mut CallContext<'_>,
    ) -> NextCall {
        let (slots, work) = (&mut *cx.slots, &mut *cx.work);
        let fp = axiom.fp as usize;
        let (f, caller) = unpack(slots[fp - CALLER]);
        let (depth, call) = unpack(slots[fp - CALL]);
        let call = CallNote(call);
        work.exchange.returned = match answer {
            ConditionAnswer::No => Returned::NO,
            ConditionAnswer::Yes if !call.once() => Returned::kept(axiom.fp),
            _ => Returned::LAST,
        };
        if answer != ConditionAnswer::No {
            work.exchange.put(&slots[fp..][..call.wanted()]);
        }
        if work.exchange.returned == Returned::kept(axiom.fp) {
            slots[fp - SELF] = pack(u32::from(axiom.f.0), self.open);
            slots[fp - TOP] = u64::from(work.top);
        } else {
            work.top = (fp - LINK) as u32;
        }
        self.open = depth;
        work.level = call.level();
        NextCall {
            f: FnId(f as u16),
            fp: caller,
            again: true,
            uncounted_step: false,
        }
    }

    /// Resumes an axiom for its next solution.
    fn redo(&mut self, cx: &mut CallContext<'_>) -> NextCall {
        let work = &mut *cx.work;
        let fp = work.exchange.returned.frame();
        let at = fp as usize;
        let (f, depth) = unpack(cx.slots[at - SELF]);
        work.top = cx.slots[at - TOP] as u32;
        self.open = depth;
        work.level = work.exchange.level;
        NextCall {
            f: FnId(f as u16),
            fp,
            again: true,
            uncounted_step: false,
        }
    }

    /// Replaces the frame of an axiom with that of another one.
    fn replace(&mut self, at: &mut NextCall, cx: &mut CallContext<'_>) -> Result<(), Limit> {
        self.open += 1;
        cx.plan.note_axiom_depth(self.open)?;
        let work = &mut *cx.work;
        let row = cx.tables.axioms[usize::from(work.exchange.axiom.0)];
        work.top = at.fp;
        cx.slots.claim(&mut work.top, u32::from(row.frame))?;
        let frame = &mut cx.slots[at.fp as usize..];
        for (to, word) in frame.iter_mut().zip(work.exchange.words()) {
            *to = *word;
        }
        (at.f, at.again) = (row.solver, false);
        Ok(())
    }
}
