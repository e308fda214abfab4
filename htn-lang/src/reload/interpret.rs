//! Interprets the graphs of a reloaded domain, which the macro would print as functions.
//!
//! It calls what emitted code calls, in the same order, and pauses at the same rows. A paused condition stores the number of
//! the line at which it resumes, plus one.

use arrayvec::ArrayVec;
use htn_core::domain::{Domain, MAX_COLUMNS, Row};
use htn_core::host::{FactReader, Game, Layout, Store, write};
use htn_core::reload::InterpretedFunctions;
use htn_core::solve::ConditionAnswer::{self, Full, Last, No, Paused, Yes};
use htn_core::solve::Workspace;
use htn_core::tables::{Arg as Cell, FnId, Parts, RelId, Slot};

use super::expression::{ComputedValue, FoldOf, ItemsOf, KeyOf, OptionOf, PollOf, SpanOf};
use crate::lower::graph::{Changes, Graph, Label, Line, Lookup, More, NO, Passed};

/// The functions of a reloaded domain.
pub struct Interpreter<D: Domain> {
    pub words: Vec<ComputedValue<D>>,
    pub tests: Vec<ComputedValue<D>>,
    pub options: Vec<OptionOf<D>>,
    pub items: Vec<ItemsOf<D>>,
    pub spans: Vec<SpanOf<D>>,
    pub keys: Vec<KeyOf<D>>,
    pub folds: Vec<FoldOf<D>>,
    pub costs: Vec<ComputedValue<D>>,
    pub polls: Vec<PollOf<D>>,
    pub solvers: Vec<Graph>,
    pub changes: Vec<Changes>,
    /// The layouts of the predicates, and the number of words of a buffer with these.
    pub layouts: Vec<Layout>,
    pub buffer: usize,
}

/// Where control passes from a line.
enum Flow {
    Next,
    /// This line.
    Again,
    To(Label),
    /// The line whose number, plus one, a slot contains.
    Stored(u64),
    Exit(ConditionAnswer),
    /// This line, if the condition is called again.
    Pause(ConditionAnswer),
    /// A label, if the condition is called again.
    Answer(ConditionAnswer, Label),
}

/// Longer sort keys are written to allocated memory.
const KEY: usize = 16;

fn at(slot: Slot) -> usize {
    usize::from(slot.0)
}

/// The slot after another one.
fn after(slot: Slot) -> usize {
    at(slot) + 1
}

/// Continues at a label if a line does not hold.
fn holds(holds: bool, on_fail: Label) -> Flow {
    if holds { Flow::Next } else { Flow::To(on_fail) }
}

/// Stops if a limit is reached.
fn fits(has_room: bool) -> Flow {
    if has_room {
        Flow::Next
    } else {
        Flow::Exit(Full)
    }
}

/// Continues, fails or stops by the answer of something inside.
fn answered(answer: ConditionAnswer, on_fail: Label) -> Flow {
    match answer {
        Yes => Flow::Next,
        No => Flow::To(on_fail),
        other => Flow::Pause(other),
    }
}

/// The arguments of a function.
struct Run<'r, 'g, D: Domain> {
    of: &'r Interpreter<D>,
    game: Game<'r, D::Context<'g>>,
    slots: &'r mut [u64],
    work: &'r mut Workspace,
}

