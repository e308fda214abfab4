//! The tables, as one `static`.
//!
//! Rows are written as text and lexed once: their `Debug` form, or a call of the runtime's short constructors where a
//! row has many fields.

use std::fmt::{Debug, Write};

use htn_core::tables::{Columns, TypeId};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::functions::key_words;
use super::parts::{Parts, codec, unraw};
use crate::lower::rows::{Check, Operator, Param, Rows, Var};

/// Rows of a predicate without a capacity of its own.
const CAPACITY: usize = 64;

pub fn tables(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let capacities = capacities(parts);
    let types = types(parts);
    let mut text = Text::default();
    text.list("RELATIONS", "Relation", relations(parts, rows));
    text.list("TASKS", "TaskRow", rows.tasks.iter().map(|task| {
        let (params, entry) = (params(&task.params), task.entry);
        format!("task({:?}, {:?}, TaskKind::{:?}, {params}, {entry:?}, {})", task.name, task.doc, task.kind, task.frame)
    }));
    text.list("METHODS", "MethodRow", rows.methods.iter().map(|method| {
        format!("method({}, {:?})", method.task.0, method.doc)
    }));
    text.list("BRANCHES", "BranchRow", rows.branches.iter().map(|branch| {
        let (at, len) = branch.checks;
        let sort = branch.sort.map(|key| format!("Some(({key:?}, {}))", key_words(key.0)));
        let sort = sort.unwrap_or_else(|| "None".to_owned());
        let checks = format!("Run {{ at: {at}, len: {len} }}");
        format!("branch({:?}, {:?}, {}, {checks}, {sort})", branch.name, branch.doc, vars(&branch.vars))
    }));
    text.list("OPERATORS", "OperatorRow", rows.operators.iter().map(operator));
    text.list("AXIOMS", "AxiomRow", rows.axioms.iter().map(|row| format!("{row:?}")));
    text.list("COLLECTIONS", "Collection", rows.collections.iter().map(|row| {
        let words = row.key.map_or("0".to_owned(), |key| key_words(key.0));
        format!("collection({:?}, {:?}, {:?}, {words}, {:?})", row.from, row.to, row.key, row.region)
    }));
    text.list("CHECKS", "Check", rows.checks.iter().map(check));
    let mut code = Text::default();
    code.list("CODE", "Op", rows.code.iter().map(|op| super::ops::text(*op)));
    let code = code.tokens();
    let rows_text = text.tokens();
    let args = debug_list(&rows.args);
    let slots = debug_list(&rows.slots);
    let strands = debug_list(&rows.strands);
    let name = unraw(&parts.domain.name);
    let doc = doc(parts);
    quote! {
        #capacities
        static __TABLES: __rt::Tables = {
            use __rt::rows::*;
            #types
            #rows_text
            Tables {
                name: #name,
                doc: #doc,
                relations: &RELATIONS,
                types: &TYPES,
                tasks: &TASKS,
                methods: &METHODS,
                branches: &BRANCHES,
                operators: &OPERATORS,
                axioms: &AXIOMS,
                collections: &COLLECTIONS,
                checks: &CHECKS,
                code: { use __rt::rows::code::*; #code &CODE },
                args: { use __rt::rows::cells::*; &#args },
                slots: &#slots,
                strands: &#strands,
            }
        };
    }
}

/// `static NAME: [Type; n] = [ … ];`, for several lists.
#[derive(Default)]
struct Text(String);

impl Text {
    fn list(&mut self, name: &str, ty: &str, rows: impl ExactSizeIterator<Item = String>) {
        let len = rows.len();
        let rows: Vec<String> = rows.collect();
        // Writing to a string never fails.
        let _ = writeln!(self.0, "static {name}: [{ty}; {len}] = [{}];", rows.join(",\n"));
    }

    fn tokens(self) -> TokenStream {
        parsed(&self.0)
    }
}

/// Tokens of text that this file has made.
fn parsed(text: &str) -> TokenStream {
    text.parse().expect("rows print as Rust")
}

fn debug_list<T: Debug>(rows: &[T]) -> TokenStream {
    parsed(&format!("{rows:?}"))
}

fn capacities(parts: &Parts<'_, '_>) -> TokenStream {
    let mut constants = TokenStream::new();
    for (number, predicate) in parts.domain.predicates.iter().enumerate() {
        let Some(capacity) = &predicate.capacity else {
            continue;
        };
        let (name, tokens) = (format_ident!("__CAPACITY{number}"), &capacity.tokens);
        let usize = quote_spanned!(capacity.span=> ::core::primitive::usize);
        constants.extend(quote!(const #name: #usize = #tokens;));
    }
    constants
}

/// The constants that turn values into words. A type without `Term` or `Debug` is an error here, on the type as the user
/// wrote it.
pub fn codecs(parts: &Parts<'_, '_>) -> TokenStream {
    let codecs = parts.types.list.iter().enumerate().map(|(number, ty)| {
        let number = TypeId(u16::try_from(number).unwrap_or(u16::MAX));
        let (name, ty) = (codec(number), parts.ty(number, ty.rust.span));
        quote!(const #name: __rt::Codec<#ty> = __rt::codec::<#ty>();)
    });
    codecs.collect()
}

fn types(parts: &Parts<'_, '_>) -> TokenStream {
    let count = Literal::usize_unsuffixed(parts.types.list.len());
    let types = parts.types.list.iter().enumerate().map(|(number, ty)| {
        let codec = codec(TypeId(u16::try_from(number).unwrap_or(u16::MAX)));
        let name = &ty.text;
        quote!(Type { name: #name, show: #codec.show })
    });
    quote!(static TYPES: [Type; #count] = [#(#types),*];)
}

fn relations<'p>(parts: &'p Parts<'_, '_>, rows: &'p Rows<'_>) -> impl ExactSizeIterator<Item = String> + 'p {
    let predicates = parts.domain.predicates.iter().zip(&rows.indexes).enumerate();
    predicates.map(|(number, (predicate, indexes))| {
        let columns = predicate.columns.iter().map(|column| Param {
            name: column.name.as_ref().map_or(String::new(), unraw),
            ty: parts.types.find(&column.ty).unwrap_or(TypeId(0)),
            agent: parts.is_agent(&column.ty),
        });
        let columns = params(&columns.collect::<Vec<_>>());
        let capacity = match predicate.capacity {
            Some(_) => format!("__CAPACITY{number}"),
            None => CAPACITY.to_string(),
        };
        let key = indexes.get(1).copied().unwrap_or(Columns(0));
        let doc = predicate.docs.0.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
        let (name, keyed) = (unraw(&predicate.name), predicate.key.is_some());
        format!("relation({name:?}, {doc:?}, {columns}, {key:?}, {keyed}, {capacity}, &{indexes:?})")
    })
}

fn params(params: &[Param]) -> String {
    format!("&{params:?}")
}

fn vars(vars: &[Var]) -> String {
    format!("&{vars:?}")
}

fn check(check: &Check) -> String {
    format!("check({:?}, {:?}, {}, &{:?})", check.text, check.entry, check.frame, check.reads)
}

fn operator(row: &Operator) -> String {
    let optional = |row: Option<String>| row.map_or("None".to_owned(), |row| format!("Some({row})"));
    let holds = optional(row.holds.as_ref().map(check));
    let during = optional(row.during.as_ref().map(check));
    let undo = row.undo.as_ref().map(|undo| format!("undo({:?}, {:?}, {:?})", undo.task, undo.entry, undo.args));
    let writes = row.writes.iter().map(|writes| format!("&{writes:?}")).collect::<Vec<_>>().join(", ");
    format!(
        "operator({:?}, {:?}, {:?}, {holds}, {during}, {:?}, [{writes}], {}, {:?}, {:?}, {}, {})",
        row.task, row.doc, row.entry, row.moments, row.by, row.busy, row.cost, optional(undo), vars(&row.vars),
    )
}

fn doc(parts: &Parts<'_, '_>) -> String {
    let lines: Vec<&str> = parts.domain.docs.0.iter().map(|line| line.trim()).collect();
    lines.join("\n")
}
