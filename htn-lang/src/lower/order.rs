//! The order in which the conjuncts of a condition are looked at: tests on facts, and what is looked up by its key, move
//! forward to where their variables are bound, so that what fails fails early. That changes neither the solutions nor
//! their order, because a test and a lookup have one solution or none. Rust expressions stay where they are, and so does
//! what may have several solutions.

use std::collections::BTreeSet;

use htn_core::tables::Columns;

use crate::analyse::Access;
use crate::modes::form::{Arg, Cond, VarId};

/// The conjuncts in the order in which they are lowered.
pub fn early_tests<'c, 'a>(parts: &'c [Cond<'a>], access: &[Access]) -> Vec<&'c Cond<'a>> {
    let mut ordered: Vec<(&Cond<'a>, BTreeSet<VarId>, bool)> = Vec::new();
    for part in parts {
        let binds: BTreeSet<VarId> = part.binds().into_iter().collect();
        let moves = is_single(part, access);
        let mut at = ordered.len();
        if moves {
            let mut uses = BTreeSet::new();
            part.each_var(&mut |var| {
                if !binds.contains(&var) {
                    uses.insert(var);
                }
            });
            while at > 0 && !ordered[at - 1].2 && ordered[at - 1].1.is_disjoint(&uses) {
                at -= 1;
            }
        }
        ordered.insert(at, (part, binds, moves));
    }
    ordered.into_iter().map(|(part, ..)| part).collect()
}

/// A test on facts alone, or a lookup: has one solution at most.
fn is_single(cond: &Cond<'_>, access: &[Access]) -> bool {
    match cond {
        Cond::Fact { rel, args } => {
            let bound = args
                .iter()
                .enumerate()
                .filter(|(_, arg)| matches!(arg, Arg::Is(_)));
            let bound = bound.fold(0u16, |bits, (i, _)| {
                bits | 1u16.checked_shl(i as u32).unwrap_or(0)
            });
            let plain = |arg| matches!(arg, &Arg::Is(_) | &Arg::Any | &Arg::Bind(_));
            args.iter().all(plain) && access[*rel].is_single(Columns(bound))
        }
        Cond::Not(inner) => match &**inner {
            Cond::Fact { args, .. } => !args
                .iter()
                .any(|arg| matches!(arg, Arg::Expr(_) | Arg::Again(_))),
            _ => false,
        },
        Cond::WhenPlanning(inner) => is_single(inner, access),
        _ => false,
    }
}
