//! Resolves the names of a domain, and checks their uses.

mod agents;
mod declarations;
mod names;
mod polls;
mod reach;
mod signature;
mod structure;
mod uses;
mod walk;
mod when_planning;

#[cfg(test)]
mod tests;

pub use agents::same_last_segment;
pub use names::{Callee, Names, camel, is_variant};

use std::collections::BTreeSet;

use htn_core::tables::TaskKind;
use proc_macro2::Ident;

use crate::ast::Domain;
use crate::errors::Errors;
use crate::parse::tokens::plain;

/// Builds the table of names, and reports every structural error of the domain: all but unbound variables.
pub fn resolve<'a>(domain: &'a Domain, errors: &mut Errors) -> Names<'a> {
    resolve_with(domain, &[], errors)
}

/// Resolves a domain in which some tasks have their numbers already: those at the beginning, in this order.
pub fn resolve_with<'a>(
    domain: &'a Domain,
    fixed: &[(String, TaskKind)],
    errors: &mut Errors,
) -> Names<'a> {
    let mut names = Names::new(domain, fixed);
    let mut check = Check {
        names: &names,
        errors,
        disputed: BTreeSet::new(),
    };
    check.item_names();
    check.parts();
    check.alternatives();
    check.agents();
    check.operators();
    check.methods();
    check.when_planning();
    check.polls();
    check.uses();
    check.recursion_through_negation();
    check.reached();
    names.disputed = check.disputed;
    names
}

/// The checks, each in the file of its subject.
struct Check<'c, 'a> {
    names: &'c Names<'a>,
    errors: &'c mut Errors,
    /// Names of items that contradict one another.
    disputed: BTreeSet<String>,
}

impl Check<'_, '_> {
    /// Returns true if an item of this name exists but is unparsed.
    fn is_unparsed(&self, name: &Ident) -> bool {
        self.names
            .domain
            .unparsed_names
            .iter()
            .any(|unparsed| plain(unparsed) == plain(name))
    }

    fn is_unread_agent(&self) -> bool {
        self.names
            .domain
            .unparsed_names
            .iter()
            .any(|unparsed| unparsed == "agent")
    }
}
