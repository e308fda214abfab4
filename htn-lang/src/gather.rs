//! Assembles a domain without rustc, from files that a program has read.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Span, TokenTree};

use crate::assemble::{UsePart, cfg_of, length, starts, stream, use_part, with_arguments};
use crate::errors::Errors;
use crate::parse::tokens::{at_commas, list, span_of};
use crate::part::PartDeclaration;
use crate::split::split;
use crate::text::text;

/// The result of looking up a part.
pub enum PartLookup {
    Found {
        /// Identifies the part.
        id: (usize, usize),
        declaration: Box<PartDeclaration>,
    },
    /// Why no part was found.
    Unknown(String),
}

/// A domain that a program has assembled.
#[derive(Default)]
pub struct Gathered {
    pub tokens: Vec<TokenTree>,
    /// The `use part` that could not be included, and why.
    pub missing: Vec<(Span, String)>,
    /// The attributes of items that were left out, and their conditions.
    pub left_out: Vec<(Span, String)>,
    /// The parts around the present item.
    open: Vec<(usize, usize)>,
}

impl Gathered {
    /// Appends items. `part` looks up the part with a path. `cfg` contains the `cfg` options that are set; `None` keeps
    /// all items.
    pub fn add(
        &mut self,
        items: &[TokenTree],
        cfg: Option<&BTreeSet<String>>,
        part: &impl Fn(&[TokenTree]) -> PartLookup,
        errors: &mut Errors,
    ) {
        let chunks = split(items);
        for (chunk, start) in chunks.iter().zip(starts(&chunks)) {
            let mut item = items[start..start + length(chunk)].to_vec();
            let mut holds = true;
            while let Some((at, condition)) = cfg_of(&item) {
                let is_false = |cfg| !is_set(&list(condition.clone()), cfg);
                if holds && cfg.is_some_and(is_false) {
                    holds = false;
                    let attribute = span_of(&item[at..at + 2]);
                    self.left_out.push((attribute, text(&condition)));
                }
                item.drain(at..at + 2);
            }
            if !holds {
                continue;
            }
            let own = split(&item);
            let Some(UsePart { path, args }) = own.first().and_then(use_part) else {
                self.tokens.extend(item);
                continue;
            };
            match part(path) {
                PartLookup::Found { id, .. } if self.open.contains(&id) => {
                    errors.on(stream(path), "this part includes itself");
                }
                PartLookup::Found { id, declaration } => {
                    let name = declaration.name.to_string();
                    let (params, part_items) = (declaration.params, list(declaration.items));
                    let items = with_arguments(&name, params, args, &part_items, errors);
                    self.open.push(id);
                    self.add(&items, cfg, part, errors);
                    self.open.pop();
                }
                PartLookup::Unknown(reason) => self.missing.push((span_of(path), reason)),
            }
        }
    }
}

/// Evaluates the condition of a `#[cfg]`.
fn is_set(condition: &[TokenTree], cfg: &BTreeSet<String>) -> bool {
    match condition {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            is_set(&list(group.stream()), cfg)
        }
        [TokenTree::Ident(word), TokenTree::Group(group)] => {
            let inside = list(group.stream());
            let mut parts = at_commas(&inside).into_iter();
            match word.to_string().as_str() {
                "all" => parts.all(|part| is_set(part, cfg)),
                "any" => parts.any(|part| is_set(part, cfg)),
                "not" => !parts.any(|part| is_set(part, cfg)),
                _ => false,
            }
        }
        [TokenTree::Ident(word)] if word == "true" => true,
        option => cfg.contains(&text(&stream(option))),
    }
}
