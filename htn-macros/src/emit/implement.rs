//! The implementations for the module's types.

use htn_core::tables::TaskKind;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::context::context_type;
use super::parts::{Parts, Variant, codec};

pub fn implementations(parts: &Parts<'_, '_>) -> TokenStream {
    let items = associated_types(parts);
    let to_rows = to_row(parts);
    let from_rows = from_row(parts);
    let displays = displays(parts);
    quote! {
        impl __rt::Domain for __domain::Domain {
            #items
            fn tables() -> &'static __rt::Tables { &__TABLES }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            #to_rows
            #from_rows
        }
        #displays
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

fn to_row(parts: &Parts<'_, '_>) -> TokenStream {
    let facts = parts.facts.iter().map(|fact| {
        let number = Literal::u16_unsuffixed(fact.number);
        write_row(parts, "Fact", fact, &quote!(__rt::RelId(#number)))
    });
    let tasks = parts.tasks.iter().map(|task| {
        let number = Literal::u16_unsuffixed(task.number);
        write_row(parts, "Task", task, &quote!(__rt::TaskCode::Task(__rt::TaskId(#number))))
    });
    quote! {
        fn fact_to_row(fact: __domain::Fact, row: &mut __rt::Row) -> __rt::RelId {
            match fact { #(#facts)* }
        }
        fn task_to_row(task: __domain::Task, row: &mut __rt::Row) -> __rt::TaskCode {
            match task {
                #(#tasks)*
                __domain::Task::Add(fact) => __rt::TaskCode::Add(Self::fact_to_row(fact, row)),
                __domain::Task::Delete(fact) => __rt::TaskCode::Delete(Self::fact_to_row(fact, row)),
            }
        }
    }
}

/// `Fact::At(f0, f1) => { fill(…); RelId(3) }`.
fn write_row(parts: &Parts<'_, '_>, of: &str, variant: &Variant<'_>, code: &TokenStream) -> TokenStream {
    let pattern = pattern(of, variant);
    let words = variant.fields.iter().enumerate().map(|(i, field)| {
        let (name, codec) = (format_ident!("f{i}"), codec(parts.number_of(field.ty)));
        quote!(#codec.word(#name))
    });
    quote!(#pattern => { __rt::fill(row, &[#(#words),*]); #code })
}

fn pattern(of: &str, variant: &Variant<'_>) -> TokenStream {
    let of = format_ident!("{of}");
    let ident = &variant.ident;
    let locals = (0..variant.fields.len()).map(|i| format_ident!("f{i}"));
    if variant.fields.is_empty() {
        quote!(__domain::#of::#ident)
    } else if variant.kind.is_none() {
        quote!(__domain::#of::#ident(#(#locals),*))
    } else {
        let names = variant.fields.iter().filter_map(|field| field.name.as_ref());
        quote!(__domain::#of::#ident { #(#names: #locals),* })
    }
}

fn read_row(parts: &Parts<'_, '_>, of: &str, variant: &Variant<'_>) -> TokenStream {
    let of = format_ident!("{of}");
    let ident = &variant.ident;
    let values = variant.fields.iter().enumerate().map(|(i, field)| {
        let codec = codec(parts.number_of(field.ty));
        let place = Literal::usize_unsuffixed(i);
        let value = quote!(#codec.get(row, #place));
        match &field.name {
            Some(name) => quote!(#name: #value),
            None => value,
        }
    });
    if variant.fields.is_empty() {
        quote!(__domain::#of::#ident)
    } else if variant.kind.is_none() {
        quote!(__domain::#of::#ident(#(#values),*))
    } else {
        quote!(__domain::#of::#ident { #(#values),* })
    }
}

fn from_row(parts: &Parts<'_, '_>) -> TokenStream {
    let facts = parts.facts.iter().map(|fact| {
        let (number, value) = (Literal::u16_unsuffixed(fact.number), read_row(parts, "Fact", fact));
        quote!(#number => #value,)
    });
    let tasks = parts.tasks.iter().map(|task| {
        let (number, value) = (Literal::u16_unsuffixed(task.number), read_row(parts, "Task", task));
        quote!(__rt::TaskCode::Task(__rt::TaskId(#number)) => #value,)
    });
    let actions = external(parts).map(|task| {
        let (number, value) = (Literal::u16_unsuffixed(task.number), read_row(parts, "Action", task));
        quote!(#number => ::core::option::Option::Some(#value),)
    });
    quote! {
        fn fact_from_row(rel: __rt::RelId, row: &[u64]) -> __domain::Fact {
            match rel.0 { #(#facts)* _ => ::core::unreachable!() }
        }
        fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task {
            match task {
                #(#tasks)*
                __rt::TaskCode::Add(rel) => __domain::Task::Add(Self::fact_from_row(rel, row)),
                __rt::TaskCode::Delete(rel) => __domain::Task::Delete(Self::fact_from_row(rel, row)),
                _ => ::core::unreachable!(),
            }
        }
        fn action_from_row(task: __rt::TaskId, row: &[u64]) -> ::core::option::Option<__domain::Action> {
            match task.0 { #(#actions)* _ => ::core::option::Option::None }
        }
    }
}

fn external<'p, 'a>(parts: &'p Parts<'_, 'a>) -> impl Iterator<Item = &'p Variant<'a>> {
    parts.tasks.iter().filter(|task| task.kind == Some(TaskKind::External))
}

fn displays(parts: &Parts<'_, '_>) -> TokenStream {
    let actions = external(parts).map(|task| {
        let from = pattern("Action", task);
        let to = pattern("Task", task);
        quote!(#from => #to,)
    });
    let fmt = quote!(fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result);
    quote! {
        impl ::core::convert::From<__domain::Action> for __domain::Task {
            fn from(action: __domain::Action) -> Self { match action { #(#actions)* } }
        }
        impl ::core::fmt::Display for __domain::Fact {
            #fmt { __rt::show_fact::<__domain::Domain>(*self, f) }
        }
        impl ::core::fmt::Display for __domain::Task {
            #fmt { __rt::show_task::<__domain::Domain>(*self, f) }
        }
        impl ::core::fmt::Display for __domain::Action {
            #fmt { __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), f) }
        }
    }
}

/// Implementations that are there and do nothing, for a domain with errors.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    let items = associated_types(parts);
    let fmt = quote!(fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { ::core::result::Result::Ok(()) });
    quote! {
        static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
            words: &[], tests: &[], options: &[], items: &[], keys: &[], folds: &[], costs: &[],
        };
        impl __rt::Domain for __domain::Domain {
            #items
            fn tables() -> &'static __rt::Tables { &__rt::rows::EMPTY }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            fn fact_to_row(fact: __domain::Fact, row: &mut __rt::Row) -> __rt::RelId { ::core::unreachable!() }
            fn fact_from_row(rel: __rt::RelId, row: &[u64]) -> __domain::Fact { ::core::unreachable!() }
            fn task_to_row(task: __domain::Task, row: &mut __rt::Row) -> __rt::TaskCode { ::core::unreachable!() }
            fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task { ::core::unreachable!() }
            fn action_from_row(task: __rt::TaskId, row: &[u64]) -> ::core::option::Option<__domain::Action> {
                ::core::option::Option::None
            }
        }
        impl ::core::convert::From<__domain::Action> for __domain::Task {
            fn from(action: __domain::Action) -> Self { ::core::unreachable!() }
        }
        impl ::core::fmt::Display for __domain::Fact { #fmt }
        impl ::core::fmt::Display for __domain::Task { #fmt }
        impl ::core::fmt::Display for __domain::Action { #fmt }
    }
}
