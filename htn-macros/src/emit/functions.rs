//! One small function a Rust expression, on the tokens that the user wrote.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::parts::{Parts, codec};
use crate::lower::functions::{Function, Gives};
use crate::lower::rows::Rows;
use crate::modes::form::Moded;

/// The functions, and the lists of them.
pub fn functions(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let all = &rows.functions;
    let lists = [
        ("words", &all.words),
        ("tests", &all.tests),
        ("options", &all.options),
        ("items", &all.items),
        ("keys", &all.keys),
        ("folds", &all.folds),
        ("costs", &all.costs),
    ];
    let mut functions = TokenStream::new();
    let mut fields = TokenStream::new();
    for (list, members) in lists {
        let names = members.iter().enumerate().map(|(number, member)| {
            let name = format_ident!("__{}{}", list, number);
            functions.extend(function(parts, &name, member));
            name
        });
        let names: Vec<Ident> = names.collect();
        let list = Ident::new(list, Span::call_site());
        fields.extend(quote!(#list: &[#(#names),*],));
    }
    quote! {
        #functions
        static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions { #fields };
    }
}

fn function(parts: &Parts<'_, '_>, name: &Ident, function: &Function<'_>) -> TokenStream {
    let span = function.source.span;
    let expr = &function.source.tokens;
    let hidden = |name: &str| Ident::new(name, Span::mixed_site());
    let (slots, value, out) = (hidden("slots"), hidden("value"), hidden("out"));
    // What stands for the value in generated code points at the expression where rustc has something against it.
    let value_here = Ident::new("value", span.resolved_at(Span::mixed_site()));
    let context = match &parts.domain.context {
        Some(context) => context.name.clone(),
        None => hidden("context"),
    };
    let locals = function.sees.iter().map(|seen| {
        let ty = parts.ty(seen.ty, seen.name.span());
        let (name, codec) = (&seen.name, codec(seen.ty));
        let slot = Literal::u16_unsuffixed(seen.slot.0);
        quote!(let #name: #ty = #codec.get(#slots, #slot);)
    });
    let given = quote!(#context: &'a __Context<'_>, #slots: &'a [u64]);
    let (ty, codec) = match &function.ty {
        Some(wanted) => (parts.ty(wanted.ty, wanted.span), Some(codec(wanted.ty))),
        None => (TokenStream::new(), None),
    };
    match function.gives {
        Gives::Word => quote! {
            fn #name<'a>(#given) -> u64 { #(#locals)* let #value: #ty = #expr; #codec.word(#value) }
        },
        Gives::Test => {
            let expr = in_parentheses(expr, span);
            quote!(fn #name<'a>(#given) -> bool { #(#locals)* if #expr { true } else { false } })
        }
        Gives::Cost => quote!(fn #name<'a>(#given) -> f32 { #(#locals)* let #value: #ty = #expr; #value }),
        Gives::Option => quote! {
            fn #name<'a>(#given) -> ::core::option::Option<u64> {
                #(#locals)* let #value: ::core::option::Option<#ty> = #expr; #codec.option(#value)
            }
        },
        Gives::Items => {
            let expr = in_parentheses(expr, span);
            quote! {
                fn #name<'a>(#given, #out: &mut dyn ::core::ops::FnMut(u64)) {
                    #(#locals)* for #value in #expr { let #value: #ty = #value_here; #out(#codec.word(#value)); }
                }
            }
        }
        Gives::Sum | Gives::Min | Gives::Max => {
            let fold = match function.gives {
                Gives::Sum => "fold_sum",
                Gives::Min => "fold_min",
                _ => "fold_max",
            };
            let fold = Ident::new(fold, span);
            let fold = quote_spanned!(span=> __rt::#fold);
            quote! {
                fn #name<'a>(#given, #out: ::core::option::Option<u64>) -> u64 {
                    #(#locals)* let #value: #ty = #expr; #fold(#out, #value_here)
                }
            }
        }
        Gives::Key { descending } => {
            let key = key_name(name);
            let sort_key = quote_spanned!(span=> impl __rt::SortKey + use<>);
            quote! {
                fn #key<'a>(#given) -> #sort_key { #(#locals)* #expr }
                fn #name<'a>(#given, #out: &mut [u64]) { __rt::SortKey::write(#key(#context, #slots), #descending, #out) }
            }
        }
    }
}

/// A struct literal needs parentheses before a block. They have the expression's own span: else rustc would point at the
/// whole macro call.
fn in_parentheses(expr: &TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, expr.clone());
    group.set_span(span);
    TokenTree::Group(group)
}

/// The function that works a sort key out; the one of the list writes its words.
fn key_name(writes: &Ident) -> Ident {
    format_ident!("{}_value", writes)
}

/// How many words the key of a sort has, which its type says.
pub fn key_words(number: usize) -> String {
    format!("__rt::key_words(&__keys{number}_value)")
}

/// Where a value of one type is used as another, rustc says whether they are one.
pub fn type_checks(parts: &Parts<'_, '_>, moded: &Moded<'_>) -> TokenStream {
    let counts = moded.counts.iter().filter(|count| parts.types.get(count.ty).text != "usize");
    let counts = counts.map(|count| {
        let ty = parts.ty(count.ty, count.span);
        quote_spanned!(count.span=> const _: () = __rt::is_count::<#ty>();)
    });
    let checks = moded.checks.iter().enumerate().map(|(number, check)| {
        let name = format_ident!("__same{}", number);
        let at = &check.at;
        let from = parts.ty(check.from, at.span());
        let to = parts.ty(check.to.ty, check.to.span);
        quote!(fn #name(#at: #from) -> #to { #at })
    });
    counts.chain(checks).collect()
}
