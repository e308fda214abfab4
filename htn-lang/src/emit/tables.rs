//! The tables, as one `static`.
//!
//! Each table is a `static` of its own, written as `htn_core::rows` says: the texts of its rows, and numbers in which
//! theirs are packed.

use std::fmt::Write;

use htn_core::rows;
use htn_core::rows::written::Written;
use htn_core::tables::written;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::functions::{before_block, key_words};
use super::parts::{Parts, tokens, unraw};
use crate::lower::rows::{CAPACITY, Constant, Rows};

/// None where a number is too big for its place.
pub fn tables(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<TokenStream> {
    let mut statics = String::new();
    let mut fields = String::new();
    let tables = if cfg!(feature = "texts") {
        rows.tables.write()
    } else {
        without_texts(rows.tables.clone()).write()
    };
    for table in tables? {
        write_table(&table, &mut statics, &mut fields);
    }
    let code = Literal::byte_string(&rows::pack_code(&rows.code));
    let statics = tokens(&format!(
        "use __rt::tables::*; {} {statics}
        Tables {{
            name: {:?},
            doc: {:?},
            types: &TYPES,
            code: {code},
            constants: &[{}],
            {fields}
        }}",
        types(parts),
        unraw(&parts.domain.name),
        if cfg!(feature = "texts") {
            parts.domain.docs.text()
        } else {
            String::new()
        },
        constants(parts, rows),
    ));
    let capacities = capacities(parts);
    let layouts = layouts(parts.domain.predicates.len());
    Some(quote! {
        #capacities
        static __TABLES: __rt::Tables = { #statics };
        #layouts
    })
}

/// What people read and no search does is left out: doc comments, and conditions as they are written.
fn without_texts(mut tables: written::Tables) -> written::Tables {
    let written::Tables {
        relations,
        tasks,
        methods,
        branches,
        operators,
        checks,
        ..
    } = &mut tables;
    let docs = relations.iter_mut().map(|row| &mut row.doc);
    let docs = docs.chain(tasks.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(methods.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(branches.iter_mut().map(|row| &mut row.doc));
    let docs = docs.chain(operators.iter_mut().map(|row| &mut row.doc));
    let texts = checks.iter_mut().map(|row| &mut row.text);
    docs.chain(texts).for_each(String::clear);
    tables
}

fn write_table(table: &Written, statics: &mut String, fields: &mut String) {
    let Written {
        name,
        row,
        len,
        text,
        lists,
    } = table;
    // Writing to a string never fails.
    let upper = name.to_uppercase();
    if *len > 0 {
        let (texts, words) = (&text.texts, text.words());
        let _ = writeln!(
            statics,
            "static {upper}: [{row}; {len}] = {row}::unpack(&{texts:?}, &{words:?}, &__TABLES);"
        );
    }
    let all = if *len > 0 { upper.as_str() } else { "[]" };
    match lists {
        None => _ = write!(fields, "{name}: &{all},"),
        Some(lengths) => {
            let _ = write!(fields, "{name}: &{upper}_LISTS,");
            let _ = writeln!(
                statics,
                "static {upper}_LISTS: [&[{row}]; {}] = lists(&{all}, {lengths:?});",
                lengths.len()
            );
        }
    }
}

/// The numbers that rustc works out.
fn constants(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> String {
    let key_words = key_words(parts, &rows.functions);
    let constants = rows.constants.iter().map(|constant| match constant {
        Constant::Capacity(predicate) => format!("__CAPACITY{predicate}"),
        Constant::DefaultCapacity => CAPACITY.to_string(),
        Constant::KeyWords(key) => key_words[usize::from(key.0)].to_string(),
    });
    constants.collect::<Vec<_>>().join(", ")
}

/// Where each predicate lies in the image of facts: constants, so that conditions look facts up at constant addresses.
fn layouts(predicates: usize) -> TokenStream {
    let mut text = format!(
        "const __LAYOUTS: [__rt::Layout; {predicates}] = __rt::Layout::all(__TABLES.relations);"
    );
    for number in 0..predicates {
        let _ = write!(
            text,
            "static __P{number}: __rt::Layout = __LAYOUTS[{number}];"
        );
    }
    tokens(&text)
}

/// The capacities that were written, as far as they could be read.
pub fn capacities(parts: &Parts<'_, '_>) -> TokenStream {
    let mut constants = TokenStream::new();
    for (number, predicate) in parts.domain.predicates.iter().enumerate() {
        let Some(capacity) = predicate.capacity.as_ref().filter(|rust| !rust.is_unread()) else {
            continue;
        };
        let name = format_ident!("__CAPACITY{number}");
        let tokens = before_block(capacity.tokens.clone(), capacity.span);
        let usize = quote_spanned!(capacity.span=> ::core::primitive::usize);
        constants.extend(quote!(const #name: #usize = #tokens;));
    }
    constants
}

fn types(parts: &Parts<'_, '_>) -> String {
    let types = parts.types.list.iter().enumerate();
    let types =
        types.map(|(number, ty)| format!("__rt::Codec::ty(&__CODEC{number}, {:?})", ty.text));
    let types: Vec<String> = types.collect();
    format!(
        "static TYPES: [Type; {}] = [{}];",
        types.len(),
        types.join(", ")
    )
}
