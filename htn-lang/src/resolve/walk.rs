//! Visits everything in a domain that refers to an item by name.

use htn_core::tables::FactVerb;
use proc_macro2::Ident;

use crate::ast::{
    Arg, Args, Atom, Axiom, Condition, Effect, Method, Operator, OperatorStatement, Part, Rust,
    Sorted, Statement,
};

/// A reference, or a Rust expression that may contain one by mistake.
#[derive(Clone, Copy)]
pub enum Use<'a> {
    /// In a condition. `negated` is true if the absence of a solution counts.
    Atom {
        atom: &'a Atom,
        negated: bool,
    },
    /// A fact that is added or deleted.
    Fact {
        atom: &'a Atom,
        verb: FactVerb,
    },
    /// In a body. `result` is the variable for its value.
    Task {
        name: &'a Ident,
        args: &'a Args,
        result: Option<&'a Ident>,
        /// True after `later`.
        later: bool,
    },
    Undo {
        name: &'a Ident,
        args: &'a Args,
    },
    Rust(&'a Rust),
}

/// The receiver of a walk.
pub type Sink<'s, 'a> = &'s mut dyn FnMut(Use<'a>);

pub fn axiom<'a>(axiom: &'a Axiom, sink: Sink<'_, 'a>) {
    let last = axiom.clauses.len().saturating_sub(1);
    for (index, clause) in axiom.clauses.iter().enumerate() {
        // For a clause before an `else`, the absence of a solution counts too.
        condition(clause, index < last, sink);
    }
}

pub fn operator<'a>(operator: &'a Operator, sink: Sink<'_, 'a>) {
    for statement in &operator.statements {
        match statement {
            OperatorStatement::If { sorted: solved, .. } => sorted(solved, sink),
            OperatorStatement::While {
                condition: held, ..
            } => condition(held, false, sink),
            OperatorStatement::Effect { effect: change, .. } => effect(change, sink),
            OperatorStatement::Cost { value, .. }
            | OperatorStatement::Duration { value, .. }
            | OperatorStatement::Busy { value, .. } => {
                sink(Use::Rust(value));
            }
            OperatorStatement::Undo {
                name, args: given, ..
            } => {
                sink(Use::Undo { name, args: given });
                args(given, sink);
            }
        }
    }
}

pub fn method<'a>(method: &'a Method, sink: Sink<'_, 'a>) {
    for branch in &method.branches {
        if let Some(guard) = &branch.guard {
            sorted(guard, sink);
        }
        body(&branch.body, sink);
    }
}

pub fn body<'a>(statements: &'a [Statement], sink: Sink<'_, 'a>) {
    for statement in statements {
        match statement {
            Statement::Task { name, args: given } => {
                sink(Use::Task {
                    name,
                    args: given,
                    result: None,
                    later: false,
                });
                args(given, sink);
            }
            Statement::Later {
                name, args: given, ..
            } => {
                sink(Use::Task {
                    name,
                    args: given,
                    result: None,
                    later: true,
                });
                args(given, sink);
            }
            Statement::LetTask {
                name,
                task,
                args: given,
                ..
            } => {
                sink(Use::Task {
                    name: task,
                    args: given,
                    result: Some(name),
                    later: false,
                });
                args(given, sink);
            }
            Statement::Let { value, .. } => parts(value.parts(), false, sink),
            Statement::Effect(change) => effect(change, sink),
            Statement::Return { value, .. } | Statement::Priority { value, .. } => {
                sink(Use::Rust(value));
            }
            _ => {}
        }
        for (guard, block) in statement.blocks() {
            if let Some(guard) = guard {
                sorted(guard, sink);
            }
            body(block, sink);
        }
    }
}

fn effect<'a>(effect: &'a Effect, sink: Sink<'_, 'a>) {
    for atom in &effect.atoms {
        sink(Use::Fact {
            atom,
            verb: effect.verb,
        });
        args(&atom.args, sink);
    }
    if let Some(each) = &effect.each {
        sorted(each, sink);
    }
}

fn sorted<'a>(solved: &'a Sorted, sink: Sink<'_, 'a>) {
    parts(solved.parts(), false, sink);
}

pub fn condition<'a>(held: &'a Condition, negated: bool, sink: Sink<'_, 'a>) {
    parts(held.parts(), negated, sink);
}

fn parts<'a>(parts: Vec<Part<'a>>, negated: bool, sink: Sink<'_, 'a>) {
    for part in parts {
        match part {
            Part::Condition {
                inner,
                negated: inside,
            } => condition(inner, negated || inside, sink),
            Part::Atom(atom) => {
                sink(Use::Atom { atom, negated });
                args(&atom.args, sink);
            }
            Part::Rust(rust) => sink(Use::Rust(rust)),
            Part::Binds(_) => {}
        }
    }
}

fn args<'a>(args: &'a Args, sink: Sink<'_, 'a>) {
    for arg in &args.list {
        if let Arg::Rust(rust) = arg {
            sink(Use::Rust(rust));
        }
    }
}
