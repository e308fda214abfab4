//! Atoms: how the rows of a predicate are found.

use htn_core::tables::{Arg as Cell, Columns, Slot};

use super::Lower;
use super::graph::{Line, Lookup, More};
use super::retry::Retry;
use crate::modes::form::{Arg, Expr};

impl<'a> Lower<'_, 'a> {
    /// Each fact that matches, or `once` the first.
    pub fn fact(&mut self, rel: usize, args: &[Arg<'a>], retry: &mut Retry, once: bool) {
        let (cells, bound) = self.cells(args, Self::word);
        let once = once && !repeats(args);
        self.rows_of(rel, cells, bound, retry, once);
    }

    /// The same, with the arguments worked out.
    pub fn rows_of(
        &mut self,
        number: usize,
        cells: Vec<Cell>,
        bound: Columns,
        retry: &mut Retry,
        once: bool,
    ) {
        let path = self.access[number].path(bound);
        if path.single || once {
            let lookup = self.lookup(number, &cells, bound);
            let rel = self.rel_id(number);
            return self.graph.line(Line::Fact {
                rel,
                lookup,
                cells,
                there: true,
                on_fail: retry.at,
            });
        }
        let (rel, index) = (self.rel_id(number), path.index);
        if index == 0 {
            self.scanned.insert(number);
        }
        let (cursor, on_fail) = (self.frame.temporary(), retry.at);
        self.graph.line(Line::Rows {
            rel,
            index,
            cells: cells.clone(),
            cursor,
        });
        let redo = self.graph.here();
        self.graph.line(Line::NextRow {
            rel,
            index,
            cells,
            cursor,
            on_fail,
        });
        retry.opens(redo, More::Cursor(cursor));
    }

    /// Whether no fact matches.
    pub fn absent(&mut self, number: usize, args: &[Arg<'a>], retry: &Retry) {
        let (cells, bound) = self.cells(args, Self::word);
        let cells: Vec<Cell> = cells.into_iter().map(absent_cell).collect();
        let lookup = self.lookup(number, &cells, bound);
        let rel = self.rel_id(number);
        self.graph.line(Line::Fact {
            rel,
            lookup,
            cells,
            there: false,
            on_fail: retry.at,
        });
    }

    /// How one row is found.
    pub fn lookup(&mut self, number: usize, cells: &[Cell], bound: Columns) -> Lookup {
        let key = self.names.domain.predicates[number].key;
        let all = |wanted: fn(&Cell) -> bool| cells.iter().all(wanted);
        match cells {
            [Cell::Is(_) | Cell::Bind(_)] if key == Some(0) => Lookup::Value,
            [Cell::Is(_), Cell::Is(_)] if key == Some(1) => Lookup::Key,
            _ if !cells.is_empty() && all(|cell| matches!(cell, Cell::Is(_))) => Lookup::Whole,
            _ if all(|cell| *cell == Cell::Any) => Lookup::Any,
            [_, _] if key == Some(1) && bound.0 & 1 == 1 => Lookup::Key,
            _ => {
                let index = self.access[number].path(bound).index;
                // By an index, a row is found wherever it is.
                if index == 0 {
                    self.scanned.insert(number);
                }
                Lookup::Index(index)
            }
        }
    }

    /// The cells of an atom, and which of its columns are bound before it. Expressions are worked out by `word`.
    pub fn cells(
        &mut self,
        args: &[Arg<'a>],
        word: fn(&mut Self, &Expr<'a>) -> Slot,
    ) -> (Vec<Cell>, Columns) {
        let bound = self.bound(args);
        let cells = args.iter().map(|arg| match arg {
            Arg::Any => Cell::Any,
            Arg::Bind(var) if !self.fixed.contains(var) => Cell::Bind(self.frame.slot(*var)),
            Arg::Bind(var) | Arg::Again(var) | Arg::Is(var) => Cell::Is(self.frame.slot(*var)),
            Arg::Expr(expr) => Cell::Is(word(self, expr)),
        });
        (cells.collect(), bound)
    }

    /// Which columns of an atom are bound before it.
    pub fn bound(&self, args: &[Arg<'a>]) -> Columns {
        let is_bound = |arg: &Arg<'a>| match arg {
            Arg::Any => false,
            Arg::Bind(var) | Arg::Again(var) => self.fixed.contains(var),
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

fn absent_cell(cell: Cell) -> Cell {
    match cell {
        Cell::Bind(_) => Cell::Any,
        other => other,
    }
}
