//! A walk over everything in a domain that refers to something by name.

use proc_macro2::Ident;

use crate::ast::{
    Arg, Args, Atom, Axiom, Condition, Effect, Method, Operator, OperatorStatement, Rust, Sorted,
    Statement, Value,
};

/// One reference, or a piece of Rust that may hold one by mistake.
#[derive(Clone, Copy)]
pub enum Use<'a> {
    /// In a condition. `negated` where it matters that there is no solution.
    Atom {
        atom: &'a Atom,
        negated: bool,
    },
    /// A fact that is added or deleted.
    Fact {
        atom: &'a Atom,
        add: bool,
    },
    /// In a body; `result` where its value is wanted.
    Task {
        name: &'a Ident,
        args: &'a Args,
        result: Option<&'a Ident>,
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
        // A clause that an `else` follows matters by having no solution, too.
        condition(clause, index < last, sink);
    }
}

pub fn operator<'a>(operator: &'a Operator, sink: Sink<'_, 'a>) {
    for statement in &operator.statements {
        match statement {
            OperatorStatement::If { sorted: solved, .. } => sorted(solved, false, sink),
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
            sorted(guard, false, sink);
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
                });
                args(given, sink);
            }
            Statement::Let { value: bound, .. } => value(bound, sink),
            Statement::Effect(change) => effect(change, sink),
            Statement::If { blocks, .. } => {
                for (guard, block) in blocks {
                    if let Some(guard) = guard {
                        sorted(guard, false, sink);
                    }
                    body(block, sink);
                }
            }
            Statement::While {
                sorted: guard,
                body: block,
                ..
            }
            | Statement::For {
                sorted: guard,
                body: block,
                ..
            } => {
                sorted(guard, false, sink);
                body(block, sink);
            }
            Statement::Unordered { strands, .. } => {
                for strand in strands {
                    body(strand, sink);
                }
            }
            Statement::Return { value, .. } => sink(Use::Rust(value)),
        }
    }
}

fn effect<'a>(effect: &'a Effect, sink: Sink<'_, 'a>) {
    for atom in &effect.atoms {
        sink(Use::Fact {
            atom,
            add: effect.add,
        });
        args(&atom.args, sink);
    }
    if let Some(each) = &effect.each {
        sorted(each, false, sink);
    }
}

fn sorted<'a>(solved: &'a Sorted, negated: bool, sink: Sink<'_, 'a>) {
    condition(&solved.condition, negated, sink);
    if let Some(sort) = &solved.sort {
        sink(Use::Rust(&sort.key));
    }
}

pub fn condition<'a>(held: &'a Condition, negated: bool, sink: Sink<'_, 'a>) {
    match held {
        Condition::And(parts) | Condition::Or(parts) => {
            for part in parts {
                condition(part, negated, sink);
            }
        }
        Condition::Not(inner) => condition(inner, true, sink),
        Condition::Atom(atom) => {
            sink(Use::Atom { atom, negated });
            args(&atom.args, sink);
        }
        Condition::Let { value: bound, .. } => value(bound, sink),
        Condition::LetSome { value, .. } => sink(Use::Rust(value)),
        Condition::LetIn { items, .. } => sink(Use::Rust(items)),
        Condition::First(inner) => sorted(inner, negated, sink),
        Condition::Forall(every, holds) => {
            condition(every, true, sink);
            condition(holds, true, sink);
        }
        Condition::Rust(rust) => sink(Use::Rust(rust)),
    }
}

fn value<'a>(bound: &'a Value, sink: Sink<'_, 'a>) {
    match bound {
        Value::Rust(rust) => sink(Use::Rust(rust)),
        Value::Aggregate { of, over, .. } => {
            if let Some(of) = of {
                sink(Use::Rust(of));
            }
            condition(over, true, sink);
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
