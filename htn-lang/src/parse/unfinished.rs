//! Incomplete expressions, such as those in an editor, and expressions that would leave the function that is made from
//! them. rustc would point at the macro call for these.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::Parser;
use super::tokens::{as_group, at_signs, find_comma, is_sign, is_word, list};
use crate::modes::scan::opens_closure;

impl Parser<'_> {
    /// Reports a missing token at the end of an expression. Returns true if nothing is missing.
    pub fn finished(&mut self, tokens: &[TokenTree]) -> bool {
        if let Some(last) = tokens.last()
            && let Some(missing) = missing_after(tokens)
        {
            let sign = if missing == NAME {
                "::".to_owned()
            } else {
                last.to_string()
            };
            self.wrong(
                last.span(),
                format_args!("expected {missing} after `{sign}`"),
            );
            return false;
        }
        if let Some(word) = block_missing(tokens) {
            self.wrong(
                word.span(),
                format_args!("expected a block after this `{word}`"),
            );
            return false;
        }
        let mut at = 0;
        while at < tokens.len() {
            if macro_follows(&tokens[at..]) {
                at += 3;
                continue;
            }
            if let TokenTree::Group(group) = &tokens[at]
                && !self.finished_inside(group)
            {
                return false;
            }
            at += 1;
        }
        true
    }

    fn finished_inside(&mut self, group: &Group) -> bool {
        let tokens = list(group.stream());
        if group.delimiter() == Delimiter::Brace {
            return true;
        }
        let mut rest = tokens.as_slice();
        while let Some(comma) = find_comma(rest) {
            if comma == 0 {
                self.wrong(rest[0].span(), "expected an expression before this comma");
                return false;
            }
            if !self.finished_piece(&rest[..comma]) {
                return false;
            }
            rest = &rest[comma + 1..];
        }
        self.finished_piece(rest)
    }

    fn finished_piece(&mut self, tokens: &[TokenTree]) -> bool {
        match tokens.last() {
            // Types may end with it, and end calls of their own.
            Some(last @ TokenTree::Punct(sign)) if "=<+-*/%^&|!@,".contains(sign.as_char()) => {
                self.wrong(
                    last.span(),
                    format_args!("expected an expression after `{last}`"),
                );
                false
            }
            _ => self.finished(tokens),
        }
    }

    /// Reports a `return` or a `?` that would leave the expression. Inside a closure, they leave only the closure. Returns
    /// true if it has neither.
    pub fn stays_inside(&mut self, tokens: &[TokenTree]) -> bool {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '|' && begins_closure(tokens, at) => {
                    return true;
                }
                // A function with its own body follows.
                TokenTree::Ident(word) if word == "fn" || word == "async" => return true,
                TokenTree::Ident(word) if word == "return" => {
                    self.wrong(
                        word.span(),
                        "an expression of a domain cannot return\nhelp: write the value at the end of the expression, without `return`",
                    );
                    return false;
                }
                TokenTree::Punct(sign) if sign.as_char() == '?' => {
                    self.wrong(
                        sign.span(),
                        "an expression of a domain cannot return\nhelp: bind an optional value with `let Some(x): Option<Type> = expression`; a `Result` has `.ok()`",
                    );
                    return false;
                }
                TokenTree::Group(group) if !self.stays_inside(&list(group.stream())) => {
                    return false;
                }
                _ => {}
            }
        }
        true
    }
}

/// The token that must follow `::`.
const NAME: &str = "a name";

/// Returns the kind of token that must follow the last one.
fn missing_after(tokens: &[TokenTree]) -> Option<&'static str> {
    let last = tokens.last();
    let joined = |sign| tokens.len() > 1 && at_signs(&tokens[tokens.len() - 2..], sign, sign);
    if is_sign(last, '.') && !joined('.') {
        return Some("the name of a method or a field");
    }
    if is_sign(last, ':') {
        return Some(if joined(':') { NAME } else { "a type" });
    }
    is_word(last, "as").then_some("a type")
}

/// A keyword at the beginning whose block is not there.
fn block_missing(tokens: &[TokenTree]) -> Option<&TokenTree> {
    let words = ["if", "match", "loop", "while", "for", "unsafe"];
    let first = tokens.first()?;
    let keyword = words.iter().any(|word| is_word(Some(first), word));
    let block = |token: &TokenTree| as_group(Some(token), Delimiter::Brace).is_some();
    (keyword && !tokens.iter().any(block)).then_some(first)
}

fn macro_follows(tokens: &[TokenTree]) -> bool {
    matches!(
        tokens,
        [TokenTree::Ident(_), sign, TokenTree::Group(_), ..] if is_sign(Some(sign), '!')
    )
}

/// Returns true if a `|` begins a closure, with or without parameters.
fn begins_closure(tokens: &[TokenTree], at: usize) -> bool {
    let operand = at.checked_sub(1).is_none_or(|before| {
        matches!(&tokens[before], TokenTree::Punct(_)) || is_word(tokens.get(before), "move")
    });
    opens_closure(tokens, at) || (operand && at_signs(&tokens[at..], '|', '|'))
}
