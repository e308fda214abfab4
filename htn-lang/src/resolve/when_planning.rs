//! Checks that each `when_planning` is a conjunct of a condition that the executor checks again.

use super::Check;
use crate::ast::{Condition, Effect, Operator, OperatorStatement, Part, Sorted, Statement, Value};

const NESTED: &str = "`when_planning` is inside another condition\nhelp: join it to the others with `&&`, outside of all parentheses";

const EFFECT: &str = "the condition of an effect is never checked again, so `when_planning` has no effect here\nhelp: write its contents without it";

const VALUE: &str = "a `let` of a body is never checked again, so `when_planning` has no effect here\nhelp: write its contents without it";

const WHILE: &str = "`while` is checked as long as the action runs, so it cannot contain `when_planning`\nhelp: write it in the `if` of the operator";

impl Check<'_, '_> {
    pub fn when_planning(&mut self) {
        let domain = self.names.domain;
        for axiom in &domain.axioms {
            let name = &axiom.name;
            for clause in &axiom.clauses {
                self.no_planning(
                    clause,
                    &format!("`when_planning` is not allowed in an axiom\nhelp: write it in the condition that uses the axiom: `when_planning({name}(…))`"),
                );
            }
        }
        for operator in &domain.operators {
            self.planning_in_operator(operator);
        }
        for branch in domain.methods.iter().flat_map(|method| &method.branches) {
            self.planning_in_guard(branch.guard.as_ref());
            self.planning_in_body(&branch.body);
        }
    }

    fn planning_in_operator(&mut self, operator: &Operator) {
        let name = &operator.name;
        for statement in &operator.statements {
            match statement {
                OperatorStatement::If { sorted, .. } if self.is_undo(operator) => self.no_planning(
                    &sorted.condition,
                    &format!("`{name}` is an `undo`, which the executor runs without planning\nhelp: remove `when_planning` with its contents, or use another operator for the `undo`"),
                ),
                OperatorStatement::If { sorted, .. } => self.planning_in_guard(Some(sorted)),
                OperatorStatement::While { condition, .. } => self.no_planning(condition, WHILE),
                OperatorStatement::Effect { effect, .. } => self.planning_in_effect(effect),
                OperatorStatement::Cost { .. }
                | OperatorStatement::Duration { .. }
                | OperatorStatement::Busy { .. }
                | OperatorStatement::Undo { .. } => {}
            }
        }
    }

    /// Returns true if an operator names this one after `undo`.
    pub fn is_undo(&self, operator: &Operator) -> bool {
        let operators = self.names.domain.operators.iter();
        let mut statements = operators.flat_map(|operator| &operator.statements);
        statements.any(|statement| {
            matches!(statement, OperatorStatement::Undo { name, .. } if *name == operator.name)
        })
    }

    fn planning_in_body(&mut self, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Effect(effect) => self.planning_in_effect(effect),
                Statement::Let {
                    value: Value::Aggregate { over, .. },
                    ..
                } => self.no_planning(over, VALUE),
                _ => {}
            }
            for (guard, body) in statement.blocks() {
                self.planning_in_guard(guard);
                self.planning_in_body(body);
            }
        }
    }

    fn planning_in_guard(&mut self, guard: Option<&Sorted>) {
        let pieces = match guard.map(|guard| &guard.condition) {
            Some(Condition::And(pieces)) => pieces.as_slice(),
            Some(piece) => std::slice::from_ref(piece),
            None => &[],
        };
        for piece in pieces {
            let piece = match piece {
                Condition::WhenPlanning { inner, .. } => inner,
                piece => piece,
            };
            self.no_planning(piece, NESTED);
        }
    }

    fn planning_in_effect(&mut self, effect: &Effect) {
        if let Some(each) = &effect.each {
            self.no_planning(&each.condition, EFFECT);
        }
    }

    /// Reports every `when_planning` of a condition.
    fn no_planning(&mut self, condition: &Condition, message: &str) {
        if let Condition::WhenPlanning { keyword, .. } = condition {
            self.errors.at(*keyword, message);
        }
        for part in condition.parts() {
            if let Part::Condition { inner, .. } = part {
                self.no_planning(inner, message);
            }
        }
    }
}