impl<D: Domain> InterpretedFunctions<D> for Interpreter<D> {
    fn word(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> u64 {
        self.words[usize::from(f.0)].get(game, slots)
    }

    fn test(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> bool {
        self.tests[usize::from(f.0)].get(game, slots) != 0
    }

    fn key(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64], key: &mut [u64]) {
        self.keys[usize::from(f.0)].write(game, slots, key);
    }

    fn cost(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> f32 {
        f32::from_bits(self.costs[usize::from(f.0)].get(game, slots) as u32)
    }

    fn solve(
        &self,
        game: Game<'_, D::Context<'_>>,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &Store,
        again: bool,
    ) -> ConditionAnswer {
        let Some(reader) = FactReader::of(facts, self.buffer) else {
            return No;
        };
        let mut run = Run {
            of: self,
            game,
            slots,
            work,
        };
        run.solve(f, reader, facts, again)
    }

    fn change(
        &self,
        game: Game<'_, D::Context<'_>>,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &mut Store,
        parts: Parts,
    ) -> ConditionAnswer {
        if FactReader::of(facts, self.buffer).is_none() {
            return No;
        }
        let mut run = Run {
            of: self,
            game,
            slots,
            work,
        };
        run.change(&self.changes[usize::from(f.0)], facts, parts)
    }
}

impl<'r, D: Domain> Run<'r, '_, D> {
    /// Runs a condition from its beginning, or from its resume point.
    fn solve(
        &mut self,
        f: FnId,
        reader: FactReader<'_>,
        facts: &Store,
        again: bool,
    ) -> ConditionAnswer {
        let graph = &self.of.solvers[usize::from(f.0)];
        if let (Some(base), false) = (graph.base, again) {
            self.slots[at(base)] = self.work.height(0);
        }
        let from = match graph.at {
            Some(slot) if again => self.slots[at(slot)],
            _ => 1,
        };
        let answer = self.lines(graph, from, reader, facts);
        if let (Some(base), Last | No) = (graph.base, answer)
            && !graph.keeps_rows
        {
            self.work.cut(0, self.slots[at(base)]);
        }
        answer
    }

    /// Runs the lines of a graph from the one with this number, plus one. Nothing is at 0.
    fn lines(
        &mut self,
        graph: &Graph,
        from: u64,
        reader: FactReader<'_>,
        facts: &Store,
    ) -> ConditionAnswer {
        let place = |label: Label| graph.labels.get(label.0).copied().flatten();
        let Some(mut next) = (from as usize).checked_sub(1) else {
            return No;
        };
        while let Some(line) = graph.lines.get(next) {
            match self.line(line, graph, reader, facts) {
                Flow::Next => next += 1,
                Flow::Again => {}
                Flow::To(NO) => return No,
                Flow::To(label) => match place(label) {
                    Some(to) => next = to,
                    None => return No,
                },
                Flow::Stored(from) => match (from as usize).checked_sub(1) {
                    Some(to) => next = to,
                    None => return No,
                },
                Flow::Exit(answer) => return answer,
                Flow::Pause(answer) => {
                    if let Some(slot) = graph.at {
                        self.slots[at(slot)] = next as u64 + 1;
                    }
                    return answer;
                }
                Flow::Answer(answer, label) => {
                    if let Some(slot) = graph.at {
                        self.slots[at(slot)] = resume_at(graph, label);
                    }
                    return answer;
                }
            }
        }
        No
    }

    fn line(&mut self, line: &Line, graph: &Graph, reader: FactReader<'_>, facts: &Store) -> Flow {
        match line {
            Line::Fact { .. }
            | Line::Test { .. }
            | Line::AnyOf { .. }
            | Line::Same { .. }
            | Line::Let { .. }
            | Line::LetSome { .. }
            | Line::Copy { .. }
            | Line::Clear(_)
            | Line::Count(_)
            | Line::Fold { .. }
            | Line::HasValue { .. } => self.simple(line, reader),
            Line::Poll { f, to, on_fail } => {
                let answer = self.of.polls[usize::from(f.0)].get(self.game, self.slots);
                let mut nothing = 0;
                let to = match to {
                    Some(to) => &mut self.slots[at(*to)],
                    None => &mut nothing,
                };
                answered(self.work.poll(f.0, answer, to), *on_fail)
            }
            Line::Rows { .. }
            | Line::NextRow { .. }
            | Line::Items { .. }
            | Line::NextItem { .. }
            | Line::Range { .. }
            | Line::NextNumber { .. } => self.generator(line, reader),
            Line::Called { .. } => self.called(line, reader, facts),
            Line::Call { .. }
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
            // Changes and questions before them are lines of operators.
            Line::Change { .. } | Line::Delete { .. } | Line::Ask(_) => Flow::Exit(No),
            Line::Jump(label) => Flow::To(*label),
            Line::StoreLabel { to, at: label } => {
                self.slots[at(*to)] = resume_at(graph, *label);
                Flow::Next
            }
            Line::JumpToStored(from) => Flow::Stored(self.slots[at(*from)]),
            Line::Holds { more, redo } if more.is_empty() => {
                let _ = redo;
                Flow::Exit(Last)
            }
            Line::Holds { more, redo } => {
                let any = more.iter().any(|more| self.has_more(*more));
                Flow::Answer(ConditionAnswer::found(any), *redo)
            }
        }
    }

    fn has_more(&self, more: More) -> bool {
        match more {
            More::Cursor(slot) => self.slots[at(slot)] != 0,
            More::Items(cursor, end) => self.slots[at(cursor)] != self.slots[at(end)],
            More::Axiom(more) => self.slots[at(more)] > 1,
            More::Unknown => true,
        }
    }

    fn test(&self, f: FnId) -> bool {
        self.of.tests[usize::from(f.0)].get(self.game, self.slots) != 0
    }

    /// Lines that evaluate something without a pause.
    fn simple(&mut self, line: &Line, reader: FactReader<'_>) -> Flow {
        match line {
            Line::Fact {
                rel,
                lookup,
                cells,
                there,
                on_fail,
            } => self.fact(*rel, *lookup, cells, *there, *on_fail, reader),
            Line::Test { f, on_fail } => holds(self.test(*f), *on_fail),
            Line::AnyOf { sides, on_fail } => {
                let mut sides = sides.iter();
                holds(
                    sides.any(|side| side.iter().all(|f| self.test(*f))),
                    *on_fail,
                )
            }
            Line::Same { a, b, on_fail } => {
                holds(self.slots[at(*a)] == self.slots[at(*b)], *on_fail)
            }
            Line::Let { f, to } => {
                self.slots[at(*to)] = self.of.words[usize::from(f.0)].get(self.game, self.slots);
                Flow::Next
            }
            Line::LetSome { f, to, on_fail } => {
                let value = self.of.options[usize::from(f.0)].get(self.game, self.slots);
                holds(write(&mut self.slots[at(*to)], value), *on_fail)
            }
            Line::Copy { from, to } => {
                self.slots[at(*to)] = self.slots[at(*from)];
                Flow::Next
            }
            Line::Clear(slot) => {
                self.slots[at(*slot)] = 0;
                Flow::Next
            }
            Line::Count(acc) => {
                self.slots[at(*acc)] += 1;
                Flow::Next
            }
            Line::Fold { f, acc } => {
                let so_far = (self.slots[after(*acc)] != 0).then_some(self.slots[at(*acc)]);
                let fold = &self.of.folds[usize::from(f.0)];
                self.slots[at(*acc)] = fold.get(self.game, self.slots, so_far);
                self.slots[after(*acc)] = 1;
                Flow::Next
            }
            Line::HasValue { acc, on_fail } => holds(self.slots[after(*acc)] != 0, *on_fail),
            _ => Flow::Exit(No),
        }
    }

    fn layout(&self, rel: RelId) -> &'r Layout {
        &self.of.layouts[usize::from(rel.0)]
    }

