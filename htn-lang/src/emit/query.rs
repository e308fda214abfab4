//! Prints the typed queries of a state: the facts of each predicate, the values of keys, and axioms.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::parts::{Parts, Variant};
use super::paths::visibility_inside;
use crate::parse::tokens::{is_keyword, is_reserved};
use crate::private_module;

/// Prints the modules with a function for each predicate and each axiom, as lists that the runtime's macro makes functions of.
pub fn modules(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let (inner, private) = (parts.visibility(), private_module());
    let (deeper, runtime) = (
        visibility_inside(&inner),
        super::paths::one_deeper(&parts.runtime_inside()),
    );
    let module = |name: &str, doc: &str, functions: Vec<TokenStream>| {
        let name = Ident::new(name, Span::call_site());
        (!functions.is_empty()).then(|| {
            quote! {
                #[doc = #doc]
                #inner mod #name {
                    #runtime::#private::domain_queries! { #name #deeper, #(#functions,)* }
                }
            }
        })
    };
    let rows = module(
        "rows",
        "The facts of each predicate as tuples of columns, in the order in which they were added.",
        rows(parts, names),
    );
    let values = module(
        "get",
        "The values of keys, for predicates with `=>`.",
        values(parts, names),
    );
    let holds = module(
        "holds",
        "Queries that test an axiom. Each copies the facts, so they are for tests and tools.",
        super::axioms::functions(parts, names, |_| true),
    );
    let solutions = module(
        "solutions",
        "Queries that return all solutions of an axiom, given values for some of its parameters. Each copies the facts, so they are for tests and tools.",
        super::axioms::functions(parts, names, |axiom| axiom.is_open),
    );
    quote!(#rows #values #holds #solutions)
}

/// Returns a name of the domain as the name of a function.
pub fn function(name: &str, like: &Ident) -> Ident {
    if is_keyword(name) && !is_reserved(name) {
        Ident::new_raw(name, like.span())
    } else {
        Ident::new(name, like.span())
    }
}

/// Returns a name for a parameter that is not taken.
pub fn free_name(name: &str, taken: &[Ident]) -> Ident {
    let mut name = name.to_owned();
    while taken.iter().any(|other| *other == name) {
        name.push('_');
    }
    Ident::new(&name, proc_macro2::Span::call_site())
}

