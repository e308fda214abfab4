//! Conditions: calling the domain's functions, and giving frames to axioms that recur.

use super::choice::ChoiceKind;
use super::task::{pack, unpack};
use super::{Limit, Machine, NONE};
use crate::search::host::Host;
use crate::search::solve::{ConditionAnswer, Returned};
use crate::store::Store;
use crate::tables::{BranchId, FnId, Op};

/// The words below an axiom's frame.
const LINK: usize = 4;
/// The condition that called it, and that one's frame.
const CALLER: usize = 4;
/// How deep the caller is, and [`CallNote`].
const CALL: usize = 3;
/// The axiom itself, and how deep it is, once it has answered.
const SELF: usize = 2;
/// What it needs of the slots, once it has answered.
const TOP: usize = 1;

/// What is noted of a call: the level of the caller, whether one solution is enough, and how many
/// parameters are wanted.
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

/// The condition that is next to be called, where the budget was used up before it had answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub f: FnId,
    pub fp: u32,
    pub again: bool,
    /// Whether an axiom was called or has answered, and that step has not been counted.
    pub uncounted_step: bool,
}

impl Machine {
    /// Asks a condition over a frame, for its first solution or for the next.
    #[inline(always)]
    pub(super) fn ask_condition(
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
            self.ask_more(f, fp, answer, store, host)
        }
    }

    /// The condition was paused, needs an axiom, or there is no room for it.
    #[inline(never)]
    fn ask_more(
        &mut self,
        f: FnId,
        fp: usize,
        answer: ConditionAnswer,
        store: &Store,
        host: &dyn Host,
    ) -> Result<ConditionAnswer, Limit> {
        self.fp = fp as u32;
        let mut at = Pending {
            f,
            fp: fp as u32,
            again: true,
            uncounted_step: false,
        };
        if self.follow(&mut at, answer)? {
            self.ask_on(at, store, host)
        } else {
            Ok(answer)
        }
    }

    /// A condition over the present frame has answered: where it may have another solution, that is found at `redo`.
    #[inline(always)]
    pub(super) fn answered(
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
            self.choose(branch);
        }
        Ok(answer)
    }

    /// Goes on with the condition that the budget was used up in; false where it is used up once more. To go on is no
    /// step of its own.
    #[inline(never)]
    pub(super) fn go_on_solving(
        &mut self,
        code: &[Op],
        store: &Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let pc = self.pc;
        let (redo, on_fail, branch) = match code[pc as usize] {
            Op::Solve {
                on_fail, branch, ..
            } => (pc + 1, on_fail, branch),
            Op::SolveNext {
                on_fail, branch, ..
            } => (pc, on_fail, branch),
            _ => return Ok(true),
        };
        let Some(at) = self.pending.take() else {
            return Ok(true);
        };
        let answer = self.ask_on(at, store, host)?;
        self.pc = match self.answered(answer, redo as usize, branch)? {
            ConditionAnswer::Paused => return Ok(false),
            ConditionAnswer::No => on_fail.0,
            _ => redo + 1,
        };
        Ok(true)
    }

    /// Asks one condition after another, axioms and those that called them, until the one over the present frame has
    /// answered or the budget is used up.
    fn ask_on(
        &mut self,
        mut at: Pending,
        store: &Store,
        host: &dyn Host,
    ) -> Result<ConditionAnswer, Limit> {
        loop {
            // Axioms call one another without a row in between: each call and each answer is a step.
            if at.uncounted_step {
                if self.work.left <= 0 {
                    self.pending = Some(at);
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

    /// What is asked after an answer; false where that is for the search to go on with.
    fn follow(&mut self, at: &mut Pending, answer: ConditionAnswer) -> Result<bool, Limit> {
        match answer {
            ConditionAnswer::Yes | ConditionAnswer::Last | ConditionAnswer::No
                if at.fp == self.fp =>
            {
                return Ok(false);
            }
            ConditionAnswer::Yes | ConditionAnswer::Last | ConditionAnswer::No => {
                *at = self.return_to_caller(*at, answer)
            }
            ConditionAnswer::Paused => {
                at.again = true;
                self.pending = Some(*at);
                return Ok(false);
            }
            ConditionAnswer::Full => {
                return Err(self.what_is_full());
            }
            ConditionAnswer::Call => *at = self.call(*at)?,
            ConditionAnswer::Redo => *at = self.redo(),
            ConditionAnswer::Replace => self.replace(at)?,
        }
        at.uncounted_step = true;
        Ok(true)
    }

    /// Gives an axiom a frame.
    fn call(&mut self, caller: Pending) -> Result<Pending, Limit> {
        self.note_axiom_depth(self.axioms + 1)?;
        let row = self.tables.axioms[usize::from(self.work.exchange.axiom.0)];
        let at = self.claim(LINK as u32 + u32::from(row.frame))? as usize;
        let fp = at + LINK;
        let call = CallNote::new(
            self.work.level,
            self.work.exchange.once,
            self.work.exchange.wanted,
        );
        self.slots[fp - CALLER] = pack(u32::from(caller.f.0), caller.fp);
        self.slots[fp - CALL] = pack(self.axioms, call.0);
        for (to, word) in self.slots[fp..].iter_mut().zip(self.work.exchange.words()) {
            *to = *word;
        }
        self.axioms += 1;
        self.work.level = self.work.exchange.level;
        Ok(Pending {
            f: row.solver,
            fp: fp as u32,
            again: false,
            uncounted_step: false,
        })
    }

    /// An axiom has answered whoever called it.
    fn return_to_caller(&mut self, axiom: Pending, answer: ConditionAnswer) -> Pending {
        let fp = axiom.fp as usize;
        let (f, caller) = unpack(self.slots[fp - CALLER]);
        let (depth, call) = unpack(self.slots[fp - CALL]);
        let call = CallNote(call);
        self.work.exchange.returned = match answer {
            ConditionAnswer::No => Returned::NO,
            ConditionAnswer::Yes if !call.once() => Returned::kept(axiom.fp),
            _ => Returned::LAST,
        };
        if answer != ConditionAnswer::No {
            self.work.exchange.put(&self.slots[fp..][..call.wanted()]);
        }
        if self.work.exchange.returned == Returned::kept(axiom.fp) {
            self.slots[fp - SELF] = pack(u32::from(axiom.f.0), self.axioms);
            self.slots[fp - TOP] = u64::from(self.work.top);
        } else {
            self.work.top = (fp - LINK) as u32;
        }
        self.axioms = depth;
        self.work.level = call.level();
        Pending {
            f: FnId(f as u16),
            fp: caller,
            again: true,
            uncounted_step: false,
        }
    }

    /// Goes back into an axiom for its next solution.
    fn redo(&mut self) -> Pending {
        let fp = self.work.exchange.returned.frame();
        let at = fp as usize;
        let (f, depth) = unpack(self.slots[at - SELF]);
        self.work.top = self.slots[at - TOP] as u32;
        self.axioms = depth;
        self.work.level = self.work.exchange.level;
        Pending {
            f: FnId(f as u16),
            fp,
            again: true,
            uncounted_step: false,
        }
    }

    /// Lets an axiom take the frame of another.
    fn replace(&mut self, at: &mut Pending) -> Result<(), Limit> {
        self.axioms += 1;
        self.note_axiom_depth(self.axioms)?;
        let row = self.tables.axioms[usize::from(self.work.exchange.axiom.0)];
        self.work.top = at.fp;
        self.claim(u32::from(row.frame))?;
        let frame = &mut self.slots[at.fp as usize..];
        for (to, word) in frame.iter_mut().zip(self.work.exchange.words()) {
            *to = *word;
        }
        (at.f, at.again) = (row.solver, false);
        Ok(())
    }
}
