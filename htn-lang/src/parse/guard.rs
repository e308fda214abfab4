//! Finds where a condition ends and its block begins, as in `if condition { … }`. A Rust expression with braces needs
//! parentheses there.

use proc_macro2::{Delimiter, Group, Span, TokenTree};

use super::Parser;
use super::body::at_block_or_end;
use super::condition::{last_piece, needs_parentheses};
use super::tokens::{Cursor, as_group, is_word};
use crate::ast::{Condition, Sorted};

impl Parser<'_> {
    /// Parses `condition sort by expression`, up to the block. `after` is the place of the error if nothing precedes the
    /// block.
    pub fn before_block(&mut self, cursor: &mut Cursor<'_>, after: Span) -> Sorted {
        let start = cursor.rest();
        let mut length = cursor.until(at_block_or_end).len();
        let Some(block) = block_inside(&start[..length], cursor.rest()) else {
            return self.sorted(&start[..length], after);
        };
        match last_piece(&start[..length]).first() {
            Some(TokenTree::Ident(word)) if needs_parentheses(last_piece(&start[..length])) => {
                self.parentheses_missing(word.span(), &format!("`{word}`"));
            }
            _ => self.parentheses_missing(block.span_open(), "a block or a struct literal"),
        }
        while block_inside(&start[..length], cursor.rest()).is_some() {
            cursor.bump();
            length += 1 + cursor.until(at_block_or_end).len();
        }
        Sorted {
            condition: Condition::And(Vec::new()),
            sort: None,
        }
    }

    /// Reports an expression that could be mistaken for pieces of a condition.
    pub fn parentheses_missing(&mut self, span: Span, what: &str) {
        self.wrong(
            span,
            format_args!(
                "{what} needs parentheses in a condition\nhelp: write `(…)` around the expression"
            ),
        );
    }
}

/// A block that is part of a condition, since an operand is missing before it and another block or an operator follows.
pub fn block_inside<'a>(before: &[TokenTree], rest: &'a [TokenTree]) -> Option<&'a Group> {
    let block = as_group(rest.first(), Delimiter::Brace)?;
    let goes_on = match rest.get(1)? {
        TokenTree::Group(next) => next.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => "&|=<>.+-*/%^?".contains(sign.as_char()),
        TokenTree::Ident(word) => word == "sort" && is_word(rest.get(2), "by"),
        TokenTree::Literal(_) => false,
    };
    let belongs = match before.last() {
        None | Some(TokenTree::Punct(_)) => true,
        Some(TokenTree::Ident(word)) if word == "if" => true,
        Some(TokenTree::Ident(word)) => {
            word.to_string().starts_with(char::is_uppercase)
                || needs_parentheses(last_piece(before))
        }
        Some(_) => needs_parentheses(last_piece(before)),
    };
    (goes_on && belongs).then_some(block)
}
