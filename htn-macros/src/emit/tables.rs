//! The tables, as one `static`.
//!
//! Rows are written as text and lexed once: each as its texts and one number, in which `htn_core::rows` has packed the
//! others.

use std::collections::BTreeMap;
use std::fmt::Write;

use htn_core::rows;
use htn_core::tables::{Columns, RelId, TypeId};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::functions::key_words;
use super::parts::{Parts, codec, doc_text, unraw};
use crate::lower::rows::{Check, Operator, Param, Rows, Var};

/// Rows of a predicate without a capacity of its own.
const CAPACITY: usize = 64;

/// None where a number is too big for its place.
pub fn tables(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<TokenStream> {
    let mut writer = Writer::default();
    let text = writer.tables(parts, rows)?;
    let rows_text: TokenStream = text.parse().expect("rows print as Rust");
    let capacities = capacities(parts);
    let types = types(parts);
    let (name, doc) = (unraw(&parts.domain.name), doc_text(&parts.domain.docs));
    Some(quote! {
        #capacities
        static __TABLES: __rt::Tables = {
            use __rt::{rows, tables::*};
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
                code: &CODE,
                args: &ARGS,
                slots: &SLOTS,
                strands: &STRANDS,
            }
        };
    })
}

/// Lists that rows have parts of, one after another. A list that is there already is not written again.
#[derive(Default)]
struct Pool<T> {
    all: Vec<T>,
    places: BTreeMap<Vec<T>, usize>,
}

impl<T: Clone + Ord> Pool<T> {
    /// Where the list is, and how long.
    fn place(&mut self, list: &[T]) -> (usize, usize) {
        let next = self.all.len();
        let at = *self.places.entry(list.to_vec()).or_insert(next);
        if at == next {
            self.all.extend_from_slice(list);
        }
        (at, list.len())
    }
}

#[derive(Default)]
struct Writer {
    params: Pool<(String, u128)>,
    vars: Pool<(String, u128)>,
    columns: Pool<u16>,
    predicates: Pool<u16>,
    checks: Vec<(String, u128)>,
}

