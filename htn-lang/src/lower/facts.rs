//! Lowers atoms in conditions to lines that look facts up.

use htn_core::tables::{Arg as Cell, Columns, Slot};

use super::builder::Builder;
use super::context::{LowerContext, rel_id};
use super::functions::ExprKind;
use super::graph::{Line, Lookup, More};
use super::retry::Retry;
use crate::ir::{BoundArg, Expr, VarId, bound_columns};

impl<'a> Builder<'_, '_, 'a> {
    /// Adds a generator of all facts that match, or a test for the first one if `once` is true.
    pub fn fact(&mut self, rel: usize, args: &[BoundArg<'a>], retry: &mut Retry, once: bool) {
        let cells = self.cells(args);
        let once = once && !args.iter().any(|arg| matches!(arg, BoundArg::Again(_)));
        self.rows_of(rel, cells, bound_columns(args), retry, once);
    }

    /// Adds a generator of the rows that match these cells.
    pub fn rows_of(
        &mut self,
        rel: usize,
        cells: Vec<Cell>,
        bound: Columns,
        retry: &mut Retry,
        once: bool,
    ) {
        let on_fail = retry.at;
        if once || self.context.relations.is_single(rel, bound) {
            let lookup = self.context.lookup(rel, &cells, bound);
            return self.line(Line::Fact {
                rel: rel_id(rel),
                lookup,
                cells,
                there: true,
                on_fail,
            });
        }
        let index = self.context.relations.index(rel, bound);
        let (rel, cursor) = (rel_id(rel), self.frame.temporary());
        self.line(Line::Rows {
            rel,
            index,
            cells: cells.clone(),
            cursor,
        });
        let redo = self.here();
        self.line(Line::NextRow {
            rel,
            index,
            cells,
            cursor,
            on_fail,
        });
        retry.opens(redo, More::Cursor(cursor));
    }

    /// Adds a test that no fact matches.
    pub fn absent(&mut self, rel: usize, args: &[BoundArg<'a>], retry: &Retry) {
        let mut cells = self.cells(args);
        for cell in &mut cells {
            if let Cell::Bind(_) = cell {
                *cell = Cell::Any;
            }
        }
        let lookup = self.context.lookup(rel, &cells, bound_columns(args));
        self.line(Line::Fact {
            rel: rel_id(rel),
            lookup,
            cells,
            there: false,
            on_fail: retry.at,
        });
    }
}

impl LowerContext<'_, '_> {
    /// Returns how one row is found.
    fn lookup(&mut self, rel: usize, cells: &[Cell], bound: Columns) -> Lookup {
        let key = self.names.domain.predicates[rel].key;
        let all = |wanted: fn(&Cell) -> bool| cells.iter().all(wanted);
        match cells {
            [Cell::Is(_) | Cell::Bind(_)] if key == Some(0) => Lookup::Value,
            [Cell::Is(_), Cell::Is(_)] if key == Some(1) => Lookup::Key,
            _ if !cells.is_empty() && all(|cell| matches!(cell, Cell::Is(_))) => Lookup::Whole,
            _ if all(|cell| *cell == Cell::Any) => Lookup::Any,
            [_, _] if key == Some(1) && bound.0 & 1 == 1 => Lookup::Key,
            _ => Lookup::Index(self.relations.index(rel, bound)),
        }
    }
}

/// Computes operands: lines do in a condition, ops between statements.
pub trait Operands<'a> {
    /// Returns the slot of a variable.
    fn slot(&mut self, var: VarId) -> Slot;

    /// Computes an expression into a new slot.
    fn word(&mut self, expr: &Expr<'a>) -> Slot;

    fn cells(&mut self, args: &[BoundArg<'a>]) -> Vec<Cell> {
        let cells = args.iter().map(|arg| match arg {
            BoundArg::Any => Cell::Any,
            BoundArg::Bind(var) => Cell::Bind(self.slot(*var)),
            BoundArg::Again(var) | BoundArg::Is(var) => Cell::Is(self.slot(*var)),
            BoundArg::Expr(expr) => Cell::Is(self.word(expr)),
        });
        cells.collect()
    }
}

impl<'a> Operands<'a> for Builder<'_, '_, 'a> {
    fn slot(&mut self, var: VarId) -> Slot {
        self.frame.slot(var)
    }

    fn word(&mut self, expr: &Expr<'a>) -> Slot {
        let f = self.function(ExprKind::Word, expr);
        let to = self.frame.temporary();
        self.line(Line::Let { f, to });
        to
    }
}
