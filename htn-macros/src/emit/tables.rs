//! The tables, as one `static`.
//!
//! Rows are written as text and lexed once: each as its texts and one number, in which `htn_core::rows` has packed the
//! others.

use std::collections::BTreeMap;
use std::fmt::Write;

use htn_core::rows;
use htn_core::tables::{RelId, Run};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::functions::{before_block, key_words};
use super::parts::{Parts, doc_text, tokens, unraw};
use crate::lower::rows::{Check, Operator, Param, Rows, Var};

/// Rows of a predicate without a capacity of its own.
pub const CAPACITY: usize = 64;

/// None where a number is too big for its place.
pub fn tables(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<TokenStream> {
    let mut writer = Writer::default();
    let text = writer.tables(parts, rows)?;
    let rows_text = tokens(&text);
    let capacities = capacities(parts);
    let types = types(parts);
    let code = Literal::byte_string(&rows::pack_code(&rows.code));
    let (name, doc) = (unraw(&parts.domain.name), doc_text(&parts.domain.docs));
    let doc = kept(&doc);
    let layouts = layouts(parts.domain.predicates.len());
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
                code: #code,
                args: &ARGS,
                slots: &SLOTS,
                strands: &STRANDS,
            }
        };
        #layouts
    })
}

/// A text that people read and no search does: a doc comment, or a condition as it is written. Without the feature there is
/// none in the program.
fn kept(text: &str) -> &str {
    match cfg!(feature = "texts") {
        true => text,
        false => "",
    }
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

/// Lists that rows have. A list that is there already is not written again.
#[derive(Default)]
struct Pool<T> {
    lists: Vec<Vec<T>>,
    places: BTreeMap<Vec<T>, u16>,
}

impl<T: Clone + Ord> Pool<T> {
    /// The place of a list; `None` where there are more than can be counted.
    fn place(&mut self, list: Vec<T>) -> Option<u16> {
        if let Some(place) = self.places.get(&list) {
            return Some(*place);
        }
        let place = u16::try_from(self.lists.len()).ok()?;
        self.places.insert(list.clone(), place);
        self.lists.push(list);
        Some(place)
    }
}

#[derive(Default)]
struct Writer {
    /// As text, like all lists.
    params: Pool<String>,
    vars: Pool<String>,
    columns: Pool<String>,
    predicates: Pool<String>,
    checks: Vec<String>,
}

impl Writer {
    fn tables(&mut self, parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<String> {
        let relations = self.relations(parts, rows)?;
        let tasks = rows.tasks.iter().map(|task| {
            let word = rows::pack_task(
                task.kind,
                self.params(&task.params)?,
                task.entry,
                task.method,
                task.frame,
            );
            Some(format!("({:?}, {:?}, {word})", task.name, kept(&task.doc)))
        });
        let tasks: Vec<String> = tasks.collect::<Option<_>>()?;
        let methods = rows
            .methods
            .iter()
            .map(|method| format!("({:?}, {})", kept(&method.doc), method.task.0))
            .collect();
        for check in &rows.checks {
            self.check(check)?;
        }
        let branches = rows.branches.iter().map(|branch| {
            let (at, len) = branch.checks;
            let word = rows::pack_branch(self.vars(&branch.vars)?, Run { at, len }, branch.sort);
            Some(format!(
                "({:?}, {:?}, {word})",
                branch.name,
                kept(&branch.doc)
            ))
        });
        let branches: Vec<String> = branches.collect::<Option<_>>()?;
        let operators = rows
            .operators
            .iter()
            .map(|row| self.operator(row))
            .collect::<Option<_>>()?;
        let words = key_words(parts, &rows.functions).join(", ");

        let mut text = format!("const KEY_WORDS: &[u8] = &[{words}];\n");
        // Writing to a string never fails.
        let mut lists = |name: &str, ty: &str, pool: &Pool<String>| {
            let lists = pool
                .lists
                .iter()
                .map(|list| format!("&[{}]", list.join(", ")))
                .collect::<Vec<_>>()
                .join(", ");
            let _ = writeln!(text, "const {name}: &[&[{ty}]] = &[{lists}];");
        };
        lists("PARAMS", "Param", &self.params);
        lists("VARS", "Var", &self.vars);
        lists("COLUMNS", "Columns", &self.columns);
        lists("PREDICATES", "RelId", &self.predicates);
        let mut list = |name: &str, ty: &str, make: &str, rows: Vec<String>, lists: &str| {
            let (len, rows) = (rows.len(), rows.join(", "));
            let _ = writeln!(
                text,
                "static {name}: [{ty}; {len}] = rows::{make}([{rows}]{lists});"
            );
        };
        let each = |words: &mut dyn Iterator<Item = u128>| {
            words.map(|word| word.to_string()).collect::<Vec<_>>()
        };
        list(
            "RELATIONS",
            "Relation",
            "relations",
            relations,
            ", PARAMS, COLUMNS",
        );
        list("TASKS", "TaskRow", "tasks", tasks, ", PARAMS");
        list("METHODS", "MethodRow", "methods", methods, "");
        list(
            "CHECKS",
            "Check",
            "checks",
            std::mem::take(&mut self.checks),
            ", PREDICATES, VARS",
        );
        list(
            "BRANCHES",
            "BranchRow",
            "branches",
            branches,
            ", VARS, KEY_WORDS",
        );
        list(
            "OPERATORS",
            "OperatorRow",
            "operators",
            operators,
            ", &CHECKS, PREDICATES, VARS",
        );
        let axioms = each(&mut rows.axioms.iter().map(|row| rows::pack_axiom(*row)));
        list("AXIOMS", "AxiomRow", "axioms", axioms, "");
        let mut collections = rows
            .collections
            .iter()
            .map(|row| rows::pack_collection(*row));
        list(
            "COLLECTIONS",
            "Collection",
            "collections",
            each(&mut collections),
            "",
        );
        list(
            "ARGS",
            "Arg",
            "cells",
            each(&mut rows.args.iter().map(|cell| rows::pack_cell(*cell).into())),
            "",
        );
        list(
            "SLOTS",
            "Slot",
            "slots",
            each(&mut rows.slots.iter().map(|slot| slot.0.into())),
            "",
        );
        list(
            "STRANDS",
            "Pc",
            "places",
            each(&mut rows.strands.iter().map(|place| place.0.into())),
            "",
        );
        Some(text)
    }

    fn params(&mut self, params: &[Param]) -> Option<u16> {
        self.params
            .place(params.iter().map(|param| format!("{param:?}")).collect())
    }

    fn vars(&mut self, vars: &[Var]) -> Option<u16> {
        self.vars
            .place(vars.iter().map(|var| format!("{var:?}")).collect())
    }

    fn predicates(&mut self, predicates: &[RelId]) -> Option<u16> {
        self.predicates
            .place(predicates.iter().map(|rel| format!("{rel:?}")).collect())
    }

    fn check(&mut self, check: &Check) -> Option<u16> {
        let reads = self.predicates(&check.reads)?;
        let vars = self.vars(&check.vars)?;
        let word = rows::pack_check(
            reads,
            check.entry,
            check.frame,
            (check.collected, check.asks_game),
            vars,
            check.word,
        );
        self.checks
            .push(format!("({:?}, {word})", kept(&check.text)));
        // A number that is missing has one number for itself.
        u16::try_from(self.checks.len() - 1)
            .ok()
            .filter(|number| *number < u16::MAX)
    }

    /// The checks of operators stand behind those of branches.
    fn operator_check(&mut self, check: Option<&Check>) -> Option<Option<u16>> {
        match check {
            Some(check) => Some(Some(self.check(check)?)),
            None => Some(None),
        }
    }

    fn operator(&mut self, row: &Operator) -> Option<String> {
        let mut writes = [0; 5];
        for (place, list) in writes.iter_mut().zip(&row.writes) {
            *place = self.predicates(list)?;
        }
        let pieces = row.pieces.requires.iter().chain(&row.pieces.during);
        let at = u32::try_from(self.checks.len()).ok()?;
        let mut count = 0;
        for piece in pieces {
            self.check(piece)?;
            count += 1;
        }
        let words = rows::pack_operator(&rows::OperatorNumbers {
            task: row.task,
            entry: row.entry,
            by: row.by,
            vars: self.vars(&row.vars)?,
            busy: row.busy,
            cost: row.cost,
            duration: row.duration,
            moments: row.moments,
            holds: self.operator_check(row.holds.as_ref())?,
            during: self.operator_check(row.during.as_ref())?,
            pieces: Run { at, len: count },
            while_pieces: row.pieces.during.len() as u16,
            writes,
            undo: row.undo,
        });
        Some(format!("({:?}, {words:?})", kept(&row.doc)))
    }

    fn relations(&mut self, parts: &Parts<'_, '_>, rows: &Rows<'_>) -> Option<Vec<String>> {
        let mut relations = Vec::new();
        for (number, (predicate, looked_at)) in parts
            .domain
            .predicates
            .iter()
            .zip(&rows.predicates)
            .enumerate()
        {
            let columns = predicate.columns.iter().map(|column| Param {
                name: column.name.as_ref().map_or(String::new(), unraw),
                ty: parts.number_of(&column.ty),
                agent: parts.is_agent(&column.ty),
            });
            let columns = self.params(&columns.collect::<Vec<_>>())?;
            let indexes = self.columns.place(
                looked_at
                    .indexes
                    .iter()
                    .map(|columns| format!("{columns:?}"))
                    .collect(),
            )?;
            let word =
                rows::pack_relation(columns, indexes, predicate.key.is_some(), looked_at.scanned);
            let capacity = match predicate.capacity {
                Some(_) => format!("__CAPACITY{number}"),
                None => CAPACITY.to_string(),
            };
            let (name, doc) = (unraw(&predicate.name), doc_text(&predicate.docs));
            let doc = kept(&doc);
            relations.push(format!("({name:?}, {doc:?}, {capacity}, {word})"));
        }
        Some(relations)
    }
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

fn types(parts: &Parts<'_, '_>) -> TokenStream {
    let types = parts.types.list.iter().enumerate();
    let types = types
        .map(|(number, ty)| format!("Type {{ name: {:?}, show: __CODEC{number}.show }}", ty.text));
    let types: Vec<String> = types.collect();
    tokens(&format!(
        "static TYPES: [Type; {}] = [{}];",
        types.len(),
        types.join(", ")
    ))
}
