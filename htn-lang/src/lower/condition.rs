//! Conditions.

use htn_core::tables::{Arg as Cell, BranchId, FAIL, FnId, Op, Pc, Slot};

use super::Lower;
use super::facts::repeats;
use super::functions::ExprKind;
use super::graph::{Line, More, NO};
use super::order::early_tests;
use super::range;
use super::retry::Retry;
use crate::ast::Aggregate;
use crate::modes::form::{Arg, Cond, Expr, LetValue, SortBy, Sorted, VarId};

/// How many solutions a condition may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// One, which these lines find without going over anything.
    OneAtOnce(Vec<Line>),
    One,
    Several,
}

/// The slots of a collection, and where its variables were before.
pub struct Collected {
    pub region: Slot,
    pub from: Slot,
    pub to: Slot,
    moved: Vec<(VarId, Slot, Slot)>,
}

impl<'m, 'a> Lower<'m, 'a> {
    /// A condition of a branch or an operator: where it does not hold, the search goes on at `on_fail`.
    pub fn condition(
        &mut self,
        parts: &[&'m Sorted<'a>],
        on_fail: Pc,
        branch: BranchId,
    ) -> Solutions {
        let one_test = match parts {
            [] => Some(Vec::new()),
            [only] if only.sort.is_none() => {
                let test = self.one_test(&only.cond, on_fail, branch);
                test.map(|test| vec![test])
            }
            _ => None,
        };
        if let Some(test) = one_test {
            if test.is_empty() && branch != BranchId::NONE {
                self.rows.unconditional_branch(branch);
            }
            return Solutions::OneAtOnce(test);
        }
        let mut single = true;
        let f = self.solver(|lower| {
            let mut retry = Retry::at(NO);
            for (i, part) in parts.iter().enumerate() {
                lower.sorted(part, &mut retry, false);
                // The rows of a sort are needed while what comes behind it collects others.
                if part.sort.is_some() && i + 1 < parts.len() {
                    lower.note_height();
                }
            }
            single = retry.is_single();
            lower.holds(&retry);
        });
        self.solve_for(f, on_fail, branch);
        match (single, self.rows.functions.can_stop(f)) {
            (true, false) => Solutions::OneAtOnce(self.rows.functions.lines_of(f)),
            (true, true) => Solutions::One,
            (false, _) => Solutions::Several,
        }
    }

    /// Asks a condition that must hold.
    pub fn solve(&mut self, f: FnId) {
        self.solve_for(f, FAIL, BranchId::NONE);
    }

    fn solve_for(&mut self, f: FnId, on_fail: Pc, branch: BranchId) {
        self.rows.op(Op::Solve { f, on_fail, branch });
        self.rows.op(Op::SolveNext { f, on_fail, branch });
    }

