//! Expressions that ask the game: what stands around the function of one, so that its answers can be kept.

use std::fmt::Write;

use htn_core::save::hash;

use super::parts::Parts;
use crate::lower::functions::{Function, Gives};
use crate::text::text;

/// What the function around the expression calls, with what else it is given.
pub fn ask(parts: &Parts<'_, '_>, name: &str, function: &Function<'_>) -> String {
    let (ask, more) = match function.gives {
        Gives::Word | Gives::Sum | Gives::Min | Gives::Max => ("ask_word", ""),
        Gives::Test => ("ask_test", ""),
        Gives::Option => ("ask_option", ""),
        Gives::Items => ("ask_items", ", __out"),
        Gives::Span { .. } => ("ask_span", ""),
        Gives::Key { .. } => ("ask_key", ", __out"),
        Gives::Cost => ("ask_cost", ""),
    };
    let mut sees = String::new();
    for seen in &function.sees {
        // Writing to a string never fails.
        let _ = write!(sees, "[{}, {}], ", seen.slot.0, seen.ty.0);
    }
    let expression = expression(parts, function);
    // The last number stands for none.
    let ty = function.ty.map_or(u16::MAX, |wanted| wanted.ty.0);
    format!(
        "__rt::{ask}(__c, __slots, &__rt::Expression {{ hash: {expression:#018x}, sees: &[{sees}], ty: {ty} }}, {name}_of{more})"
    )
}

/// A number for what is written, which journals and saves know it by: the same for the same text over variables of the same
/// names and types, wherever it stands.
fn expression(parts: &Parts<'_, '_>, function: &Function<'_>) -> u64 {
    let gives = match function.gives {
        Gives::Word => "word",
        Gives::Test => "test",
        Gives::Option => "option",
        Gives::Items => "items",
        Gives::Span { inclusive: false } => "range",
        Gives::Span { inclusive: true } => "range with its end",
        Gives::Key { descending: false } => "key",
        Gives::Key { descending: true } => "key, greatest first",
        Gives::Sum => "sum",
        Gives::Min => "min",
        Gives::Max => "max",
        Gives::Cost => "cost",
    };
    let mut hash = hash::text(hash::START, gives);
    hash = hash::text(hash, &text(&function.source.tokens));
    for seen in &function.sees {
        hash = hash::text(hash, &seen.name.to_string());
        hash = hash::text(hash, &parts.types.get(seen.ty).text);
    }
    let ty = function.ty.map(|wanted| &parts.types.get(wanted.ty).text);
    hash::text(hash, ty.map_or("", |text| text.as_str()))
}
