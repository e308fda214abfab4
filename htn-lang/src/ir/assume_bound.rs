//! The pass for conditions that are solved again: variables that have a value are compared instead of bound.

use std::collections::BTreeSet;

use super::{BoundArg, Cond, VarId};

/// Returns a condition that holds if `cond` has a solution with the values that `fixed` variables have.
pub fn assume_bound<'a>(cond: Cond<'a>, fixed: &BTreeSet<VarId>) -> Cond<'a> {
    cond.map(&mut |cond| match cond {
        Cond::Fact { rel, args } => Cond::Fact {
            rel,
            args: compare(args, fixed, BoundArg::Is),
        },
        // An axiom was chosen for these arguments: it binds the parameter, and the value is compared afterwards.
        Cond::Axiom { axiom, args } => Cond::Axiom {
            axiom,
            args: compare(args, fixed, BoundArg::Again),
        },
        Cond::Let {
            var,
            compare,
            value,
        } => Cond::Let {
            var,
            compare: compare || fixed.contains(&var),
            value,
        },
        other => other,
    })
}

fn compare<'a>(
    args: Vec<BoundArg<'a>>,
    fixed: &BTreeSet<VarId>,
    to: fn(VarId) -> BoundArg<'a>,
) -> Vec<BoundArg<'a>> {
    let args = args.into_iter().map(|arg| match arg {
        BoundArg::Bind(var) | BoundArg::Again(var) if fixed.contains(&var) => to(var),
        other => other,
    });
    args.collect()
}
