//! The pass that puts small axioms in place of their calls: no frame, and their tests join those around them.

use super::order::order;
use super::{BoundDomain, Cond};

/// The maximum number of conjuncts of an axiom that is inlined.
const MAX_SIZE: usize = 8;
/// The maximum depth of inlined axioms.
const MAX_DEPTH: usize = 3;

/// Inlines the small axioms that a condition calls.
pub fn inline<'a>(cond: Cond<'a>, domain: &BoundDomain<'a>) -> Cond<'a> {
    inline_at(cond, domain, 0)
}

fn inline_at<'a>(cond: Cond<'a>, domain: &BoundDomain<'a>, depth: usize) -> Cond<'a> {
    cond.map(&mut |cond| match cond {
        Cond::Axiom { axiom, args } if depth < MAX_DEPTH && is_small(axiom, domain) => {
            let alternative = &domain.axioms[axiom].alternatives[0];
            let body = order(alternative.clauses[0].clone(), &domain.keys);
            Cond::Inlined {
                params: alternative.params.clone(),
                args,
                body: Box::new(inline_at(body, domain, depth + 1)),
            }
        }
        other => other,
    })
}

fn is_small(axiom: usize, domain: &BoundDomain<'_>) -> bool {
    match domain.axioms[axiom].alternatives.as_slice() {
        [only] => only.clauses.len() == 1 && size(&only.clauses[0], domain, MAX_DEPTH) <= MAX_SIZE,
        _ => false,
    }
}

/// Returns the number of conjuncts of a condition and of the axioms in it; more than `MAX_SIZE` if these are recursive.
fn size(cond: &Cond<'_>, domain: &BoundDomain<'_>, depth: usize) -> usize {
    let inside = || {
        let sizes = cond.children().map(|child| size(child, domain, depth));
        sizes.sum::<usize>()
    };
    match cond {
        Cond::And(_) | Cond::Or(_) => inside(),
        Cond::Axiom { axiom, .. } => match domain.axioms[*axiom].alternatives.as_slice() {
            [only] if depth > 0 && only.clauses.len() == 1 => {
                1 + size(&only.clauses[0], domain, depth - 1)
            }
            _ if depth > 0 => 1,
            _ => MAX_SIZE + 1,
        },
        _ => 1 + inside(),
    }
}
