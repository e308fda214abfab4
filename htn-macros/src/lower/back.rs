//! The way back: where a condition goes when it does not hold, and how its next solution is found.

use htn_core::tables::{FAIL, Op, Pc, Slot};

use super::Lower;
use super::order::early_tests;
use crate::modes::form::{Arg, Cond, LetValue, Sorted};

/// What was lowered so far goes `to` there where it does not hold, or is to give its next solution.
#[derive(Clone, Debug)]
pub struct Back {
    pub to: Pc,
    /// What may give another solution; the last one is asked first.
    open: Vec<Open>,
}

/// Something that may give another solution.
#[derive(Clone, Copy, Debug)]
pub enum Open {
    /// Rows, where the cursor is not at the end.
    Cursor { cursor: Slot, redo: Pc },
    /// An axiom, where it has left choice points.
    Call { mark: Slot },
    /// Nobody knows beforehand.
    Always { redo: Pc },
}

impl Back {
    /// The beginning of a condition.
    pub fn to(to: Pc) -> Back {
        let open = Vec::new();
        Back { to, open }
    }

    /// The beginning of a condition after which there is another one.
    pub fn to_another(to: Pc) -> Back {
        let open = vec![Open::Always { redo: to }];
        Back { to, open }
    }

    /// The beginning of a condition that the search as a whole depends on.
    pub fn fail() -> Back {
        Back::to(FAIL)
    }

    /// There may be more, which is asked for at `redo`.
    pub fn opens(&mut self, redo: Pc, open: Open) {
        self.to = redo;
        self.open.push(open);
    }

    /// What is open here, and then what is open there.
    pub fn followed_by(&self, then: &Back) -> Back {
        let open = self.open.iter().chain(&then.open).copied().collect();
        Back { to: then.to, open }
    }

    /// Whether there is at most one solution.
    pub fn is_single(&self) -> bool {
        self.open.is_empty()
    }
}

impl<'a> Lower<'_, 'a> {
    /// The search leaves the condition, and may have to come back for its next solution.
    pub fn leave(&mut self, back: &Back) {
        let done = self.rows.label();
        for open in back.open.iter().rev() {
            let op = match *open {
                Open::Cursor { cursor, redo } => Op::Leave { cursor, redo, done },
                Open::Call { mark } => Op::Left { mark, done },
                Open::Always { redo } => Op::Try(redo),
            };
            self.rows.op(op);
            if let Op::Try(_) = op {
                break;
            }
        }
        self.rows.place(done);
    }

    /// Whether a solution of the condition may leave choice points or collected rows behind.
    pub fn leaves_open(&self, cond: &Cond<'a>, once: bool) -> bool {
        self.leaves_open_in(cond, once, self.inlined)
    }

    /// The same, inside so many axioms that are copied.
    fn leaves_open_in(&self, cond: &Cond<'a>, once: bool, inlined: usize) -> bool {
        match cond {
            Cond::And(parts) => {
                let parts = early_tests(parts, &self.access);
                let last = parts.len().saturating_sub(1);
                let mut parts = parts.into_iter().enumerate();
                parts.any(|(i, part)| self.leaves_open_in(part, once && i == last, inlined))
            }
            Cond::Or(sides) => {
                let mut sides = sides.iter();
                sides.any(|side| self.leaves_open_in(side, once, inlined))
            }
            // What comes out and is compared may have to come again.
            Cond::Axiom { axiom, args } => {
                let once = once && !args.iter().any(|arg| self.is_compared(arg));
                match self.small_axiom(*axiom, inlined) {
                    true => {
                        let clause = &self.moded.axioms[*axiom].alternatives[0].clauses[0];
                        self.leaves_open_in(clause, once, inlined + 1)
                    }
                    false => !once,
                }
            }
            Cond::Let { value, .. } => matches!(value, LetValue::In(_)),
            Cond::Not(_)
            | Cond::Fact { .. }
            | Cond::First(_)
            | Cond::Forall(..)
            | Cond::Test(_) => false,
        }
    }

    /// Whether the condition has one solution at most.
    pub fn is_single(&self, cond: &Cond<'a>) -> bool {
        self.is_single_in(cond, self.inlined)
    }

    /// The same, inside so many axioms that are copied.
    fn is_single_in(&self, cond: &Cond<'a>, inlined: usize) -> bool {
        match cond {
            Cond::And(parts) => parts.iter().all(|part| self.is_single_in(part, inlined)),
            Cond::Fact { rel, args } => self.access[*rel].is_single(self.bound(args)),
            Cond::Axiom { axiom, .. } => {
                let is_copied = self.small_axiom(*axiom, inlined);
                let clause = || &self.moded.axioms[*axiom].alternatives[0].clauses[0];
                is_copied && self.is_single_in(clause(), inlined + 1)
            }
            Cond::Let { value, .. } => !matches!(value, LetValue::In(_)),
            Cond::Not(_) | Cond::First(_) | Cond::Forall(..) | Cond::Test(_) => true,
            Cond::Or(_) => false,
        }
    }

    /// Whether an open argument of an axiom has a value already that it must come to.
    fn is_compared(&self, arg: &Arg<'a>) -> bool {
        match arg {
            Arg::Again(_) => true,
            Arg::Bind(var) => self.kept.contains(var),
            Arg::Any | Arg::Is(_) | Arg::Expr(_) => false,
        }
    }

    pub fn leaves_open_sorted(&self, sorted: &Sorted<'a>) -> bool {
        sorted.sort.is_some() || self.leaves_open(&sorted.cond, true)
    }
}
