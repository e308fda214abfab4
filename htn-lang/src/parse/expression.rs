//! Pieces of Rust. rustc reads them; here only what would make its error hard to understand is caught: a piece with
//! nothing in it, or one that swallowed its neighbour because a sign between them is missing.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

use super::Parser;
use super::foreign_syntax::in_conditions;
use super::tokens::{at_signs, find_comma, is_keyword, is_sign, is_underscore, is_word, rust};
use crate::ast::Rust;
use crate::suggest::nearest;
use crate::text::text;

/// Keywords that an expression may end with, or that have an error of their own there.
const ENDS: [&str; 7] = ["true", "false", "self", "await", "return", "break", "as"];

/// The name of an expression in errors about conditions.
pub const CONDITION: &str = "a condition";

/// The name of an expression in errors about arguments.
pub const ARGUMENT: &str = "an argument";

impl Parser<'_> {
    /// An expression. Errors about a missing one are at `after`.
    pub fn expression(&mut self, tokens: &[TokenTree], after: Span, what: &str) -> Rust {
        if tokens.is_empty() {
            self.wrong(after, format_args!("expected {what} here"));
            return Rust::unparsed(after);
        }
        if self.neighbours(tokens, what) && self.finished(tokens) && self.stays_inside(tokens) {
            rust(tokens)
        } else {
            Rust::unparsed(after)
        }
    }

    /// Checks that operators and operands alternate.
    fn neighbours(&mut self, tokens: &[TokenTree], what: &str) -> bool {
        let before = self.incomplete;
        self.incomplete = false;
        self.stray_sign(tokens, what);
        let whole = !self.incomplete;
        self.incomplete |= before;
        whole
    }

    fn stray_sign(&mut self, tokens: &[TokenTree], what: &str) {
        for (at, pair) in tokens.windows(2).enumerate() {
            if is_operand(&pair[0]) && begins_operand(&pair[1]) {
                let known = |token: &TokenTree| in_conditions(&token.to_string());
                if (at == 0 || is_word(pair.first(), "poll"))
                    && let Some(help) = known(&pair[0])
                {
                    let message = format!("`{}` is not allowed here\nhelp: {help}", pair[0]);
                    return self.wrong(pair[0].span(), message);
                }
                let help = if let Some(help) = known(&pair[1]) {
                    help
                } else if is_word(tokens.get(at + 2), "by") {
                    "write `sort by expression` to order the solutions"
                } else if is_word(Some(&pair[1]), "asc")
                    || nearest(&pair[1].to_string(), ["desc"]).is_some()
                {
                    "solutions are in ascending order; write `desc` after the expression for descending order"
                } else if what == ARGUMENT {
                    "separate arguments with commas"
                } else {
                    "join conditions with `&&` or `||`, and end statements with `;`"
                };
                let found = &pair[1];
                self.wrong(
                    found.span(),
                    format_args!("unexpected `{found}` here\nhelp: {help}"),
                );
                return;
            }
        }
        if let Some(last @ TokenTree::Ident(word)) = tokens.last()
            && is_keyword(&word.to_string())
            && !ENDS.iter().any(|end| word == end)
            && !is_sign(tokens.iter().rev().nth(1), '.')
        {
            let message = format!(
                "expected an expression, found the keyword `{word}`\nhelp: choose another name, or write `r#{word}`"
            );
            return self.wrong(last.span(), message);
        }
        let semicolon = tokens.iter().position(|token| is_sign(Some(token), ';'));
        let arrow = (0..tokens.len()).find(|&at| at_signs(&tokens[at..], '=', '>'));
        if let Some(at) = find_comma(tokens).or(semicolon).or(arrow) {
            let sign = if Some(at) == arrow {
                "=>".to_owned()
            } else {
                tokens[at].to_string()
            };
            let help = match sign.as_str() {
                "," | ";" if what == CONDITION => "\nhelp: join conditions with `&&` or `||`",
                _ => "",
            };
            self.wrong(
                tokens[at].span(),
                format_args!("unexpected `{sign}` here{help}"),
            );
        } else if let Some(at) = find_assignment(tokens) {
            self.wrong(
                tokens[at].span(),
                "`=` is not a comparison\nhelp: compare with `==`, or bind a variable with `let name: Type = expression`",
            );
        } else if let Some(last @ TokenTree::Punct(sign)) = tokens.last()
            && !matches!(sign.as_char(), '?' | '.' | ':')
        {
            self.wrong(
                last.span(),
                format_args!("expected an expression after `{last}`"),
            );
        } else if let Some(first @ TokenTree::Punct(sign)) = tokens.first()
            && "/%+=>^@?~$".contains(sign.as_char())
        {
            self.wrong(
                first.span(),
                format_args!("expected an expression before `{first}`"),
            );
        }
    }

    /// The type of a value: not a reference, but for one whose lifetime is written.
    pub fn value_type(&mut self, tokens: &[TokenTree], after: Span) -> Rust {
        if let [token] = tokens
            && is_underscore(token)
        {
            self.wrong(token.span(), "expected a type here, not `_`");
            return Rust::unparsed(after);
        }
        if is_sign(tokens.first(), '&') && !is_sign(tokens.get(1), '\'') {
            let help = match tokens.get(1) {
                Some(TokenTree::Ident(ty)) if ty == "str" => {
                    "keep texts in the game, and use an index or a handle"
                }
                _ => "leave out the `&`: values are copied",
            };
            self.wrong_on(
                tokens,
                format_args!("a value of a domain can't be borrowed\nhelp: {help}"),
            );
            return Rust::unparsed(after);
        }
        self.type_of(tokens, after)
    }

    /// A type. Errors about a missing one are at `after`.
    pub fn type_of(&mut self, tokens: &[TokenTree], after: Span) -> Rust {
        if tokens.is_empty() {
            self.wrong(after, "expected a type here");
            return Rust::unparsed(after);
        }
        let stream: TokenStream = tokens.iter().cloned().collect();
        let array =
            matches!(tokens, [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket);
        if !array && syn::parse2::<syn::Type>(stream.clone()).is_err() {
            let several = |pair: &[TokenTree]| pair.iter().all(is_operand);
            let arrow =
                |pair: &[TokenTree]| is_sign(pair.first(), '-') && is_sign(pair.get(1), '>');
            let help = if tokens.windows(2).any(arrow) {
                "\nhelp: write a key before `=>`: `name(Key => Value)`"
            } else if tokens.windows(2).any(several) {
                "\nhelp: several are separated by commas"
            } else {
                ""
            };
            self.wrong_on(
                tokens,
                format_args!("expected one type, found `{}`{help}", text(&stream)),
            );
            return Rust::unparsed(after);
        }
        rust(tokens)
    }
}

