//! The pass that orders conjuncts: tests on facts and lookups by key move forward to where their variables are bound, so
//! that a condition fails early.
//!
//! The order changes neither the solutions nor their order, because a test and a lookup have one solution at most.
//! Rust expressions and conjuncts with several solutions do not move.

use std::collections::BTreeSet;

use htn_core::tables::Columns;

use super::{BoundArg, Cond, VarId, bound_columns, is_key};

/// Orders the conjuncts of a condition and of all conditions in it. `keys` has the key columns of each predicate.
pub fn order<'a>(cond: Cond<'a>, keys: &[Columns]) -> Cond<'a> {
    cond.map(&mut |cond| match cond {
        Cond::And(parts) => Cond::And(order_conjuncts(parts, keys)),
        other => other,
    })
}

struct Conjunct<'a> {
    cond: Cond<'a>,
    binds: BTreeSet<VarId>,
    moves: bool,
}

fn order_conjuncts<'a>(parts: Vec<Cond<'a>>, keys: &[Columns]) -> Vec<Cond<'a>> {
    let mut ordered: Vec<Conjunct<'a>> = Vec::new();
    for cond in parts {
        let binds: BTreeSet<VarId> = cond.binds().into_iter().collect();
        let moves = is_test(&cond, keys);
        let mut at = ordered.len();
        if moves {
            let mut uses = BTreeSet::new();
            cond.each_var(&mut |var| {
                if !binds.contains(&var) {
                    uses.insert(var);
                }
            });
            while at > 0 && !ordered[at - 1].moves && ordered[at - 1].binds.is_disjoint(&uses) {
                at -= 1;
            }
        }
        ordered.insert(at, Conjunct { cond, binds, moves });
    }
    ordered.into_iter().map(|part| part.cond).collect()
}

/// Returns true for a test on facts alone and for a lookup.
fn is_test(cond: &Cond<'_>, keys: &[Columns]) -> bool {
    match cond {
        Cond::Fact { rel, args } => {
            let plain = |arg| matches!(arg, &BoundArg::Is(_) | &BoundArg::Any | &BoundArg::Bind(_));
            args.iter().all(plain) && is_key(keys[*rel], bound_columns(args))
        }
        Cond::Not(inner) => match &**inner {
            Cond::Fact { args, .. } => !args
                .iter()
                .any(|arg| matches!(arg, BoundArg::Expr(_) | BoundArg::Again(_))),
            _ => false,
        },
        Cond::WhenPlanning(inner) => is_test(inner, keys),
        _ => false,
    }
}
