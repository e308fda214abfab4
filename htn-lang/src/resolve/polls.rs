//! Checks that no `poll` is in a condition that the executor solves at once: an answer may be pending there.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::Check;
use crate::ast::{Condition, OperatorStatement, Part};
use crate::parse::tokens::plain;

impl Check<'_, '_> {
    pub fn polls(&mut self) {
        let domain = self.names.domain;
        let polling = self.polling_axioms();
        for operator in &domain.operators {
            let undone = self.is_undo(operator).then_some(&operator.name);
            for statement in &operator.statements {
                let (condition, message) = match statement {
                    OperatorStatement::If { sorted, .. } => (
                        undone.map(|_| &sorted.condition),
                        "an `undo` is carried out at once and can't wait for an answer\nhelp: leave out the condition, or store the answer in a fact",
                    ),
                    OperatorStatement::Effect { effect, .. } => (
                        effect.each.as_ref().map(|each| &each.condition),
                        "effects are applied at once and can't wait for an answer\nhelp: bind the answer in the `if` of the operator",
                    ),
                    _ => (None, ""),
                };
                let poll = condition.and_then(|condition| find_poll(condition, &polling));
                match poll {
                    Some((span, None)) => self.errors.at(span, message),
                    Some((span, Some(axiom))) => self
                        .errors
                        .at(span, format_args!("`{axiom}` has a `poll`: {message}")),
                    None => {}
                }
            }
        }
    }

    /// Returns the names of axioms with a `poll` in a clause, and of those that call such an axiom.
    fn polling_axioms(&self) -> BTreeSet<String> {
        let mut polling = BTreeSet::new();
        loop {
            let before = polling.len();
            for axiom in &self.names.domain.axioms {
                let mut clauses = axiom.clauses.iter();
                if clauses.any(|clause| find_poll(clause, &polling).is_some()) {
                    polling.insert(plain(&axiom.name));
                }
            }
            if polling.len() == before {
                return polling;
            }
        }
    }
}

/// Returns the place of the first `poll` of a condition or the first call of one of these axioms, with its name.
fn find_poll(condition: &Condition, polling: &BTreeSet<String>) -> Option<(Span, Option<String>)> {
    condition.parts().into_iter().find_map(|part| match part {
        Part::Condition { inner, .. } => find_poll(inner, polling),
        Part::Rust(rust) => Some((rust.poll?, None)),
        Part::Atom(atom) => {
            let name = plain(&atom.name);
            let is_polling = polling.contains(&name);
            is_polling.then(|| (atom.name.span(), Some(name)))
        }
        Part::Binds(_) => None,
    })
}
