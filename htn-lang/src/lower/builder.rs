//! Builds the graph of a condition.

use htn_core::tables::{FnId, Slot};

use super::context::LowerContext;
use super::facts::Operands;
use super::frame::{Frame, offset};
use super::functions::ExprKind;
use super::graph::{Graph, Item, Label, Line, More};
use super::retry::Retry;
use crate::ast::Aggregate;
use crate::ir::{BoundArg, Cond, Expr, LetValue, VarId};

/// The graph of one condition while it is built.
pub struct Builder<'b, 'm, 'a> {
    pub context: &'b mut LowerContext<'m, 'a>,
    pub frame: &'b mut Frame,
    items: Vec<Item>,
    labels: usize,
    /// The number of collections that are being filled around the current place.
    pub level: u32,
    /// By level, the slot with the height of collected rows that are still needed.
    pub heights: Vec<Slot>,
    /// True if the rows that were collected are needed after the condition has held.
    pub keeps_rows: bool,
}

impl<'b, 'm, 'a> Builder<'b, 'm, 'a> {
    /// Starts a graph. `base` is the slot with the height of collected rows before it.
    pub fn new(context: &'b mut LowerContext<'m, 'a>, frame: &'b mut Frame, base: Slot) -> Self {
        Builder {
            context,
            frame,
            items: Vec::new(),
            labels: 0,
            level: 0,
            heights: vec![base],
            keeps_rows: false,
        }
    }

    /// Ends the graph. `at` returns the slot of its resume point, if it needs one.
    pub fn finish(self, base: Slot, at: impl FnOnce(&mut Frame, bool) -> Slot) -> Graph {
        let mut graph = Graph::new(self.items, self.labels);
        graph.keeps_rows = self.keeps_rows;
        let reads_base = graph.cuts_to(base);
        graph.base = reads_base.then_some(base);
        graph.at = graph.can_stop().then(|| at(self.frame, reads_base));
        graph
    }

    pub fn line(&mut self, line: Line) {
        self.items.push(Item::Line(line));
    }

