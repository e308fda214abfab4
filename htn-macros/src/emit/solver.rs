//! A condition as one function.
//!
//! The graph's labels are numbers, and the function is a loop that goes from label to label. What generators need to go on
//! is in locals; they are loaded from the frame's slots where the function begins, and stored where it ends, so that it
//! can be called again. The names have two underscores so that a constant of the user's never stands for them.

use std::collections::BTreeSet;
use std::fmt::Write;

use htn_core::tables::{Arg as Cell, FnId, RelId, Slot};

use crate::lower::functions::{Function, Functions};
use crate::lower::graph::{Graph, Label, Line, Lookup, More, NO, Passed};

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
        arm: NO,
        text: String::new(),
    };
    printer.arms();
    let own = printer.cursors.iter().chain(&graph.at).chain(&graph.base);
    let own = own.map(|slot| usize::from(slot.0) + 1).max();
    printer.needs(own.unwrap_or(0));
    printer
}

/// The text of an operator's function.
pub fn change(number: usize, functions: &Functions<'_>, keys: &[String]) -> String {
    let mut printer = Printer {
        graph: &Graph::default(),
        functions,
        keys,
        cursors: BTreeSet::new(),
        slots: 0,
        arm: NO,
        text: String::new(),
    };
    let parts = &functions.changes[number].parts;
    for (part, lines) in parts {
        // Whoever has one part only is called for that.
        if parts.len() > 1 {
            printer.put(format!("if __parts.0 & {} != 0", part.0));
        }
        printer.put("{");
        if lines.iter().any(reads_facts) {
            printer.put("let __facts = __rt::FactWriter::facts(__w);");
        }
        lines.iter().for_each(|line| printer.line(line));
        printer.put("}");
    }
    let (slots, body) = (printer.slots, printer.text);
    format!(
        "fn __changes{number}<'a>(__c: &'a __Context<'_>, __s: &mut [u64], __w: &mut __rt::FactWriter<'_>, __parts: __rt::tables::Parts) -> __rt::Answer {{
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<{slots}>() else {{ return __rt::Answer::No }};
            '__go: {{ {body} break '__go __rt::Answer::Last; }}
        }}"
    )
}

