//! Conditions.

use htn_core::tables::{Arg as Cell, AxiomId, CollectionId, Columns, Op, Pc, Slot};

use super::Lower;
use super::functions::Gives;
use super::order::early_tests;
use super::rows::Collection;
use crate::ast::Aggregate;
use crate::modes::form::{Arg, Cond, LetValue, SortBy, Sorted, VarId};

/// A jump whose goal is not known yet.
const LATER: Pc = Pc(0);

/// The slots of a collection's rows, and where its variables were before.
pub struct Collected {
    pub of: CollectionId,
    moved: Vec<(VarId, Slot, Slot)>,
}

impl<'a> Lower<'_, 'a> {
    /// A condition with its `sort by`.
    pub fn sorted(&mut self, sorted: &Sorted<'a>) {
        let Some(sort) = &sorted.sort else {
            return self.cond(&sorted.cond);
        };
        let saved = self.saved(&sorted.cond);
        let collected = self.collect(&sorted.cond, Some(sort), &saved);
        self.rows.op(Op::Next(collected.of));
        self.move_back(&collected, true);
    }

    /// What a collection keeps of each solution.
    pub fn saved(&self, cond: &Cond<'a>) -> Vec<VarId> {
        let binds = cond.binds().into_iter();
        binds.filter(|var| !self.kept.contains(var)).collect()
    }

    /// Collects all solutions of a condition; the machine goes on after this when it has them all.
    pub fn collect(
        &mut self,
        cond: &Cond<'a>,
        sort: Option<&SortBy<'a>>,
        saved: &[VarId],
    ) -> Collected {
        let from = self.frame.temporaries(saved.len());
        let mut moved = Vec::new();
        for (i, var) in saved.iter().enumerate() {
            let slot = Slot(from.0.saturating_add(i as u16));
            if let Some(before) = self.frame.place(*var, slot) {
                moved.push((*var, before, slot));
            }
        }
        let region = self.frame.temporaries(2);
        let to = Slot(from.0.saturating_add(saved.len() as u16));
        let of = self.collection(Collection {
            from,
            to,
            key: None,
            region,
        });
        let open = self.rows.op(Op::Open { of, then: LATER });
        self.cond(cond);
        if let Some(sort) = sort {
            let gives = Gives::Key {
                descending: sort.descending,
            };
            let key = self.function(gives, &sort.key);
            self.rows.collections[usize::from(of.0)].key = Some(key);
        }
        self.rows.op(Op::Push(of));
        self.rows.lead_here(open);
        Collected { of, moved }
    }

    /// Puts the variables back where they are expected, with their values where they were loaded.
    pub fn move_back(&mut self, collected: &Collected, values: bool) {
        for (var, before, slot) in &collected.moved {
            self.frame.place(*var, *before);
            if values {
                self.rows.op(Op::Copy {
                    from: *slot,
                    to: *before,
                });
            }
        }
    }

    pub fn collection(&mut self, collection: Collection) -> CollectionId {
        self.rows.collections.push(collection);
        CollectionId(self.rows.count(self.rows.collections.len() - 1))
    }

    pub fn cond(&mut self, cond: &Cond<'a>) {
        match cond {
            Cond::And(parts) => {
                let parts = early_tests(parts, &self.access);
                parts.into_iter().for_each(|part| self.cond(part));
            }
            Cond::Or(sides) => self.or(sides),
            Cond::Not(inner) => self.not(inner),
            Cond::Fact { rel, args } => self.fact(*rel, args, false),
            Cond::Axiom { axiom, args } if self.small_axiom(*axiom) => {
                self.copy_axiom(*axiom, args)
            }
            Cond::Axiom { axiom, args } => self.call(*axiom, args),
            Cond::Let {
                var,
                compare,
                value,
            } => self.bind(*var, *compare, value),
            Cond::First(sorted) => self.first(sorted),
            Cond::Forall(all, hold) => self.never(|lower| {
                lower.cond(all);
                lower.not(hold);
            }),
            Cond::Test(expr) => {
                let f = self.function(Gives::Test, expr);
                self.rows.op(Op::Check(f));
            }
        }
    }

    fn or(&mut self, sides: &[Cond<'a>]) {
        let mut ends = Vec::new();
        for (i, side) in sides.iter().enumerate() {
            if i + 1 == sides.len() {
                self.cond(side);
            } else {
                let next = self.rows.op(Op::Try(LATER));
                self.cond(side);
                ends.push(self.rows.op(Op::Jump(LATER)));
                self.rows.lead_here(next);
            }
        }
        ends.into_iter().for_each(|end| self.rows.lead_here(end));
    }

    fn not(&mut self, inner: &Cond<'a>) {
        match inner {
            Cond::Fact { rel, args } if !repeats(args) => {
                let (cells, bound) = self.cells(args);
                let cells: Vec<Cell> = cells.into_iter().map(absent_cell).collect();
                let way = self.access[*rel].way(bound);
                let (rel, index) = (self.rel_id(*rel), way.index);
                let atom = self.rows.atom(&cells);
                self.rows.op(Op::Absent { rel, index, atom });
            }
            _ => self.never(|lower| lower.cond(inner)),
        }
    }

    /// Holds where what is emitted inside has no solution.
    fn never(&mut self, inside: impl FnOnce(&mut Self)) {
        let mark = self.frame.temporary();
        self.rows.op(Op::Mark(mark));
        let holds = self.rows.op(Op::Try(LATER));
        inside(self);
        self.rows.op(Op::Cut(mark));
        self.rows.op(Op::Fail);
        self.rows.lead_here(holds);
    }

    fn fact(&mut self, rel: usize, args: &[Arg<'a>], first: bool) {
        let (cells, bound) = self.cells(args);
        let way = self.access[rel].way(bound);
        let (rel, index) = (self.rel_id(rel), way.index);
        let atom = self.rows.atom(&cells);
        self.rows.op(if way.single || first {
            Op::Probe { rel, index, atom }
        } else {
            Op::Scan { rel, index, atom }
        });
    }

    /// The cells of an atom, and which of its columns are bound before it.
    pub fn cells(&mut self, args: &[Arg<'a>]) -> (Vec<Cell>, Columns) {
        let mut bound = 0;
        let mut cells = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let (cell, is_bound) = match arg {
                Arg::Any => (Cell::Any, false),
                Arg::Bind(var) | Arg::Again(var) if self.kept.contains(var) => {
                    (Cell::Is(self.frame.slot(*var)), true)
                }
                Arg::Bind(var) => (Cell::Bind(self.frame.slot(*var)), false),
                Arg::Again(var) => (Cell::Is(self.frame.slot(*var)), false),
                Arg::Is(var) => (Cell::Is(self.frame.slot(*var)), true),
                Arg::Expr(expr) => (Cell::Is(self.word(expr)), true),
            };
            bound |= u16::from(is_bound && i < 16) << (i % 16);
            cells.push(cell);
        }
        (cells, Columns(bound))
    }

    fn call(&mut self, axiom: usize, args: &[Arg<'a>]) {
        let mut compare = Vec::new();
        let mut cells = Vec::new();
        for arg in args {
            cells.push(match arg {
                Arg::Any => Cell::Any,
                // The pattern has the parameter open: what comes out is compared.
                Arg::Bind(var) if self.kept.contains(var) => self.compared(*var, &mut compare),
                Arg::Again(var) => self.compared(*var, &mut compare),
                Arg::Bind(var) => Cell::Bind(self.frame.slot(*var)),
                Arg::Is(var) => Cell::Is(self.frame.slot(*var)),
                Arg::Expr(expr) => Cell::Is(self.word(expr)),
            });
        }
        let axiom = self.axiom_id(axiom);
        let args = self.rows.atom(&cells);
        self.rows.op(Op::Call { axiom, args });
        for (a, b) in compare {
            self.rows.op(Op::Same { a, b });
        }
    }

    fn compared(&mut self, var: VarId, compare: &mut Vec<(Slot, Slot)>) -> Cell {
        let out = self.frame.temporary();
        compare.push((out, self.frame.slot(var)));
        Cell::Bind(out)
    }

    fn axiom_id(&mut self, axiom: usize) -> AxiomId {
        if let Some(id) = self.axioms.get(&axiom) {
            return *id;
        }
        let id = AxiomId(self.rows.count(self.axioms.len()));
        self.axioms.insert(axiom, id);
        self.axiom_queue.push_back(axiom);
        id
    }

    fn first(&mut self, sorted: &Sorted<'a>) {
        match (&sorted.cond, &sorted.sort) {
            (Cond::Fact { rel, args }, None) if !repeats(args) => self.fact(*rel, args, true),
            _ => {
                let mark = self.frame.temporary();
                self.rows.op(Op::Mark(mark));
                self.sorted(sorted);
                self.rows.op(Op::Cut(mark));
            }
        }
    }

    /// `let` in a condition.
    fn bind(&mut self, var: VarId, compare: bool, value: &LetValue<'a>) {
        if compare || self.kept.contains(&var) {
            let out = self.frame.temporary();
            self.value(out, value);
            let b = self.frame.slot(var);
            self.rows.op(Op::Same { a: out, b });
        } else {
            self.bind_value(var, value);
        }
    }

    /// Gives a variable its value.
    pub fn bind_value(&mut self, var: VarId, value: &LetValue<'a>) {
        let to = match (value, self.frame.get(var)) {
            // What is added up needs a second slot beside it: so does the variable, where it may choose.
            (LetValue::Aggregate { .. }, None) => {
                let pair = self.frame.temporaries(2);
                self.frame.place(var, pair);
                return self.aggregate(pair, value);
            }
            (_, Some(slot)) => slot,
            (_, None) => self.frame.slot(var),
        };
        self.value(to, value);
    }

    fn value(&mut self, to: Slot, value: &LetValue<'a>) {
        match value {
            LetValue::Word(expr) => {
                let f = self.function(Gives::Word, expr);
                self.rows.op(Op::Let { f, to });
            }
            LetValue::Some(expr) => {
                let f = self.function(Gives::Option, expr);
                self.rows.op(Op::LetSome { f, to });
            }
            LetValue::In(expr) => {
                let f = self.function(Gives::Items, expr);
                let region = self.frame.temporaries(2);
                let end = Slot(to.0.saturating_add(1));
                let of = self.collection(Collection {
                    from: to,
                    to: end,
                    key: None,
                    region,
                });
                self.rows.op(Op::Each { f, of });
            }
            LetValue::Aggregate { .. } => {
                let pair = self.frame.temporaries(2);
                self.aggregate(pair, value);
                self.rows.op(Op::Copy { from: pair, to });
            }
        }
    }

    fn aggregate(&mut self, acc: Slot, value: &LetValue<'a>) {
        let LetValue::Aggregate { kind, of, over } = value else {
            return;
        };
        self.rows.op(Op::Zero(acc));
        let end = self.rows.op(Op::Try(LATER));
        self.cond(over);
        let gives = match kind {
            Aggregate::Count => None,
            Aggregate::Sum => Some(Gives::Sum),
            Aggregate::Min => Some(Gives::Min),
            Aggregate::Max => Some(Gives::Max),
        };
        match (gives, of) {
            (Some(gives), Some(of)) => {
                let f = self.function(gives, of);
                self.rows.op(Op::Fold { f, acc });
            }
            _ => {
                self.rows.op(Op::Count(acc));
            }
        }
        self.rows.op(Op::Fail);
        self.rows.lead_here(end);
        if matches!(kind, Aggregate::Min | Aggregate::Max) {
            self.rows.op(Op::Seen(acc));
        }
    }
}

/// Whether a variable that the atom binds occurs in it twice.
fn repeats(args: &[Arg<'_>]) -> bool {
    args.iter().any(|arg| matches!(arg, Arg::Again(_)))
}

fn absent_cell(cell: Cell) -> Cell {
    match cell {
        Cell::Bind(_) => Cell::Any,
        other => other,
    }
}
