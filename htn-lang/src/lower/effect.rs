//! Lowers `add` and `delete`, in operators and in bodies.

use htn_core::tables::{
    Arg as Cell, BranchId, Collection, CollectionId, Columns, FAIL, FactVerb, FnId, Op, Parts, Slot,
};

use super::CodeWriter;
use super::builder::Builder;
use super::code::CodePlace;
use super::collect::Collected;
use super::context::rel_id;
use super::facts::Operands;
use super::frame::offset;
use super::graph::{Changes, Graph, Line};
use super::retry::Retry;
use super::rows::count;
use crate::ir::{BoundArg, BoundEffect, SortedCond, VarId, bound_columns};

/// An atom of an effect with the slots of its arguments.
struct Ready {
    rel: usize,
    cells: Vec<Cell>,
    bound: Columns,
}

impl<'m, 'a> CodeWriter<'m, 'a> {
    /// Adds the effects of one moment of an operator: conditions first, then arguments, deletes and adds. Returns the lines
    /// at the end, which have no op yet.
    pub fn moment(&mut self, effects: &[&'m BoundEffect<'a>]) -> Vec<Line> {
        let collected: Vec<Option<Collected>> = effects
            .iter()
            .map(|effect| {
                let each = effect.each.as_ref()?;
                Some(self.collector(each, &each.cond.binds()))
            })
            .collect();
        let (mut lines, plain) = self.lines(|build| {
            let effects = effects.iter().zip(&collected);
            let atoms = effects.map(|(effect, collected)| match collected {
                Some(_) => Vec::new(),
                None => ready(effect, build),
            });
            atoms.collect::<Vec<_>>()
        });
        for verb in [FactVerb::Delete, FactVerb::Add] {
            for ((effect, collected), atoms) in effects.iter().zip(&collected).zip(&plain) {
                if effect.verb != verb {
                    continue;
                }
                if let Some(rows) = collected {
                    self.write_changes(std::mem::take(&mut lines));
                    self.change_each(effect, *rows);
                } else {
                    self.change(verb, atoms, &mut lines);
                }
            }
        }
        lines
    }