fn reads_facts(line: &Line) -> bool {
    matches!(line, Line::Fact { .. })
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
    /// The label of the present arm.
    arm: Label,
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
                    "if let __rt::Answer::Last | __rt::Answer::No = __answer {{ __q.cut(0, {place}); }}"
                );
            }
        }
        let (slots, body) = (self.slots, self.text);
        let mentions = |name: &str, text: &'static str| if body.contains(name) { text } else { "" };
        let facts = mentions("__facts.", "let __facts = __rt::Query::facts(__q);");
        let left = mentions("__left", "let mut __left = __q.left;");
        let store_left = mentions("__left", "__q.left = __left;");
        // A condition that goes from its beginning to its end needs no loop.
        let run = match self.graph.has_labels() {
            true => format!(
                "let mut __at: u64 = {at};
                {before}
                let __answer = '__go: loop {{ match __at {{ {body} _ => break '__go __rt::Answer::No, }} }};"
            ),
            false => match body.strip_prefix("break '__go ") {
                // Nothing is asked, and clippy has something against a block that only leaves itself.
                Some(answer) => format!("{before} let __answer = {answer}"),
                None => format!("{before} let __answer = '__go: {{ {body} }};"),
            },
        };
        format!(
            "fn __solvers{number}<'a>(__c: &'a __Context<'_>, __s: &mut [u64], __q: &mut __rt::Query<'_>, __again: bool) -> __rt::Answer {{
                let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<{slots}>() else {{ return __rt::Answer::No }};
                {facts}
                {left}
                {run}
                {store_left}
                {after}
                __answer
            }}"
        )
    }

    /// An arm for each label that something leads to.
    fn arms(&mut self) {
        let lines = &self.graph.lines;
        let mut starts: Vec<(usize, Label)> = vec![(0, Label(1))];
        for (label, place) in self.graph.labels.iter().enumerate() {
            if let Some(place) = place {
                starts.push((*place, number_of(Label(label))));
            }
        }
        starts.sort();
        for (i, (from, label)) in starts.iter().enumerate() {
            let to = starts.get(i + 1).map_or(lines.len(), |next| next.0);
            self.arm = *label;
            let loops = matches!(
                lines.get(*from),
                Some(Line::NextRow { .. } | Line::NextItem { .. } | Line::NextNumber { .. })
            );
            let word = if loops && *from < to { "loop" } else { "" };
            let has_labels = self.graph.has_labels();
            if has_labels {
                let _ = write!(self.text, "{} => {word} {{", label.0);
            }
            for line in &lines[*from..to] {
                self.line(line);
            }
            let ends = lines[*from..to].last().is_some_and(ends);
            if !ends {
                match starts.get(i + 1) {
                    Some((_, next)) => {
                        let _ = write!(self.text, "__at = {}; continue '__go;", next.0);
                    }
                    None => self.text.push_str("break '__go __rt::Answer::No;"),
                }
            }
            if has_labels {
                self.text.push('}');
            }
        }
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
            Label(0) => "break '__go __rt::Answer::No;".to_owned(),
            label if label == self.arm => "continue;".to_owned(),
            label => format!("__at = {}; continue '__go;", label.0),
        }
    }

    /// Goes to a label unless something holds.
    fn unless(&mut self, holds: &str, els: Label) {
        let to = self.to(els);
        self.put(format!("if !({holds}) {{ {to} }}"));
    }

    /// Where to go when something has no other solution: an arm of a match whose last arm gives the answer on.
    fn no_arm(&self, els: Label) -> String {
        match els {
            NO => String::new(),
            els => format!("__rt::Answer::No => {{ {} }}", self.to(els)),
        }
    }

    /// The columns that have a value before the atom, with their words.
    fn given(&mut self, cells: &[Cell]) -> Vec<(usize, String)> {
        let mut given = Vec::new();
        for (column, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Is(slot) if !is_bound_by(&cells[..column], *slot) => {
                    given.push((column, self.s(*slot)));
                }
                _ => {}
            }
        }
        given
    }

    fn line(&mut self, line: &Line) {
        match line {
            Line::Fact {
                rel,
                lookup,
                cells,
                there,
                els,
            } => self.fact(*rel, *lookup, cells, *there, *els),
            Line::Test { f, els } => {
                let test = self.call("tests", &self.functions.tests, *f, "");
                self.unless(&test, *els);
            }
            Line::AnyOf { sides, els } => {
                let side = |tests: &Vec<FnId>| {
                    let tests = tests.iter();
                    let tests = tests.map(|f| self.call("tests", &self.functions.tests, *f, ""));
                    tests.collect::<Vec<_>>().join(" && ")
                };
                let any = sides.iter().map(side).collect::<Vec<_>>().join(" || ");
                self.unless(&any, *els);
            }
            Line::Same { a, b, els } => {
                let same = format!("{} == {}", self.s(*a), self.s(*b));
                self.unless(&same, *els);
            }
            Line::Let { f, to } => {
                let word = self.call("words", &self.functions.words, *f, "");
                let to = self.s(*to);
                self.put(format!("{to} = {word};"));
            }
            Line::LetSome { f, to, els } => {
                let value = self.call("options", &self.functions.options, *f, "");
                self.write(&value, *to, *els);
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
            Line::HasValue { acc, els } => {
                let seen = format!("{} != 0", self.s(behind(*acc)));
                self.unless(&seen, *els);
            }
            Line::Change { adds, rel, words } => {
                let change = if *adds { "add" } else { "remove" };
                let words: Vec<String> = words.iter().map(|slot| self.s(*slot)).collect();
                let rel = predicate(*rel);
                let call = match words.as_slice() {
                    [a] => format!("{change}_one(__w, {rel}, {a})"),
                    [a, b] => format!("{change}_two(__w, {rel}, [{a}, {b}])"),
                    words => format!("{change}_row(__w, {rel}, &[{}])", words.join(", ")),
                };
                self.put(format!(
                    "if !__rt::FactWriter::{call} {{ break '__go __rt::Answer::Full; }}"
                ));
            }
            Line::Ask(f) => {
                self.needs(condition(f.0.into(), self.functions, self.keys).slots);
                let asked = format!(
                    "__solvers{}(__c, __s, &mut __rt::FactWriter::query(__w), false)",
                    f.0
                );
                self.unless(&format!("{asked} != __rt::Answer::No"), NO);
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
    fn write(&mut self, value: &str, to: Slot, els: Label) {
        let to = self.s(to);
        let wrote = format!("{{ let __value = {value}; __rt::write(&mut {to}, __value) }}");
        self.unless(&wrote, els);
    }

    fn fact(&mut self, rel: RelId, lookup: Lookup, cells: &[Cell], there: bool, els: Label) {
        let rel = predicate(rel);
        let not = if there { "" } else { "!" };
        match (lookup, cells) {
            (Lookup::Whole, cells) => {
                let words: Vec<String> = cells
                    .iter()
                    .filter_map(|cell| match cell {
                        Cell::Is(slot) => Some(self.s(*slot)),
                        _ => None,
                    })
                    .collect();
                let has = match words.as_slice() {
                    [a] => format!("__facts.has({rel}, {a})"),
                    words => format!("__facts.has_row({rel}, &[{}])", words.join(", ")),
                };
                self.unless(&format!("{not}{has}"), els);
            }
            (Lookup::Any, _) => {
                let not = if there { "!" } else { "" };
                self.unless(&format!("{not}__facts.is_empty({rel})"), els);
            }
            (Lookup::Value, [Cell::Bind(to)]) if there => {
                self.write(&format!("__facts.value({rel})"), *to, els);
            }
            (Lookup::Value, [Cell::Is(is)]) => {
                let is = self.s(*is);
                let equals = if there { "==" } else { "!=" };
                let some = format!("::core::option::Option::Some({is})");
                self.unless(&format!("__facts.value({rel}) {equals} {some}"), els);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Bind(to)]) if there => {
                let key = self.s(*key);
                self.write(&format!("__facts.get({rel}, {key})"), *to, els);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Is(is)]) => {
                let (key, is) = (self.s(*key), self.s(*is));
                let equals = if there { "==" } else { "!=" };
                let some = format!("::core::option::Option::Some({is})");
                self.unless(&format!("__facts.get({rel}, {key}) {equals} {some}"), els);
            }
            (Lookup::Key, [Cell::Is(key), _]) => {
                let key = self.s(*key);
                let is = if there { "is_some" } else { "is_none" };
                let value = format!("&__facts.get({rel}, {key})");
                self.unless(&format!("::core::option::Option::{is}({value})"), els);
            }
            (lookup, cells) => {
                let index = match lookup {
                    Lookup::Index(index) => index,
                    _ => 1,
                };
                let given = self.given(cells).into_iter();
                let given: Vec<String> = given.map(|(c, word)| format!("({c}, {word})")).collect();
                let find = format!("__facts.find({rel}, {index}, &[{}])", given.join(", "));
                if !there {
                    return self.unless(&format!("{find} == 0"), els);
                }
                self.put(format!("let __r = {find};"));
                self.unless("__r != 0", els);
                for (column, cell) in cells.iter().enumerate() {
                    let word = format!("__facts.word({rel}, __r, {column})");
                    match cell {
                        Cell::Bind(to) => {
                            let to = self.s(*to);
                            self.put(format!("{to} = {word};"));
                        }
                        Cell::Is(slot) if is_bound_by(&cells[..column], *slot) => {
                            let same = format!("{word} == {}", self.s(*slot));
                            self.unless(&same, els);
                        }
                        Cell::Is(_) | Cell::Any => {}
                    }
                }
            }
        }
    }

    /// Stops where the budget is used up; otherwise a row is a step.
    fn step(&mut self) {
        self.put("if __left <= 0 { break '__go __rt::Answer::Paused; } __left -= 1;");
    }

    fn generator(&mut self, line: &Line) {
        match line {
            Line::Rows {
                rel,
                index,
                cells,
                cursor,
            } => {
                let first = match index {
                    0 => format!("__facts.first({})", predicate(*rel)),
                    index => {
                        let given = self.given(cells).into_iter();
                        let words: Vec<String> = given.map(|(_, word)| word).collect();
                        let (rel, words) = (predicate(*rel), words.join(", "));
                        format!("__facts.seek({rel}, {index}, &[{words}])")
                    }
                };
                self.put(format!("__c{} = {first};", cursor.0));
            }
            Line::NextRow {
                rel,
                index,
                cells,
                cursor,
                els,
            } => {
                let (rel, c) = (predicate(*rel), format!("__c{}", cursor.0));
                self.unless(&format!("{c} != 0"), *els);
                self.step();
                let row = match (cells.len(), index) {
                    (1, 0) => {
                        format!("let __w; (__w, {c}) = __facts.one({rel}, {c}); let __w = [__w];")
                    }
                    (2, 0) => format!("let __w; (__w, {c}) = __facts.two({rel}, {c});"),
                    (_, 0) => format!("let __r = {c}; {c} = __facts.next({rel}, __r);"),
                    (_, index) => {
                        format!("let __r = {c}; {c} = __facts.next_in({rel}, {index}, __r);")
                    }
                };
                self.put(row);
                for (column, cell) in cells.iter().enumerate() {
                    let word = match (cells.len(), index) {
                        (1 | 2, 0) => format!("__w[{column}]"),
                        _ => format!("__facts.word({rel}, __r, {column})"),
                    };
                    match cell {
                        Cell::Any => {}
                        Cell::Bind(to) => {
                            let to = self.s(*to);
                            self.put(format!("{to} = {word};"));
                        }
                        Cell::Is(slot) => {
                            let slot = self.s(*slot);
                            self.put(format!("if {word} != {slot} {{ continue; }}"));
                        }
                    }
                }
            }
            Line::Items {
                f,
                level,
                cursor,
                end,
            } => {
                let items = self.call("items", &self.functions.items, *f, ", &mut __sink");
                let end = self.s(*end);
                self.put(format!(
                    "__c{} = __q.height({level});
                    let __kept = {{ let mut __sink = __q.sink({level}); {items}; __sink.end() }};
                    if !__q.keep({level}, __kept) {{ break '__go __rt::Answer::Full; }}
                    {end} = __q.height({level});",
                    cursor.0
                ));
            }
            Line::NextItem {
                level,
                cursor,
                end,
                to,
                els,
            } => {
                let (c, end, to) = (format!("__c{}", cursor.0), self.s(*end), self.s(*to));
                self.unless(&format!("{c} != {end}"), *els);
                self.step();
                self.put(format!("{to} = __q.item({level}, {c}); {c} += 1;"));
            }
            Line::Range { f, end, cursor } => {
                let span = self.call("spans", &self.functions.spans, *f, "");
                let end = self.s(*end);
                self.put(format!(
                    "let [__first, __count] = {span}; {end} = __first.wrapping_add(__count); __c{} = __count;",
                    cursor.0
                ));
            }
            Line::NextNumber {
                end,
                cursor,
                to,
                els,
            } => {
                let (c, end, to) = (format!("__c{}", cursor.0), self.s(*end), self.s(*to));
                self.unless(&format!("{c} != 0"), *els);
                self.step();
                self.put(format!("{to} = {end}.wrapping_sub({c}); {c} -= 1;"));
            }
            _ => {}
        }
    }

    fn out(&mut self, out: &[Passed], word: impl Fn(usize) -> String) {
        for (param, to) in out {
            let to = self.s(*to);
            self.put(format!("{to} = {};", word(*param)));
        }
    }

    /// The arguments of an axiom, with nothing for what is open.
    fn args(&mut self, args: &[Option<Slot>]) -> String {
        let args = args
            .iter()
            .map(|arg| arg.map_or("0".to_owned(), |slot| self.s(slot)));
        args.collect::<Vec<_>>().join(", ")
    }

    fn axiom(&mut self, line: &Line) {
        match line {
            Line::Call { args, frame, more } => {
                for (param, from) in args {
                    let to = self.s(Slot(frame.0 + *param as u16));
                    let from = self.s(*from);
                    self.put(format!("{to} = {from};"));
                }
                // Not asked yet.
                let more = self.s(*more);
                self.put(format!("{more} = 3;"));
            }
            Line::Called {
                solver,
                level,
                frame,
                size,
                more,
                out,
                els,
            } => {
                let more = self.s(*more);
                let part = self.part(*frame, Slot(frame.0 + size));
                self.unless(&format!("{more} > 1"), *els);
                let no = self.no_arm(*els);
                let (inside, outside) = match level {
                    0 => (String::new(), String::new()),
                    level => (
                        format!("__q.inside({level});"),
                        format!("__q.outside({level});"),
                    ),
                };
                self.put(format!(
                    "let __asked = {more} == 2; {more} = 2; __q.left = __left; {inside}
                    let __found = __solvers{}(__c, &mut {part}, __q, __asked);
                    {outside} __left = __q.left;
                    match __found {{
                        __rt::Answer::Yes => {{}}
                        __rt::Answer::Last => {more} = 1,
                        {no}
                        __found => break '__go __found,
                    }}",
                    solver.0
                ));
                self.out(out, |param| format!("__s[{}]", frame.0 as usize + param));
            }
            Line::Recur {
                axiom,
                args,
                level,
                once,
                wanted,
                answered,
            } => {
                let args = self.args(args);
                self.put(format!(
                    "__at = {}; break '__go __q.call({}, {level}, {once}, {wanted}, &[{args}]);",
                    number_of(*answered).0,
                    axiom.0
                ));
            }
            Line::RecurNext {
                more,
                level,
                answered,
                els,
            } => {
                let more = self.s(*more);
                self.unless(&format!("{more} > 1"), *els);
                self.put(format!(
                    "__at = {}; break '__go __q.redo({level}, {more});",
                    number_of(*answered).0
                ));
            }
            Line::Recurred { more, out, els } => {
                let more = self.s(*more);
                self.put(format!("{more} = __rt::Query::returned(__q);"));
                self.unless(&format!("{more} != 0"), *els);
                self.out(out, |param| format!("__rt::Query::word(__q, {param})"));
            }
            Line::Repeat { args, times } => {
                let from: Vec<String> = args.iter().map(|slot| self.s(*slot)).collect();
                let to: Vec<String> = (0..args.len())
                    .map(|param| self.s(Slot(param as u16)))
                    .collect();
                let times = self.s(*times);
                self.step();
                self.put(format!(
                    "({},) = ({},); __at = 2;
                    if !__q.repeats(&mut {times}) {{ break '__go __rt::Answer::Full; }}
                    continue '__go;",
                    to.join(", "),
                    from.join(", ")
                ));
            }
            Line::Replace { axiom, args } => {
                let args = self.args(args);
                self.put(format!("break '__go __q.replace({}, &[{args}]);", axiom.0));
            }
            Line::Mark(to) => {
                let to = self.s(*to);
                self.put(format!("{to} = __rt::Query::top(__q);"));
            }
            Line::Release(from) => {
                let from = self.s(*from);
                self.put(format!("__q.release({from});"));
            }
            _ => {}
        }
    }

    /// How many words a sort key has.
    fn key_words(&self, key: Option<FnId>) -> String {
        key.map_or("0".to_owned(), |f| {
            format!(
                "{} as ::core::primitive::usize",
                self.keys[usize::from(f.0)]
            )
        })
    }

    fn collection(&mut self, line: &Line) {
        match line {
            Line::Cut { level, to } => {
                let to = self.s(*to);
                self.put(format!("__q.cut({level}, {to});"));
            }
            Line::Height { level, to } => {
                let to = self.s(*to);
                self.put(format!("{to} = __q.height({level});"));
            }
            Line::Open {
                level,
                region,
                key,
                values,
                inner,
            } => {
                let (region, inner) = (self.s(*region), self.s(*inner));
                let words = self.key_words(*key);
                self.put(format!(
                    "if !__q.open({level}, {words}, {values}, &mut {region}) {{ break '__go __rt::Answer::Full; }}
                    {inner} = __q.height({});",
                    level + 1
                ));
            }
            Line::Push {
                level,
                region,
                key,
                from,
                to,
                least,
                redo,
            } => {
                let push = if *least { "push_least" } else { "push" };
                let region = self.s(*region);
                let values = self.part(*from, *to);
                let words = self.key_words(*key);
                let key = match key {
                    Some(f) => {
                        let write = self.call("keys", &self.functions.keys, *f, ", &mut __key");
                        format!("let mut __key = [0u64; {words}]; {write};")
                    }
                    None => "let __key: [u64; 0] = [];".to_owned(),
                };
                let to = self.to(*redo);
                self.put(format!(
                    "{key} if !__q.{push}({level}, {region}, &__key, &{values}) {{ break '__go __rt::Answer::Full; }} {to}"
                ));
            }
            Line::Close {
                level,
                region,
                inner,
            } => {
                let (region, inner) = (self.s(*region), self.s(*inner));
                self.put(format!(
                    "__q.close({level}, {region}); __q.cut({}, {inner});",
                    level + 1
                ));
            }
            Line::First {
                level,
                region,
                cursor,
                from,
                to,
                els,
            } => {
                let (region, values) = (self.s(*region), self.part(*from, *to));
                self.put(format!("let __region = {region};"));
                let first = format!(
                    "__q.first({level}, __region, &mut __c{}, &mut {values})",
                    cursor.0
                );
                self.unless(&first, *els);
            }
            Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                els,
            } => {
                let (region, values) = (self.s(*region), self.part(*from, *to));
                let no = self.no_arm(*els);
                self.put(format!(
                    "__q.left = __left; let __region = {region};
                    let __found = __q.next({level}, __region, &mut __c{}, &mut {values});
                    __left = __q.left;
                    match __found {{
                        __rt::Answer::Yes => {{}}
                        {no}
                        __found => break '__go __found,
                    }}",
                    cursor.0
                ));
            }
            Line::Settle {
                level,
                region,
                cursor,
            } => {
                let region = self.s(*region);
                self.put(format!(
                    "__q.left = __left;
                    let __found = __q.settle({level}, {region}, &mut __c{});
                    __left = __q.left;
                    if let __rt::Answer::Paused = __found {{ break '__go __found; }}",
                    cursor.0
                ));
            }
            _ => {}
        }
    }

    fn holds(&mut self, more: &[More], redo: Label) {
        if more.is_empty() {
            return self.put("break '__go __rt::Answer::Last;");
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
            "__at = {}; break '__go __rt::Answer::found({});",
            number_of(redo).0,
            more.join(" || ")
        ));
    }
}

/// Whether one of these columns binds a slot: it has no value before them.
fn is_bound_by(cells: &[Cell], slot: Slot) -> bool {
    cells.contains(&Cell::Bind(slot))
}

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
