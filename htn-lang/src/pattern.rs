//! Rust expressions as patterns: a reloaded domain may use an expression of the compiled one with other variables.

use htn_core::tables::{Slot, TypeId};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use crate::lower::functions::Seen;
use crate::modes::scan::scan;
use crate::parse::tokens::{is_sign, list, plain};
use crate::text::text;

/// The tokens of an expression, with a hole for each variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pattern {
    /// The text, in which the type of a variable stands for its name.
    pub text: String,
    /// The variables in the holes, in order, possibly several times.
    pub holes: Vec<(TypeId, Slot)>,
}

impl Pattern {
    /// Returns the pattern of an expression that sees these variables.
    pub fn of(tokens: &TokenStream, sees: &[Seen]) -> Pattern {
        let mut holes = Holes {
            sees,
            found: Vec::new(),
        };
        let mut text = text(&holes.stream(tokens.clone()));
        // A variable inside of a literal keeps its name.
        let captured = scan(tokens).captured;
        for seen in sees
            .iter()
            .filter(|seen| captured.contains(&plain(&seen.name)))
        {
            text += &format!(" {{{}}}", plain(&seen.name));
            holes.found.push((seen.ty, seen.slot));
        }
        Pattern {
            text,
            holes: holes.found,
        }
    }
}

struct Holes<'a> {
    sees: &'a [Seen],
    found: Vec<(TypeId, Slot)>,
}

impl Holes<'_> {
    fn stream(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens = list(tokens);
        let replaced = tokens.iter().enumerate().map(|(at, token)| match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), self.stream(group.stream()));
                inside.set_span(group.span());
                TokenTree::Group(inside)
            }
            TokenTree::Ident(name) if is_value(&tokens, at) => {
                let seen = self
                    .sees
                    .iter()
                    .find(|seen| plain(&seen.name) == plain(name));
                match seen {
                    Some(seen) => {
                        self.found.push((seen.ty, seen.slot));
                        TokenTree::Ident(Ident::new(&format!("__T{}", seen.ty.0), name.span()))
                    }
                    None => token.clone(),
                }
            }
            token => token.clone(),
        });
        replaced.collect()
    }
}

/// Returns true if a name is neither a member, nor the name of a field, nor a part of a path.
pub fn is_value(tokens: &[TokenTree], at: usize) -> bool {
    let sign = |at: Option<usize>, sign| is_sign(at.and_then(|at| tokens.get(at)), sign);
    let before = at.checked_sub(1);
    let is_member = sign(before, '.') && !sign(at.checked_sub(2), '.');
    !is_member && !sign(before, ':') && !sign(Some(at + 1), ':')
}
