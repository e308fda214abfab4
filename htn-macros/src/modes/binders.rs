//! Every name that a condition or a body binds somewhere: what is used before it is bound differs from what is unknown.

use std::collections::BTreeSet;

use crate::ast::{Arg, Atom, Condition, Effect, Sorted, Statement, Value};

pub fn of_condition(condition: &Condition, out: &mut BTreeSet<String>) {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().for_each(|part| of_condition(part, out))
        }
        Condition::Not(inner) => of_condition(inner, out),
        Condition::Atom(atom) => of_atom(atom, out),
        Condition::Let { name, value, .. } => {
            out.insert(name.to_string());
            of_value(value, out);
        }
        Condition::LetSome { name, .. } | Condition::LetIn { name, .. } => {
            out.insert(name.to_string());
        }
        Condition::First(sorted) => of_condition(&sorted.condition, out),
        Condition::Forall(all, hold) => {
            of_condition(all, out);
            of_condition(hold, out);
        }
        Condition::Rust(_) => {}
    }
}

fn of_atom(atom: &Atom, out: &mut BTreeSet<String>) {
    for arg in &atom.args.list {
        if let Arg::Name(name) = arg {
            out.insert(name.to_string());
        }
    }
}

fn of_value(value: &Value, out: &mut BTreeSet<String>) {
    if let Value::Aggregate { over, .. } = value {
        of_condition(over, out);
    }
}

pub fn of_sorted(sorted: Option<&Sorted>, out: &mut BTreeSet<String>) {
    if let Some(sorted) = sorted {
        of_condition(&sorted.condition, out);
    }
}

pub fn of_effect(effect: &Effect, out: &mut BTreeSet<String>) {
    of_sorted(effect.each.as_ref(), out);
}

pub fn of_body(body: &[Statement], out: &mut BTreeSet<String>) {
    for statement in body {
        match statement {
            Statement::Task { .. } | Statement::Return { .. } => {}
            Statement::LetTask { name, .. } => {
                out.insert(name.to_string());
            }
            Statement::Let { name, value, .. } => {
                out.insert(name.to_string());
                of_value(value, out);
            }
            Statement::Effect(effect) => of_effect(effect, out),
            Statement::If { blocks, .. } => {
                for (guard, body) in blocks {
                    of_sorted(guard.as_ref(), out);
                    of_body(body, out);
                }
            }
            Statement::While { sorted, body, .. } | Statement::For { sorted, body, .. } => {
                of_sorted(Some(sorted), out);
                of_body(body, out);
            }
            Statement::Unordered { strands, .. } => {
                strands.iter().for_each(|strand| of_body(strand, out))
            }
        }
    }
}
