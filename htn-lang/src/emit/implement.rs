//! The implementations for the module's types, as text: nothing in them is the user's.

use std::fmt::Write;

use htn_core::tables::TaskKind;
use proc_macro2::TokenStream;
use quote::quote;

use super::context::context_type;
use super::parts::{Parts, Variant, tokens};

pub fn implementations(parts: &Parts<'_, '_>, methods: TokenStream) -> TokenStream {
    let items = associated_types(parts);
    let rows = rows(parts);
    let rest = displays(parts);
    let hash = tokens(&format!(
        "const HASH: __rt::u64 = __rt::hash::domain({:#018x}, &__TABLES);",
        parts.domain.hash
    ));
    quote! {
        impl __rt::Domain for __domain::Domain {
            #hash
            #items
            fn tables() -> &'static __rt::Tables { &__TABLES }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            #rows
            #methods
        }
        #rest
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

/// Between values and rows.
fn rows(parts: &Parts<'_, '_>) -> TokenStream {
    let (mut fact_to, mut task_to) = (String::new(), String::new());
    let (mut fact_from, mut task_from, mut action_from) =
        (String::new(), String::new(), String::new());
    // Writing to a string never fails.
    for fact in &parts.facts {
        let (number, pattern, fill) = (fact.number, pattern("Fact", fact), fill(parts, fact));
        let _ = write!(fact_to, "{pattern} => {{ {fill}; __rt::RelId({number}) }}");
        let _ = write!(fact_from, "{number} => {},", value(parts, "Fact", fact));
    }
    for task in &parts.tasks {
        let (number, pattern, fill) = (task.number, pattern("Task", task), fill(parts, task));
        let _ = write!(
            task_to,
            "{pattern} => {{ {fill}; __rt::TaskCode::Task(__rt::TaskId({number})) }}"
        );
        let _ = write!(task_from, "{number} => {},", value(parts, "Task", task));
    }
    for task in external(parts) {
        let _ = write!(
            action_from,
            "{} => ::core::option::Option::Some({}),",
            task.number,
            value(parts, "Action", task)
        );
    }
    let longest = parts.facts.iter().chain(&parts.tasks);
    let longest = longest.map(|variant| variant.fields.len()).max();
    let padded = format!(
        "let __row = &__rt::padded::<{}>(__row);",
        longest.unwrap_or(0)
    );
    tokens(&format!(
        "fn fact_to_row(__fact: __domain::Fact, __row: &mut __rt::Row) -> __rt::RelId {{
            match __fact {{ {fact_to} }}
        }}
        fn task_to_row(__task: __domain::Task, __row: &mut __rt::Row) -> __rt::TaskCode {{
            match __task {{
                {task_to}
                __domain::Task::Add(__fact) => __rt::TaskCode::Add(Self::fact_to_row(__fact, __row)),
                __domain::Task::Delete(__fact) => __rt::TaskCode::Delete(Self::fact_to_row(__fact, __row)),
            }}
        }}
        fn fact_from_row(__rel: __rt::RelId, __row: &[__rt::u64]) -> __domain::Fact {{
            {padded}
            match __rel.0 {{ {fact_from} _ => ::core::unreachable!() }}
        }}
        fn task_from_row(__task: __rt::TaskCode, __row: &[__rt::u64]) -> __domain::Task {{
            match __task {{
                __rt::TaskCode::Task(__task) => {{ {padded} match __task.0 {{ {task_from} _ => ::core::unreachable!() }} }}
                __rt::TaskCode::Add(__rel) => __domain::Task::Add(Self::fact_from_row(__rel, __row)),
                __rt::TaskCode::Delete(__rel) => __domain::Task::Delete(Self::fact_from_row(__rel, __row)),
            }}
        }}
        fn action_from_row(__task: __rt::TaskId, __row: &[__rt::u64]) -> ::core::option::Option<__domain::Action> {{
            {padded}
            match __task.0 {{ {action_from} _ => ::core::option::Option::None }}
        }}"
    ))
}

/// `__domain::Fact::At(f0, f1)`, `__domain::Task::Go { who: f0 }`.
fn pattern(of: &str, variant: &Variant<'_>) -> String {
    with_fields(of, variant, |place| format!("__f{place}"))
}

/// The same with the values of a row.
fn value(parts: &Parts<'_, '_>, of: &str, variant: &Variant<'_>) -> String {
    with_fields(of, variant, |place| {
        let ty = parts.number_of(variant.fields[place].ty).0;
        format!("__get{ty}(__row, {place})")
    })
}

