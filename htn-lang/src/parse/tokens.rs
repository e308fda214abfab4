//! A cursor over token trees, and tests of single tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::ast::Rust;

/// Identifiers that Rust keeps for itself, so that no variable can have them.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "Self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns true for the keywords of Rust.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Returns true for keywords that cannot be raw identifiers.
pub fn is_reserved(word: &str) -> bool {
    matches!(word, "crate" | "self" | "Self" | "super")
}

/// The identifier without `r#`.
pub fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Returns true if the name can be that of a variable: it begins with a small letter and is not a keyword.
pub fn is_variable(ident: &Ident) -> bool {
    let text = ident.to_string();
    text != "_" && !is_keyword(&text) && starts_lower(&text)
}

/// Returns true if the name can be that of an atom or a task in a call.
pub fn is_callable(ident: &Ident) -> bool {
    let text = ident.to_string();
    text != "_" && starts_lower(text.strip_prefix("r#").unwrap_or(&text))
}

fn starts_lower(text: &str) -> bool {
    let text = text.strip_prefix("r#").unwrap_or(text);
    text.chars()
        .next()
        .is_some_and(|first| !first.is_uppercase())
}

/// Returns true if the token is this word.
pub fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// Returns true if the token is this sign.
pub fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// Returns true if the token is `_`.
pub fn is_underscore(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == "_") || is_sign(Some(token), '_')
}

/// The token as a group in these delimiters.
pub fn as_group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// The tokens of a stream, so that they can be looked at in any order.
pub fn list(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

/// The span from the first token to the last.
pub fn span_of(tokens: &[TokenTree]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first
            .span()
            .join(last.span())
            .unwrap_or_else(|| first.span()),
        _ => Span::call_site(),
    }
}

/// The tokens as a piece of Rust.
pub fn rust(tokens: &[TokenTree]) -> Rust {
    Rust {
        tokens: tokens.iter().cloned().collect(),
        span: span_of(tokens),
        poll: None,
    }
}

/// `name(…)` and nothing else, where the name can be that of an item.
pub fn as_call(tokens: &[TokenTree]) -> Option<(&Ident, &Group)> {
    match tokens {
        [TokenTree::Ident(name), TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis && is_callable(name) =>
        {
            Some((name, group))
        }
        _ => None,
    }
}

/// Returns the tokens after `poll`, if an expression begins there.
pub fn after_poll(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let (first, rest) = tokens.split_first()?;
    (is_word(Some(first), "poll") && can_follow_poll(rest)).then_some(rest)
}

/// Returns true if an expression after `poll` begins here: a name, or parentheses around all of it.
pub fn can_follow_poll(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Ident(name), ..] => name != "as",
        [TokenTree::Group(group)] => {
            let inside = list(group.stream());
            group.delimiter() == Delimiter::Parenthesis
                && !inside.is_empty()
                && find_comma(&inside).is_none()
        }
        _ => false,
    }
}

/// A place in a list of tokens.
#[derive(Clone)]
pub struct Cursor<'a> {
    tokens: &'a [TokenTree],
    /// Where to point when something is missing at the end.
    end: Span,
}

impl<'a> Cursor<'a> {
    /// At the first of the tokens; `end` is where to point when they run out.
    pub fn new(tokens: &'a [TokenTree], end: Span) -> Self {
        Cursor { tokens, end }
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    pub fn peek(&self) -> Option<&'a TokenTree> {
        self.tokens.first()
    }

