//! The hash of a domain: of its tokens, without those that do not change its meaning.

use htn_core::save::hash;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns the hash of the tokens of a domain. Layout, comments, documentation and `#![crate = …]` do not change it.
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
                    Some(TokenTree::Group(group)) if is_ignored(&group.stream()) => {
                        tokens = rest;
                    }
                    _ => hash = hash::text(hash, "#"),
                }
            }
            // Spacing between signs is not hashed: it changes no program that rustc accepts.
            TokenTree::Punct(sign) => {
                hash = hash::text(hash, sign.as_char().encode_utf8(&mut [0; 4]));
            }
            // Within a part, the macro sees `$crate` for `crate`.
            TokenTree::Ident(name) => {
                hash = hash::text(hash, name.to_string().trim_start_matches('$'));
            }
            TokenTree::Literal(literal) => hash = hash::text(hash, &literal.to_string()),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    // Groups around fragments of a `macro_rules!`.
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

/// Returns true for `doc` and `crate`.
fn is_ignored(attribute: &TokenStream) -> bool {
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
    fn hash_ignores_layout_and_documentation() {
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

    /// Saves contain the hash, so later builds must compute the same value.
    #[test]
    fn hash_is_stable() {
        assert_eq!(of("domain a;"), 0x86510969b21f30dd);
    }
}
