//! Prints the tables, with a struct literal for each row. The rows are those of `htn_core::tables`.
//!
//! The ops are the exception. They are most of a domain, and as literals they would cost rustc more than all rows
//! together; so they are a string of bytes. The snapshots of expansions list them.

use htn_core::tables::pack_code;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::functions::{before_block, key_words};
use super::parts::{Parts, unraw};
use crate::lower::rows::{CAPACITY, Constant, Rows};
use crate::tables::{Print, Tables};

pub fn tables(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let with_texts = cfg!(feature = "texts");
    let without_texts = (!with_texts).then(|| without_texts(rows.tables.clone()));
    let of = without_texts.as_ref().unwrap_or(&rows.tables);
    let tables = [
        table("relations", &of.relations),
        table("tasks", &of.tasks),
        table("methods", &of.methods),
        table("branches", &of.branches),
        table("operators", &of.operators),
        table("axioms", &of.axioms),
        table("collections", &of.collections),
        table("args", &of.args),
        table("slots", &of.slots),
        table("strands", &of.strands),
        table("polls", &of.polls),
    ];
    let protected = (of.protected.len > 0).then(|| {
        let run = of.protected.print();
        quote!(protected: #run,)
    });
    // With the feature `registry`, the runtime's tables may have a further field.
    let is_open = cfg!(feature = "registry");
    let has_all = tables.iter().chain([&protected]).all(Option::is_some);
    let others = (is_open || !has_all).then(|| quote!(..Tables::EMPTY));
    let allowed = is_open.then(|| quote!(#[allow(clippy::needless_update)]));
    let checks = of.checks.iter().map(Print::print);
    let number_of_checks = Literal::usize_unsuffixed(of.checks.len());
    let checks = quote!(static CHECKS: [Check; #number_of_checks] = [#(#checks),*];);
    let (types, constants) = (types(parts), constants(parts, rows));
    let name = unraw(&parts.domain.name);
    let doc = if with_texts {
        parts.domain.docs.text()
    } else {
        String::new()
    };
    let code = Literal::byte_string(&pack_code(&rows.code));
    let capacities = capacities(parts);
    let layouts = layouts(parts.domain.predicates.len());
    quote! {
        #capacities
        #allowed
        static __TABLES: __rt::Tables = {
            use __rt::rows::*;
            #types
            #constants
            #checks
            Tables {
                name: #name,
                doc: #doc,
                types: &TYPES,
                code: #code,
                constants: &CONSTANTS,
                checks: &CHECKS,
                #(#tables)*
                #protected
                #others
            }
        };
        #layouts
    }
}

/// A field with the rows of a table, if there are any.
fn table(name: &str, rows: &[impl Print]) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    let printed = rows.iter().map(Print::print);
    (!rows.is_empty()).then(|| quote!(#name: &[#(#printed),*],))
}

/// Removes what only people read: doc comments, and conditions as they are written.
fn without_texts(mut tables: Tables) -> Tables {
    let Tables {
        relations,
        tasks,
        methods,
        branches,
        operators,
        checks,
        polls,
        ..
    } = &mut tables;
    let docs = relations.iter_mut().map(|row| &mut row.doc);
    let docs = docs.chain(tasks.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(methods.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(branches.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(operators.iter_mut().map(|row| &mut row.doc));
    let texts = checks.iter_mut().map(|row| &mut row.text);
    docs.chain(texts).chain(polls).for_each(String::clear);
    tables
}

/// The numbers that rustc computes.
fn constants(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let key_words = key_words(parts, &rows.functions);
    let constants = rows.constants.iter().map(|constant| match constant {
        Constant::Capacity(predicate) => {
            let capacity = format_ident!("__CAPACITY{predicate}");
            quote!(#capacity)
        }
        Constant::DefaultCapacity => {
            let capacity = Literal::usize_unsuffixed(CAPACITY);
            quote!(#capacity)
        }
        Constant::KeyWords(key) => key_words[usize::from(key.0)].clone(),
    });
    let len = Literal::usize_unsuffixed(rows.constants.len());
    quote!(static CONSTANTS: [usize; #len] = [#(#constants),*];)
}

/// Where each predicate lies in the image of facts: constants, so that conditions look facts up at constant addresses.
fn layouts(predicates: usize) -> TokenStream {
    let len = Literal::usize_unsuffixed(predicates);
    let each = (0..predicates).map(|number| {
        let (name, number) = (
            format_ident!("__P{number}"),
            Literal::usize_unsuffixed(number),
        );
        quote!(static #name: __rt::Layout = __LAYOUTS[#number];)
    });
    quote! {
        const __LAYOUTS: [__rt::Layout; #len] = __rt::Layout::all(__TABLES.relations);
        const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
        #(#each)*
    }
}

/// The capacities that were written, as far as they could be read.
pub fn capacities(parts: &Parts<'_, '_>) -> TokenStream {
    let mut constants = TokenStream::new();
    for (number, predicate) in parts.domain.predicates.iter().enumerate() {
        let Some(capacity) = predicate
            .capacity
            .as_ref()
            .filter(|rust| !rust.is_unparsed())
        else {
            continue;
        };
        let name = format_ident!("__CAPACITY{number}");
        let tokens = before_block(capacity.tokens.clone(), capacity.span);
        let usize = quote_spanned!(capacity.span=> ::core::primitive::usize);
        constants.extend(quote!(const #name: #usize = #tokens;));
    }
    constants
}

fn types(parts: &Parts<'_, '_>) -> TokenStream {
    let len = Literal::usize_unsuffixed(parts.types.list.len());
    let types = parts.types.list.iter().enumerate().map(|(number, ty)| {
        let (codec, text) = (format_ident!("__CODEC{number}"), &ty.text);
        quote!(#codec.ty(#text))
    });
    quote!(static TYPES: [Type; #len] = [#(#types),*];)
}
