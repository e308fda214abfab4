//! Conditions.

use htn_core::tables::{Arg as Cell, AxiomId, CollectionId, Op, Slot};

use super::Lower;
use super::axiom::How;
use super::back::{Back, Open};
use super::facts::{absent_cell, repeats};
use super::functions::Gives;
use super::order::early_tests;
use super::range;
use super::rows::Collection;
use crate::ast::Aggregate;
use crate::modes::form::{Arg, Cond, LetValue, SortBy, Sorted, VarId};

/// The slots of a collection's rows, and where its variables were before.
pub struct Collected {
    pub of: CollectionId,
    moved: Vec<(VarId, Slot, Slot)>,
}

impl<'a> Lower<'_, 'a> {
    /// A condition with its `sort by`. Where only its first solution counts, `once`.
    pub fn sorted(&mut self, sorted: &Sorted<'a>, back: &mut Back, once: bool) {
        let Some(sort) = &sorted.sort else {
            return self.cond(&sorted.cond, back, once);
        };
        let parts = match &sorted.cond {
            Cond::And(parts) => early_tests(parts, &self.access),
            cond => vec![cond],
        };
        // Up to where there may be several solutions, there is nothing to sort.
        let single = parts.iter().take_while(|part| self.is_single(part));
        let (single, several) = parts.split_at(single.count());
        for part in single {
            self.cond(part, back, false);
        }
        if several.is_empty() {
            return;
        }
        let saved: Vec<VarId> = several.iter().flat_map(|part| self.saved(part)).collect();
        let collected = self.fill(several, Some(sort), &saved);
        self.next(collected.of, back);
        self.move_back(&collected, true);
    }

    /// The rows of a collection that has been filled, one after another.
    fn next(&mut self, of: CollectionId, back: &mut Back) {
        self.rows.op(Op::First { of, els: back.to });
        let redo = self.rows.label_here();
        self.rows.op(Op::Next { of, els: back.to });
        let region = self.rows.collections[usize::from(of.0)].region;
        let cursor = Slot(region.0.saturating_add(1));
        back.opens(redo, Open::Cursor { cursor, redo });
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
        let collected = self.fill(&[cond], sort, saved);
        self.rows.op(Op::Close(collected.of));
        collected
    }

    /// The same, where what comes next closes the collection.
    fn fill(
        &mut self,
        parts: &[&Cond<'a>],
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
        self.rows.op(Op::Open(of));
        let all = self.rows.label();
        let mut back = Back::to(all);
        for part in parts {
            self.cond(part, &mut back, false);
        }
        if let Some(sort) = sort {
            let gives = Gives::Key {
                descending: sort.descending,
            };
            let key = self.function(gives, &sort.key);
            self.rows.collections[usize::from(of.0)].key = Some(key);
        }
        self.rows.op(Op::Push { of, redo: back.to });
        self.rows.place(all);
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

    /// Lowers a condition that goes to `back` where it does not hold, and leaves there how its next solution is found;
    /// where only its first solution counts, `once`, nobody will ask for that.
    pub fn cond(&mut self, cond: &Cond<'a>, back: &mut Back, once: bool) {
        match cond {
            Cond::And(parts) => {
                let parts = early_tests(parts, &self.access);
                let last = parts.len().saturating_sub(1);
                for (i, part) in parts.into_iter().enumerate() {
                    self.cond(part, back, once && i == last);
                }
            }
            Cond::Or(sides) => self.or(sides, back, once),
            Cond::Not(inner) => self.not(inner, back),
            Cond::Fact { rel, args } => self.fact(*rel, args, back, once),
            Cond::Axiom { axiom, args } if self.small_axiom(*axiom, self.inlined) => {
                self.copy_axiom(*axiom, args, back, once)
            }
            Cond::Axiom { axiom, args } => self.call(*axiom, args, back, once),
            Cond::Let {
                var,
                compare,
                value,
            } => self.bind(*var, *compare, value, back),
            Cond::First(sorted) => {
                self.only_first(self.leaves_open_sorted(sorted), |lower| {
                    lower.sorted(sorted, &mut back.clone(), true);
                });
            }
            Cond::Forall(all, hold) => {
                let open = self.leaves_open(all, false);
                self.never(open, back, |lower, back| {
                    lower.cond(all, back, false);
                    lower.not(hold, back);
                });
            }
            Cond::Test(expr) => {
                let f = self.function(Gives::Test, expr);
                self.rows.op(Op::Check { f, els: back.to });
            }
        }
    }

    fn or(&mut self, sides: &[Cond<'a>], back: &mut Back, once: bool) {
        let (end, redo) = (self.rows.label(), self.rows.label());
        let came_from = self.frame.temporary();
        for (i, side) in sides.iter().enumerate() {
            let last = i + 1 == sides.len();
            let next = match last {
                true => back.to,
                false => self.rows.label(),
            };
            let mut inner = Back::to(next);
            self.cond(side, &mut inner, once);
            if !once {
                let at = inner.to;
                self.rows.op(Op::Note { to: came_from, at });
            }
            if !(last && once) {
                self.rows.op(Op::Jump(end));
            }
            if !last {
                self.rows.place(next);
            }
        }
        if !once {
            self.rows.place(redo);
            self.rows.op(Op::Resume(came_from));
            back.opens(redo, Open::Always { redo });
        }
        self.rows.place(end);
    }

    fn not(&mut self, inner: &Cond<'a>, back: &Back) {
        match inner {
            Cond::Fact { rel, args } if !repeats(args) => {
                let (cells, bound) = self.cells(args);
                let cells: Vec<Cell> = cells.into_iter().map(absent_cell).collect();
                self.absent(*rel, &cells, bound, back.to);
            }
            _ => {
                let open = self.leaves_open(inner, true);
                self.never(open, back, |lower, back| lower.cond(inner, back, true));
            }
        }
    }

    /// Holds where what is lowered inside has no solution. It may leave something `open` when it has one.
    fn never(&mut self, open: bool, back: &Back, inside: impl FnOnce(&mut Self, &mut Back)) {
        let holds = self.rows.label();
        self.only_first(open, |lower| inside(lower, &mut Back::to(holds)));
        self.rows.op(Op::Jump(back.to));
        self.rows.place(holds);
    }

    /// Drops what the inside leaves open.
    pub fn only_first(&mut self, open: bool, inside: impl FnOnce(&mut Self)) {
        if !open {
            return inside(self);
        }
        let mark = self.frame.temporary();
        self.rows.op(Op::Mark(mark));
        inside(self);
        self.rows.op(Op::Cut(mark));
    }

    fn call(&mut self, axiom: usize, args: &[Arg<'a>], back: &mut Back, once: bool) {
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
        let bound = |arg: &Arg<'a>| matches!(arg, Arg::Is(_) | Arg::Expr(_));
        let exit = match args.iter().all(bound) {
            true => Op::ExitBound,
            false => Op::Exit,
        };
        let once = once && compare.is_empty();
        let axiom = self.axiom_id(axiom, How { once, exit });
        let args = self.rows.atom(&cells);
        let (mark, els) = (self.frame.temporary(), back.to);
        self.rows.op(Op::Call {
            axiom,
            args,
            mark,
            els,
        });
        let redo = self.rows.label_here();
        self.rows.op(Op::Redo { mark, els });
        back.opens(redo, Open::Call { mark });
        self.same(&compare, back);
    }

    /// What came out must be what was there.
    pub fn same(&mut self, pairs: &[(Slot, Slot)], back: &Back) {
        for (a, b) in pairs {
            self.rows.op(Op::Same {
                a: *a,
                b: *b,
                els: back.to,
            });
        }
    }

    pub fn compared(&mut self, var: VarId, compare: &mut Vec<(Slot, Slot)>) -> Cell {
        let out = self.frame.temporary();
        compare.push((out, self.frame.slot(var)));
        Cell::Bind(out)
    }

    fn axiom_id(&mut self, axiom: usize, how: How) -> AxiomId {
        if let Some(id) = self.axioms.get(&(axiom, how.once)) {
            return *id;
        }
        let id = AxiomId(self.rows.count(self.axioms.len()));
        self.axioms.insert((axiom, how.once), id);
        self.axiom_queue.push_back((axiom, how));
        id
    }

    /// `let` in a condition.
    fn bind(&mut self, var: VarId, compare: bool, value: &LetValue<'a>, back: &mut Back) {
        if compare || self.kept.contains(&var) {
            let out = self.frame.temporary();
            self.value(out, value, back);
            let there = self.frame.slot(var);
            self.same(&[(out, there)], back);
        } else {
            self.bind_value(var, value, back);
        }
    }

    /// Gives a variable its value.
    pub fn bind_value(&mut self, var: VarId, value: &LetValue<'a>, back: &mut Back) {
        let to = match (value, self.frame.get(var)) {
            // What is added up needs a second slot beside it: so does the variable, where it may choose.
            (LetValue::Aggregate { .. }, None) => {
                let pair = self.frame.temporaries(2);
                self.frame.place(var, pair);
                return self.aggregate(pair, value, back);
            }
            (_, Some(slot)) => slot,
            (_, None) => self.frame.slot(var),
        };
        self.value(to, value, back);
    }

    fn value(&mut self, to: Slot, value: &LetValue<'a>, back: &mut Back) {
        match value {
            LetValue::Word(expr) => {
                let f = self.function(Gives::Word, expr);
                self.rows.op(Op::Let { f, to });
            }
            LetValue::Some(expr) => {
                let f = self.function(Gives::Option, expr);
                self.rows.op(Op::LetSome {
                    f,
                    to,
                    els: back.to,
                });
            }
            LetValue::In(expr) => {
                let at = self.frame.temporaries(2);
                let els = back.to;
                let (first, next) = match range::range(expr, &self.moded.types) {
                    Some(gives) => {
                        let f = self.function(gives, expr);
                        (Op::Span { f, at }, Op::Number { at, to, els })
                    }
                    None => {
                        let f = self.function(Gives::Items, expr);
                        (Op::Items { f, at }, Op::Item { at, to, els })
                    }
                };
                self.rows.op(first);
                let redo = self.rows.label_here();
                self.rows.op(next);
                let cursor = Slot(at.0.saturating_add(1));
                back.opens(redo, Open::Cursor { cursor, redo });
            }
            LetValue::Aggregate { .. } => {
                let pair = self.frame.temporaries(2);
                self.aggregate(pair, value, back);
                self.rows.op(Op::Copy { from: pair, to });
            }
        }
    }

    fn aggregate(&mut self, acc: Slot, value: &LetValue<'a>, back: &Back) {
        let LetValue::Aggregate { kind, of, over } = value else {
            return;
        };
        self.rows.op(Op::Zero(acc));
        let end = self.rows.label();
        let mut inner = Back::to(end);
        self.cond(over, &mut inner, false);
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
        self.rows.op(Op::Jump(inner.to));
        self.rows.place(end);
        if matches!(kind, Aggregate::Min | Aggregate::Max) {
            self.rows.op(Op::Seen { acc, els: back.to });
        }
    }
}
