//! Removes the places of the user's words from emitted code.
//!
//! For an editor, a word of the input means everything that the tokens with its place mean. Each word should therefore
//! occur once in an expansion, in a position with the right meaning.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::assemble::stream;
use crate::parse::tokens::{as_group, is_sign, list};

/// Returns the tokens without the user's places.
pub fn without_places(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => regroup(&group, without_places(group.stream())),
        other => bare(other),
    });
    tokens.collect()
}

/// Returns the public module of a domain, with the places of the names that a program uses: those of the module, of its
/// functions, and of the variants and fields of its enums.
///
/// A variant is not spelled like the name in the domain, so renaming one would spoil the other. Its place gets the
/// hygiene of the macro: an editor still finds the declaration, and refuses to rename.
pub fn public_module(tokens: TokenStream, domain: &Ident) -> TokenStream {
    let tokens = list(tokens);
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match (&tokens[at], tokens.get(at + 1), tokens.get(at + 2)) {
            (
                TokenTree::Ident(word),
                Some(TokenTree::Ident(name)),
                Some(TokenTree::Group(body)),
            ) if word == "enum" => {
                let body = regroup(body, variants(&list(body.stream())));
                out.extend([bare(tokens[at].clone()), bare(name.clone().into()), body]);
                at += 3;
            }
            (TokenTree::Ident(word), Some(TokenTree::Ident(name)), _)
                if word == "fn" || (word == "mod" && name == domain) =>
            {
                out.extend([bare(tokens[at].clone()), name.clone().into()]);
                at += 2;
            }
            (TokenTree::Group(group), ..) => {
                let inside = match group.delimiter() {
                    Delimiter::Brace => public_module(group.stream(), domain),
                    _ => without_places(group.stream()),
                };
                out.push(regroup(group, inside));
                at += 1;
            }
            _ => {
                out.push(bare(tokens[at].clone()));
                at += 1;
            }
        }
    }
    stream(&out)
}

fn variants(tokens: &[TokenTree]) -> TokenStream {
    let mut out = Vec::with_capacity(tokens.len());
    for token in tokens {
        out.push(match token {
            TokenTree::Ident(name) => {
                let mut name = name.clone();
                name.set_span(name.span().resolved_at(Span::call_site()));
                name.into()
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                regroup(group, fields(&list(group.stream())))
            }
            TokenTree::Group(group) => regroup(group, without_places(group.stream())),
            other => bare(other.clone()),
        });
    }
    stream(&out)
}

fn fields(tokens: &[TokenTree]) -> TokenStream {
    let mut out = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let is_path =
            is_sign(tokens.get(at + 2), ':') || (at > 0 && is_sign(tokens.get(at - 1), ':'));
        let named = is_sign(tokens.get(at + 1), ':') && !is_path;
        out.push(match token {
            TokenTree::Ident(name) if named => name.clone().into(),
            TokenTree::Group(group) => regroup(group, without_places(group.stream())),
            other => bare(other.clone()),
        });
    }
    stream(&out)
}

fn bare(mut token: TokenTree) -> TokenTree {
    // The span of `$crate` selects the crate.
    if !matches!(&token, TokenTree::Ident(word) if word == "$crate") {
        token.set_span(Span::call_site());
    }
    token
}

fn regroup(group: &Group, inside: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(group.delimiter(), inside))
}

/// Returns the docs and conditions at the start of an item, and the number of their tokens.
pub fn attributes(tokens: &[TokenTree]) -> (TokenStream, usize) {
    let mut at = 0;
    while is_sign(tokens.get(at), '#') && as_group(tokens.get(at + 1), Delimiter::Bracket).is_some()
    {
        at += 2;
    }
    (stream(&tokens[..at]), at)
}