/// A lone `=`. What declares names or has closures may hold one that is right.
fn find_assignment(tokens: &[TokenTree]) -> Option<usize> {
    if tokens
        .iter()
        .any(|token| is_word(Some(token), "let") || is_sign(Some(token), '|'))
    {
        return None;
    }
    let joined = |at: usize| {
        at_signs(&tokens[at..], '=', '=')
            || matches!(at.checked_sub(1).map(|before| &tokens[before]), Some(TokenTree::Punct(sign))
                if sign.spacing() == Spacing::Joint && "=<>!+-*/%&|^.".contains(sign.as_char()))
    };
    (0..tokens.len()).find(|&at| is_sign(tokens.get(at), '=') && !joined(at))
}

/// Returns true if an operand ends here, so an operator must follow.
fn is_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(ident) => {
            !is_keyword(&ident.to_string()) || *ident == "true" || *ident == "false"
        }
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => matches!(
            group.delimiter(),
            Delimiter::Parenthesis | Delimiter::Bracket
        ),
        TokenTree::Punct(_) => false,
    }
}

/// Returns true if an operand begins here that cannot be an index, a call or a block.
fn begins_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(ident) => {
            !is_keyword(&ident.to_string()) || *ident == "true" || *ident == "false"
        }
        TokenTree::Literal(_) => true,
        _ => false,
    }
}
