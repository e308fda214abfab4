//! Where a condition goes on looking for a solution when what it asks next does not hold.

use super::Lower;
use super::graph::{Label, More, NO};
use crate::modes::form::{Arg, Cond, Solutions};

/// Where the next solution is found of what was lowered so far.
#[derive(Clone, Debug)]
pub struct Retry {
    /// What does not hold leads there.
    pub at: Label,
    /// What may give another solution.
    pub more: Vec<More>,
}

impl Retry {
    /// The beginning of a condition: what does not hold has no solution.
    pub fn at(at: Label) -> Retry {
        let more = Vec::new();
        Retry { at, more }
    }

    /// The same where another condition follows, which may have one.
    pub fn at_another(at: Label) -> Retry {
        let more = vec![More::Unknown];
        Retry { at, more }
    }

    /// There may be another solution, which is found at `redo`.
    pub fn opens(&mut self, redo: Label, more: More) {
        self.at = redo;
        self.more.push(more);
    }

    /// What may give another solution here, and then what may there.
    pub fn followed_by(&self, then: &Retry) -> Retry {
        let more = self.more.iter().chain(&then.more).copied().collect();
        Retry { at: then.at, more }
    }

    /// Whether there is at most one solution.
    pub fn is_single(&self) -> bool {
        self.more.is_empty()
    }

    /// Whether what does not hold has no solution at all.
    pub fn is_end(&self) -> bool {
        self.at == NO && self.is_single()
    }
}

impl<'a> Lower<'_, 'a> {
    /// Whether the condition has one solution at most.
    pub fn is_single(&self, cond: &Cond<'a>) -> bool {
        self.is_single_in(cond, self.inlined)
    }

    /// The same, inside so many axioms that are copied.
    fn is_single_in(&self, cond: &Cond<'a>, inlined: usize) -> bool {
        match cond.solutions() {
            Solutions::One => true,
            Solutions::Several => false,
            Solutions::OfAll(parts) => parts.iter().all(|part| self.is_single_in(part, inlined)),
            Solutions::OfFact(rel, args) => self.access[rel].is_single(self.bound(args)),
            Solutions::OfAxiom(axiom) => {
                let is_copied = self.small_axiom(axiom, inlined);
                let clause = || &self.moded.axioms[axiom].alternatives[0].clauses[0];
                is_copied && self.is_single_in(clause(), inlined + 1)
            }
        }
    }

    /// Whether an open argument of an axiom has a value already that it must come to.
    pub fn is_compared(&self, arg: &Arg<'a>) -> bool {
        match arg {
            Arg::Again(_) => true,
            Arg::Bind(var) => self.fixed.contains(var),
            Arg::Any | Arg::Is(_) | Arg::Expr(_) => false,
        }
    }
}
