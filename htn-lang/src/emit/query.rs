//! Prints the typed queries of a state: the facts of each predicate, the values of keys, and axioms.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::parts::{Parts, Variant};
use super::paths::visibility_inside;
use crate::parse::tokens::{is_keyword, is_reserved};
use crate::private_module;

/// Prints the modules with a function for each predicate and each axiom. The functions are generic in the domain, so that
/// they are compiled on use only, and rustc reports no errors in them if the domain cannot be found.
pub fn modules(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let inner = parts.visibility();
    let (rows, values) = (rows(parts, names), values(parts, names));
    let module = |name: &str, doc: &str, functions: TokenStream| {
        if functions.is_empty() {
            return TokenStream::new();
        }
        let name = Ident::new(name, proc_macro2::Span::call_site());
        quote!(#[doc = #doc] #inner mod #name { #functions })
    };
    let rows = module(
        "rows",
        "The facts of each predicate as tuples of columns, in the order in which they were added.",
        rows,
    );
    let values = module(
        "get",
        "The values of keys, for predicates with `=>`.",
        values,
    );
    let holds = module(
        "holds",
        "Queries that test an axiom. Each copies the facts, so they are for tests and tools.",
        super::axioms::holds(parts, names),
    );
    let solutions = module(
        "solutions",
        "Queries that return all solutions of an axiom, given values for some of its parameters. Each copies the facts, so they are for tests and tools.",
        super::axioms::solutions(parts, names),
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

fn rows(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let (deeper, runtime) = (
        visibility_inside(&parts.visibility()),
        deeper_runtime(parts),
    );
    let with_columns = parts.facts.iter().filter(|fact| !fact.fields.is_empty());
    // With one variant, another arm would be unreachable.
    let other = match parts.facts.len() {
        1 => quote!(),
        _ => quote!(, _ => ::core::option::Option::None),
    };
    let functions = with_columns.map(|fact| {
        let (variant, number) = (&fact.ident, fact.number);
        let name = function(&fact.name, variant);
        let row = together(&types(parts, fact, names));
        let columns: Vec<Ident> = (0..fact.fields.len())
            .map(|place| Ident::new(&format!("__c{place}"), proc_macro2::Span::call_site()))
            .collect();
        let found = together(&columns.iter().map(|column| quote!(#column)).collect::<Vec<_>>());
        let doc = format!("Returns the facts of `{}`.", fact.name);
        quote! {
            #[doc = #doc]
            #[inline]
            #deeper fn #name<__D>(__state: &#runtime::State<__D>) -> #runtime::Rows<'_, __D, #row>
            where
                __D: #runtime::Domain<Fact = super::Fact>,
            {
                #runtime::Rows::new(__state, #number, |__fact| match __fact {
                    super::Fact::#variant(#(#columns),*) => ::core::option::Option::Some(#found) #other
                })
            }
        }
    });
    quote!(#(#functions)*)
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

fn values(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let (deeper, runtime, private) = (
        visibility_inside(&parts.visibility()),
        deeper_runtime(parts),
        private_module(),
    );
    let functions = keyed(parts).map(|(fact, key)| {
        let (number, name) = (fact.number, function(&fact.name, &fact.ident));
        let types = types(parts, fact, names);
        let value = together(&types[key..]);
        let columns = &parts.domain.predicates[usize::from(number)].columns;
        let params: Vec<Ident> = (0..key)
            .map(|place| match &columns[place].name {
                Some(name) => name.clone(),
                _ => Ident::new(&format!("key{place}"), proc_macro2::Span::call_site()),
            })
            .collect();
        let keys = &types[..key];
        let state = free_name("state", &params);
        let doc = format!("Returns the value of a key of `{}`.", fact.name);
        quote! {
            #[doc = #doc]
            #[inline]
            #deeper fn #name<__D>(
                #state: &#runtime::State<__D>,
                #(#params: #keys),*
            ) -> ::core::option::Option<#value>
            where
                __D: #runtime::#private::Keyed<#number, Key = (#(#keys,)*), Value = #value>,
            {
                #runtime::#private::value_of::<__D, #number>(#state, (#(#params,)*))
            }
        }
    });
    quote!(#(#functions)*)
}

/// The runtime's path in a module of the module.
pub fn deeper_runtime(parts: &Parts<'_, '_>) -> TokenStream {
    super::paths::one_deeper(&parts.runtime_inside())
}

/// Mentions all functions once, so that rustc does not report unused ones.
pub fn mentions(parts: &Parts<'_, '_>) -> TokenStream {
    let name = |name: &str| {
        let like = Ident::new("function", proc_macro2::Span::call_site());
        function(name, &like)
    };
    let with_columns = parts.facts.iter().filter(|fact| !fact.fields.is_empty());
    let rows = with_columns.map(|fact| name(&fact.name));
    let values = keyed(parts).map(|(fact, _)| name(&fact.name));
    let holds = parts.axioms.iter().map(|axiom| name(&axiom.name));
    let open = parts.axioms.iter().filter(|axiom| axiom.is_open);
    let solutions = open.map(|axiom| name(&axiom.name));
    quote! {
        const _: () = {
            #(let _ = __domain::rows::#rows::<__domain::Domain>;)*
            #(let _ = __domain::get::#values::<__domain::Domain>;)*
            #(let _ = __domain::holds::#holds::<__domain::Domain>;)*
            #(let _ = __domain::solutions::#solutions::<__domain::Domain>;)*
        };
    }
}

/// Prints the implementations that convert keys and values.
pub fn implementations(parts: &Parts<'_, '_>) -> TokenStream {
    let implementations = keyed(parts).map(|(fact, key)| {
        let (number, variant) = (Literal::u16_unsuffixed(fact.number), &fact.ident);
        let fields = fact.fields.iter();
        let types: Vec<TokenStream> = fields.map(|field| parts.type_of(field.ty)).collect();
        let (keys, value) = (&types[..key], together(&types[key..]));
        let words = fact.fields[..key].iter().enumerate().map(|(place, field)| {
            let (codec, place) = (parts.codec_of(field.ty), Literal::usize_unsuffixed(place));
            quote!(#codec.word(__key.#place))
        });
        let columns = (0..types.len()).map(|place| format_ident!("__c{place}"));
        let columns: Vec<TokenStream> = columns.map(|column| quote!(#column)).collect();
        let found = together(&columns[key..]);
        quote! {
            impl __rt::Keyed<#number> for __domain::Domain {
                type Key = (#(#keys,)*);
                type Value = #value;
                #[inline]
                fn key(__key: Self::Key, __row: &mut __rt::Row) {
                    __rt::fill(__row, #number, &[#(#words),*]);
                }
                #[inline]
                fn value(__fact: __domain::Fact) -> ::core::option::Option<Self::Value> {
                    match __fact {
                        __domain::Fact::#variant(#(#columns),*) => ::core::option::Option::Some(#found),
                        _ => ::core::option::Option::None,
                    }
                }
            }
        }
    });
    implementations.collect()
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
