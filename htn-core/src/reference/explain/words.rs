//! Reasons and bindings as text, with the names that values are given.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

use super::at::At;
use super::report::{Asked, AskedArg, Because, Reason};
use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::error::CapacityError;
use crate::model::names::{Value, Visible, named};
use crate::model::plan::Binding;
use crate::reference;
use crate::tables::{Param, RelId, Type};

/// Gives values their names; `None` for the way they print themselves. See
/// [`Explanation::with_names`](super::Explanation::with_names).
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub type Names<'n> = &'n dyn Fn(Value<'_>) -> Option<String>;

/// Formats the parts of a report.
#[derive(Clone, Copy, Default)]
pub(super) struct Wording<'n> {
    pub names: Option<Names<'n>>,
    /// The types of the domain.
    pub types: &'static [Type],
}

impl Wording<'_> {
    fn value(self, ty: &Type, word: u64) -> String {
        match self.names {
            Some(names) => named(self.types, ty, word, names),
            None => ty.shown(word).to_string(),
        }
    }

    fn binding(self, binding: &Binding) -> String {
        let value = self.value(binding.type_row(), binding.word());
        format!("{} = {value}", binding.name)
    }

    /// Returns the bindings after a word; empty without bindings.
    pub fn bound(self, bindings: &[Binding], before: &str) -> String {
        let mut text = String::new();
        for (number, binding) in bindings.iter().enumerate() {
            text += if number == 0 { before } else { ", " };
            text += &self.binding(binding);
        }
        text
    }

    pub fn task<D: Domain>(self, task: D::Task) -> String {
        if self.names.is_none() {
            return task.to_string();
        }
        let mut row = Row::new();
        match D::task_to_row(task, &mut row) {
            TaskCode::Task(id) => match D::tables().tasks.get(usize::from(id.0)) {
                Some(of) => self.call::<D>(of.name, of.params, &row),
                None => task.to_string(),
            },
            TaskCode::Fact(verb, rel) => {
                format!("{} {}", verb.word(), self.row::<D>(rel, &row))
            }
        }
    }

    pub fn fact<D: Domain>(self, fact: D::Fact) -> String {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        self.row::<D>(rel, &row)
    }

    fn row<D: Domain>(self, rel: RelId, row: &[u64]) -> String {
        match D::tables().relations.get(usize::from(rel.0)) {
            Some(of) => self.call::<D>(of.name, of.columns, row),
            None => String::from("?"),
        }
    }

    fn call<D: Domain>(self, name: &str, params: &[Param], row: &[u64]) -> String {
        let args = params.iter().zip(row).map(|(param, word)| {
            let ty = D::tables().types.get(usize::from(param.ty.0));
            ty.map_or(String::from("?"), |ty| self.value(ty, *word))
        });
        called(name, args)
    }

    /// Returns a pattern or a call, with `_` for unbound arguments.
    fn asked(self, asked: &Asked) -> String {
        let Some(args) = &asked.args else {
            return String::from(asked.name);
        };
        let args = args.iter().map(|arg| match arg {
            AskedArg::Value(arg) => self.value(arg.type_row(), arg.word()),
            AskedArg::Same(name) => String::from(*name),
            AskedArg::Any => String::from("_"),
        });
        called(asked.name, args)
    }

    /// Returns the reason why a condition does not hold, with the line of the conjunct unless `line` is 0.
    pub fn reason<D: Domain>(self, reason: &Reason<D>, line: u32) -> String {
        let Reason {
            conjunct,
            tried,
            bindings,
            because,
            ..
        } = reason;
        let mut text = format!("`{conjunct}`{}", At(line));
        text += match because {
            Because::Unknown | Because::Pending => " was not decided",
            _ => " did not hold",
        };
        let nearest = match because {
            Because::Compared { .. } => "the nearest miss",
            _ => "the first",
        };
        match (tried, bindings.is_empty()) {
            (_, true) => {}
            (1, false) => text += &self.bound(bindings, " for "),
            (tried, false) => {
                text += &format!(" for any of {tried} candidates, {nearest}");
                text += &self.bound(bindings, " ");
            }
        }
        match because {
            // It would say the same again.
            Because::Axiom { asked, .. } if self.asked(asked) == *conjunct => text,
            because => text + &self.because(because),
        }
    }

    /// Returns the text after the conjunct, including the separator.
    fn because<D: Domain>(self, because: &Because<D>) -> String {
        match because {
            Because::NoSuchFact { asked, facts: 0 } => {
                format!(": there is no fact {}", asked.name)
            }
            Because::NoSuchFact { asked, facts } => {
                let s = if *facts == 1 { "" } else { "s" };
                let (name, asked) = (asked.name, self.asked(asked));
                format!(": there is no {asked} among {facts} fact{s} {name}")
            }
            Because::InTheWay { facts, others } => {
                let facts = facts.iter().map(|fact| self.fact::<D>(*fact));
                let others = others.iter().map(|other| self.asked(other));
                let there: Vec<String> = facts.chain(others).collect();
                let verb = if there.len() == 1 { "holds" } else { "hold" };
                format!(": {} {verb}", joined(there.into_iter()))
            }
            Because::Compared { left, right } => match (left.as_str(), right.as_str()) {
                (left, "") | ("", left) => format!(": a side is {left}"),
                (left, right) => format!(": the sides are {left} and {right}"),
            },
            Because::False => String::from(": it is false"),
            Because::NoValue => String::from(": there is no such value"),
            Because::Axiom { asked, .. } => format!(": {} does not hold", self.asked(asked)),
            Because::NoneOf(_) => String::from(": no part of it holds"),
            Because::Exception { bindings, .. } => {
                format!(": there is an exception{}", self.bound(bindings, ", "))
            }
            Because::Unknown => String::from(": the bound was reached"),
            Because::Pending => String::from(": the answer is pending"),
        }
    }
}

/// An error of the interpreter, with the name of the predicate that it is about.
pub(super) fn error_text<D: Domain>(error: reference::Error) -> String {
    D::reference().map_or_else(
        || error.to_string(),
        |reference| error.message(reference.rows),
    )
}

/// The predicate that an error of the interpreter is about.
pub(super) fn full_predicate<D: Domain>(error: reference::Error) -> Option<CapacityError> {
    let reference::Error::PredicateFull(number) = error else {
        return None;
    };
    let relation = D::tables().relations.get(usize::from(number))?;
    Some(CapacityError {
        predicate: relation.name,
        capacity: relation.capacity,
    })
}

fn called(name: &str, args: impl Iterator<Item = String>) -> String {
    format!("{name}({})", joined(args))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (number, part) in parts.enumerate() {
        text += if number == 0 { "" } else { ", " };
        text += &part;
    }
    text
}

impl<D: Domain> Display for Reason<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Visible(f).write_str(&Wording::default().reason(self, self.line))
    }
}

impl<D: Domain> Display for Because<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Visible(f).write_str(&Wording::default().because(self))
    }
}

impl Display for Asked {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Visible(f).write_str(&Wording::default().asked(self))
    }
}

/// So often.
pub(super) struct Times(pub usize);

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("once"),
            times => write!(f, "{times} times"),
        }
    }
}