    /// Returns the lines that `inside` adds. They may have no labels.
    fn lines<T>(&mut self, inside: impl FnOnce(&mut Builder<'_, 'm, 'a>) -> T) -> (Vec<Line>, T) {
        // Arguments collect nothing, so no line reads this height.
        let base = Slot::NONE;
        let mut build = Builder::new(&mut self.context, &mut self.frame, base);
        let value = inside(&mut build);
        let Graph { lines, .. } = build.finish(base, |_, _| base);
        (lines, value)
    }

    /// Adds changes to `lines`. Ops precede those that may delete protected facts.
    fn change(&mut self, verb: FactVerb, atoms: &[Ready], lines: &mut Vec<Line>) {
        for Ready { rel, cells, bound } in atoms {
            let is_guarded = self.is_guarded_change(verb, *rel);
            if is_guarded {
                self.write_changes(std::mem::take(lines));
            }
            let words = cells.iter().map(|cell| match cell {
                Cell::Is(slot) => Some(*slot),
                _ => None,
            });
            let number = rel_id(*rel);
            let index = self.context.relations.index(*rel, *bound);
            let words: Option<Vec<_>> = words.collect();
            if is_guarded && words.is_none() {
                let (rel, atom) = (number, self.atom(cells));
                self.code.op(Op::DeleteGuarded { rel, index, atom });
                continue;
            }
            if is_guarded {
                self.guard(verb, *rel, cells);
            }
            lines.push(match words {
                Some(words) => Line::Change {
                    adds: verb == FactVerb::Add,
                    rel: number,
                    words,
                },
                None => Line::Delete {
                    rel: number,
                    index,
                    cells: cells.clone(),
                },
            });
        }
    }

    /// Returns true if a change may delete a fact that a plan protects.
    fn is_guarded_change(&self, verb: FactVerb, rel: usize) -> bool {
        let is_keyed = || self.context.names.domain.predicates[rel].key.is_some();
        let deletes = verb == FactVerb::Delete || verb == FactVerb::Add && is_keyed();
        deletes && self.context.protected.contains(&rel)
    }

    /// Returns true if an effect may delete a fact that a plan protects.
    pub fn is_guarded(&self, effect: &BoundEffect<'a>) -> bool {
        let mut atoms = effect.atoms.iter();
        atoms.any(|(rel, _)| self.is_guarded_change(effect.verb, *rel))
    }

    /// Adds the test before such a change, whose columns have values.
    fn guard(&mut self, verb: FactVerb, rel: usize, cells: &[Cell]) {
        let (rel, atom) = (rel_id(rel), self.atom(cells));
        self.code.op(Op::Guard { verb, rel, atom });
    }

    fn changes(&mut self, lines: Vec<Line>) -> FnId {
        let parts = vec![(Parts::ALL, lines)];
        self.context.functions.change(Changes { parts })
    }

    /// Adds the op that makes the changes of some lines.
    pub fn write_changes(&mut self, lines: Vec<Line>) {
        if !lines.is_empty() {
            let (f, parts) = (self.changes(lines), Parts::ALL);
            self.code.op(Op::Change { f, parts });
        }
    }

    /// Adds the changes of an effect for each row of a collection.
    fn change_each(&mut self, effect: &BoundEffect<'a>, rows: Collected) {
        let of = self.collection(rows);
        let change = |writer: &mut Self| {
            let (mut lines, atoms) = writer.lines(|build| ready(effect, build));
            writer.change(effect.verb, &atoms, &mut lines);
            lines
        };
        if effect.is_open() || self.is_guarded(effect) {
            self.each_row(of, |writer| {
                let lines = change(writer);
                writer.write_changes(lines);
            });
        } else {
            let lines = change(self);
            let f = self.changes(lines);
            self.code.op(Op::ChangeEach { f, of });
        }
    }

    /// Adds a loop over the rows of a collection.
    fn each_row(&mut self, of: CollectionId, inside: impl FnOnce(&mut Self)) {
        let (again, done) = (self.code.here(), self.code.place());
        self.code.lead(Op::Row { of, done: FAIL }, done);
        inside(self);
        self.code.op(Op::Jump(again));
        self.code.set(done);
    }

    /// Adds the collection of the rows that statements iterate over; of each, the values of `saved`.
    pub fn collector(&mut self, each: &SortedCond<'a>, saved: &[VarId]) -> Collected {
        let each = self.context.prepared_sorted(each);
        let (graph, rows) = self.graph(|build| build.collector(&each, saved));
        self.function_of(graph, CodePlace::FAIL, BranchId::NONE);
        rows
    }

    pub fn collection(&mut self, rows: Collected) -> CollectionId {
        let Collected { region, from, to } = rows;
        let collections = &mut self.tables.collections;
        collections.push(Collection { from, to, region });
        CollectionId(count(collections.len() - 1))
    }

    /// Adds a statement of a body about facts: a step for each fact.
    pub fn body_effect(&mut self, effect: &'m BoundEffect<'a>) {
        if effect.is_open() {
            self.delete_matching(effect);
        } else if let Some(each) = &effect.each {
            let rows = self.collector(each, &each.cond.binds());
            let of = self.collection(rows);
            self.each_row(of, |writer| writer.steps(effect));
        } else {
            self.steps(effect);
        }
        self.code.op(Op::Stepped);
    }

    fn steps(&mut self, effect: &BoundEffect<'a>) {
        for atom in ready(effect, self) {
            self.step(effect.verb, atom.rel, &atom.cells);
        }
    }

    fn step(&mut self, verb: FactVerb, rel: usize, cells: &[Cell]) {
        if self.is_guarded_change(verb, rel) {
            self.guard(verb, rel, cells);
        }
        let (rel, atom) = (rel_id(rel), self.atom(cells));
        self.code.op(Op::StepFact { verb, rel, atom });
    }

    /// Adds a `delete` with `_`. All rows that match are collected before the first is deleted.
    fn delete_matching(&mut self, effect: &'m BoundEffect<'a>) {
        let each = effect.each.as_ref();
        let each = each.map(|each| self.context.prepared_sorted(each));
        let mut found = Vec::new();
        for (rel, args) in &effect.atoms {
            let from = self.frame.temporaries(args.len());
            let to = offset(from, args.len());
            let region = self.frame.temporaries(2);
            let rows = Collected { region, from, to };
            let (graph, ()) = self.graph(|build| {
                build.fill(rows, false, |build, retry| {
                    if let Some(each) = &each {
                        build.sorted(each, retry, false);
                    }
                    build.matching(*rel, args, from, retry);
                    None
                });
                build.settle(region, false);
            });
            self.function_of(graph, CodePlace::FAIL, BranchId::NONE);
            found.push((*rel, rows, args.len()));
        }
        for (rel, rows, columns) in found {
            let of = self.collection(rows);
            let cells = (0..columns).map(|i| Cell::Is(offset(rows.from, i)));
            let cells: Vec<Cell> = cells.collect();
            self.each_row(of, |writer| writer.step(effect.verb, rel, &cells));
        }
    }
}

impl<'a> Builder<'_, '_, 'a> {
    /// Adds a generator of the facts that match an atom, with their words in slots from `to` on. A fact that is named in full
    /// need not exist.
    fn matching(&mut self, rel: usize, args: &[BoundArg<'a>], to: Slot, retry: &mut Retry) {
        let cells = self.cells(args);
        let is_open = cells.contains(&Cell::Any);
        let mut fact = Vec::new();
        for (i, cell) in cells.into_iter().enumerate() {
            let to = offset(to, i);
            fact.push(match cell {
                Cell::Is(from) => {
                    self.line(Line::Copy { from, to });
                    Cell::Is(to)
                }
                _ => Cell::Bind(to),
            });
        }
        if is_open {
            self.rows_of(rel, fact, bound_columns(args), retry, false);
        }
    }
}

/// Computes the arguments of an effect.
fn ready<'a>(effect: &BoundEffect<'a>, operands: &mut impl Operands<'a>) -> Vec<Ready> {
    let atoms = effect.atoms.iter().map(|(rel, args)| Ready {
        rel: *rel,
        cells: operands.cells(args),
        bound: bound_columns(args),
    });
    atoms.collect()
}