    pub fn peek_at(&self, ahead: usize) -> Option<&'a TokenTree> {
        self.tokens.get(ahead)
    }

    pub fn bump(&mut self) -> Option<&'a TokenTree> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// Skips `count` tokens, and returns them.
    pub fn take(&mut self, count: usize) -> &'a [TokenTree] {
        let (taken, rest) = self.tokens.split_at(count.min(self.tokens.len()));
        self.tokens = rest;
        taken
    }

    /// The tokens that are not read yet.
    pub fn rest(&self) -> &'a [TokenTree] {
        self.tokens
    }

    /// The next token's place, or the end.
    pub fn span(&self) -> Span {
        self.peek().map_or(self.end, TokenTree::span)
    }

    /// Where to point when something is missing at the end.
    pub fn end(&self) -> Span {
        self.end
    }

    pub fn at_word(&self, word: &str) -> bool {
        is_word(self.peek(), word)
    }

    pub fn at_sign(&self, sign: char) -> bool {
        is_sign(self.peek(), sign)
    }

    /// Takes this word, if it is next.
    pub fn word(&mut self, word: &str) -> Option<&'a Ident> {
        match self.peek() {
            Some(TokenTree::Ident(ident)) if ident == word => {
                self.bump();
                Some(ident)
            }
            _ => None,
        }
    }

    /// Takes any identifier, keywords too, but not `_`.
    pub fn ident(&mut self) -> Option<&'a Ident> {
        match self.peek() {
            Some(TokenTree::Ident(ident)) if ident != "_" => {
                self.bump();
                Some(ident)
            }
            _ => None,
        }
    }

    /// Takes this sign, if it is next.
    pub fn sign(&mut self, sign: char) -> bool {
        let found = self.at_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    /// Returns true if the next two tokens are these signs without space between them.
    pub fn at_signs(&self, first: char, second: char) -> bool {
        at_signs(self.tokens, first, second)
    }

    /// Takes a group in these delimiters, if it is next.
    pub fn group(&mut self, delimiter: Delimiter) -> Option<&'a Group> {
        let group = as_group(self.peek(), delimiter)?;
        self.bump();
        Some(group)
    }

    /// Takes the tokens up to the first place where the question is answered with yes, or all of them.
    pub fn until(&mut self, stop: impl Fn(&[TokenTree]) -> bool) -> &'a [TokenTree] {
        let count = (0..self.tokens.len())
            .find(|&at| stop(&self.tokens[at..]))
            .unwrap_or(self.tokens.len());
        self.take(count)
    }

    /// Takes a type: the tokens up to the first place outside of angle brackets where the question is answered with yes.
    pub fn type_until(&mut self, stop: impl Fn(&[TokenTree]) -> bool) -> &'a [TokenTree] {
        let mut depth = 0usize;
        let mut count = 0;
        while count < self.tokens.len() {
            let rest = &self.tokens[count..];
            if depth == 0 && stop(rest) {
                break;
            }
            if at_signs(rest, '-', '>') || (depth > 0 && at_signs(rest, '=', '>')) {
                count += 1;
            } else if is_sign(rest.first(), '<') {
                depth += 1;
            } else if is_sign(rest.first(), '>') {
                depth = depth.saturating_sub(1);
            }
            count += 1;
        }
        self.take(count)
    }
}

/// Returns true if the tokens begin with these two signs without space between them.
pub fn at_signs(tokens: &[TokenTree], first: char, second: char) -> bool {
    match tokens {
        [TokenTree::Punct(a), TokenTree::Punct(b), ..] => {
            a.as_char() == first
                && b.as_char() == second
                && a.spacing() == proc_macro2::Spacing::Joint
        }
        _ => false,
    }
}

/// Cuts at commas outside of `::<…>` and `<T as …>`. A comma at the end cuts nothing.
pub fn at_commas(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut pieces = Vec::new();
    let mut rest = tokens;
    while let Some(comma) = find_comma(rest) {
        pieces.push(&rest[..comma]);
        rest = &rest[comma + 1..];
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// The first comma outside of `::<…>` and `<T as …>`.
pub fn find_comma(tokens: &[TokenTree]) -> Option<usize> {
    let mut at = 0;
    while at < tokens.len() {
        if is_sign(tokens.get(at), ',') {
            return Some(at);
        }
        at = if opens_generics(tokens, at) {
            generics_end(tokens, at)
        } else {
            at + 1
        };
    }
    None
}

/// Returns true if `<` begins type arguments: after `::`, or in the place of an operand. Otherwise it is a comparison.
fn opens_generics(tokens: &[TokenTree], at: usize) -> bool {
    is_sign(tokens.get(at), '<')
        && match at.checked_sub(1).and_then(|before| tokens.get(before)) {
            None => true,
            Some(TokenTree::Punct(punct)) => !matches!(punct.as_char(), '?' | '<' | '>'),
            Some(TokenTree::Ident(ident)) => ident == "as",
            Some(_) => false,
        }
}

/// The index after the matching `>`, or the next index if it is missing.
fn generics_end(tokens: &[TokenTree], open: usize) -> usize {
    let mut depth = 0usize;
    let mut at = open;
    while at < tokens.len() {
        if at_signs(&tokens[at..], '-', '>') || at_signs(&tokens[at..], '=', '>') {
            at += 2;
            continue;
        }
        if is_sign(tokens.get(at), '<') {
            depth += 1;
        } else if is_sign(tokens.get(at), '>') {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
        at += 1;
    }
    open + 1
}