/// Returns some types or values as one: alone, or as a tuple.
pub fn together(types: &[TokenStream]) -> TokenStream {
    match types {
        [one] => quote!(#one),
        many => quote!((#(#many),*)),
    }
}

/// The types of a variant's fields, as the module knows them, one module deeper.
fn types(parts: &Parts<'_, '_>, variant: &Variant<'_>, names: &[Ident]) -> Vec<TokenStream> {
    let fields = variant.fields.iter();
    fields
        .map(|field| {
            let name = &names[usize::from(parts.number_of(field.ty).0)];
            let name = Ident::new(&name.to_string(), field.ty.span);
            quote!(super::#name)
        })
        .collect()
}

/// The names of the columns of a fact as a pattern.
fn columns(variant: &Variant<'_>) -> Vec<Ident> {
    let columns = 0..variant.fields.len();
    columns.map(|place| format_ident!("__c{place}")).collect()
}

/// `0 at At(__c0: super::Actor, __c1: super::Place)`: a predicate with columns.
fn rows(parts: &Parts<'_, '_>, names: &[Ident]) -> Vec<TokenStream> {
    let with_columns = parts.facts.iter().filter(|fact| !fact.fields.is_empty());
    let rows = with_columns.map(|fact| {
        let (variant, number) = (&fact.ident, fact.number);
        let name = function(&fact.name, variant);
        let (columns, types) = (columns(fact), types(parts, fact, names));
        quote!(#number #name #variant(#(#columns: #types),*))
    });
    rows.collect()
}

/// Returns the predicates with `=>`, each with the number of columns before it.
fn keyed<'p, 'a>(
    parts: &'p Parts<'_, 'a>,
) -> impl Iterator<Item = (&'p Variant<'a>, usize)> + use<'p, 'a> {
    let predicates = &parts.domain.predicates;
    parts.facts.iter().filter_map(|fact| {
        let key = predicates[usize::from(fact.number)].key?;
        (key < fact.fields.len()).then_some((fact, key))
    })
}

/// `0 at(state, who: super::Actor) -> super::Place`: a predicate with `=>`.
fn values(parts: &Parts<'_, '_>, names: &[Ident]) -> Vec<TokenStream> {
    let values = keyed(parts).map(|(fact, key)| {
        let (number, name) = (fact.number, function(&fact.name, &fact.ident));
        let types = types(parts, fact, names);
        let value = together(&types[key..]);
        let columns = &parts.domain.predicates[usize::from(number)].columns;
        let params: Vec<Ident> = (0..key)
            .map(|place| match &columns[place].name {
                Some(name) => name.clone(),
                _ => format_ident!("key{place}"),
            })
            .collect();
        let (keys, state) = (&types[..key], free_name("state", &params));
        quote!(#number #name(#state #(, #params: #keys)*) -> #value)
    });
    values.collect()
}

/// Prints a list of all functions, so that rustc does not report unused ones.
pub fn mentions(parts: &Parts<'_, '_>) -> TokenStream {
    let like = Ident::new("function", Span::call_site());
    let name = |name: &str| function(name, &like);
    let with_columns = parts.facts.iter().filter(|fact| !fact.fields.is_empty());
    let open = parts.axioms.iter().filter(|axiom| axiom.is_open);
    let modules: [(&str, Vec<Ident>); 4] = [
        ("rows", with_columns.map(|fact| name(&fact.name)).collect()),
        (
            "get",
            keyed(parts).map(|(fact, _)| name(&fact.name)).collect(),
        ),
        (
            "holds",
            parts.axioms.iter().map(|axiom| name(&axiom.name)).collect(),
        ),
        ("solutions", open.map(|axiom| name(&axiom.name)).collect()),
    ];
    let modules = modules.iter().filter(|(_, names)| !names.is_empty());
    let modules = modules.map(|(module, names)| {
        let module = Ident::new(module, Span::call_site());
        quote!(#module [#(#names),*])
    });
    quote!(__rt::domain_mentions!(__domain #(#modules)*);)
}

/// Prints the implementations that convert keys and values, as a list that the runtime's macro makes them of.
pub fn implementations(parts: &Parts<'_, '_>) -> TokenStream {
    let keyed = keyed(parts).map(|(fact, key)| {
        let (number, variant) = (Literal::u16_unsuffixed(fact.number), &fact.ident);
        let types = fact.fields.iter().map(|field| parts.type_of(field.ty));
        let (types, columns): (Vec<TokenStream>, _) = (types.collect(), columns(fact));
        let keys = fact.fields[..key].iter().enumerate().map(|(place, field)| {
            let (codec, ty) = (parts.codec_of(field.ty), &types[place]);
            let place = Literal::usize_unsuffixed(place);
            quote!(#ty = #codec[#place])
        });
        let (values, value_types) = (&columns[key..], &types[key..]);
        quote! {
            #number #variant(#(#columns),*) [#(#keys),*] -> [#(#values: #value_types),*]
        }
    });
    let keyed: Vec<TokenStream> = keyed.collect();
    if keyed.is_empty() {
        return TokenStream::new();
    }
    quote!(__rt::domain_answers! { keys of __domain; #(#keyed,)* })
}

/// Prints implementations for a domain with errors, which find nothing.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    let implementations = keyed(parts).map(|(fact, key)| {
        let types: Vec<TokenStream> = fact.fields.iter().map(|field| parts.type_of(field.ty)).collect();
        let (keys, value, number) = (&types[..key], together(&types[key..]), fact.number);
        quote! {
            impl __rt::Keyed<#number> for __domain::Domain {
                type Key = (#(#keys,)*);
                type Value = #value;
                fn key(_: Self::Key, _: &mut __rt::Row) {}
                fn value(_: __domain::Fact) -> ::core::option::Option<Self::Value> { ::core::option::Option::None }
            }
        }
    });
    quote!(#(#implementations)*)
}
