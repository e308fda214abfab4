//! Conditions: calling the domain's functions, and giving frames to axioms that recur.

use super::task::{pack, unpack};
use super::{Limit, Machine};
use crate::host::{Host, Known};
use crate::solve::{Answer, Query, Returned};
use crate::store::Store;
use crate::tables::FnId;

/// The words below an axiom's frame.
const LINK: usize = 4;
/// The condition that called it, and that one's frame.
const CALLER: usize = 4;
/// How deep the caller is, and [`Call`].
const CALL: usize = 3;
/// The axiom itself, and how deep it is, once it has answered.
const SELF: usize = 2;
/// What it needs of the slots, once it has answered.
const TOP: usize = 1;

/// What is noted of a call: the level of the caller, whether one solution is enough, and how many
/// parameters are wanted.
#[derive(Clone, Copy)]
struct Call(u32);

impl Call {
    fn new(level: u32, once: bool, wanted: u8) -> Call {
        Call(level << 16 | u32::from(once) << 8 | u32::from(wanted))
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
    pub owes: bool,
}

/// What came of a condition.
pub(super) enum Solved {
    Yes,
    Last,
    No,
    Paused,
}

impl Machine {
    /// Solves a condition over the present frame, or goes on with it.
    pub(super) fn solve(
        &mut self,
        f: FnId,
        again: bool,
        store: &Store,
        host: &dyn Host,
        left: &mut i64,
    ) -> Result<Solved, Limit> {
        let mut at = self.pending.take().unwrap_or(Pending {
            f,
            fp: self.fp,
            again,
            owes: false,
        });
        *left -= i64::from(at.owes);
        loop {
            let mut query = Query::new(
                Known::new(store),
                *left,
                &mut self.stacks,
                self.level,
                &mut self.exchange,
                self.top,
            );
            let slots = &mut self.slots[at.fp as usize..self.top as usize];
            let answer = host.solve(at.f, slots, &mut query, at.again);
            (*left, self.top) = (query.left, query.top);
            match answer {
                Answer::Yes | Answer::Last | Answer::No if at.fp == self.fp => {
                    self.stats.bindings += u64::from(answer != Answer::No);
                    return Ok(match answer {
                        Answer::Yes => Solved::Yes,
                        Answer::Last => Solved::Last,
                        _ => Solved::No,
                    });
                }
                Answer::Yes | Answer::Last | Answer::No => at = self.return_to_caller(at, answer),
                Answer::Paused => {
                    (at.again, at.owes) = (true, false);
                    self.pending = Some(at);
                    return Ok(Solved::Paused);
                }
                Answer::Full => return Err(Limit::Sort),
                Answer::Call => at = self.call(at)?,
                Answer::Redo => at = self.redo(),
                Answer::Replace => self.replace(&mut at)?,
            }
            // Axioms call one another without a row in between: each call is a step.
            at.owes = *left <= 0;
            if at.owes {
                self.pending = Some(at);
                return Ok(Solved::Paused);
            }
            *left -= 1;
        }
    }

    /// Gives an axiom a frame.
    fn call(&mut self, caller: Pending) -> Result<Pending, Limit> {
        self.went_into(self.axioms + 1)?;
        let row = self.tables.axioms[usize::from(self.exchange.axiom.0)];
        let at = self.claim(LINK as u32 + u32::from(row.frame))? as usize;
        let fp = at + LINK;
        let call = Call::new(self.level, self.exchange.once, self.exchange.wanted);
        self.slots[fp - CALLER] = pack(u32::from(caller.f.0), caller.fp);
        self.slots[fp - CALL] = pack(self.axioms, call.0);
        for (to, word) in self.slots[fp..].iter_mut().zip(self.exchange.words()) {
            *to = *word;
        }
        self.axioms += 1;
        self.level = self.exchange.level;
        Ok(Pending {
            f: row.solver,
            fp: fp as u32,
            again: false,
            owes: false,
        })
    }

    /// An axiom has answered whoever called it.
    fn return_to_caller(&mut self, axiom: Pending, answer: Answer) -> Pending {
        let fp = axiom.fp as usize;
        let (f, caller) = unpack(self.slots[fp - CALLER]);
        let (depth, call) = unpack(self.slots[fp - CALL]);
        let call = Call(call);
        self.exchange.returned = match answer {
            Answer::No => Returned::NO,
            Answer::Yes if !call.once() => Returned::kept(axiom.fp),
            _ => Returned::LAST,
        };
        if answer != Answer::No {
            self.exchange.put(&self.slots[fp..][..call.wanted()]);
        }
        if self.exchange.returned == Returned::kept(axiom.fp) {
            self.slots[fp - SELF] = pack(u32::from(axiom.f.0), self.axioms);
            self.slots[fp - TOP] = u64::from(self.top);
        } else {
            self.top = (fp - LINK) as u32;
        }
        self.axioms = depth;
        self.level = call.level();
        Pending {
            f: FnId(f as u16),
            fp: caller,
            again: true,
            owes: false,
        }
    }

    /// Goes back into an axiom for its next solution.
    fn redo(&mut self) -> Pending {
        let fp = self.exchange.returned.frame();
        let at = fp as usize;
        let (f, depth) = unpack(self.slots[at - SELF]);
        self.top = self.slots[at - TOP] as u32;
        self.axioms = depth;
        self.level = self.exchange.level;
        Pending {
            f: FnId(f as u16),
            fp,
            again: true,
            owes: false,
        }
    }

    /// Lets an axiom take the frame of another.
    fn replace(&mut self, at: &mut Pending) -> Result<(), Limit> {
        self.axioms += 1;
        self.went_into(self.axioms)?;
        let row = self.tables.axioms[usize::from(self.exchange.axiom.0)];
        self.top = at.fp;
        self.claim(u32::from(row.frame))?;
        let frame = &mut self.slots[at.fp as usize..];
        for (to, word) in frame.iter_mut().zip(self.exchange.words()) {
            *to = *word;
        }
        (at.f, at.again) = (row.solver, false);
        Ok(())
    }
}
