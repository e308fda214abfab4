//! Prints the type of the context.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::quote;

use crate::ast::Context;

/// Returns the type that the context refers to, with `'c` for each open lifetime.
pub fn context_type(context: Option<&Context>) -> TokenStream {
    match context {
        Some(context) => outlived(with_lifetimes(context.ty.tokens.clone())),
        None => quote!(()),
    }
}

/// Adds the lifetime of the context to a `dyn Trait` without one.
fn outlived(ty: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = ty.clone().into_iter().collect();
    if let [TokenTree::Group(group)] = tokens.as_slice()
        && group.delimiter() == Delimiter::Parenthesis
        && !group.stream().is_empty()
    {
        let inner = outlived(group.stream());
        return quote!((#inner));
    }
    let is_dyn = matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "dyn");
    let is_bounded = tokens.windows(2).any(|pair| {
        let plus = matches!(&pair[0], TokenTree::Punct(punct) if punct.as_char() == '+');
        plus && matches!(&pair[1], TokenTree::Punct(punct) if punct.as_char() == '\'')
    });
    if is_dyn && !is_bounded {
        quote!(#ty + 'c)
    } else {
        ty
    }
}

fn with_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut after_quote = false;
    let tokens = tokens.into_iter().map(|token| {
        let was_quote = std::mem::take(&mut after_quote);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                after_quote = true;
                let mut quote = Punct::new('\'', Spacing::Joint);
                quote.set_span(punct.span());
                TokenTree::Punct(quote)
            }
            TokenTree::Ident(name) if was_quote && name == "_" => {
                TokenTree::Ident(Ident::new("c", name.span()))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_lifetimes(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        }
    });
    tokens.collect()
}
