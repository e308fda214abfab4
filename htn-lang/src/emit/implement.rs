//! The implementations for the types of a domain's module.

use htn_core::tables::TaskKind;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::context::context_type;
use super::parts::{Parts, Variant};

pub fn implementations(parts: &Parts<'_, '_>, methods: TokenStream) -> TokenStream {
    let (items, rows) = (associated_types(parts), rows(parts));
    let hash = Literal::u64_unsuffixed(parts.domain.hash);
    let actions = external(parts).map(|task| {
        let (action, task) = (pattern("Action", task), pattern("Task", task));
        quote!(#action => #task,)
    });
    quote! {
        impl __rt::Domain for __domain::Domain {
            const HASH: __rt::u64 = __rt::hash::domain(#hash, &__TABLES);
            #items
            fn tables() -> &'static __rt::Tables { &__TABLES }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            #rows
            #methods
        }
        impl ::core::convert::From<__domain::Action> for __domain::Task {
            fn from(__action: __domain::Action) -> Self { match __action { #(#actions)* } }
        }
        __rt::domain_values!(__domain);
    }
}

fn associated_types(parts: &Parts<'_, '_>) -> TokenStream {
    let context = context_type(parts.domain.context.as_ref());
    let agent = match parts.domain.agents.first() {
        Some(agent) => parts.type_of(agent),
        None => quote!(__rt::NoAgent),
    };
    quote! {
        type Context<'c> = #context;
        type Fact = __domain::Fact;
        type Task = __domain::Task;
        type Action = __domain::Action;
        type Agent = #agent;
    }
}

/// Prints the conversions between values and rows.
fn rows(parts: &Parts<'_, '_>) -> TokenStream {
    let fill = |variant: &Variant<'_>| {
        let (number, words) = (
            Literal::u16_unsuffixed(variant.number),
            words(parts, variant),
        );
        quote!(__rt::fill(__row, #number, &[#(#words),*]))
    };
    let fact_to = parts.facts.iter().map(|fact| {
        let (pattern, fill) = (pattern("Fact", fact), fill(fact));
        quote!(#pattern => __rt::RelId(#fill),)
    });
    let task_to = parts.tasks.iter().map(|task| {
        let (pattern, fill) = (pattern("Task", task), fill(task));
        quote!(#pattern => __rt::TaskCode::Task(__rt::TaskId(#fill)),)
    });
    let read = |of: &str, variant: &Variant<'_>| {
        let (number, value) = (
            Literal::u16_unsuffixed(variant.number),
            value(parts, of, variant),
        );
        quote!(#number => #value,)
    };
    let fact_from = parts.facts.iter().map(|fact| read("Fact", fact));
    let task_from = parts.tasks.iter().map(|task| read("Task", task));
    let action_from = external(parts).map(|task| {
        let (number, value) = (
            Literal::u16_unsuffixed(task.number),
            value(parts, "Action", task),
        );
        quote!(#number => ::core::option::Option::Some(#value),)
    });
    let longest = parts.facts.iter().chain(&parts.tasks);
    let longest = longest.map(|variant| variant.fields.len()).max();
    let longest = Literal::usize_unsuffixed(longest.unwrap_or(0));
    let padded = quote!(let __row = &__rt::padded::<#longest>(__row););
    quote! {
        fn fact_to_row(__fact: __domain::Fact, __row: &mut __rt::Row) -> __rt::RelId {
            match __fact { #(#fact_to)* }
        }
        fn task_to_row(__task: __domain::Task, __row: &mut __rt::Row) -> __rt::TaskCode {
            match __task {
                #(#task_to)*
                __domain::Task::Add(__fact) => __rt::TaskCode::Add(Self::fact_to_row(__fact, __row)),
                __domain::Task::Delete(__fact) => __rt::TaskCode::Delete(Self::fact_to_row(__fact, __row)),
            }
        }
        fn fact_from_row(__rel: __rt::RelId, __row: &[__rt::u64]) -> __domain::Fact {
            #padded
            match __rel.0 { #(#fact_from)* _ => ::core::unreachable!() }
        }
        fn task_from_row(__task: __rt::TaskCode, __row: &[__rt::u64]) -> __domain::Task {
            let __task = match __task {
                __rt::TaskCode::Task(__task) => __task,
                __rt::TaskCode::Add(__rel) => return __domain::Task::Add(Self::fact_from_row(__rel, __row)),
                __rt::TaskCode::Delete(__rel) => return __domain::Task::Delete(Self::fact_from_row(__rel, __row)),
            };
            #padded
            match __task.0 { #(#task_from)* _ => ::core::unreachable!() }
        }
        fn action_from_row(__task: __rt::TaskId, __row: &[__rt::u64]) -> ::core::option::Option<__domain::Action> {
            #padded
            match __task.0 { #(#action_from)* _ => ::core::option::Option::None }
        }
    }
}

/// `__domain::Fact::At(__f0, __f1)`, `__domain::Task::Go { who: __f0 }`.
fn pattern(of: &str, variant: &Variant<'_>) -> TokenStream {
    let fields = (0..variant.fields.len())
        .map(field)
        .map(|name| quote!(#name));
    with_fields(of, variant, fields.collect())
}

/// As [`pattern`], with the values of a row.
fn value(parts: &Parts<'_, '_>, of: &str, variant: &Variant<'_>) -> TokenStream {
    let fields = variant.fields.iter().enumerate().map(|(place, field)| {
        let (codec, place) = (parts.codec_of(field.ty), Literal::usize_unsuffixed(place));
        quote!(#codec.get(__row, #place))
    });
    with_fields(of, variant, fields.collect())
}

fn with_fields(of: &str, variant: &Variant<'_>, values: Vec<TokenStream>) -> TokenStream {
    let (of, name) = (format_ident!("{of}"), at_call_site(&variant.ident));
    let names = variant
        .fields
        .iter()
        .filter_map(|field| field.name.as_ref());
    let names = names.map(at_call_site);
    match (values.as_slice(), variant.kind) {
        ([], _) => quote!(__domain::#of::#name),
        (_, None) => quote!(__domain::#of::#name(#(#values),*)),
        (_, Some(_)) => quote!(__domain::#of::#name { #(#names: #values),* }),
    }
}

/// Prints the words of a variant's fields.
fn words<'p>(
    parts: &'p Parts<'_, '_>,
    variant: &'p Variant<'_>,
) -> impl Iterator<Item = TokenStream> + 'p {
    let fields = variant.fields.iter().enumerate();
    fields.map(|(place, of)| {
        let (codec, field) = (parts.codec_of(of.ty), field(place));
        quote!(#codec.word(#field))
    })
}

fn at_call_site(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::call_site());
    name
}

fn field(place: usize) -> Ident {
    format_ident!("__f{place}")
}

fn external<'p, 'a>(parts: &'p Parts<'_, 'a>) -> impl Iterator<Item = &'p Variant<'a>> {
    parts
        .tasks
        .iter()
        .filter(|task| task.kind == Some(TaskKind::External))
}

/// Prints implementations for a domain with errors. They are never called.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    let items = associated_types(parts);
    quote! {
        static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
            words: &[], tests: &[], keys: &[], costs: &[], solvers: &[], changes: &[],
        };
        impl __rt::Domain for __domain::Domain {
            #items
            fn tables() -> &'static __rt::Tables { &__rt::tables::EMPTY }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            fn fact_to_row(_: __domain::Fact, _: &mut __rt::Row) -> __rt::RelId { ::core::unreachable!() }
            fn fact_from_row(_: __rt::RelId, _: &[__rt::u64]) -> __domain::Fact { ::core::unreachable!() }
            fn task_to_row(_: __domain::Task, _: &mut __rt::Row) -> __rt::TaskCode { ::core::unreachable!() }
            fn task_from_row(_: __rt::TaskCode, _: &[__rt::u64]) -> __domain::Task { ::core::unreachable!() }
            fn action_from_row(_: __rt::TaskId, _: &[__rt::u64]) -> ::core::option::Option<__domain::Action> {
                ::core::option::Option::None
            }
        }
        impl ::core::convert::From<__domain::Action> for __domain::Task {
            fn from(_: __domain::Action) -> Self { ::core::unreachable!() }
        }
        __rt::domain_values!(__domain);
    }
}
