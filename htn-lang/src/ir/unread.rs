//! The pass that drops returned values that nothing reads.

use std::collections::BTreeSet;

use super::{Block, BoundDomain, Stmt, VarId};

/// Drops the variables of task calls that their body does not mention again.
pub fn drop_unread<'a>(domain: &BoundDomain<'a>) -> BoundDomain<'a> {
    let mut domain = domain.clone();
    for method in &mut domain.methods {
        method.branches.iter_mut().for_each(block);
    }
    domain
}

fn block(of: &mut Block<'_>) {
    let once = mentioned_once(&of.body);
    statements(&mut of.body, &once);
}

fn statements(body: &mut [Stmt<'_>], once: &BTreeSet<VarId>) {
    for stmt in body {
        match stmt {
            Stmt::Task { ret, .. } => *ret = ret.filter(|var| !once.contains(var)),
            Stmt::Unordered(strands) => {
                strands
                    .iter_mut()
                    .for_each(|strand| statements(strand, once));
            }
            Stmt::If(blocks) => blocks.iter_mut().for_each(block),
            Stmt::While(inner) | Stmt::For(inner) | Stmt::UnorderedFor(inner) => block(inner),
            _ => {}
        }
    }
}

/// Returns the variables that a body mentions once.
fn mentioned_once(body: &[Stmt<'_>]) -> BTreeSet<VarId> {
    let (mut once, mut more) = (BTreeSet::new(), BTreeSet::new());
    for stmt in body {
        stmt.each_var(&mut |var| {
            if !once.insert(var) {
                more.insert(var);
            }
        });
    }
    &once - &more
}
