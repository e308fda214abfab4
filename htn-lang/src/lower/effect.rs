//! `add` and `delete`: in operators and in bodies.

use htn_core::tables::{Arg as Cell, Collection, Columns, Op, Parts, Pc, Slot};

use super::Lower;
use super::condition::Collected;
use super::graph::{Changes, Line};
use super::retry::Retry;
use crate::modes::form::{Arg, Effect, Expr};

/// An atom of an effect whose arguments are worked out.
type Ready = (usize, Vec<Cell>, Columns);

impl<'m, 'a> Lower<'m, 'a> {
    /// The effects of one moment of an operator: conditions first, then arguments, then deletes, then adds. The last
    /// of their lines are left for whoever writes them.
    pub fn moment(&mut self, effects: &[&'m Effect<'a>]) {
        let mut ready = Vec::new();
        for effect in effects {
            let collected = effect.each.as_ref().map(|each| {
                let saved = self.saved(&each.cond);
                self.collector(each, &saved)
            });
            ready.push((*effect, collected));
        }
        let mut plain: Vec<Vec<Ready>> = Vec::new();
        for (effect, collected) in &ready {
            plain.push(match collected {
                Some(_) => Vec::new(),
                None => self.ready(effect, Self::word),
            });
        }
        for add in [false, true] {
            for ((effect, collected), atoms) in ready.iter().zip(&plain) {
                if effect.add != add {
                    continue;
                }
                match collected {
                    Some(collected) => {
                        self.write_changes();
                        self.each_row(collected, |lower| {
                            let atoms = lower.ready(effect, Self::word);
                            lower.change(add, &atoms);
                            lower.write_changes();
                        });
                    }
                    None => self.change(add, atoms),
                }
            }
        }
    }

    fn ready(&mut self, effect: &Effect<'a>, word: fn(&mut Self, &Expr<'a>) -> Slot) -> Vec<Ready> {
        let mut atoms = Vec::new();
        for (rel, args) in &effect.atoms {
            let (cells, bound) = self.cells(args, word);
            atoms.push((*rel, cells, bound));
        }
        atoms
    }

    /// Changes that name their facts become lines. Those with `_` are an op, since they may take long.
    fn change(&mut self, adds: bool, atoms: &[Ready]) {
        for (number, cells, bound) in atoms {
            let rel = self.rel_id(*number);
            let words = cells.iter().map(|cell| match cell {
                Cell::Is(slot) => Some(*slot),
                _ => None,
            });
            if let Some(words) = words.collect() {
                self.graph.line(Line::Change { adds, rel, words });
                continue;
            }
            self.write_changes();
            let index = self.access[*number].path(*bound).index;
            if index == 0 {
                self.scanned.insert(*number);
            }
            let atom = self.rows.atom(cells);
            self.rows.op(Op::Delete { rel, index, atom });
        }
    }

    /// Writes the op that makes the changes of the lines so far.
    pub fn write_changes(&mut self) {
        let lines = std::mem::take(&mut self.graph.lines);
        if !lines.is_empty() {
            let parts = Parts::ALL;
            let f = self.rows.functions.change(Changes {
                parts: vec![(parts, lines)],
            });
            self.rows.op(Op::Change { f, parts });
        }
    }

    /// Does the same for each row of a settled collection.
    fn each_row(&mut self, collected: &Collected, inside: impl FnOnce(&mut Self)) {
        let Collected {
            region, from, to, ..
        } = *collected;
        let of = self.rows.collection(Collection { from, to, region });
        let again = self.rows.here();
        let row = self.rows.op(Op::Row { of, done: Pc(0) });
        inside(self);
        // Where one function makes all changes, one op goes over the rows.
        if let [Op::Change { f, .. }] = self.rows.code[row + 1..] {
            self.rows.code.truncate(row);
            self.rows.op(Op::ChangeEach { f, of });
            return;
        }
        self.rows.op(Op::Jump(again));
        self.rows.lead_here(row);
    }

    /// `add` or `delete` in a body: a step for each fact.
    pub fn body_effect(&mut self, effect: &'m Effect<'a>) {
        let open =
            |(_, args): &&(usize, Vec<Arg<'a>>)| args.iter().any(|arg| matches!(arg, Arg::Any));
        if effect.atoms.iter().any(|atom| open(&atom)) {
            self.body_rows(effect);
        } else if let Some(each) = &effect.each {
            let saved = self.saved(&each.cond);
            let collected = self.collector(each, &saved);
            self.each_row(&collected, |lower| {
                let atoms = lower.ready(effect, Self::word_of_statement);
                lower.steps(effect.add, &atoms);
            });
        } else {
            let atoms = self.ready(effect, Self::word_of_statement);
            self.steps(effect.add, &atoms);
        }
        self.rows.op(Op::Stepped);
    }

    fn steps(&mut self, add: bool, atoms: &[Ready]) {
        for (rel, cells, _) in atoms {
            let rel = self.rel_id(*rel);
            let atom = self.rows.atom(cells);
            self.rows.op(if add {
                Op::StepAdd { rel, atom }
            } else {
                Op::StepDelete { rel, atom }
            });
        }
    }

    /// A `delete` with `_`: the rows that match are collected first, each as the words of its fact.
    fn body_rows(&mut self, effect: &'m Effect<'a>) {
        let mut found = Vec::new();
        for (rel, args) in &effect.atoms {
            let from = self.frame.temporaries(args.len());
            let slot = |i: usize| Slot(from.0.saturating_add(i as u16));
            let (to, region) = (slot(args.len()), self.frame.temporaries(2));
            let f = self.solver(|lower| {
                lower.fill(region, (from, to), false, |lower, retry| {
                    if let Some(each) = &effect.each {
                        lower.sorted(each, retry, false);
                    }
                    lower.matching(*rel, args, slot, retry);
                    None
                });
                lower.settle(region, false);
            });
            self.solve(f);
            found.push((*rel, Collection { from, to, region }, args.len()));
        }
        for (rel, of, columns) in found {
            let of = (self.rows.collection(of), of.from);
            let again = self.rows.here();
            let done = self.rows.op(Op::Row {
                of: of.0,
                done: Pc(0),
            });
            let slots = (0..columns).map(|i| Cell::Is(Slot(of.1.0.saturating_add(i as u16))));
            self.steps(effect.add, &[(rel, slots.collect(), Columns(0))]);
            self.rows.op(Op::Jump(again));
            self.rows.lead_here(done);
        }
    }

    /// The facts that match an atom, with their words in these slots. One that is named in full is deleted whether it is
    /// there or not.
    fn matching(
        &mut self,
        rel: usize,
        args: &[Arg<'a>],
        slot: impl Fn(usize) -> Slot,
        retry: &mut Retry,
    ) {
        let (cells, bound) = self.cells(args, Self::word);
        let any = cells.contains(&Cell::Any);
        let mut fact = Vec::new();
        for (i, cell) in cells.into_iter().enumerate() {
            let to = slot(i);
            fact.push(match cell {
                Cell::Is(from) => {
                    self.graph.line(Line::Copy { from, to });
                    Cell::Is(to)
                }
                _ => Cell::Bind(to),
            });
        }
        if any {
            self.rows_of(rel, fact, bound, retry, false);
        }
    }
}
