//! Adjusts paths of the parent module for use in a child module.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote_spanned;

/// Returns the tokens for use in a child module: a path that begins with `self` or `super` goes up one level more.
pub fn one_deeper(tokens: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut deeper = TokenStream::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), one_deeper(&group.stream()));
                inner.set_span(group.span());
                deeper.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(name) if begins_path(&tokens, i) && name == "self" => {
                deeper.extend([TokenTree::Ident(Ident::new("super", name.span()))]);
            }
            TokenTree::Ident(name) if begins_path(&tokens, i) && name == "super" => {
                deeper.extend(quote_spanned!(name.span()=> super::super));
            }
            other => deeper.extend([other.clone()]),
        }
    }
    deeper
}

/// Returns the tokens at their locations with the hygiene of the macro, so that rustc does not warn if one of two copies of
/// an import is unused.
pub fn as_own(tokens: &TokenStream) -> TokenStream {
    let own = |span: proc_macro2::Span| span.resolved_at(proc_macro2::Span::call_site());
    let tokens = tokens.clone().into_iter().map(|mut token| {
        match &mut token {
            // Its crate is known by the macro that it comes from.
            TokenTree::Ident(name) if name == "$crate" => {}
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), as_own(&group.stream()));
                inner.set_span(own(group.span()));
                token = TokenTree::Group(inner);
            }
            other => other.set_span(own(other.span())),
        }
        token
    });
    tokens.collect()
}

fn begins_path(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |place: Option<usize>| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
    };
    colon(Some(at + 1)) && colon(Some(at + 2)) && !colon(at.checked_sub(1))
}

/// The visibility of the module's items, one module deeper than the domain's own.
pub fn visibility_inside(visibility: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = visibility.clone().into_iter().collect();
    let span = proc_macro2::Span::call_site();
    let Some(TokenTree::Group(restricted)) = tokens.get(1) else {
        return if tokens.is_empty() {
            quote_spanned!(span=> pub(super))
        } else {
            visibility.clone()
        };
    };
    let inner: Vec<TokenTree> = restricted.stream().into_iter().collect();
    match inner.as_slice() {
        [TokenTree::Ident(word)] if word == "self" => quote_spanned!(span=> pub(super)),
        [TokenTree::Ident(word)] if word == "super" => quote_spanned!(span=> pub(in super::super)),
        [TokenTree::Ident(word), TokenTree::Ident(only)] if word == "in" && only == "self" => {
            quote_spanned!(span=> pub(super))
        }
        [TokenTree::Ident(word), TokenTree::Ident(only)] if word == "in" && only == "super" => {
            quote_spanned!(span=> pub(in super::super))
        }
        [TokenTree::Ident(word), path @ ..] if word == "in" => {
            let path = one_deeper(&path.iter().cloned().collect());
            quote_spanned!(span=> pub(in #path))
        }
        _ => visibility.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::text;

    fn deeper(source: &str) -> String {
        text(&one_deeper(&source.parse().unwrap()))
    }

    #[test]
    fn paths_go_up_one_more() {
        assert_eq!(deeper("self::Actor"), "super::Actor");
        assert_eq!(deeper("super::super::Actor"), "super::super::super::Actor");
        assert_eq!(deeper("Option<self::Actor>"), "Option<super::Actor>");
        assert_eq!(
            deeper("use a::{self, b}; use super::{c};"),
            "use a::{ self, b }; use super::super::{ c };"
        );
        assert_eq!(deeper("crate::world::Place"), "crate::world::Place");
    }

    #[test]
    fn visibilities_reach_as_far_as_before() {
        let inside = |source: &str| text(&visibility_inside(&source.parse().unwrap()));
        assert_eq!(inside("pub"), "pub");
        assert_eq!(inside("pub(crate)"), "pub(crate)");
        assert_eq!(inside(""), "pub(super)");
        assert_eq!(inside("pub(super)"), "pub(in super::super)");
        assert_eq!(
            inside("pub(in super::super)"),
            "pub(in super::super::super)"
        );
        assert_eq!(inside("pub(in crate::a)"), "pub(in crate::a)");
    }
}
