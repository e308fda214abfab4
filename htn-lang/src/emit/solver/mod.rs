//! A condition as one function. (An [`operator`] is printed by the same means.)
//!
//! The graph's labels are numbers, and the function is a loop that goes back to a label, or on to one further down by leaving
//! a block that ends there. What generators need to go on
//! is in locals; they are loaded from the frame's slots where the function begins, and stored where it ends, so that it
//! can be called again. The names have two underscores so that a constant of the user's never stands for them.

mod axioms;
mod collections;
mod facts;
mod generators;
mod operator;

use std::collections::BTreeSet;
use std::fmt::Write;

use htn_core::tables::{FnId, RelId, Slot};

use crate::lower::functions::{Function, Functions};
use crate::lower::graph::{Graph, Label, Line, More, NO};
pub use operator::change;

/// The text of a condition's function. `keys` has the number of words of each sort key.
pub fn solver(number: usize, functions: &Functions<'_>, keys: &[String]) -> String {
    condition(number, functions, keys).function(number)
}

/// A condition, printed but for what stands around it.
fn condition<'g, 'a>(
    number: usize,
    functions: &'g Functions<'a>,
    keys: &'g [String],
) -> Printer<'g, 'a> {
    let graph = &functions.solvers[number];
    let mut printer = Printer {
        graph,
        functions,
        keys,
        cursors: graph.lines.iter().filter_map(cursor).collect(),
        slots: 0,
        order: Vec::new(),
        arm: NO,
        arm_loops: false,
        text: String::new(),
    };
    printer.arms();
    let own = printer.cursors.iter().chain(&graph.at).chain(&graph.base);
    let own = own.map(|slot| usize::from(slot.0) + 1).max();
    printer.needs(own.unwrap_or(0));
    printer
}

/// The slot of a generator's place, which is a local while the function runs.
fn cursor(line: &Line) -> Option<Slot> {
    match line {
        Line::NextRow { cursor, .. }
        | Line::NextItem { cursor, .. }
        | Line::NextNumber { cursor, .. }
        | Line::First { cursor, .. }
        | Line::Settle { cursor, .. } => Some(*cursor),
        _ => None,
    }
}

struct Printer<'g, 'a> {
    graph: &'g Graph,
    functions: &'g Functions<'a>,
    keys: &'g [String],
    cursors: BTreeSet<Slot>,
    /// How many slots it needs.
    slots: usize,
    /// The labels in the order of their places.
    order: Vec<Label>,
    /// The label of the present part, and whether that is a loop.
    arm: Label,
    arm_loops: bool,
    text: String,
}

