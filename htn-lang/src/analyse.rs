//! Access patterns: what each predicate is looked up by, and which predicates a condition reads.

use std::collections::BTreeSet;

use htn_core::tables::{Columns, RelId};
use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::ast::Predicate;
use crate::ir::{BoundDomain, Cond, Expr, Part, is_key};

/// How an atom finds its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessPath {
    /// Which index of the relation.
    pub index: u8,
    /// Whether at most one row can match.
    pub single: bool,
}

/// The indexes of one predicate.
#[derive(Clone, Debug)]
pub struct Access {
    pub key: Columns,
    pub indexes: Vec<Columns>,
}

impl Access {
    pub fn new(key: Columns) -> Access {
        Access {
            key,
            indexes: vec![Columns(0), key],
        }
    }

    /// Whether there is one row at most with these columns bound.
    pub fn is_single(&self, bound: Columns) -> bool {
        is_key(self.key, bound)
    }

    /// How the rows of an atom with these columns bound are found. An index that is new comes into being.
    pub fn path(&mut self, bound: Columns) -> AccessPath {
        if self.is_single(bound) {
            return AccessPath {
                index: 1,
                single: true,
            };
        }
        let single = false;
        if let Some(index) = self.indexes.iter().position(|index| *index == bound) {
            return AccessPath {
                index: u8::try_from(index).unwrap_or(0),
                single,
            };
        }
        let Ok(index) = u8::try_from(self.indexes.len()) else {
            // So many patterns of one predicate can be written, but not met: the list of all rows serves as well.
            return AccessPath { index: 0, single };
        };
        self.indexes.push(bound);
        AccessPath { index, single }
    }
}

/// Returns the columns of a predicate that identify a row.
pub fn key_columns(predicate: &Predicate) -> Columns {
    let count = predicate.key.unwrap_or(predicate.columns.len());
    Columns((0..count.min(16)).fold(0, |bits, column| bits | 1 << column))
}

/// The predicates that a condition reads, through axioms too.
pub fn reads(cond: &Cond<'_>, moded: &BoundDomain<'_>) -> Vec<RelId> {
    let mut reader = Reader {
        moded,
        read: BTreeSet::new(),
        axioms: BTreeSet::new(),
    };
    reader.cond(cond);
    reader.read.into_iter().collect()
}

struct Reader<'m, 'a> {
    moded: &'m BoundDomain<'a>,
    read: BTreeSet<RelId>,
    /// Those looked through already.
    axioms: BTreeSet<usize>,
}

impl Reader<'_, '_> {
    fn cond(&mut self, cond: &Cond<'_>) {
        match cond {
            Cond::Fact { rel, .. } => {
                self.read
                    .insert(RelId(u16::try_from(*rel).unwrap_or(u16::MAX)));
            }
            Cond::Axiom { axiom, .. } if self.axioms.insert(*axiom) => {
                let clauses = self.moded.axioms[*axiom].clauses();
                clauses.for_each(|clause| self.cond(clause));
            }
            _ => {}
        }
        cond.children().for_each(|child| self.cond(child));
    }
}

/// Whether a condition asks a Rust expression that sees the context, apart from what the axioms do that it calls.
pub fn asks_game_itself(cond: &Cond<'_>, context: &Ident) -> bool {
    let mut parts = cond.parts().into_iter();
    parts.any(|part| matches!(part, Part::Expr(_, expr) if sees(expr, context)))
}

/// Returns true if an expression mentions the context.
pub fn sees(expr: &Expr<'_>, context: &Ident) -> bool {
    mentions(expr.source.tokens.clone(), context)
}

/// Whether a name occurs anywhere in an expression.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The axioms of which a clause has a condition that is wanted, or calls such an axiom.
pub fn axioms_with<'a>(
    moded: &BoundDomain<'a>,
    wanted: impl Fn(&Cond<'a>) -> bool,
) -> BTreeSet<usize> {
    let mut found: BTreeSet<usize> = BTreeSet::new();
    loop {
        let is_wanted = |cond: &Cond<'a>| {
            wanted(cond) || matches!(cond, Cond::Axiom { axiom, .. } if found.contains(axiom))
        };
        let axioms = moded.axioms.iter().enumerate();
        let more = axioms.filter(|(_, axiom)| axiom.clauses().any(|clause| clause.any(&is_wanted)));
        let more: BTreeSet<usize> = more.map(|(number, _)| number).collect();
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The axioms that call themselves, through others too.
pub fn recursive_axioms(moded: &BoundDomain<'_>) -> BTreeSet<usize> {
    let calls_itself = |axiom: &usize| {
        let calls =
            |cond: &Cond<'_>| matches!(cond, Cond::Axiom { axiom: called, .. } if called == axiom);
        axioms_with(moded, calls).contains(axiom)
    };
    (0..moded.axioms.len()).filter(calls_itself).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::Errors;
    use crate::modes::modes;
    use crate::parse::parse;
    use crate::resolve::resolve;

    fn access(predicate: &str) -> Access {
        let mut errors = Errors::default();
        let source = format!("domain d; {predicate}");
        let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
        Access::new(key_columns(&domain.predicates[0]))
    }

    #[test]
    fn a_bound_key_finds_one_row() {
        let mut keyed = access("predicate at(Actor => Place);");
        assert_eq!(
            keyed.path(Columns(0b01)),
            AccessPath {
                index: 1,
                single: true
            }
        );
        assert_eq!(
            keyed.path(Columns(0b11)),
            AccessPath {
                index: 1,
                single: true
            }
        );
        assert_eq!(
            keyed.path(Columns(0b10)),
            AccessPath {
                index: 2,
                single: false
            }
        );
        assert_eq!(
            keyed.path(Columns(0)),
            AccessPath {
                index: 0,
                single: false
            }
        );
        assert_eq!(
            keyed.path(Columns(0b10)),
            AccessPath {
                index: 2,
                single: false
            }
        );
    }

    #[test]
    fn all_columns_are_the_key_of_a_plain_predicate() {
        let mut plain = access("predicate near(Actor, Actor);");
        assert_eq!(
            plain.path(Columns(0b11)),
            AccessPath {
                index: 1,
                single: true
            }
        );
        assert_eq!(
            plain.path(Columns(0b01)),
            AccessPath {
                index: 2,
                single: false
            }
        );
        assert_eq!(
            access("predicate alarm();").path(Columns(0)),
            AccessPath {
                index: 1,
                single: true
            }
        );
    }

    #[test]
    fn reads_go_through_axioms() {
        let source = "domain d; predicate a(u8); predicate b(u8); predicate c(u8); predicate e(u8);
            axiom x(n: u8) { a(n) && !y(n) } axiom y(n: u8) { b(n) } axiom y(n: u8) { y(n) }
            method m() if x(n) && let k: usize = count(c(_)) && k > 0 { t(n); } method t(n: u8) {}";
        let mut errors = Errors::default();
        let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
        let names = resolve(&domain, &mut errors);
        let moded = modes(&domain, &names, &mut errors);
        assert_eq!(errors.messages(), Vec::<String>::new());
        let guard = moded.methods[0].branches[0]
            .guard
            .as_ref()
            .expect("has one");
        assert_eq!(reads(&guard.cond, &moded), [RelId(0), RelId(1), RelId(2)]);
    }
}
