//! The pass for conditions that are solved again: variables that have a value are compared instead of bound.

use std::collections::BTreeSet;

use super::{Arg, Cond, VarId};

/// Returns a condition that holds if `cond` has a solution with the values that `fixed` variables have.
pub fn assume_bound<'a>(cond: Cond<'a>, fixed: &BTreeSet<VarId>) -> Cond<'a> {
    cond.map(&mut |cond| match cond {
        Cond::Fact { rel, args } => Cond::Fact {
            rel,
            args: compare(args, fixed, Arg::Is),
        },
        // An axiom was chosen for these arguments: it binds the parameter, and the value is compared afterwards.
        Cond::Axiom { axiom, args } => Cond::Axiom {
            axiom,
            args: compare(args, fixed, Arg::Again),
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
    args: Vec<Arg<'a>>,
    fixed: &BTreeSet<VarId>,
    to: fn(VarId) -> Arg<'a>,
) -> Vec<Arg<'a>> {
    let args = args.into_iter().map(|arg| match arg {
        Arg::Bind(var) | Arg::Again(var) if fixed.contains(&var) => to(var),
        other => other,
    });
    args.collect()
}