impl Printer<'_, '_> {
    fn function(mut self, number: usize) -> String {
        let mut before = String::new();
        let mut after = String::new();
        for slot in std::mem::take(&mut self.cursors) {
            let place = self.s(slot);
            let _ = write!(before, "let mut __c{} = {place};", slot.0);
            let _ = write!(after, "{place} = __c{};", slot.0);
        }
        let at = match self.graph.at {
            Some(slot) => {
                let place = self.s(slot);
                let _ = write!(after, "{place} = __at;");
                format!("if __again {{ {place} }} else {{ 1 }}")
            }
            None => "1".to_owned(),
        };
        if let Some(base) = self.graph.base {
            let place = self.s(base);
            let _ = write!(before, "if !__again {{ {place} = __q.height(0); }}");
            if !self.graph.keeps_rows {
                let _ = write!(
                    after,
                    "if let __rt::ConditionAnswer::Last | __rt::ConditionAnswer::No = __answer {{ __q.cut(0, {place}); }}"
                );
            }
        }
        let (slots, body) = (self.slots, self.text);
        let mentions = |name: &str, text: &'static str| if body.contains(name) { text } else { "" };
        let facts = mentions("__facts.", READER);
        let left = mentions("__left", "let mut __left = __q.left;");
        let store_left = mentions("__left", "__q.left = __left;");
        // A condition that goes from its beginning to its end needs no loop.
        let run = match self.graph.has_labels() {
            true => format!(
                "let mut __at: __rt::u64 = {at};
                {before}
                let __answer = '__go: loop {{ {body} }};"
            ),
            false => match body.strip_prefix("break '__go ") {
                // Nothing is asked, and clippy has something against a block that only leaves itself.
                Some(answer) => format!("{before} let __answer = {answer}"),
                None => format!("{before} let __answer = '__go: {{ {body} }};"),
            },
        };
        format!(
            "fn __solvers{number}<'a>(__c: __rt::Game<'a, __Context<'_>>, __s: &mut [__rt::u64], __q: &mut __rt::Workspace, __f: &__rt::Store, __again: __rt::bool) -> __rt::ConditionAnswer {{
                let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<{slots}>() else {{ return __rt::ConditionAnswer::No }};
                {facts}
                {left}
                {run}
                {store_left}
                {after}
                __answer
            }}"
        )
    }

    /// A part for each label that something leads to, one behind the other. In front of each but the first ends a block,
    /// so that who goes on further down leaves the block: that is a jump, and nothing has to be looked up.
    fn arms(&mut self) {
        let lines = &self.graph.lines;
        let mut starts: Vec<(usize, Label)> = vec![(0, Label(1))];
        for (label, place) in self.graph.labels.iter().enumerate() {
            if let Some(place) = place {
                starts.push((*place, number_of(Label(label))));
            }
        }
        starts.sort();
        self.order = starts.iter().map(|(_, label)| *label).collect();
        let has_labels = self.graph.has_labels();
        if has_labels {
            self.entry();
        }
        for (i, (from, label)) in starts.iter().enumerate() {
            let to = starts.get(i + 1).map_or(lines.len(), |next| next.0);
            let part = &lines[*from..to];
            self.arm = *label;
            self.arm_loops = matches!(
                part.first(),
                Some(Line::NextRow { .. } | Line::NextItem { .. } | Line::NextNumber { .. })
            );
            if has_labels {
                // This is where it goes on after a pause.
                self.put(format!("__at = {};", label.0));
            }
            if self.arm_loops {
                self.put("loop {");
            }
            part.iter().for_each(|line| self.line(line));
            if !part.last().is_some_and(ends) {
                match starts.get(i + 1) {
                    Some((_, next)) if self.arm_loops => self.put(format!("break '__l{};", next.0)),
                    Some(_) => {}
                    None => self.put("break '__go __rt::ConditionAnswer::No;"),
                }
            }
            if self.arm_loops {
                self.put("}");
            }
            if i + 1 < starts.len() {
                self.put("}");
            }
        }
    }

    /// Goes to the part where the condition is to begin, or to go on.
    fn entry(&mut self) {
        let [first, others @ ..] = self.order.as_slice() else {
            return;
        };
        let mut text = String::new();
        for label in others.iter().rev() {
            let _ = write!(text, "'__l{}: {{", label.0);
        }
        let _ = write!(text, "match __at {{ {} => {{}}", first.0);
        for label in others {
            let _ = write!(text, "{0} => break '__l{0},", label.0);
        }
        self.put(text + "_ => break '__go __rt::ConditionAnswer::No, }");
    }

    fn put(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
    }

    /// A slot.
    fn s(&mut self, slot: Slot) -> String {
        self.needs(usize::from(slot.0) + 1);
        format!("__s[{}]", slot.0)
    }

    fn needs(&mut self, slots: usize) {
        self.slots = self.slots.max(slots);
    }

    /// Slots, as a part of the frame.
    fn part(&mut self, from: Slot, to: Slot) -> String {
        self.needs(to.0.into());
        format!("__s[{}..{}]", from.0, to.0)
    }

    /// Calls the function of an expression.
    fn call(&mut self, list: &str, of: &[Function<'_>], f: FnId, more: &str) -> String {
        for seen in &of[usize::from(f.0)].sees {
            self.needs(usize::from(seen.slot.0) + 1);
        }
        format!("__{list}{}(__c, &*__s{more})", f.0)
    }

    /// Goes to a label.
    fn to(&self, label: Label) -> String {
        match number_of(label) {
            Label(0) => "break '__go __rt::ConditionAnswer::No;".to_owned(),
            label if label == self.arm && self.arm_loops => "continue;".to_owned(),
            label if self.is_behind(label) => format!("break '__l{};", label.0),
            label => format!("__at = {}; continue '__go;", label.0),
        }
    }

    /// Whether a label stands behind the present part.
    fn is_behind(&self, label: Label) -> bool {
        let place = |label| self.order.iter().position(|other| *other == label);
        place(label) > place(self.arm)
    }

    /// Goes to a label unless something holds.
    fn unless(&mut self, holds: &str, on_fail: Label) {
        let to = self.to(on_fail);
        self.put(format!("if !({holds}) {{ {to} }}"));
    }

    /// Where to go when something has no other solution: an arm of a match whose last arm gives the answer on.
    fn no_arm(&self, on_fail: Label) -> String {
        match on_fail {
            NO => String::new(),
            on_fail => format!("__rt::ConditionAnswer::No => {{ {} }}", self.to(on_fail)),
        }
    }

    fn line(&mut self, line: &Line) {
        match line {
            Line::Fact {
                rel,
                lookup,
                cells,
                there,
                on_fail,
            } => self.fact(*rel, *lookup, cells, *there, *on_fail),
            Line::Test { f, on_fail } => {
                let test = self.call("tests", &self.functions.tests, *f, "");
                self.unless(&test, *on_fail);
            }
            Line::AnyOf { sides, on_fail } => {
                let side = |tests: &Vec<FnId>| {
                    let tests = tests.iter();
                    let tests = tests.map(|f| self.call("tests", &self.functions.tests, *f, ""));
                    tests.collect::<Vec<_>>().join(" && ")
                };
                let any = sides.iter().map(side).collect::<Vec<_>>().join(" || ");
                self.unless(&any, *on_fail);
            }
            Line::Same { a, b, on_fail } => {
                let same = format!("{} == {}", self.s(*a), self.s(*b));
                self.unless(&same, *on_fail);
            }
            Line::Let { f, to } => {
                let word = self.call("words", &self.functions.words, *f, "");
                let to = self.s(*to);
                self.put(format!("{to} = {word};"));
            }
            Line::LetSome { f, to, on_fail } => {
                let value = self.call("options", &self.functions.options, *f, "");
                self.write(&value, *to, *on_fail);
            }
            Line::Copy { from, to } => {
                let (from, to) = (self.s(*from), self.s(*to));
                self.put(format!("{to} = {from};"));
            }
            Line::Clear(slot) => match self.cursors.contains(slot) {
                true => self.put(format!("__c{} = 0;", slot.0)),
                false => {
                    let slot = self.s(*slot);
                    self.put(format!("{slot} = 0;"));
                }
            },
            Line::Rows { .. }
            | Line::NextRow { .. }
            | Line::Items { .. }
            | Line::NextItem { .. }
            | Line::Range { .. }
            | Line::NextNumber { .. } => self.generator(line),
            Line::Call { .. }
            | Line::Called { .. }
            | Line::Recur { .. }
            | Line::RecurNext { .. }
            | Line::Recurred { .. }
            | Line::Repeat { .. }
            | Line::Replace { .. }
            | Line::Mark(_)
            | Line::Release(_) => self.axiom(line),
            Line::Cut { .. }
            | Line::Height { .. }
            | Line::Open { .. }
            | Line::Push { .. }
            | Line::Close { .. }
            | Line::First { .. }
            | Line::Next { .. }
            | Line::Settle { .. } => self.collection(line),
            Line::Count(acc) => {
                let acc = self.s(*acc);
                self.put(format!("{acc} += 1;"));
            }
            Line::Fold { f, acc } => {
                let (value, seen) = (self.s(*acc), self.s(behind(*acc)));
                let so_far = format!(
                    ", if {seen} != 0 {{ ::core::option::Option::Some({value}) }} else {{ ::core::option::Option::None }}"
                );
                let folded = self.call("folds", &self.functions.folds, *f, &so_far);
                self.put(format!("{value} = {folded}; {seen} = 1;"));
            }
            Line::HasValue { acc, on_fail } => {
                let seen = format!("{} != 0", self.s(behind(*acc)));
                self.unless(&seen, *on_fail);
            }
            Line::Change { adds, rel, words } => {
                let change = if *adds { "add" } else { "remove" };
                let words: Vec<String> = words.iter().map(|slot| self.s(*slot)).collect();
                let rel = predicate(*rel);
                let call = match words.as_slice() {
                    [a] => format!("{change}_one(__q, __f, {rel}, {a})"),
                    [a, b] => format!("{change}_two(__q, __f, {rel}, {a}, {b})"),
                    words => format!("{change}_row(__q, __f, {rel}, &[{}])", words.join(", ")),
                };
                self.put(format!(
                    "if !__rt::Workspace::{call} {{ break '__go __rt::ConditionAnswer::Full; }}"
                ));
            }
            Line::Ask(f) => {
                self.needs(condition(f.0.into(), self.functions, self.keys).slots);
                let asked = format!("__solvers{}(__c, __s, __q, __f, false)", f.0);
                self.unless(&format!("{asked} != __rt::ConditionAnswer::No"), NO);
            }
            Line::Jump(label) => {
                let to = self.to(*label);
                self.put(to);
            }
            Line::StoreLabel { to, at } => {
                let to = self.s(*to);
                self.put(format!("{to} = {};", number_of(*at).0));
            }
            Line::JumpToStored(from) => {
                let from = self.s(*from);
                self.put(format!("__at = {from}; continue '__go;"));
            }
            Line::Holds { more, redo } => self.holds(more, *redo),
        }
    }

    /// Writes a value where there is one.
    fn write(&mut self, value: &str, to: Slot, on_fail: Label) {
        let to = self.s(to);
        let wrote = format!("{{ let __value = {value}; __rt::write(&mut {to}, __value) }}");
        self.unless(&wrote, on_fail);
    }

    /// Stops where the budget is used up; otherwise a row is a step.
    fn step(&mut self) {
        self.put("if __left <= 0 { break '__go __rt::ConditionAnswer::Paused; } __left -= 1;");
    }

    fn holds(&mut self, more: &[More], redo: Label) {
        if more.is_empty() {
            return self.put("break '__go __rt::ConditionAnswer::Last;");
        }
        let more: Vec<String> = more
            .iter()
            .map(|more| match more {
                More::Cursor(slot) => format!("__c{} != 0", slot.0),
                More::Items(cursor, end) => {
                    let end = self.s(*end);
                    format!("__c{} != {end}", cursor.0)
                }
                More::Axiom(more) => format!("{} > 1", self.s(*more)),
                More::Unknown => "true".to_owned(),
            })
            .collect();
        self.put(format!(
            "__at = {}; break '__go __rt::ConditionAnswer::found({});",
            number_of(redo).0,
            more.join(" || ")
        ));
    }
}

/// The facts, to be read.
const READER: &str = "let __facts = __rt::FactReader::new(__f);";

/// Where a predicate lies.
fn predicate(rel: RelId) -> String {
    format!("&__P{}", rel.0)
}

/// The number of a label in the function: 0 is that there is no other solution, 1 the beginning.
fn number_of(label: Label) -> Label {
    match label {
        NO => NO,
        Label(number) => Label(number + 1),
    }
}

/// The slot after another.
fn behind(slot: Slot) -> Slot {
    Slot(slot.0.saturating_add(1))
}

/// Whether nothing goes on to what stands behind a line.
fn ends(line: &Line) -> bool {
    matches!(
        line,
        Line::Jump(_)
            | Line::JumpToStored(_)
            | Line::Holds { .. }
            | Line::Push { .. }
            | Line::Recur { .. }
            | Line::RecurNext { .. }
            | Line::Repeat { .. }
            | Line::Replace { .. }
    )
}
