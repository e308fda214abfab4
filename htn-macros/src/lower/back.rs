//! The way back: where a condition goes when it does not hold, and how its next solution is found.

use super::Lower;
use super::graph::{Label, NO, Open};
use crate::modes::form::{Arg, Cond, LetValue};

/// What was lowered so far goes `to` there where it does not hold, or is to give its next solution.
#[derive(Clone, Debug)]
pub struct Back {
    pub to: Label,
    /// What may give another solution.
    pub open: Vec<Open>,
}

impl Back {
    /// The beginning of a condition.
    pub fn to(to: Label) -> Back {
        let open = Vec::new();
        Back { to, open }
    }

    /// The beginning of a condition after which there is another one.
    pub fn to_another(to: Label) -> Back {
        let open = vec![Open::Always];
        Back { to, open }
    }

    /// There may be more, which is asked for at `redo`.
    pub fn opens(&mut self, redo: Label, open: Open) {
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

    /// Whether there is nothing to come back to at all.
    pub fn is_end(&self) -> bool {
        self.to == NO && self.is_single()
    }
}

impl<'a> Lower<'_, 'a> {
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
    pub fn is_compared(&self, arg: &Arg<'a>) -> bool {
        match arg {
            Arg::Again(_) => true,
            Arg::Bind(var) => self.kept.contains(var),
            Arg::Any | Arg::Is(_) | Arg::Expr(_) => false,
        }
    }
}
