//! Cuts a domain into its items, so that a broken item does not hide the others.

use proc_macro2::{Delimiter, Ident, TokenTree};

use crate::parse::guard::block_inside;
use crate::parse::tokens::{as_group, is_sign, is_word};
use crate::suggest::nearest;

/// The words that items begin with.
pub const ITEMS: &[&str] = &[
    "domain",
    "agent",
    "predicate",
    "axiom",
    "operator",
    "method",
    "use",
];

/// The tokens of one item, with its attributes, without the `;` at its end.
pub struct Chunk<'a> {
    pub tokens: &'a [TokenTree],
    pub end: End,
}

/// The end of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Semicolon,
    Block,
    /// `#![…]`, which needs no end.
    Attribute,
    /// Another item begins, or the input ends.
    Open,
}

/// Cuts at top-level `;` and `{ … }`, and before the start of another item.
pub fn split(tokens: &[TokenTree]) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let (length, skip, end) = first_chunk(rest);
        chunks.push(Chunk {
            tokens: &rest[..length],
            end,
        });
        rest = &rest[skip..];
    }
    chunks
}

/// The length of the first chunk, the distance to the next, and the kind of its end.
fn first_chunk(tokens: &[TokenTree]) -> (usize, usize, End) {
    // In the body of a `macro_rules!`, the two signs are not joined.
    let inner = is_sign(tokens.first(), '#') && is_sign(tokens.get(1), '!');
    if inner && as_group(tokens.get(2), Delimiter::Bracket).is_some() {
        return (3, 3, End::Attribute);
    }
    let keyword = after_modifier(
        tokens,
        after_visibility(tokens, after_attributes(tokens, 0)),
    );
    let braces_end = !is_word(tokens.get(keyword), "use");
    let mut at = keyword.min(tokens.len().saturating_sub(1));
    while at < tokens.len() {
        if is_sign(tokens.get(at), ';') {
            return (at, at + 1, End::Semicolon);
        }
        if at > keyword && begins_item(&tokens[at..], at > keyword + 1) {
            return (at, at, End::Open);
        }
        if braces_end
            && as_group(tokens.get(at), Delimiter::Brace).is_some()
            && !is_word(tokens.get(at + 1), "else")
            && !in_condition(&tokens[keyword..at], &tokens[at..])
        {
            return (at + 1, at + 1, End::Block);
        }
        at += 1;
    }
    (tokens.len(), tokens.len(), End::Open)
}

/// Returns true if an item begins here. A name may be a keyword of the language, so more than one word must match.
/// `decorated` allows attributes and `pub`, which cannot be in the position of a name.
fn begins_item(tokens: &[TokenTree], decorated: bool) -> bool {
    let mut keyword = 0;
    if decorated {
        let attributes = after_attributes(tokens, 0);
        let visibility = after_visibility(tokens, attributes);
        if visibility > 0 {
            return true;
        }
        keyword = visibility;
    }
    // Any other word may belong to the item before.
    let internal = modifier(&tokens[keyword..]).is_some_and(means_internal);
    let after = keyword + usize::from(internal);
    let Some(TokenTree::Ident(word)) = tokens.get(after) else {
        return false;
    };
    let name = matches!(tokens.get(after + 1), Some(TokenTree::Ident(_)));
    let call = as_group(tokens.get(after + 2), Delimiter::Parenthesis).is_some();
    let semicolon = is_sign(tokens.get(after + 2), ';');
    match word.to_string().as_str() {
        "predicate" | "axiom" | "operator" | "method" => name && call,
        "domain" => name && (call || semicolon),
        "agent" => name && (semicolon || is_sign(tokens.get(after + 2), ':')),
        "use" => name || is_sign(tokens.get(after + 1), ':'),
        _ => false,
    }
}

/// Returns the indices of the keyword and of the end of the name if an item begins with the first token.
pub fn item_inside(tokens: &[TokenTree]) -> Option<(usize, usize)> {
    let lead = after_visibility(tokens, after_attributes(tokens, 0));
    let keyword = lead + usize::from(is_word(tokens.get(lead), "internal"));
    let items = ["domain", "predicate", "axiom", "operator", "method"];
    let word = items.iter().any(|item| is_word(tokens.get(keyword), item));
    (word && begins_item(&tokens[keyword..], false)).then_some((keyword, keyword + 2))
}