    /// A condition that is one test needs no function: it is an op, and this line.
    pub fn one_test(&mut self, cond: &Cond<'a>, on_fail: Pc, branch: BranchId) -> Option<Line> {
        let (rel, args, there) = match cond {
            Cond::Test(expr) => {
                let f = self.function(ExprKind::Test, expr);
                self.rows.op(Op::Test { f, on_fail, branch });
                return Some(Line::Test { f, on_fail: NO });
            }
            Cond::WhenPlanning(inner) => return self.one_test(inner, on_fail, branch),
            Cond::Fact { rel, args } => (*rel, args, true),
            Cond::Not(inner) => match &**inner {
                Cond::Fact { rel, args } => (*rel, args, false),
                _ => return None,
            },
            _ => return None,
        };
        let is_test = |arg: &Arg<'a>| match arg {
            Arg::Is(_) => true,
            Arg::Bind(var) => !there || self.fixed.contains(var),
            Arg::Any => !there,
            Arg::Again(_) | Arg::Expr(_) => false,
        };
        if !args.iter().all(is_test) || repeats(args) {
            return None;
        }
        let (cells, bound) = self.cells(args, Self::word);
        let cells = cells.into_iter().map(|cell| match cell {
            Cell::Bind(_) => Cell::Any,
            cell => cell,
        });
        let cells: Vec<Cell> = cells.collect();
        let index = self.access[rel].path(bound).index;
        if index == 0 {
            self.scanned.insert(rel);
        }
        let lookup = self.lookup(rel, &cells, bound);
        let (atom, rel) = (self.rows.atom(&cells), self.rel_id(rel));
        self.rows.op(Op::Fact {
            rel,
            index,
            atom,
            there,
            on_fail,
            branch,
        });
        Some(Line::Fact {
            rel,
            lookup,
            cells,
            there,
            on_fail: NO,
        })
    }

    /// A condition as a function over the present frame.
    pub fn solver(&mut self, inside: impl FnOnce(&mut Self)) -> FnId {
        let base = self.frame.temporary();
        let outer = std::mem::take(&mut self.graph);
        let (level, heights) = (
            std::mem::take(&mut self.level),
            std::mem::replace(&mut self.heights, vec![base]),
        );
        inside(self);
        let mut graph = std::mem::replace(&mut self.graph, outer);
        (self.level, self.heights) = (level, heights);
        graph.base = graph.reads(base).then_some(base);
        if graph.can_stop() {
            graph.at = Some(match graph.base {
                Some(_) => self.frame.temporary(),
                None => base,
            });
        }
        self.rows.functions.solver(graph)
    }

    /// The condition holds.
    pub fn holds(&mut self, retry: &Retry) {
        let more = if retry.more.contains(&More::Unknown) {
            vec![More::Unknown]
        } else {
            retry.more.clone()
        };
        self.graph.line(Line::Holds {
            more,
            redo: retry.at,
        });
    }

    /// A condition with its `sort by`. Where only its first solution counts, `once`.
    pub fn sorted(&mut self, sorted: &Sorted<'a>, retry: &mut Retry, once: bool) {
        let Some(sort) = &sorted.sort else {
            return self.cond(&sorted.cond, retry, once);
        };
        let parts = match &sorted.cond {
            Cond::And(parts) => early_tests(parts, &self.access),
            cond => vec![cond],
        };
        // Up to where there may be several solutions, there is nothing to sort.
        let single = parts.iter().take_while(|part| self.is_single(part));
        let (single, several) = parts.split_at(single.count());
        for part in single {
            self.cond(part, retry, false);
        }
        if several.is_empty() {
            return;
        }
        let saved: Vec<VarId> = several.iter().flat_map(|part| self.saved(part)).collect();
        let Collected {
            region,
            from,
            to,
            moved,
        } = self.collect(several, Some(sort), &saved, once);
        let (level, cursor, on_fail) = (self.level, self.frame.temporary(), retry.at);
        self.graph.line(Line::First {
            level,
            region,
            cursor,
            from,
            to,
            on_fail,
        });
        let loaded = self.graph.label();
        if !once {
            self.graph.line(Line::Jump(loaded));
            let redo = self.graph.here();
            self.graph.line(Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            });
            retry.opens(redo, More::Cursor(cursor));
        }
        self.graph.place(loaded);
        for (var, before, slot) in moved {
            self.frame.place(var, before);
            self.graph.line(Line::Copy {
                from: slot,
                to: before,
            });
        }
    }

    /// What a collection keeps of each solution.
    pub fn saved(&self, cond: &Cond<'a>) -> Vec<VarId> {
        let binds = cond.binds().into_iter();
        binds.filter(|var| !self.fixed.contains(var)).collect()
    }

    /// Collects all solutions of a condition; goes on after this when it has them all.
    fn collect(
        &mut self,
        parts: &[&Cond<'a>],
        sort: Option<&SortBy<'a>>,
        saved: &[VarId],
        least: bool,
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
        self.fill(region, (from, to), least, |lower, retry| {
            for part in parts {
                lower.cond(part, retry, false);
            }
            sort.map(|sort| {
                let descending = sort.descending;
                lower.function(ExprKind::Key { descending }, &sort.key)
            })
        });
        Collected {
            region,
            from,
            to,
            moved,
        }
    }

    /// Collects what is in some slots for every solution of what is lowered inside, which gives the sort key; or of the
    /// least one alone.
    pub fn fill(
        &mut self,
        region: Slot,
        (from, to): (Slot, Slot),
        least: bool,
        inside: impl FnOnce(&mut Self, &mut Retry) -> Option<FnId>,
    ) {
        self.cut();
        let (level, inner) = (self.level, self.frame.temporary());
        let opened = self.graph.lines.len();
        let open = |key: Option<FnId>| Line::Open {
            level,
            region,
            key,
            values: to.0 - from.0,
            inner,
        };
        self.graph.line(open(None));
        self.level += 1;
        self.heights.push(inner);
        let all = self.graph.label();
        let mut retry = Retry::at(all);
        let key = inside(self, &mut retry);
        self.graph.lines[opened] = open(key);
        self.graph.line(Line::Push {
            level,
            region,
            key,
            from,
            to,
            least,
            redo: retry.at,
        });
        self.graph.place(all);
        self.level -= 1;
        self.heights.pop();
        self.graph.line(Line::Close {
            level,
            region,
            inner,
        });
    }

    /// Collects all solutions for statements that go over them: in order, above all that was collected before.
    pub fn collector(&mut self, each: &Sorted<'a>, saved: &[VarId]) -> Collected {
        let mut collected = None;
        let f = self.solver(|lower| {
            let of = lower.collect(&[&each.cond], each.sort.as_ref(), saved, false);
            lower.settle(of.region, each.sort.is_some());
            collected = Some(of);
        });
        self.solve(f);
        collected.unwrap_or(Collected {
            region: Slot(0),
            from: Slot(0),
            to: Slot(0),
            moved: Vec::new(),
        })
    }

    /// Puts what was collected into order, and the cursor of the statements that go over it before the first row.
    pub fn settle(&mut self, region: Slot, sorted: bool) {
        if sorted {
            let (level, cursor) = (self.level, self.frame.temporary());
            self.graph.line(Line::Clear(cursor));
            self.graph.here();
            self.graph.line(Line::Settle {
                level,
                region,
                cursor,
            });
        }
        self.graph
            .line(Line::Clear(Slot(region.0.saturating_add(1))));
        self.graph.keeps_rows = true;
        self.holds(&Retry::at(NO));
    }

    /// What was collected at this level and is not needed any more is let go.
    pub fn cut(&mut self) {
        if let Some(to) = self.heights.last() {
            let (level, to) = (self.level, *to);
            self.graph.line(Line::Cut { level, to });
        }
    }

    /// What has been collected up to here at this level is needed by what comes behind.
    pub fn note_height(&mut self) {
        let (level, to) = (self.level, self.frame.temporary());
        self.graph.line(Line::Height { level, to });
        if let Some(height) = self.heights.last_mut() {
            *height = to;
        }
    }

    /// Lowers a condition that goes to `retry` where it does not hold, and leaves there how its next solution is found;
    /// where only its first solution counts, `once`, nobody will ask for that.
    pub fn cond(&mut self, cond: &Cond<'a>, retry: &mut Retry, once: bool) {
        match cond {
            Cond::And(parts) => {
                let parts = early_tests(parts, &self.access);
                let last = parts.len().saturating_sub(1);
                for (i, part) in parts.into_iter().enumerate() {
                    self.cond(part, retry, once && i == last);
                }
            }
            Cond::Or(sides) => self.or(sides, retry, once),
            Cond::Not(inner) => self.not(inner, retry),
            Cond::Fact { rel, args } => self.fact(*rel, args, retry, once),
            Cond::Axiom { axiom, args } if self.small_axiom(*axiom, self.inlined) => {
                self.copy_axiom(*axiom, args, retry, once)
            }
            Cond::Axiom { axiom, args } => self.call(*axiom, args, retry, once),
            Cond::Let {
                var,
                compare,
                value,
            } => self.bind(*var, *compare, value, retry),
            Cond::First(sorted) => {
                let inner = &mut retry.clone();
                self.only_first(&[&sorted.cond], |lower| lower.sorted(sorted, inner, true));
            }
            Cond::Forall(all, hold) => self.never(&[all, hold], retry, |lower, retry| {
                lower.cond(all, retry, false);
                lower.not(hold, retry);
            }),
            Cond::WhenPlanning(inner) => self.cond(inner, retry, once),
            Cond::Test(expr) => {
                let f = self.function(ExprKind::Test, expr);
                self.graph.line(Line::Test {
                    f,
                    on_fail: retry.at,
                });
            }
        }
    }

    fn or(&mut self, sides: &[Cond<'a>], retry: &mut Retry, once: bool) {
        // Where the first solution is enough and all are tests, it is one line.
        if once && sides.iter().all(|side| tests(side).is_some()) {
            let mut function = |expr: &&Expr<'a>| self.function(ExprKind::Test, expr);
            let sides = sides.iter().filter_map(tests);
            let sides = sides.map(|exprs| exprs.iter().map(&mut function).collect());
            let sides = sides.collect();
            let on_fail = retry.at;
            return self.graph.line(Line::AnyOf { sides, on_fail });
        }
        let end = self.graph.label();
        let came_from = self.frame.temporary();
        let before = self.heights.clone();
        for (i, side) in sides.iter().enumerate() {
            let last = i + 1 == sides.len();
            let next = if last { retry.at } else { self.graph.label() };
            self.heights.clone_from(&before);
            let mut inner = Retry::at(next);
            self.cond(side, &mut inner, once);
            if !once {
                let at = inner.at;
                self.graph.line(Line::StoreLabel { to: came_from, at });
            }
            self.graph.line(Line::Jump(end));
            if !last {
                self.graph.place(next);
            }
        }
        self.heights = before;
        if !once {
            let redo = self.graph.here();
            self.graph.line(Line::JumpToStored(came_from));
            retry.opens(redo, More::Unknown);
        }
        self.graph.place(end);
        // Which side holds is not known here: whatever it has collected is needed.
        if !once && sides.iter().any(|side| self.collects(side)) {
            self.note_height();
        }
    }

    /// Whether a condition may leave collected rows behind that are still needed.
    fn collects(&self, cond: &Cond<'a>) -> bool {
        cond.any(&|cond| match cond {
            Cond::Axiom { axiom, .. } => self.collecting.contains(axiom),
            cond => collects_itself(cond),
        })
    }

    fn not(&mut self, inner: &Cond<'a>, retry: &Retry) {
        match inner {
            Cond::Fact { rel, args } if !repeats(args) => self.absent(*rel, args, retry),
            _ => self.never(&[inner], retry, |lower, retry| {
                lower.cond(inner, retry, true)
            }),
        }
    }

    /// Holds where what is lowered inside, out of these conditions, has no solution.
    fn never(
        &mut self,
        of: &[&Cond<'a>],
        retry: &Retry,
        inside: impl FnOnce(&mut Self, &mut Retry),
    ) {
        let holds = self.graph.label();
        self.only_first(of, |lower| inside(lower, &mut Retry::at(holds)));
        self.graph.line(Line::Jump(retry.at));
        self.graph.place(holds);
    }

    /// Only the first solution counts of what is lowered inside, out of these conditions: the frames of axioms that it
    /// leaves behind are let go.
    fn only_first(&mut self, of: &[&Cond<'a>], inside: impl FnOnce(&mut Self)) {
        let heights = self.heights.clone();
        let reach_recursive = &self.reach_recursive;
        let recurs = |cond: &Cond<'a>| matches!(cond, Cond::Axiom { axiom, .. } if reach_recursive.contains(axiom));
        let mark = if of.iter().any(|cond| cond.any(&recurs)) {
            Some(self.frame.temporary())
        } else {
            None
        };
        self.graph.lines.extend(mark.map(Line::Mark));
        inside(self);
        self.graph.lines.extend(mark.map(Line::Release));
        self.heights = heights;
    }

    /// What came out must be what was there.
    pub fn same(&mut self, pairs: &[(Slot, Slot)], retry: &Retry) {
        for (a, b) in pairs {
            self.graph.line(Line::Same {
                a: *a,
                b: *b,
                on_fail: retry.at,
            });
        }
    }

    /// Works an expression out into a new slot.
    pub fn word(&mut self, expr: &Expr<'a>) -> Slot {
        let f = self.function(ExprKind::Word, expr);
        let to = self.frame.temporary();
        self.graph.line(Line::Let { f, to });
        to
    }

    /// `let` in a condition.
    fn bind(&mut self, var: VarId, compare: bool, value: &LetValue<'a>, retry: &mut Retry) {
        if compare || self.fixed.contains(&var) {
            let out = self.frame.temporary();
            self.value(out, value, retry);
            let there = self.frame.slot(var);
            self.same(&[(out, there)], retry);
        } else {
            let to = self.frame.slot(var);
            self.value(to, value, retry);
        }
    }

    /// Writes a value.
    pub fn value(&mut self, to: Slot, value: &LetValue<'a>, retry: &mut Retry) {
        match value {
            LetValue::Word(expr) => {
                let f = self.function(ExprKind::Word, expr);
                self.graph.line(Line::Let { f, to });
            }
            LetValue::Some(expr) => {
                let (f, on_fail) = (self.function(ExprKind::Option, expr), retry.at);
                self.graph.line(Line::LetSome { f, to, on_fail });
            }
            LetValue::In(expr) => self.each_of(to, expr, retry),
            LetValue::Aggregate { kind, of, over } => {
                self.aggregate(to, *kind, of.as_ref(), over, retry)
            }
        }
    }

    /// Each item of an iterator, or each number of a range.
    fn each_of(&mut self, to: Slot, expr: &Expr<'a>, retry: &mut Retry) {
        let (cursor, end, on_fail) = (self.frame.temporary(), self.frame.temporary(), retry.at);
        if let Some(gives) = range::range(expr, &self.moded.types) {
            let f = self.function(gives, expr);
            self.graph.line(Line::Range { f, end, cursor });
            let redo = self.graph.here();
            self.graph.line(Line::NextNumber {
                end,
                cursor,
                to,
                on_fail,
            });
            return retry.opens(redo, More::Cursor(cursor));
        }
        self.cut();
        let (level, f) = (self.level, self.function(ExprKind::Items, expr));
        self.graph.line(Line::Items {
            f,
            level,
            cursor,
            end,
        });
        if let Some(height) = self.heights.last_mut() {
            *height = end;
        }
        let redo = self.graph.here();
        self.graph.line(Line::NextItem {
            level,
            cursor,
            end,
            to,
            on_fail,
        });
        retry.opens(redo, More::Items(cursor, end));
    }

    fn aggregate(
        &mut self,
        to: Slot,
        kind: Aggregate,
        of: Option<&Expr<'a>>,
        over: &Cond<'a>,
        retry: &Retry,
    ) {
        // The value so far, and whether there is one: apart from where it goes, which the condition may look at.
        let acc = self.frame.temporaries(2);
        self.graph.line(Line::Clear(acc));
        self.graph.line(Line::Clear(Slot(acc.0.saturating_add(1))));
        let heights = self.heights.clone();
        let end = self.graph.label();
        let mut inner = Retry::at(end);
        self.cond(over, &mut inner, false);
        let gives = match kind {
            Aggregate::Count => None,
            Aggregate::Sum => Some(ExprKind::Sum),
            Aggregate::Min => Some(ExprKind::Min),
            Aggregate::Max => Some(ExprKind::Max),
        };
        match (gives, of) {
            (Some(gives), Some(of)) => {
                let f = self.function(gives, of);
                self.graph.line(Line::Fold { f, acc });
            }
            _ => self.graph.line(Line::Count(acc)),
        }
        self.graph.line(Line::Jump(inner.at));
        self.graph.place(end);
        self.heights = heights;
        if matches!(kind, Aggregate::Min | Aggregate::Max) {
            self.graph.line(Line::HasValue {
                acc,
                on_fail: retry.at,
            });
        }
        self.graph.line(Line::Copy { from: acc, to });
    }
}

/// Whether a condition collects rows, apart from what the axioms do that it calls.
pub fn collects_itself(cond: &Cond<'_>) -> bool {
    match cond {
        Cond::Let { value, .. } => matches!(value, LetValue::In(_)),
        Cond::First(sorted) => sorted.sort.is_some(),
        _ => false,
    }
}

/// The tests that a condition is made of, where it is made of nothing else.
fn tests<'c, 'a>(cond: &'c Cond<'a>) -> Option<Vec<&'c Expr<'a>>> {
    match cond {
        Cond::Test(expr) => Some(vec![expr]),
        Cond::And(parts) if !parts.is_empty() => {
            let tests = parts.iter().map(|part| match part {
                Cond::Test(expr) => Some(expr),
                _ => None,
            });
            tests.collect()
        }
        _ => None,
    }
}
