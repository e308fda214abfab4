//! Finds the access patterns of predicates and the predicates that conditions read.

use std::collections::BTreeSet;

use htn_core::tables::{Columns, RelId};
use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::ast::Predicate;
use crate::ir::{BoundDomain, BoundPart, Cond, Expr, is_key};

/// The indexes of one predicate: all rows, the key, and others that atoms need.
#[derive(Clone, Debug)]
pub struct Access {
    key: Columns,
    pub indexes: Vec<Columns>,
}

impl Access {
    pub fn new(key: Columns) -> Access {
        Access {
            key,
            indexes: vec![Columns(0), key],
        }
    }

    /// Returns true if at most one row has these columns.
    pub fn is_single(&self, bound: Columns) -> bool {
        is_key(self.key, bound)
    }

    /// Returns the index that finds rows by these columns; adds it if it is new.
    pub fn index(&mut self, bound: Columns) -> u8 {
        if self.is_single(bound) {
            return 1;
        }
        let known = self.indexes.iter().position(|index| *index == bound);
        let number = known.unwrap_or(self.indexes.len());
        // A predicate with more patterns than that can be written, but does not occur: the list of all rows serves as well.
        let Ok(index) = u8::try_from(number) else {
            return 0;
        };
        if known.is_none() {
            self.indexes.push(bound);
        }
        index
    }
}

/// Returns the columns of a predicate that identify a row.
pub fn key_columns(predicate: &Predicate) -> Columns {
    let count = predicate.key.unwrap_or(predicate.columns.len());
    Columns((0..count.min(16)).fold(0, |bits, column| bits | 1 << column))
}

/// Returns the predicates that a condition and the axioms that it calls read.
pub fn reads(cond: &Cond<'_>, moded: &BoundDomain<'_>) -> Vec<RelId> {
    let mut reader = ReadCollector {
        moded,
        read: BTreeSet::new(),
        axioms: BTreeSet::new(),
    };
    reader.cond(cond);
    reader.read.into_iter().collect()
}

struct ReadCollector<'m, 'a> {
    moded: &'m BoundDomain<'a>,
    read: BTreeSet<RelId>,
    /// The axioms that were visited.
    axioms: BTreeSet<usize>,
}

impl ReadCollector<'_, '_> {
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

/// Returns true if a condition has a Rust expression over the context, apart from those of the axioms that it calls. An
/// answer that may be pending comes from the game in any case.
pub fn asks_game_itself(cond: &Cond<'_>, context: Option<&Ident>) -> bool {
    let sees = |expr| context.is_some_and(|context| sees(expr, context));
    let mut parts = cond.parts().into_iter();
    cond.is_polled() || parts.any(|part| matches!(part, BoundPart::Expr(_, expr) if sees(expr)))
}

/// Returns true if an expression mentions the context.
pub fn sees(expr: &Expr<'_>, context: &Ident) -> bool {
    mentions(expr.source.tokens.clone(), context)
}

/// Returns true if a name occurs in an expression.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Returns the axioms with a `wanted` condition in a clause, and those that call such an axiom.
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

/// Returns the axioms that call themselves, directly or through others.
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
    fn bound_key_finds_one_row() {
        let mut keyed = access("predicate at(Actor => Place);");
        let columns = [0b01, 0b11, 0b10, 0, 0b10].map(Columns);
        assert_eq!(columns.map(|bound| keyed.index(bound)), [1, 1, 2, 0, 2]);
        assert_eq!(
            columns.map(|bound| keyed.is_single(bound)),
            [true, true, false, false, false]
        );
    }

    #[test]
    fn plain_predicate_has_all_columns_as_key() {
        let mut plain = access("predicate near(Actor, Actor);");
        let columns = [0b11, 0b01].map(Columns);
        assert_eq!(columns.map(|bound| plain.index(bound)), [1, 2]);
        assert_eq!(access("predicate alarm();").index(Columns(0)), 1);
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
