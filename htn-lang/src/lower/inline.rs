//! Small axioms stand where they are called: no frame, and their tests can be done with those around them.

use htn_core::tables::Slot;

use super::Lower;
use super::retry::Retry;
use crate::modes::form::{Arg, BoundDomain, Cond};

/// How many conjuncts an axiom may have to be copied to each of its calls.
const MOST: usize = 8;
/// How deep axioms may be copied into one another.
const DEEPEST: usize = 3;

impl<'a> Lower<'_, 'a> {
    /// Whether an axiom is worth copying, inside so many that are copied.
    pub fn small_axiom(&self, axiom: usize, inlined: usize) -> bool {
        inlined < DEEPEST
            && match self.moded.axioms[axiom].alternatives.as_slice() {
                [only] => {
                    only.clauses.len() == 1 && size(&only.clauses[0], self.moded, DEEPEST) <= MOST
                }
                _ => false,
            }
    }

    /// The axiom's clause, with its parameters where the arguments are.
    pub fn copy_axiom(&mut self, axiom: usize, args: &[Arg<'a>], retry: &mut Retry, once: bool) {
        let moded = self.moded;
        let alternative = &moded.axioms[axiom].alternatives[0];
        let mut compare = Vec::new();
        let mut places: Vec<Slot> = Vec::new();
        for arg in args {
            places.push(match arg {
                Arg::Any => self.frame.temporary(),
                Arg::Again(var) => self.copied(*var, &mut compare),
                Arg::Bind(var) if self.fixed.contains(var) => self.copied(*var, &mut compare),
                Arg::Bind(var) | Arg::Is(var) => self.frame.slot(*var),
                Arg::Expr(expr) => self.word(expr),
            });
        }
        // Each copy has slots of its own for what is inside the axiom.
        let outer = self
            .frame
            .enter(alternative.params.iter().copied().zip(places));
        self.inlined += 1;
        self.cond(&alternative.clauses[0], retry, once && compare.is_empty());
        self.inlined -= 1;
        self.frame.leave(outer);
        self.same(&compare, retry);
    }

    fn copied(&mut self, var: crate::modes::form::VarId, compare: &mut Vec<(Slot, Slot)>) -> Slot {
        let out = self.frame.temporary();
        compare.push((out, self.frame.slot(var)));
        out
    }
}

/// How many conjuncts a condition has, with those of the axioms in it; more than `MOST` where it does not end.
fn size(cond: &Cond<'_>, moded: &BoundDomain<'_>, depth: usize) -> usize {
    let inside = || {
        cond.children()
            .map(|child| size(child, moded, depth))
            .sum::<usize>()
    };
    match cond {
        Cond::And(_) | Cond::Or(_) => inside(),
        Cond::Axiom { axiom, .. } => match moded.axioms[*axiom].alternatives.as_slice() {
            [only] if depth > 0 && only.clauses.len() == 1 => {
                1 + size(&only.clauses[0], moded, depth - 1)
            }
            _ if depth > 0 => 1,
            _ => MOST + 1,
        },
        _ => 1 + inside(),
    }
}
