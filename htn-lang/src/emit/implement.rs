//! The implementations for the types of a domain's module.

use htn_core::tables::TaskKind;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::context::context_type;
use super::parts::{Parts, Variant};

pub fn implementations(parts: &Parts<'_, '_>, methods: TokenStream) -> TokenStream {
    let (items, rows) = (associated_types(parts), rows(parts));
    let hash = Literal::u64_unsuffixed(parts.domain.hash);
    let actions = external(parts).map(|task| {
        let (action, task) = (with_fields("Action", task), with_fields("Task", task));
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

/// Prints the conversions between values and rows, as a list that the runtime's macro makes functions of.
fn rows(parts: &Parts<'_, '_>) -> TokenStream {
    let longest = parts.facts.iter().chain(&parts.tasks);
    let longest = longest.map(|variant| variant.fields.len()).max();
    let longest = Literal::usize_unsuffixed(longest.unwrap_or(0));
    let listed = |variant| listed(parts, variant);
    let facts = parts.facts.iter().map(listed);
    let (tasks, actions) = (parts.tasks.iter().map(listed), external(parts).map(listed));
    let verbs = parts.protects.then(|| quote!(verbs { Protect Release }));
    quote! {
        __rt::domain_rows! {
            __domain, rows of #longest;
            facts { #(#facts)* }
            tasks { #(#tasks)* }
            actions { #(#actions)* }
            #verbs
        }
    }
}

/// `0 At { 0: __f0 = __CODEC3[0] }`: a variant with its number and its fields.
fn listed(parts: &Parts<'_, '_>, variant: &Variant<'_>) -> TokenStream {
    let number = Literal::u16_unsuffixed(variant.number);
    let (name, fields) = (
        at_call_site(&variant.ident),
        variant.fields.iter().enumerate(),
    );
    let fields = fields.map(|(place, of)| {
        let (field, value, codec) = (field(variant, place), value(place), parts.codec_of(of.ty));
        let place = Literal::usize_unsuffixed(place);
        quote!(#field: #value = #codec[#place])
    });
    quote!(#number #name { #(#fields),* })
}

/// `__domain::Task::Go { who: __f0 }`, as a pattern or as a value.
fn with_fields(of: &str, variant: &Variant<'_>) -> TokenStream {
    let (of, name) = (format_ident!("{of}"), at_call_site(&variant.ident));
    let fields = (0..variant.fields.len()).map(|place| {
        let (field, value) = (field(variant, place), value(place));
        quote!(#field: #value)
    });
    quote!(__domain::#of::#name { #(#fields),* })
}

/// The name of a variant's field: its place if the variant is a tuple.
fn field(variant: &Variant<'_>, place: usize) -> TokenStream {
    match &variant.fields[place].name {
        Some(name) => at_call_site(name).into_token_stream(),
        None => Literal::usize_unsuffixed(place).into_token_stream(),
    }
}

fn at_call_site(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(Span::call_site());
    name
}

fn value(place: usize) -> Ident {
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