    /// Returns a label that has no place yet.
    pub fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels)
    }

    /// Puts a label in front of the next line.
    pub fn place(&mut self, label: Label) {
        self.items.push(Item::Label(label));
    }

    /// Returns a label in front of the next line.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Returns the lines that `inside` adds, instead of adding them.
    pub fn apart<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (Vec<Item>, T) {
        let outer = std::mem::take(&mut self.items);
        let value = inside(self);
        (std::mem::replace(&mut self.items, outer), value)
    }

    pub fn extend(&mut self, items: Vec<Item>) {
        self.items.extend(items);
    }

    /// Adds the end: the condition holds.
    pub fn holds(&mut self, retry: &Retry) {
        let more = if retry.more.contains(&More::Unknown) {
            vec![More::Unknown]
        } else {
            retry.more.clone()
        };
        let redo = retry.at;
        self.line(Line::Holds { more, redo });
    }

    pub fn function(&mut self, gives: ExprKind, expr: &Expr<'a>) -> FnId {
        self.context.function(gives, expr, self.frame)
    }

    /// Adds a condition. If it does not hold, control goes to `retry`, which then leads to the next
    /// solution of this condition.
    /// If `once` is true, no caller needs another solution.
    pub fn cond(&mut self, cond: &Cond<'a>, retry: &mut Retry, once: bool) {
        match cond {
            Cond::And(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    self.cond(part, retry, once && i + 1 == parts.len());
                }
            }
            Cond::Or(sides) => self.or(sides, retry, once),
            Cond::Not(inner) => self.not(inner, retry),
            Cond::Fact { rel, args } => self.fact(*rel, args, retry, once),
            Cond::Axiom { axiom, args } => self.call(*axiom, args, retry, once),
            Cond::Inlined { params, args, body } => self.inlined(params, args, body, retry, once),
            Cond::Let {
                var,
                compare,
                value,
            } => self.bind(*var, *compare, value, retry),
            Cond::First(sorted) => {
                let inner = &mut retry.clone();
                self.only_first(&[&sorted.cond], |build| build.sorted(sorted, inner, true));
            }
            Cond::Forall(all, hold) => self.never(&[all, hold], retry, |build, retry| {
                build.cond(all, retry, false);
                build.not(hold, retry);
            }),
            Cond::WhenPlanning(inner) => self.cond(inner, retry, once),
            Cond::Test(expr) if expr.source.is_polled() => {
                self.poll(ExprKind::Test, expr, None, retry);
            }
            Cond::Test(expr) => {
                let (f, on_fail) = (self.function(ExprKind::Test, expr), retry.at);
                self.line(Line::Test { f, on_fail });
            }
        }
    }

    fn or(&mut self, sides: &[Cond<'a>], retry: &mut Retry, once: bool) {
        // If one solution is enough and all sides are tests, one line is enough too.
        if once && sides.iter().all(|side| tests(side).is_some()) {
            let sides = sides.iter().filter_map(tests).map(|exprs| {
                let exprs = exprs.into_iter();
                exprs
                    .map(|expr| self.function(ExprKind::Test, expr))
                    .collect()
            });
            let (sides, on_fail) = (sides.collect(), retry.at);
            return self.line(Line::AnyOf { sides, on_fail });
        }
        let end = self.label();
        let came_from = self.frame.temporary();
        let before = self.heights.clone();
        for (i, side) in sides.iter().enumerate() {
            let last = i + 1 == sides.len();
            let next = if last { retry.at } else { self.label() };
            self.heights.clone_from(&before);
            let mut inner = Retry::at(next);
            self.cond(side, &mut inner, once);
            if !once {
                let at = inner.at;
                self.line(Line::StoreLabel { to: came_from, at });
            }
            self.line(Line::Jump(end));
            if !last {
                self.place(next);
            }
        }
        self.heights = before;
        if !once {
            let redo = self.here();
            self.line(Line::JumpToStored(came_from));
            retry.opens(redo, More::Unknown);
        }
        self.place(end);
        // Any side may have held, so the rows of each may be needed.
        let axioms = &self.context.axioms;
        if !once && sides.iter().any(|side| axioms.collects(side)) {
            self.note_height();
        }
    }

    fn not(&mut self, inner: &Cond<'a>, retry: &Retry) {
        match inner {
            Cond::Fact { rel, args }
                if !args.iter().any(|arg| matches!(arg, BoundArg::Again(_))) =>
            {
                self.absent(*rel, args, retry)
            }
            _ => self.never(&[inner], retry, |build, retry| {
                build.cond(inner, retry, true)
            }),
        }
    }

    /// Holds if what `inside` adds, out of the conditions `of`, has no solution.
    fn never(
        &mut self,
        of: &[&Cond<'a>],
        retry: &Retry,
        inside: impl FnOnce(&mut Self, &mut Retry),
    ) {
        let holds = self.label();
        self.only_first(of, |build| inside(build, &mut Retry::at(holds)));
        self.line(Line::Jump(retry.at));
        self.place(holds);
    }

    /// Only the first solution counts of what `inside` adds, out of the conditions `of`: the frames of axioms that it leaves
    /// are released.
    fn only_first(&mut self, of: &[&Cond<'a>], inside: impl FnOnce(&mut Self)) {
        let heights = self.heights.clone();
        let axioms = &self.context.axioms;
        let needs_mark = of.iter().any(|cond| axioms.leaves_frames(cond));
        let mark = needs_mark.then(|| self.frame.temporary());
        mark.into_iter().for_each(|to| self.line(Line::Mark(to)));
        inside(self);
        mark.into_iter().for_each(|to| self.line(Line::Release(to)));
        self.heights = heights;
    }

    /// Adds a comparison for each pair of slots.
    pub fn same(&mut self, pairs: &[(Slot, Slot)], retry: &Retry) {
        for &(a, b) in pairs {
            let on_fail = retry.at;
            self.line(Line::Same { a, b, on_fail });
        }
    }

    /// Adds the clause of a small axiom in place of its call, with the arguments' slots for its parameters.
    fn inlined(
        &mut self,
        params: &[VarId],
        args: &[BoundArg<'a>],
        body: &Cond<'a>,
        retry: &mut Retry,
        once: bool,
    ) {
        let mut compare = Vec::new();
        let mut places: Vec<Slot> = Vec::new();
        for arg in args {
            places.push(match arg {
                BoundArg::Any => self.frame.temporary(),
                BoundArg::Again(var) => {
                    let out = self.frame.temporary();
                    compare.push((out, self.frame.slot(*var)));
                    out
                }
                BoundArg::Bind(var) | BoundArg::Is(var) => self.frame.slot(*var),
                BoundArg::Expr(expr) => self.word(expr),
            });
        }
        // The variables of each copy have slots of their own.
        let outer = self.frame.enter(params.iter().copied().zip(places));
        self.cond(body, retry, once && compare.is_empty());
        self.frame.leave(outer);
        self.same(&compare, retry);
    }

    /// Adds a `let`.
    fn bind(&mut self, var: VarId, compare: bool, value: &LetValue<'a>, retry: &mut Retry) {
        if compare {
            let out = self.frame.temporary();
            self.value(out, value, retry);
            let there = self.frame.slot(var);
            self.same(&[(out, there)], retry);
        } else {
            let to = self.frame.slot(var);
            self.value(to, value, retry);
        }
    }

    fn value(&mut self, to: Slot, value: &LetValue<'a>, retry: &mut Retry) {
        let on_fail = retry.at;
        match value {
            LetValue::Word(expr) if expr.source.is_polled() => {
                self.poll(ExprKind::Word, expr, Some(to), retry);
            }
            LetValue::Some(expr) if expr.source.is_polled() => {
                self.poll(ExprKind::Option, expr, Some(to), retry);
            }
            LetValue::Word(expr) => {
                let f = self.function(ExprKind::Word, expr);
                self.line(Line::Let { f, to });
            }
            LetValue::Some(expr) => {
                let f = self.function(ExprKind::Option, expr);
                self.line(Line::LetSome { f, to, on_fail });
            }
            LetValue::In(expr) => self.each_of(to, expr, retry),
            LetValue::Aggregate { kind, of, over } => {
                self.aggregate(to, *kind, of.as_ref(), over, retry)
            }
        }
    }

    /// Adds an expression whose answer may be pending. It is evaluated again from its label.
    fn poll(&mut self, answer: ExprKind, expr: &Expr<'a>, to: Option<Slot>, retry: &Retry) {
        let (f, on_fail) = (self.function(expr.kind(answer), expr), retry.at);
        self.here();
        self.line(Line::Poll { f, to, on_fail });
    }

    /// Adds a value from the solutions of a condition.
    fn aggregate(
        &mut self,
        to: Slot,
        kind: Aggregate,
        of: Option<&Expr<'a>>,
        over: &Cond<'a>,
        retry: &Retry,
    ) {
        // The value so far, and whether there is one. The condition may read `to`, so these have slots of their own.
        let acc = self.frame.temporaries(2);
        self.line(Line::Clear(acc));
        self.line(Line::Clear(offset(acc, 1)));
        let heights = self.heights.clone();
        let end = self.label();
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
                self.line(Line::Fold { f, acc });
            }
            _ => self.line(Line::Count(acc)),
        }
        self.line(Line::Jump(inner.at));
        self.place(end);
        self.heights = heights;
        if matches!(kind, Aggregate::Min | Aggregate::Max) {
            let on_fail = retry.at;
            self.line(Line::HasValue { acc, on_fail });
        }
        self.line(Line::Copy { from: acc, to });
    }
}

/// Returns the tests that a condition consists of, if it has nothing else.
fn tests<'c, 'a>(cond: &'c Cond<'a>) -> Option<Vec<&'c Expr<'a>>> {
    match cond {
        Cond::Test(expr) if !expr.source.is_polled() => Some(vec![expr]),
        Cond::And(parts) if !parts.is_empty() => {
            let tests = parts.iter().map(|part| match part {
                Cond::Test(expr) if !expr.source.is_polled() => Some(expr),
                _ => None,
            });
            tests.collect()
        }
        _ => None,
    }
}