pub fn after_attributes(tokens: &[TokenTree], mut at: usize) -> usize {
    while is_sign(tokens.get(at), '#') && as_group(tokens.get(at + 1), Delimiter::Bracket).is_some()
    {
        at += 2;
    }
    at
}

/// The index after `pub` or `pub(…)`, if a word follows.
fn after_visibility(tokens: &[TokenTree], at: usize) -> usize {
    if !is_word(tokens.get(at), "pub") {
        return at;
    }
    let restricted = as_group(tokens.get(at + 1), Delimiter::Parenthesis).is_some();
    let behind = at + 1 + usize::from(restricted);
    if matches!(tokens.get(behind), Some(TokenTree::Ident(_))) {
        behind
    } else {
        at
    }
}

/// `internal`, or another word in its position, before the keyword of an item.
pub fn modifier(tokens: &[TokenTree]) -> Option<&Ident> {
    let [TokenTree::Ident(word), TokenTree::Ident(keyword), rest @ ..] = tokens else {
        return None;
    };
    let item = ["predicate", "axiom", "operator", "method"]
        .iter()
        .any(|item| keyword == item)
        && matches!(rest.first(), Some(TokenTree::Ident(_)));
    let other = item && word != "pub" && !ITEMS.contains(&word.to_string().as_str());
    (word == "internal" || other).then_some(word)
}

/// Returns true if the word is `internal`, or a misspelling of it.
pub fn means_internal(word: &Ident) -> bool {
    let near = || nearest(&word.to_string(), ["internal", "external"]);
    word == "internal" || (word != "external" && near().is_some_and(|near| near == "internal"))
}

fn after_modifier(tokens: &[TokenTree], at: usize) -> usize {
    let modifier = tokens.get(at..).and_then(modifier);
    at + usize::from(modifier.is_some())
}

/// Returns true if a block in the head of a method is part of its condition.
fn in_condition(head: &[TokenTree], rest: &[TokenTree]) -> bool {
    is_word(head.first(), "method")
        && head.iter().any(|token| is_word(Some(token), "if"))
        && block_inside(head, rest).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tokens::list;
    use proc_macro2::TokenStream;

    fn cut(input: &str) -> Vec<(String, End)> {
        let tokens = list(input.parse().unwrap());
        let text = |chunk: &Chunk<'_>| {
            chunk
                .tokens
                .iter()
                .cloned()
                .collect::<TokenStream>()
                .to_string()
        };
        split(&tokens)
            .iter()
            .map(|chunk| (text(chunk), chunk.end))
            .collect()
    }

    #[test]
    fn ends_and_blocks() {
        let chunks = cut(
            "domain d; agent A; axiom a(x: A) { b } else { c } method m() {} predicate p(A) [8];",
        );
        let ends: Vec<End> = chunks.iter().map(|(_, end)| *end).collect();
        assert_eq!(
            ends,
            [
                End::Semicolon,
                End::Semicolon,
                End::Block,
                End::Block,
                End::Semicolon
            ]
        );
    }

    #[test]
    fn a_missing_end_does_not_swallow_the_next_item() {
        let chunks = cut(
            "predicate p(A) [8] /// Docs.\n pub internal operator o() {} predicate q(A) predicate r(A);",
        );
        assert_eq!(chunks.len(), 4);
        assert_eq!(chunks[0].1, End::Open);
        assert!(chunks[1].0.starts_with("#"));
        assert_eq!(chunks[2].0, "predicate q (A)");
    }

    #[test]
    fn names_may_be_keywords_of_ours() {
        for name in [
            "method", "pub", "agent", "domain", "use", "internal", "operator", "else",
        ] {
            let chunks = cut(&format!("operator {name}(a: A) by a {{}} predicate p(A);"));
            assert_eq!(chunks.len(), 2, "{name}: {chunks:?}");
        }
    }

    #[test]
    fn imports_have_braces_of_their_own() {
        assert_eq!(cut("use a::{b, c}; pub(crate) domain d;").len(), 2);
    }

    #[test]
    fn the_attribute_of_the_domain_stands_alone() {
        for source in ["#![crate = a::b] domain d;", "# ! [crate = a::b] domain d;"] {
            let chunks = cut(source);
            assert_eq!(chunks.len(), 2);
            assert_eq!(chunks[0].1, End::Attribute);
        }
    }
}
