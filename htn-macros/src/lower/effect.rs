//! `add` and `delete`: in operators and in bodies.

use htn_core::tables::{Arg as Cell, Columns, Op, Pc, Run};

use super::Lower;
use super::back::Back;
use super::condition::Collected;
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
                let collected = self.collect(&each.cond, each.sort.as_ref(), &saved);
                self.rows.op(Op::Settle(collected.of));
                collected
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
            let (cells, bound) = self.cells(args);
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
            let index = if add {
                0
            } else {
                self.access[*rel].way(*bound).index
            };
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
        let again = self.rows.here();
        let of = collected.of;
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
            let collected = self.collect(&each.cond, each.sort.as_ref(), &saved);
            self.rows.op(Op::Settle(collected.of));
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
            let row = self.frame.temporaries(args.len());
            let region = self.frame.temporaries(2);
            let to = htn_core::tables::Slot(row.0.saturating_add(args.len() as u16));
            let of = self.collection(super::rows::Collection {
                from: row,
                to,
                key: None,
                region,
            });
            self.rows.op(Op::Open(of));
            let all = self.rows.label();
            let mut back = Back::to(all);
            if let Some(each) = &effect.each {
                self.sorted(each, &mut back, false);
            }
            let (cells, bound) = self.cells(args);
            // A fact that is named in full is deleted whether it is there or not.
            let any = cells.contains(&Cell::Any);
            let mut fact = Vec::new();
            for (i, cell) in cells.into_iter().enumerate() {
                let slot = htn_core::tables::Slot(row.0.saturating_add(i as u16));
                fact.push(match cell {
                    Cell::Is(from) => {
                        self.rows.op(Op::Copy { from, to: slot });
                        Cell::Is(slot)
                    }
                    _ => Cell::Bind(slot),
                });
            }
            if any {
                self.rows_of(*rel, &fact, bound, &mut back, false);
            }
            self.rows.op(Op::Push { of, redo: back.to });
            self.rows.place(all);
            self.rows.op(Op::Close(of));
            self.rows.op(Op::Settle(of));
            found.push((of, *rel, row, args.len()));
        }
        for (of, rel, row, columns) in found {
            let again = self.rows.here();
            let done = self.rows.op(Op::Row { of, done: Pc(0) });
            let slots = (0..columns)
                .map(|i| Cell::Is(htn_core::tables::Slot(row.0.saturating_add(i as u16))));
            let cells: Vec<Cell> = slots.collect();
            self.steps(effect.add, &[(rel, cells, Columns(0))]);
            self.rows.op(Op::Jump(again));
            self.rows.lead_here(done);
        }
    }
}
