//! Collects the names that a condition or a body binds, to distinguish a use before the binding from an unknown name.

use std::collections::BTreeSet;

use crate::ast::{Arg, Atom, Condition, Effect, Part, Sorted, Statement};

pub fn of_condition(condition: &Condition, out: &mut BTreeSet<String>) {
    of_parts(condition.parts(), out);
}

fn of_parts(parts: Vec<Part<'_>>, out: &mut BTreeSet<String>) {
    for part in parts {
        match part {
            Part::Condition { inner, .. } => of_condition(inner, out),
            Part::Atom(atom) => of_atom(atom, out),
            Part::Binds(name) => _ = out.insert(name.to_string()),
            Part::Rust(_) => {}
        }
    }
}

fn of_atom(atom: &Atom, out: &mut BTreeSet<String>) {
    for arg in &atom.args.list {
        if let Arg::Name(name) = arg {
            out.insert(name.to_string());
        }
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
            Statement::LetTask { name, .. } => {
                out.insert(name.to_string());
            }
            Statement::Let { name, value, .. } => {
                out.insert(name.to_string());
                of_parts(value.parts(), out);
            }
            Statement::Effect(effect) => of_effect(effect, out),
            _ => {}
        }
        for (guard, body) in statement.blocks() {
            of_sorted(guard, out);
            of_body(body, out);
        }
    }
}