fn with_fields(of: &str, variant: &Variant<'_>, field: impl Fn(usize) -> String) -> String {
    let mut text = format!("__domain::{of}::{}", variant.ident);
    if variant.fields.is_empty() {
        return text;
    }
    let fields = variant
        .fields
        .iter()
        .enumerate()
        .map(|(place, column)| match &column.name {
            Some(name) => format!("{name}: {}", field(place)),
            None => field(place),
        });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let (open, close) = if variant.kind.is_some() {
        (" {", "}")
    } else {
        ("(", ")")
    };
    let _ = write!(text, "{open}{fields}{close}");
    text
}

/// Writes the fields to a row.
fn fill(parts: &Parts<'_, '_>, variant: &Variant<'_>) -> String {
    if variant.fields.is_empty() {
        return "__rt::fill(__row, &[])".to_owned();
    }
    let fields = variant.fields.iter().enumerate();
    let words =
        fields.map(|(place, field)| format!("__word{}(__f{place})", parts.number_of(field.ty).0));
    let words: Vec<String> = words.collect();
    format!("__rt::fill(__row, &[{}])", words.join(", "))
}

fn external<'p, 'a>(parts: &'p Parts<'_, 'a>) -> impl Iterator<Item = &'p Variant<'a>> {
    parts
        .tasks
        .iter()
        .filter(|task| task.kind == Some(TaskKind::External))
}

fn displays(parts: &Parts<'_, '_>) -> TokenStream {
    let actions = external(parts)
        .map(|task| format!("{} => {},", pattern("Action", task), pattern("Task", task)));
    let actions: String = actions.collect();
    let display = |ty: &str, shows: &str| {
        format!(
            "impl ::core::fmt::Display for __domain::{ty} {{
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
                    __rt::{shows}::<__domain::Domain>(::core::convert::Into::into(*self), __f)
                }}
            }}"
        )
    };
    // Compared by words, as facts are: whatever the types of the columns say of themselves.
    let compared = |ty: &str, of: &str| {
        format!(
            "impl ::core::cmp::PartialEq for __domain::{ty} {{
                fn eq(&self, __other: &Self) -> __rt::bool {{
                    __rt::same_{of}::<__domain::Domain>(::core::convert::Into::into(*self), ::core::convert::Into::into(*__other))
                }}
            }}
            impl ::core::cmp::Eq for __domain::{ty} {{}}
            impl ::core::hash::Hash for __domain::{ty} {{
                fn hash<__H: ::core::hash::Hasher>(&self, __hasher: &mut __H) {{
                    __rt::hash_{of}::<__domain::Domain, __H>(::core::convert::Into::into(*self), __hasher)
                }}
            }}"
        )
    };
    let known = |ty: &str| known(ty, "::core::convert::Into::into(self)");
    let (fact, task, action) = (
        display("Fact", "show_fact") + &compared("Fact", "fact"),
        display("Task", "show_task") + &compared("Task", "task") + &known("Task"),
        display("Action", "show_task") + &compared("Action", "task") + &known("Action"),
    );
    tokens(&format!(
        "impl ::core::convert::From<__domain::Action> for __domain::Task {{
            fn from(__action: __domain::Action) -> Self {{ match __action {{ {actions} }} }}
        }}
        {fact} {task} {action}"
    ))
}

/// What tasks and actions say of themselves, where `task` is the task.
fn known(ty: &str, task: &str) -> String {
    format!(
        "impl __domain::{ty} {{
            /// The agents among its arguments, in order.
            pub fn agents(self) -> __rt::Agents<__domain::Domain> {{ __rt::task_agents::<__domain::Domain>({task}) }}
            /// Its name, as in the domain.
            pub fn name(self) -> &'static __rt::str {{ __rt::task_name::<__domain::Domain>({task}) }}
            /// Its doc comment in the domain.
            pub fn doc(self) -> &'static __rt::str {{ __rt::task_doc::<__domain::Domain>({task}) }}
        }}"
    )
}

/// Implementations that are there and do nothing, for a domain with errors.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    let items = associated_types(parts);
    let displays = ["Fact", "Task", "Action"].map(|ty| {
        tokens(&format!(
            "impl ::core::fmt::Display for __domain::{ty} {{
                fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
                    ::core::result::Result::Ok(())
                }}
            }}
            impl ::core::cmp::PartialEq for __domain::{ty} {{
                fn eq(&self, _: &Self) -> __rt::bool {{ false }}
            }}
            impl ::core::cmp::Eq for __domain::{ty} {{}}
            impl ::core::hash::Hash for __domain::{ty} {{
                fn hash<__H: ::core::hash::Hasher>(&self, _: &mut __H) {{}}
            }}"
        ))
    });
    let known =
        ["Task", "Action"].map(|ty| tokens(&known(ty, "::core::convert::Into::into(self)")));
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
        #(#displays)*
        #(#known)*
    }
}
