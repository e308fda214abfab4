//! Parts of the syntax tree as a person would write them, for messages.

use proc_macro2::Ident;

use crate::ast::{Arg, Args, Atom, Condition, Rust, Value};
#[cfg(feature = "reference")]
use crate::ast::{Effect, Mark};
#[cfg(feature = "locations")]
use crate::ast::{Sort, Sorted};
use crate::text::text;

pub fn arg(arg: &Arg) -> String {
    match arg {
        Arg::Any(_) => "_".to_owned(),
        Arg::Name(name) => name.to_string(),
        Arg::Rust(rust) => text(&rust.tokens),
    }
}

pub fn atom(atom: &Atom) -> String {
    call(&atom.name, &atom.args)
}

/// `name(args)`.
pub fn call(name: &Ident, args: &Args) -> String {
    let args: Vec<String> = args.list.iter().map(arg).collect();
    format!("{name}({})", args.join(", "))
}

/// A whole condition.
#[cfg(feature = "locations")]
pub fn condition(condition: &Condition) -> String {
    spell(condition, Precedence::Top)
}

/// A condition with its `sort by`.
#[cfg(feature = "locations")]
pub fn sorted(sorted: &Sorted) -> String {
    let condition = condition(&sorted.condition);
    match &sorted.sort {
        Some(Sort { key, descending }) => {
            let falling = if *descending { " desc" } else { "" };
            format!("{condition} sort by {}{falling}", text(&key.tokens))
        }
        None => condition,
    }
}

/// `add …`, `delete …` and the like.
#[cfg(feature = "reference")]
pub fn effect(effect: &Effect) -> String {
    let verb = effect.verb.word();
    let atoms: Vec<String> = effect.atoms.iter().map(atom).collect();
    let each = effect.each.as_ref();
    let each = each.map_or_else(String::new, |each| format!(" for {}", sorted(each)));
    format!("{verb} {}{each}", atoms.join(", "))
}

/// The word for a moment.
#[cfg(feature = "reference")]
pub fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Start => "start",
        Mark::Finish => "finish",
        Mark::Success => "success",
        Mark::Failure => "failure",
        Mark::Sensed => "sensed",
    }
}

/// A condition as one of several that `&&` joins.
pub fn conjunct(condition: &Condition) -> String {
    spell(condition, Precedence::And)
}

/// The operators around a condition. They decide if it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Top,
    Or,
    And,
    Not,
}

fn spell(condition: &Condition, outer: Precedence) -> String {
    match condition {
        Condition::And(parts) => joined(parts, " && ", Precedence::And, outer > Precedence::Or),
        Condition::Or(sides) => joined(sides, " || ", Precedence::Or, outer > Precedence::Top),
        Condition::Not(inner) => format!("!{}", spell(inner, Precedence::Not)),
        Condition::Atom(one) => atom(one),
        Condition::Let { name, ty, value } => binding(name, ty, value),
        Condition::LetSome { name, ty, value } => {
            format!(
                "let Some({name}): Option<{}> = {}",
                text(&ty.tokens),
                expression(value)
            )
        }
        Condition::LetIn { name, ty, items } => {
            format!(
                "let {name}: {} in {}",
                text(&ty.tokens),
                text(&items.tokens)
            )
        }
        Condition::First(sorted) => format!("first({})", spell(&sorted.condition, Precedence::Top)),
        Condition::Forall(all, hold) => {
            format!(
                "forall({} => {})",
                spell(all, Precedence::Top),
                spell(hold, Precedence::Top)
            )
        }
        Condition::WhenPlanning { inner, .. } => {
            format!("when_planning({})", spell(inner, Precedence::Top))
        }
        Condition::Rust(rust) if outer == Precedence::Not && !rust.is_polled() => {
            format!("({})", text(&rust.tokens))
        }
        Condition::Rust(rust) => expression(rust),
    }
}

/// An expression, with its `poll`.
pub fn expression(rust: &Rust) -> String {
    let poll = if rust.is_polled() { "poll " } else { "" };
    format!("{poll}{}", text(&rust.tokens))
}

/// `let name: Type = value`.
pub fn binding(name: &Ident, ty: &Rust, value: &Value) -> String {
    format!("let {name}: {} = {}", text(&ty.tokens), spell_value(value))
}

fn joined(parts: &[Condition], with: &str, outer: Precedence, parentheses: bool) -> String {
    let parts: Vec<String> = parts.iter().map(|part| spell(part, outer)).collect();
    let joined = parts.join(with);
    if parentheses {
        format!("({joined})")
    } else {
        joined
    }
}

fn spell_value(value: &Value) -> String {
    match value {
        Value::Rust(rust) => expression(rust),
        Value::Aggregate { kind, of, over, .. } => {
            let of = of
                .as_ref()
                .map_or(String::new(), |of| format!("{}; ", text(&of.tokens)));
            format!("{}({of}{})", kind.word(), spell(over, Precedence::Top))
        }
    }
}
