//! Prints the public module of a domain.

use std::collections::BTreeSet;

use htn_core::tables::TaskKind;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::parts::{Parts, Variant, alias};
use super::types::{names_inside, type_id};
use crate::ast::{Docs, Rust};
use crate::private_module;

pub fn module(parts: &Parts<'_, '_>) -> TokenStream {
    let domain = parts.domain;
    let (outer, name, inner) = (&domain.visibility, &domain.name, parts.visibility());
    let docs = doc_lines(
        &[&domain.docs],
        &format!("The domain `{}`.", super::parts::unraw(name)),
    );
    let (runtime, private) = (parts.runtime_inside(), private_module());
    let names = names_inside(parts);
    let imports = imports(parts, &names);
    let facts = parts.facts.iter().map(|fact| variant(parts, fact, &names));
    let tasks = parts.tasks.iter().map(|task| variant(parts, task, &names));
    let external = parts
        .tasks
        .iter()
        .filter(|task| task.kind == Some(TaskKind::External));
    let actions = external.map(|task| variant(parts, task, &names));
    let queries = super::query::modules(parts, &names);
    let derive = quote! {
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    };
    // If a type is not `Copy`, rustc points at the enum too, so the enum has the location of the domain's name.
    let here = name.span().resolved_at(Span::call_site());
    let [fact, task, action] = ["Fact", "Task", "Action"].map(|name| Ident::new(name, here));
    let protections = parts.protects.then(|| {
        quote! {
            /// A step that protects a fact from being deleted by later steps.
            Protect(Fact),
            /// A step that ends one protection of a fact.
            Release(Fact),
        }
    });
    quote! {
        #docs
        #outer mod #name {
            #imports
            /// The domain, as a parameter of the runtime's types.
            #[derive(
                ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
                ::core::fmt::Debug,
            )]
            #inner enum Domain {}
            /// A fact.
            #derive
            #inner enum #fact { #(#facts)* }
            /// A task.
            #derive
            #inner enum #task {
                #(#tasks)*
                /// A step that adds a fact.
                Add(Fact),
                /// A step that deletes a fact.
                Delete(Fact),
                #protections
            }
            /// An action for the game to carry out.
            #derive
            #inner enum #action { #(#actions)* }
            #runtime::#private::domain_types!(#inner);
            #queries
        }
    }
}

/// Prints the imports of the types of columns and parameters.
fn imports(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let variants = parts.facts.iter().chain(&parts.tasks);
    let types =
        variants.flat_map(|variant| variant.fields.iter().map(|field| parts.number_of(field.ty)));
    let asked = parts.axioms.iter().flat_map(|axiom| axiom.params);
    let asked = asked.map(|param| parts.number_of(&param.ty));
    let used: BTreeSet<_> = types.chain(asked).collect();
    if used.is_empty() {
        return TokenStream::new();
    }
    let types_module = &parts.types_module;
    let imports = used.into_iter().map(|number| {
        let name = &names[usize::from(number.0)];
        let alias = alias(type_id(usize::from(number.0)), name.span());
        if *name == alias {
            quote!(#alias,)
        } else {
            quote!(#alias as #name,)
        }
    });
    // If the domain is inside a function, rustc reports this path.
    let mut types_module = types_module.clone();
    types_module.set_span(parts.domain.name.span());
    let from = quote_spanned!(parts.domain.name.span()=> super::#types_module);
    quote!(use #from::{#(#imports)*};)
}

fn variant(parts: &Parts<'_, '_>, variant: &Variant<'_>, names: &[Ident]) -> TokenStream {
    let ident = &variant.ident;
    let docs = doc_lines(&variant.docs, &default_doc(variant));
    let ty = |ty: &Rust| {
        let name = &names[usize::from(parts.number_of(ty).0)];
        // If the type lacks a trait, rustc points at this location.
        let name = Ident::new(&name.to_string(), ty.span);
        quote!(#name)
    };
    if variant.fields.is_empty() {
        return quote!(#docs #ident,);
    }
    let is_tuple = variant.kind.is_none();
    let fields = variant.fields.iter().map(|field| {
        let ty = ty(field.ty);
        match &field.name {
            Some(name) if !is_tuple => {
                let doc = format!("`{}`.", super::parts::unraw(name));
                quote!(#[doc = #doc] #name: #ty)
            }
            _ => ty,
        }
    });
    if is_tuple {
        quote!(#docs #ident(#(#fields),*),)
    } else {
        quote!(#docs #ident { #(#fields),* },)
    }
}

fn default_doc(variant: &Variant<'_>) -> String {
    let fields = variant.fields.iter().map(|field| match &field.name {
        Some(name) => super::parts::unraw(name),
        None => crate::text::text(&field.ty.tokens),
    });
    format!(
        "`{}({})`.",
        variant.name,
        fields.collect::<Vec<_>>().join(", ")
    )
}

/// Prints doc comments, with those of several items of one name in sequence.
fn doc_lines(docs: &[&Docs], default: &str) -> TokenStream {
    let mut lines: Vec<&str> = Vec::new();
    for docs in docs.iter().filter(|docs| !docs.0.is_empty()) {
        if !lines.is_empty() {
            lines.push("");
        }
        lines.extend(docs.0.iter().map(String::as_str));
    }
    if lines.is_empty() {
        lines.push(default);
    }
    quote!(#(#[doc = #lines])*)
}
