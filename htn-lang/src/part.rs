//! `htn_part!`: items that domains include.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::assemble::stream;
use crate::errors::Errors;
use crate::parse::tokens::{as_group, is_sign, is_word, list};
use crate::text::text;

/// `pub part name<Types> { items }`
pub struct PartDeclaration {
    /// Attributes, then the visibility.
    pub lead: Vec<TokenTree>,
    pub name: Ident,
    /// The parameters, with commas between them.
    pub params: TokenStream,
    pub items: TokenStream,
}

/// Reads the input of `htn_part!`.
pub fn declaration(input: TokenStream, errors: &mut Errors) -> Option<PartDeclaration> {
    const FORM: &str = "help: write `pub part name { items }`, or `pub part name<Type> { items }` with type parameters";
    let tokens = list(input);
    let word = tokens.iter().position(|token| is_word(Some(token), "part"));
    let Some((at, TokenTree::Ident(name))) = word.and_then(|at| Some((at, tokens.get(at + 1)?)))
    else {
        let start = tokens.first().map_or_else(Span::call_site, TokenTree::span);
        errors.at(start, format_args!("the part has no name\n{FORM}"));
        return None;
    };
    let Some(TokenTree::Group(body)) = tokens
        .last()
        .filter(|last| as_group(Some(last), Delimiter::Brace).is_some())
    else {
        errors.at(
            name.span(),
            format_args!("the part `{name}` has no items\n{FORM}"),
        );
        return None;
    };
    let params = &tokens[at + 2..tokens.len() - 1];
    let params = match params {
        [] => params,
        [open, inside @ .., close] if is_sign(Some(open), '<') && is_sign(Some(close), '>') => {
            inside
        }
        _ => {
            errors.on(
                stream(params),
                format_args!("unexpected tokens after the name of a part\n{FORM}"),
            );
            return None;
        }
    };
    Some(PartDeclaration {
        lead: tokens[..at].to_vec(),
        name: name.clone(),
        params: stream(params),
        items: body.stream(),
    })
}

/// Expands a part to the macro that domains call.
pub fn part(input: TokenStream, place: &str, errors: &mut Errors) -> TokenStream {
    let Some(part) = declaration(input, errors) else {
        return TokenStream::new();
    };
    let PartDeclaration { name, params, .. } = &part;
    let (attributes, visibility) = attributes_and_visibility(&part.lead);
    let items = of_this_crate(&part.items);
    let public = text(&visibility) == "pub";
    let export = public.then(|| quote!(#[macro_export]));
    let hidden = Ident::new(
        &format!("__htn_part_{name}_{:x}", place_hash(place)),
        Span::call_site(),
    );
    let reach = quote_spanned!(name.span()=> #hidden as #name);
    quote! {
        #[doc(hidden)]
        #export
        macro_rules! #hidden {
            ({ $($callback:tt)* } [ $($types:tt)* ] { $($before:tt)* } { $($after:tt)* }) => {
                $($callback)*! {
                    @part #name [ #params ] [ $($types)* ] { #items } { $($before)* } { $($after)* }
                }
            };
        }
        #attributes
        #visibility use #reach;
    }
}

/// Splits the attributes from the visibility.
pub fn attributes_and_visibility(tokens: &[TokenTree]) -> (TokenStream, TokenStream) {
    let mut at = 0;
    while is_sign(tokens.get(at), '#') {
        at += 2;
    }
    let at = at.min(tokens.len());
    (stream(&tokens[..at]), stream(&tokens[at..]))
}

/// Replaces `crate` by `$crate`: the crate of the part, in whatever crate the domain is.
fn of_this_crate(tokens: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) if word == "crate" => {
                out.extend(quote_spanned!(word.span()=> $ #word));
            }
            TokenTree::Group(group) => {
                let inside = of_this_crate(&group.stream());
                let mut same = Group::new(group.delimiter(), inside);
                same.set_span(group.span());
                out.extend([TokenTree::Group(same)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// Hashes the place of a part: exported macros share one namespace per crate.
fn place_hash(place: &str) -> u64 {
    place.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
