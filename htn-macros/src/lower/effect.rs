//! `add` and `delete`: in operators and in bodies.

use htn_core::tables::{Arg as Cell, Collection, Columns, Op, Pc, Run, Slot};

use super::Lower;
use super::condition::Collected;
use super::graph::Line;
use super::retry::Retry;
use crate::modes::form::{Arg, Effect};

/// An atom of an effect whose arguments are worked out.
type Ready = (usize, Vec<Cell>, Columns);

impl<'m, 'a> Lower<'m, 'a> {
    /// The effects of one moment of an operator: conditions first, then arguments, then deletes, then adds.
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
                None => self.ready(effect),
            });
        }
        for add in [false, true] {
            for ((effect, collected), atoms) in ready.iter().zip(&plain) {
                if effect.add != add {
                    continue;
                }
                match collected {
                    Some(collected) => self.each_row(collected, |lower| {
                        let atoms = lower.ready(effect);
                        lower.change(add, &atoms);
                    }),
                    None => self.change(add, atoms),
                }
            }
        }
    }

    fn ready(&mut self, effect: &Effect<'a>) -> Vec<Ready> {
        let mut atoms = Vec::new();
        for (rel, args) in &effect.atoms {
            let (cells, bound) = self.cells(args, Self::word_of_statement);
            atoms.push((*rel, cells, bound));
        }
        atoms
    }

    fn change(&mut self, add: bool, atoms: &[Ready]) {
        for (rel, cells, bound) in atoms {
            let atom = match cells.len() {
                1 | 2 if !cells.contains(&Cell::Any) => Run { at: 0, len: 0 },
                _ => self.rows.atom(cells),
            };
            let index = match add {
                true => 0,
                false => self.access[*rel].path(*bound).index,
            };
            if !add && index != 1 && cells.contains(&Cell::Any) {
                self.scanned.insert(*rel);
            }
            let rel = self.rel_id(*rel);
            self.rows.op(match (add, cells.as_slice()) {
                (true, &[Cell::Is(a)]) => Op::AddOne { rel, a },
                (true, &[Cell::Is(a), Cell::Is(b)]) => Op::AddTwo { rel, a, b },
                (false, &[Cell::Is(a)]) => Op::DeleteOne { rel, a },
                (false, &[Cell::Is(a), Cell::Is(b)]) => Op::DeleteTwo { rel, a, b },
                (true, _) => Op::Add { rel, atom },
                (false, _) => Op::Delete { rel, index, atom },
            });
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
                let atoms = lower.ready(effect);
                lower.steps(effect.add, &atoms);
            });
        } else {
            let atoms = self.ready(effect);
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