    /// Looks a fact up.
    fn fact(
        &mut self,
        rel: RelId,
        lookup: Lookup,
        cells: &[Cell],
        there: bool,
        on_fail: Label,
        reader: FactReader<'_>,
    ) -> Flow {
        let of = self.layout(rel);
        let found = match (lookup, cells) {
            (Lookup::Whole, cells) => {
                let row = self.row(cells.iter().filter_map(|cell| match cell {
                    Cell::Is(slot) => Some(*slot),
                    _ => None,
                }));
                match row.as_slice() {
                    [word] => reader.has(of, *word),
                    row => reader.has_row(of, row),
                }
            }
            (Lookup::Any, _) => !reader.is_empty(of),
            (Lookup::Value, [Cell::Bind(to)]) if there => {
                return holds(write(&mut self.slots[at(*to)], reader.value(of)), on_fail);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Bind(to)]) if there => {
                let value = reader.get(of, self.slots[at(*key)]);
                return holds(write(&mut self.slots[at(*to)], value), on_fail);
            }
            (Lookup::Value, [Cell::Is(word)]) => reader.value(of) == Some(self.slots[at(*word)]),
            (Lookup::Key, [Cell::Is(key), Cell::Is(word)]) => {
                reader.get(of, self.slots[at(*key)]) == Some(self.slots[at(*word)])
            }
            (Lookup::Key, [Cell::Is(key), _]) => reader.get(of, self.slots[at(*key)]).is_some(),
            (lookup, cells) => {
                let row = self.find(of, lookup, cells, reader);
                if row != 0 && there {
                    return holds(self.bind(of, row, cells, reader), on_fail);
                }
                row != 0
            }
        };
        holds(found == there, on_fail)
    }

    /// Returns the words of some slots.
    fn row(&self, slots: impl Iterator<Item = Slot>) -> Row {
        slots
            .map(|slot| self.slots[at(slot)])
            .take(MAX_COLUMNS)
            .collect()
    }

    /// Returns the columns that have a value before the atom, with their words.
    fn given(&self, cells: &[Cell]) -> ArrayVec<(u32, u64), MAX_COLUMNS> {
        let given = (0..).zip(cells).filter_map(|(column, cell)| match cell {
            Cell::Is(slot) if !is_bound_by(&cells[..column as usize], *slot) => {
                Some((column, self.slots[at(*slot)]))
            }
            _ => None,
        });
        given.take(MAX_COLUMNS).collect()
    }

    /// Returns the first row of an index that matches, or 0.
    fn find(&self, of: &Layout, lookup: Lookup, cells: &[Cell], reader: FactReader<'_>) -> u64 {
        let index = match lookup {
            Lookup::Index(index) => index,
            _ => 1,
        };
        let given = self.given(cells);
        match given.as_slice() {
            [(column, word)] => reader.find_by_one(of, index, *column, *word),
            given => reader.find(of, index, given),
        }
    }

    /// Loads the open columns of a row. Returns false if two columns with one variable differ.
    fn bind(&mut self, of: &Layout, row: u64, cells: &[Cell], reader: FactReader<'_>) -> bool {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Bind(to) => self.slots[at(*to)] = reader.word(of, row, column),
                Cell::Is(slot) if is_bound_by(&cells[..column as usize], *slot) => {
                    if reader.word(of, row, column) != self.slots[at(*slot)] {
                        return false;
                    }
                }
                Cell::Is(_) | Cell::Any => {}
            }
        }
        true
    }

    /// Lines that give one row, item or number after another.
    fn generator(&mut self, line: &Line, reader: FactReader<'_>) -> Flow {
        match line {
            Line::Rows {
                rel,
                index,
                cells,
                cursor,
            } => {
                let of = self.layout(*rel);
                self.slots[at(*cursor)] = if *index == 0 {
                    reader.first(of)
                } else {
                    let given = self.given(cells);
                    let words: Row = given.iter().map(|(_, word)| *word).collect();
                    reader.seek(of, *index, &words)
                };
                Flow::Next
            }
            Line::NextRow {
                rel,
                index,
                cells,
                cursor,
                on_fail,
            } => self.next_row(*rel, *index, cells, *cursor, *on_fail, reader),
            Line::Items {
                f,
                level,
                cursor,
                end,
            } => {
                self.slots[at(*cursor)] = self.work.height(*level);
                let mut sink = self.work.sink(*level);
                self.of.items[usize::from(f.0)].write(self.game, self.slots, &mut sink);
                let kept = sink.end();
                if !self.work.keep(*level, kept) {
                    return Flow::Exit(Full);
                }
                self.slots[at(*end)] = self.work.height(*level);
                Flow::Next
            }
            Line::NextItem {
                level,
                cursor,
                end,
                to,
                on_fail,
            } => {
                let item = self.slots[at(*cursor)];
                if item == self.slots[at(*end)] {
                    return Flow::To(*on_fail);
                }
                if !self.work.step() {
                    return Flow::Pause(Paused);
                }
                self.slots[at(*to)] = self.work.item(*level, item);
                self.slots[at(*cursor)] += 1;
                Flow::Next
            }
            Line::Range { f, end, cursor } => {
                let [first, count] = self.of.spans[usize::from(f.0)].get(self.game, self.slots);
                self.slots[at(*end)] = first.wrapping_add(count);
                self.slots[at(*cursor)] = count;
                Flow::Next
            }
            Line::NextNumber {
                end,
                cursor,
                to,
                on_fail,
            } => {
                let left = self.slots[at(*cursor)];
                if left == 0 {
                    return Flow::To(*on_fail);
                }
                if !self.work.step() {
                    return Flow::Pause(Paused);
                }
                self.slots[at(*to)] = self.slots[at(*end)].wrapping_sub(left);
                self.slots[at(*cursor)] -= 1;
                Flow::Next
            }
            _ => Flow::Exit(No),
        }
    }

    fn next_row(
        &mut self,
        rel: RelId,
        index: u8,
        cells: &[Cell],
        cursor: Slot,
        on_fail: Label,
        reader: FactReader<'_>,
    ) -> Flow {
        let of = self.layout(rel);
        let row = self.slots[at(cursor)];
        if row == 0 {
            return Flow::To(on_fail);
        }
        if !self.work.step() {
            return Flow::Pause(Paused);
        }
        // The representation of one and two columns has functions of its own.
        let (words, next) = match (index, cells.len()) {
            (0, 1) => {
                let (word, next) = reader.one(of, row);
                (Some([word, 0]), next)
            }
            (0, 2) => {
                let (words, next) = reader.two(of, row);
                (Some(words), next)
            }
            (0, _) => (None, reader.next(of, row)),
            (index, _) => (None, reader.next_in(of, index, row)),
        };
        self.slots[at(cursor)] = next;
        for (column, cell) in (0..).zip(cells) {
            let word = || match words {
                Some(words) => words[column as usize],
                None => reader.word(of, row, column),
            };
            match cell {
                Cell::Any => {}
                Cell::Bind(to) => self.slots[at(*to)] = word(),
                Cell::Is(slot) if word() != self.slots[at(*slot)] => return Flow::Again,
                Cell::Is(_) => {}
            }
        }
        Flow::Next
    }

    /// Calls an axiom whose frame is inside this one.
    fn called(&mut self, line: &Line, reader: FactReader<'_>, facts: &Store) -> Flow {
        let Line::Called {
            solver,
            level,
            frame,
            size,
            more,
            out,
            on_fail,
        } = line
        else {
            return Flow::Exit(No);
        };
        let asked = self.slots[at(*more)];
        if asked <= 1 {
            return Flow::To(*on_fail);
        }
        self.slots[at(*more)] = 2;
        self.work.inside(*level);
        let mut inner = Run {
            of: self.of,
            game: self.game,
            slots: &mut self.slots[at(*frame)..][..usize::from(*size)],
            work: &mut *self.work,
        };
        let answer = inner.solve(*solver, reader, facts, asked == 2);
        self.work.outside(*level);
        match answer {
            Yes => {}
            Last => self.slots[at(*more)] = 1,
            No => return Flow::To(*on_fail),
            other => return Flow::Pause(other),
        }
        for (param, to) in out {
            self.slots[at(*to)] = self.slots[at(*frame) + param];
        }
        Flow::Next
    }

    /// The arguments of an axiom, with 0 for open ones.
    fn args(&self, args: &[Option<Slot>]) -> Row {
        let args = args
            .iter()
            .map(|arg| arg.map_or(0, |slot| self.slots[at(slot)]));
        args.take(MAX_COLUMNS).collect()
    }

    /// Lines that call axioms.
    fn axiom(&mut self, line: &Line) -> Flow {
        match line {
            Line::Call { args, frame, more } => {
                for (param, from) in args {
                    self.slots[at(*frame) + param] = self.slots[at(*from)];
                }
                // The axiom has not been called yet.
                self.slots[at(*more)] = 3;
                Flow::Next
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
                let call = self.work.call(axiom.0, *level, *once, *wanted, &args);
                Flow::Answer(call, *answered)
            }
            Line::RecurNext {
                more,
                level,
                answered,
                on_fail,
            } => {
                let more = self.slots[at(*more)];
                if more <= 1 {
                    return Flow::To(*on_fail);
                }
                Flow::Answer(self.work.redo(*level, more), *answered)
            }
            Line::Recurred { more, out, on_fail } => self.recurred(*more, out, *on_fail),
            Line::Repeat { args, times } => {
                if !self.work.step() {
                    return Flow::Pause(Paused);
                }
                let words = self.row(args.iter().copied());
                self.slots[..words.len()].copy_from_slice(&words);
                if !self.work.repeats(&mut self.slots[at(*times)]) {
                    return Flow::Exit(Full);
                }
                // An axiom begins at its first label.
                Flow::To(Label(1))
            }
            Line::Replace { axiom, args } => {
                let args = self.args(args);
                Flow::Exit(self.work.replace(axiom.0, &args))
            }
            Line::Mark(to) => {
                self.slots[at(*to)] = self.work.top();
                Flow::Next
            }
            Line::Release(from) => {
                self.work.release(self.slots[at(*from)]);
                Flow::Next
            }
            _ => Flow::Exit(No),
        }
    }

    fn recurred(&mut self, more: Slot, out: &[Passed], on_fail: Label) -> Flow {
        let returned = self.work.returned();
        self.slots[at(more)] = returned;
        if returned == 0 {
            return Flow::To(on_fail);
        }
        for (param, to) in out {
            self.slots[at(*to)] = self.work.word(*param);
        }
        Flow::Next
    }

    /// Lines that collect rows.
    fn collection(&mut self, line: &Line) -> Flow {
        match line {
            Line::Cut { level, to } => self.work.cut(*level, self.slots[at(*to)]),
            Line::Height { level, to } => self.slots[at(*to)] = self.work.height(*level),
            Line::Open {
                level,
                region,
                key,
                values,
                inner,
            } => {
                let words = key.map_or(0, |f| self.of.keys[usize::from(f.0)].words());
                let region = &mut self.slots[at(*region)];
                if !self.work.open(*level, words, usize::from(*values), region) {
                    return Flow::Exit(Full);
                }
                self.slots[at(*inner)] = self.work.height(*level + 1);
            }
            Line::Push { .. } => return self.push(line),
            Line::Close {
                level,
                region,
                inner,
            } => {
                self.work.close(*level, self.slots[at(*region)]);
                self.work.cut(*level + 1, self.slots[at(*inner)]);
            }
            Line::First {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                let values = at(*from)..at(*to);
                let first = (self.work).first(*level, self.slots, at(*region), at(*cursor), values);
                return holds(first, *on_fail);
            }
            Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                let values = at(*from)..at(*to);
                let next = (self.work).next(*level, self.slots, at(*region), at(*cursor), values);
                return answered(next, *on_fail);
            }
            Line::Settle {
                level,
                region,
                cursor,
            } => {
                let region = self.slots[at(*region)];
                let cursor = &mut self.slots[at(*cursor)];
                if self.work.settle(*level, region, cursor) == Paused {
                    return Flow::Pause(Paused);
                }
            }
            _ => return Flow::Exit(No),
        }
        Flow::Next
    }

    fn push(&mut self, line: &Line) -> Flow {
        let Line::Push {
            level,
            region,
            key,
            from,
            to,
            least,
            redo,
        } = line
        else {
            return Flow::Exit(No);
        };
        let key = key.map(|f| &self.of.keys[usize::from(f.0)]);
        let words = key.map_or(0, KeyOf::words);
        let (mut short, mut long) = ([0; KEY], Vec::new());
        let written = if words <= KEY {
            &mut short[..words]
        } else {
            long.resize(words, 0);
            &mut long[..]
        };
        if let Some(key) = key {
            key.write(self.game, self.slots, written);
        }
        let (region, values) = (self.slots[at(*region)], &self.slots[at(*from)..at(*to)]);
        let has_room = if *least {
            self.work.push_least(*level, region, written, values)
        } else {
            self.work.push(*level, region, written, values)
        };
        if has_room {
            Flow::To(*redo)
        } else {
            Flow::Exit(Full)
        }
    }

    /// Runs some parts of an operator.
    fn change(&mut self, changes: &Changes, facts: &mut Store, asked: Parts) -> ConditionAnswer {
        // A function with one part only is called for that part, or to plan.
        let is_alone = changes.parts.len() == 1;
        for (part, lines) in &changes.parts {
            let is_planned = is_alone && part.0 & Parts::PLANNED.0 != 0;
            if !is_planned && asked.0 & part.0 == 0 {
                continue;
            }
            for line in lines {
                let answer = match line {
                    Line::Change { adds, rel, words } => {
                        let (of, words) = (self.layout(*rel), self.row(words.iter().copied()));
                        let has_room = match *adds {
                            true => self.work.add_row(facts, of, &words),
                            false => self.work.remove_row(facts, of, &words),
                        };
                        fits(has_room)
                    }
                    Line::Delete { rel, index, cells } => {
                        let (of, given) = (self.layout(*rel), self.given(cells));
                        match self.work.delete_rows(facts, of, *index, &given) {
                            Last => Flow::Next,
                            other => Flow::Exit(other),
                        }
                    }
                    Line::Ask(f) => match FactReader::of(facts, self.of.buffer) {
                        Some(reader) if self.solve(*f, reader, facts, false) != No => Flow::Next,
                        _ => Flow::Exit(No),
                    },
                    line => match FactReader::of(facts, self.of.buffer) {
                        Some(reader) => self.simple(line, reader),
                        None => Flow::Exit(No),
                    },
                };
                match answer {
                    Flow::Next => {}
                    Flow::Exit(answer) => return answer,
                    _ => return No,
                }
            }
        }
        Last
    }
}

/// Returns the number that resumes at a label: that of its line, plus one.
fn resume_at(graph: &Graph, label: Label) -> u64 {
    let line = graph.labels.get(label.0).copied().flatten();
    line.map_or(0, |line| line as u64 + 1)
}

/// Returns true if one of these columns binds a slot: it has no value before them.
fn is_bound_by(cells: &[Cell], slot: Slot) -> bool {
    cells.contains(&Cell::Bind(slot))
}
