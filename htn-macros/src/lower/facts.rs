//! Atoms: how the rows of a predicate are found, and which op does it. The shapes that most atoms have are ops of their
//! own, which know their columns.

use htn_core::tables::{Arg as Cell, Columns, Op, Pc};

use super::Lower;
use super::back::{Back, Open};
use crate::modes::form::Arg;

impl<'a> Lower<'_, 'a> {
    /// Each fact that matches, or `once` the first.
    pub fn fact(&mut self, rel: usize, args: &[Arg<'a>], back: &mut Back, once: bool) {
        let (cells, bound) = self.cells(args);
        self.rows_of(rel, &cells, bound, back, once);
    }

    /// The same, with the arguments worked out.
    pub fn rows_of(
        &mut self,
        rel: usize,
        cells: &[Cell],
        bound: Columns,
        back: &mut Back,
        once: bool,
    ) {
        let way = self.access[rel].way(bound);
        if way.single || once {
            return self.first_row(rel, cells, bound, back.to);
        }
        let (rel, index) = (self.rel_id(rel), way.index);
        let (cursor, els) = (self.frame.temporary(), back.to);
        // What nobody wants is written somewhere, so that the quicker op serves.
        let wanted = match *cells {
            [Cell::Is(is), Cell::Any] if bound.0 != 0 => {
                &[Cell::Is(is), Cell::Bind(self.frame.temporary())]
            }
            [Cell::Any, Cell::Is(is)] if bound.0 != 0 => {
                &[Cell::Bind(self.frame.temporary()), Cell::Is(is)]
            }
            _ => cells,
        };
        let scan = match *wanted {
            [Cell::Bind(to)] => [
                Op::Each {
                    rel,
                    to,
                    cursor,
                    els,
                },
                Op::EachNext {
                    rel,
                    to,
                    cursor,
                    els,
                },
            ],
            [Cell::Is(is), Cell::Bind(to)] | [Cell::Bind(to), Cell::Is(is)] if bound.0 != 0 => {
                let column = u8::from(bound.0 == 0b10);
                [
                    Op::Pairs {
                        rel,
                        index,
                        column,
                        is,
                        to,
                        cursor,
                        els,
                    },
                    Op::PairsNext {
                        rel,
                        index,
                        column,
                        is,
                        to,
                        cursor,
                        els,
                    },
                ]
            }
            _ => {
                let atom = self.rows.atom(cells);
                [
                    Op::Scan {
                        rel,
                        index,
                        atom,
                        cursor,
                        els,
                    },
                    Op::ScanNext {
                        rel,
                        index,
                        atom,
                        cursor,
                        els,
                    },
                ]
            }
        };
        self.rows.op(scan[0]);
        let redo = self.rows.label_here();
        self.rows.op(scan[1]);
        back.opens(redo, Open::Cursor { cursor, redo });
    }

    fn first_row(&mut self, number: usize, cells: &[Cell], bound: Columns, els: Pc) {
        let index = self.access[number].way(bound).index;
        let keyed = self.is_keyed(number);
        // `key => value`, with the key bound.
        let by_key = self.names.domain.predicates[number].key == Some(1) && bound.0 & 1 == 1;
        let rel = self.rel_id(number);
        let op = match *cells {
            [] => Op::IsSet { rel, els },
            [Cell::Is(a)] if !keyed => Op::Has { rel, a, els },
            [Cell::Is(a), Cell::Is(b)] if !keyed && bound.0 == 0b11 => {
                Op::HasPair { rel, a, b, els }
            }
            [Cell::Is(key), Cell::Bind(to)] if by_key => Op::Get { rel, key, to, els },
            [Cell::Bind(to)] if keyed && bound.0 == 0 && index == 1 => Op::Value { rel, to, els },
            [Cell::Is(key), Cell::Any] if by_key => {
                let to = self.frame.temporary();
                Op::Get { rel, key, to, els }
            }
            [Cell::Is(key), Cell::Is(is)] if by_key => Op::GetIs { rel, key, is, els },
            _ => {
                let atom = self.rows.atom(cells);
                Op::Find {
                    rel,
                    index,
                    atom,
                    els,
                }
            }
        };
        self.rows.op(op);
    }

    /// Whether no fact matches.
    pub fn absent(&mut self, number: usize, cells: &[Cell], bound: Columns, els: Pc) {
        let index = self.access[number].way(bound).index;
        let keyed = self.is_keyed(number);
        let rel = self.rel_id(number);
        let op = match *cells {
            [Cell::Is(a)] if !keyed => Op::Lacks { rel, a, els },
            [Cell::Is(a), Cell::Is(b)] if !keyed => Op::LacksPair { rel, a, b, els },
            _ if cells.iter().all(|cell| *cell == Cell::Any) => Op::IsEmpty { rel, els },
            _ => {
                let atom = self.rows.atom(cells);
                Op::Absent {
                    rel,
                    index,
                    atom,
                    els,
                }
            }
        };
        self.rows.op(op);
    }

    fn is_keyed(&self, rel: usize) -> bool {
        self.names.domain.predicates[rel].key.is_some()
    }

    /// The cells of an atom, and which of its columns are bound before it.
    pub fn cells(&mut self, args: &[Arg<'a>]) -> (Vec<Cell>, Columns) {
        let bound = self.bound(args);
        let cells = args.iter().map(|arg| match arg {
            Arg::Any => Cell::Any,
            Arg::Bind(var) if !self.kept.contains(var) => Cell::Bind(self.frame.slot(*var)),
            Arg::Bind(var) | Arg::Again(var) | Arg::Is(var) => Cell::Is(self.frame.slot(*var)),
            Arg::Expr(expr) => Cell::Is(self.word(expr)),
        });
        (cells.collect(), bound)
    }

    /// Which columns of an atom are bound before it.
    pub fn bound(&self, args: &[Arg<'a>]) -> Columns {
        let is_bound = |arg: &Arg<'a>| match arg {
            Arg::Any => false,
            Arg::Bind(var) | Arg::Again(var) => self.kept.contains(var),
            Arg::Is(_) | Arg::Expr(_) => true,
        };
        let columns = args.iter().take(16).enumerate();
        Columns(columns.fold(0, |bits, (i, arg)| bits | u16::from(is_bound(arg)) << i))
    }
}

/// Whether a variable that the atom binds occurs in it twice.
pub fn repeats(args: &[Arg<'_>]) -> bool {
    args.iter().any(|arg| matches!(arg, Arg::Again(_)))
}

pub fn absent_cell(cell: Cell) -> Cell {
    match cell {
        Cell::Bind(_) => Cell::Any,
        other => other,
    }
}
