//! The hash of a domain's source: of its tokens, but for what does not change what it means.

use htn_core::save::hash;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The same for the same tokens, wherever they stand and however they are laid out. Doc comments are left out, and
/// `#![crate = …]`, which says where the runtime is.
pub fn source_hash(tokens: TokenStream) -> u64 {
    stream(hash::START, tokens)
}

fn stream(mut hash: u64, tokens: TokenStream) -> u64 {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                let mut rest = tokens.clone();
                let mut next = rest.next();
                if matches!(&next, Some(TokenTree::Punct(inner)) if inner.as_char() == '!') {
                    next = rest.next();
                }
                match next {
                    Some(TokenTree::Group(group)) if says_nothing(&group.stream()) => {
                        tokens = rest;
                    }
                    _ => hash = hash::text(hash, "#"),
                }
            }
            // Whether signs that follow one another stand close changes nothing that rustc would take.
            TokenTree::Punct(sign) => {
                hash = hash::text(hash, sign.as_char().encode_utf8(&mut [0; 4]));
            }
            TokenTree::Ident(name) => hash = hash::text(hash, &name.to_string()),
            TokenTree::Literal(literal) => hash = hash::text(hash, &literal.to_string()),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    // Around what a `macro_rules!` has passed on.
                    Delimiter::None => ("", ""),
                };
                if !open.is_empty() {
                    hash = hash::text(hash, open);
                }
                hash = stream(hash, group.stream());
                if !close.is_empty() {
                    hash = hash::text(hash, close);
                }
            }
        }
    }
    hash
}

/// Whether an attribute is a doc comment, or says where the runtime is.
fn says_nothing(attribute: &TokenStream) -> bool {
    let first = attribute.clone().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == "doc" || name == "crate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> u64 {
        source_hash(source.parse().unwrap())
    }

    #[test]
    fn only_what_means_something_counts() {
        let hash = of("domain a; predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 2 }");
        for same in [
            "domain a;predicate at(u8=>u8)[8];axiom x(){1+1==2}",
            "/// Doc.\ndomain a; // comment\n /** more */ predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 2 }",
            "#![crate = b] domain a; predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 2 }",
        ] {
            assert_eq!(of(same), hash, "{same}");
        }
        for other in [
            "domain b; predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 2 }",
            "domain a; predicate at(u8, u8) [8]; axiom x() { 1 + 1 == 2 }",
            "domain a; predicate at(u8 => u8) [9]; axiom x() { 1 + 1 == 2 }",
            "domain a; predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 3 }",
            "domain a; predicate at(u8 => u8) [8]; axiom x() { (1 + 1) == 2 }",
            "domain a; #[cfg(x)] predicate at(u8 => u8) [8]; axiom x() { 1 + 1 == 2 }",
        ] {
            assert_ne!(of(other), hash, "{other}");
        }
    }

    /// It is written into saves: a build of another day must come to the same.
    #[test]
    fn it_stays_as_it_is() {
        assert_eq!(of("domain a;"), 0x86510969b21f30dd);
    }
}