impl Writer {
    fn tables(&mut self, parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<String> {
        let relations = self.relations(parts, rows)?;
        let tasks = rows.tasks.iter().map(|task| {
            let params = self.params(&task.params)?;
            let word = rows::pack_task(task.kind, params, task.entry, task.frame)?;
            Some(format!("({:?}, {:?}, {word:#x})", task.name, task.doc))
        });
        let tasks: Vec<String> = tasks.collect::<Option<_>>()?;
        let methods = rows.methods.iter().map(|method| format!("({:?}, {})", method.doc, method.task.0)).collect();
        for check in &rows.checks {
            self.check(check)?;
        }
        let branches = rows.branches.iter().map(|branch| {
            let (at, len) = branch.checks;
            let vars = self.vars(&branch.vars)?;
            let word = rows::pack_branch(vars, (at as usize, usize::from(len)), branch.sort)?;
            Some(format!("({:?}, {:?}, {word:#x})", branch.name, branch.doc))
        });
        let branches: Vec<String> = branches.collect::<Option<_>>()?;
        let operators = rows.operators.iter().map(|row| self.operator(row)).collect::<Option<_>>()?;
        let axioms = rows.axioms.iter().map(|row| Some(hex(rows::pack_axiom(*row)?))).collect::<Option<_>>()?;
        let collections = rows.collections.iter();
        let collections = collections.map(|row| Some(hex(rows::pack_collection(row.from, row.to, row.region, row.key)?)));
        let collections = collections.collect::<Option<_>>()?;
        let code = rows.code.iter().map(|op| Some(hex(rows::pack_op(*op)?))).collect::<Option<_>>()?;
        let args = rows.args.iter().map(|cell| rows::pack_cell(*cell).to_string()).collect();
        let slots = rows.slots.iter().map(|slot| slot.0.to_string()).collect();
        let strands = rows.strands.iter().map(|place| place.0.to_string()).collect();
        let words = (0..rows.functions.keys.len()).map(key_words).collect::<Vec<_>>().join(", ");

        let mut text = format!("const KEY_WORDS: &[u8] = &[{words}];\n");
        let mut list = |name: &str, ty: &str, make: &str, rows: Vec<String>, lists: &str| {
            let (len, rows) = (rows.len(), rows.join(", "));
            // Writing to a string never fails.
            let _ = writeln!(text, "static {name}: [{ty}; {len}] = rows::{make}([{rows}]{lists});");
        };
        list("PARAMS", "Param", "params", named(&self.params), "");
        list("VARS", "Var", "vars", named(&self.vars), "");
        list("COLUMNS", "Columns", "columns", plain(&self.columns), "");
        list("PREDICATES", "RelId", "predicates", plain(&self.predicates), "");
        list("RELATIONS", "Relation", "relations", relations, ", &PARAMS, &COLUMNS");
        list("TASKS", "TaskRow", "tasks", tasks, ", &PARAMS");
        list("METHODS", "MethodRow", "methods", methods, "");
        let checks = self.checks.iter().map(|(text, word)| format!("({text:?}, {word:#x})")).collect();
        list("CHECKS", "Check", "checks", checks, ", &PREDICATES");
        list("BRANCHES", "BranchRow", "branches", branches, ", &VARS, KEY_WORDS");
        list("OPERATORS", "OperatorRow", "operators", operators, ", &CHECKS, &PREDICATES, &VARS");
        list("AXIOMS", "AxiomRow", "axioms", axioms, "");
        list("COLLECTIONS", "Collection", "collections", collections, ", KEY_WORDS");
        list("CODE", "Op", "code", code, "");
        list("ARGS", "Arg", "cells", args, "");
        list("SLOTS", "Slot", "slots", slots, "");
        list("STRANDS", "Pc", "places", strands, "");
        Some(text)
    }

    fn params(&mut self, params: &[Param]) -> Option<(usize, usize)> {
        let params = params.iter().map(|param| Some((param.name.clone(), rows::pack_param(param.ty, param.agent)?)));
        Some(self.params.place(&params.collect::<Option<Vec<_>>>()?))
    }

    fn vars(&mut self, vars: &[Var]) -> Option<(usize, usize)> {
        let vars = vars.iter().map(|var| Some((var.name.clone(), rows::pack_var(var.ty, var.slot)?)));
        Some(self.vars.place(&vars.collect::<Option<Vec<_>>>()?))
    }

    fn check(&mut self, check: &Check) -> Option<usize> {
        let reads = self.predicates.place(&numbers(&check.reads));
        let word = rows::pack_check(reads, check.entry, check.frame)?;
        self.checks.push((check.text.clone(), word));
        Some(self.checks.len() - 1)
    }

    /// The checks of operators stand behind those of branches.
    fn operator_check(&mut self, check: Option<&Check>) -> Option<Option<u16>> {
        match check {
            Some(check) => Some(Some(u16::try_from(self.check(check)?).ok()?)),
            None => Some(None),
        }
    }

    fn operator(&mut self, row: &Operator) -> Option<String> {
        let written = row.writes.clone().map(|list| list.len());
        let writes: Vec<u16> = row.writes.iter().flat_map(|list| numbers(list)).collect();
        let words = rows::pack_operator(&rows::OperatorNumbers {
            task: row.task,
            entry: row.entry,
            by: row.by,
            vars: self.vars(&row.vars)?,
            busy: row.busy,
            cost: row.cost,
            moments: row.moments,
            holds: self.operator_check(row.holds.as_ref())?,
            during: self.operator_check(row.during.as_ref())?,
            writes: self.predicates.place(&writes).0,
            written,
            undo: row.undo,
        })?;
        Some(format!("({:?}, [{}])", row.doc, words.map(hex).join(", ")))
    }

    fn relations(&mut self, parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<Vec<String>> {
        let mut relations = Vec::new();
        for (number, (predicate, indexes)) in parts.domain.predicates.iter().zip(&rows.indexes).enumerate() {
            let columns = predicate.columns.iter().map(|column| Param {
                name: column.name.as_ref().map_or(String::new(), unraw),
                ty: parts.number_of(&column.ty),
                agent: parts.is_agent(&column.ty),
            });
            let columns = self.params(&columns.collect::<Vec<_>>())?;
            let indexes: Vec<u16> = indexes.iter().map(|Columns(bits)| *bits).collect();
            let word = rows::pack_relation(columns, self.columns.place(&indexes), predicate.key.is_some())?;
            let capacity = match predicate.capacity {
                Some(_) => format!("__CAPACITY{number}"),
                None => CAPACITY.to_string(),
            };
            let (name, doc) = (unraw(&predicate.name), doc_text(&predicate.docs));
            relations.push(format!("({name:?}, {doc:?}, {capacity}, {word:#x})"));
        }
        Some(relations)
    }
}

fn hex(word: u128) -> String {
    format!("{word:#x}")
}

fn numbers(predicates: &[RelId]) -> Vec<u16> {
    predicates.iter().map(|rel| rel.0).collect()
}

fn named(pool: &Pool<(String, u128)>) -> Vec<String> {
    pool.all.iter().map(|(name, word)| format!("({name:?}, {word:#x})")).collect()
}

fn plain(pool: &Pool<u16>) -> Vec<String> {
    pool.all.iter().map(u16::to_string).collect()
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
