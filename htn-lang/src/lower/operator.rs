//! Lowers operators to rows of primitive tasks.

use htn_core::tables::{
    BranchId, CostKind, FAIL, FnId, Op, OperatorId, Parts, Pc, Run, TaskId, TaskKind, Undo,
};

use proc_macro2::{TokenStream, TokenTree};

use super::code::{CodePlace, Step, append};
use super::context::rel_id;
use super::frame::Frame;
use super::functions::ExprKind;
use super::graph::{Changes, Line, NO};
use super::retry::Retry;
use super::rows::{CheckId, OperatorRow, count};
use super::{CodeWriter, Lower, Solutions};
use crate::ast::Mark;
use crate::ir::{BoundEffect, BoundOperator, Cond, SortedCond, VarId, bound_by};
use crate::tables::Number;

/// The moments in the order of the tables.
const MARKS: [Mark; 5] = [
    Mark::Start,
    Mark::Finish,
    Mark::Success,
    Mark::Sensed,
    Mark::Failure,
];

impl<'m, 'a> Lower<'m, 'a> {
    /// Adds a task of operators; returns the size of its frame.
    pub fn operators(&mut self, group: usize) -> u16 {
        let (names, domain) = (self.writer.context.names, self.writer.context.domain);
        let items = &names.tasks[group].items;
        let mut size = 0;
        let mut rows = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let next = (i + 1 < items.len()).then(|| self.writer.try_next());
            let id = OperatorId(count(self.writer.tables.operators.len() + i));
            let row = self.operator(group, id, &domain.operators[*item]);
            size = size.max(self.writer.frame_size());
            rows.push((row, self.writer.frame.clone()));
            next.into_iter().for_each(|next| self.writer.code.set(next));
        }
        // Checks need the size of the frame of the whole task.
        for (item, (row, frame)) in items.iter().zip(rows) {
            let frame = frame.above(size.into());
            let row = self.operator_checks(&domain.operators[*item], row, &frame);
            self.writer.tables.operators.push(row);
        }
        size
    }

    /// Returns the row of an operator with its checks.
    fn operator_checks(
        &mut self,
        operator: &BoundOperator<'a>,
        row: OperatorRow,
        frame: &Frame,
    ) -> OperatorRow {
        let views = self.views.operator(operator);
        let [holds, during] = [views.holds, views.during].map(|view| {
            let check = self.writer.check(&view?, frame.clone());
            Some(CheckId(self.writer.checks(vec![check]).at))
        });
        let while_pieces = count(views.pieces[1].len());
        let pieces = views.pieces.concat().into_iter();
        let pieces = pieces.map(|piece| self.writer.check(&piece, frame.clone()));
        let pieces = pieces.collect();
        OperatorRow {
            holds,
            during,
            pieces: self.writer.checks(pieces),
            while_pieces,
            ..row
        }
    }

    fn operator(
        &mut self,
        group: usize,
        id: OperatorId,
        operator: &'m BoundOperator<'a>,
    ) -> OperatorRow {
        self.writer.frame = Frame::new(&operator.params);
        let entry = self.writer.code.here();
        let conditions: Vec<_> = operator.requires.iter().chain(&operator.during).collect();
        let solutions = self
            .writer
            .condition(&conditions, CodePlace::FAIL, BranchId::NONE);
        let moments = self.effects(group, id, operator, solutions);
        let busy = operator.busy.as_ref();
        let busy = busy.map(|busy| self.writer.function(ExprKind::Test, busy));
        let [cost, duration] = [&operator.cost, &operator.duration].map(|number| {
            let number = number.as_ref()?;
            Some(self.writer.function(ExprKind::Cost, number))
        });
        let undo = operator.undo.as_ref().map(|(task, args)| {
            let entry = self.writer.code.here();
            let args = self.writer.values(args);
            self.writer.code.op(Op::Holds);
            Undo {
                task: TaskId(count(*task)),
                entry,
                args: append(&mut self.writer.tables.slots, &args),
            }
        });
        let vars = self
            .writer
            .context
            .vars(bound_by(operator), &self.writer.frame);
        let entry = match operator.requires.as_ref().and_then(without_planning) {
            Some(requires) => self
                .writer
                .solved_again(&requires, operator.during.as_ref()),
            None => entry,
        };
        OperatorRow {
            doc: operator.item.docs.text(),
            moments,
            writes: MARKS.map(|mark| {
                let effects = effects_of(operator, mark);
                let atoms = effects.iter().flat_map(|effect| &effect.atoms);
                let mut writes: Vec<_> = atoms.map(|(rel, _)| rel_id(*rel)).collect();
                writes.sort();
                writes.dedup();
                writes
            }),
            asks_game: self.operator_asks_game(operator),
            by: engaged(operator),
            busy,
            cost,
            fixed_cost: operator
                .cost
                .as_ref()
                .and_then(|cost| number(&cost.source.tokens)),
            duration,
            undo,
            vars,
            ..empty_row(group, entry, Pc(0))
        }
    }

    /// Writes the code that applies an operator after its precondition. Returns the beginnings of the code of its moments.
    fn effects(
        &mut self,
        group: usize,
        id: OperatorId,
        operator: &'m BoundOperator<'a>,
        solutions: Solutions,
    ) -> [Pc; 5] {
        let task = &self.writer.context.names.tasks[group];
        let cost = match (&operator.cost, task.kind) {
            (Some(_), _) => CostKind::Function,
            (None, TaskKind::External) => CostKind::One,
            (None, _) => CostKind::Nothing,
        };
        if operator
            .effects
            .iter()
            .all(|effect| is_plain(effect) && !self.writer.is_guarded(&effect.1))
        {
            let (solver, precondition) = match solutions {
                Solutions::OneAtOnce(lines) => (None, lines),
                Solutions::One(f) | Solutions::Several(f) => (Some(f), Vec::new()),
            };
            let (f, has_changes) = self.writer.whole(operator, precondition);
            let is_planned = has_changes[..4].contains(&true);
            let effects = if is_planned { f } else { FnId::NONE };
            if task.items.len() == 1 {
                let f = if solver.is_some() { effects } else { f };
                let step = Step {
                    solver,
                    f,
                    id,
                    cost,
                };
                self.writer.code.steps.insert(group, step);
            }
            self.writer.code.op(Op::ApplyAll {
                f: effects,
                id,
                cost,
            });
            self.writer.moments(operator, |writer, i, _| {
                if has_changes[i] {
                    let parts = Parts::moment(i);
                    writer.code.op(Op::Change { f, parts });
                }
            })
        } else {
            self.writer.code.op(Op::Apply { id, cost });
            self.writer.moments(operator, |writer, _, effects| {
                let lines = writer.moment(effects);
                writer.write_changes(lines);
            })
        }
    }

    /// Returns a bit for each part of an operator with a Rust expression over the game's value.
    fn operator_asks_game(&self, operator: &BoundOperator<'a>) -> u16 {
        let conditions = operator.requires.iter().chain(&operator.during);
        let precondition: Vec<_> = conditions.flat_map(SortedCond::parts).collect();
        let mut bits = if self.views.parts_ask_game(&precondition) {
            htn_core::tables::OperatorRow::PRECONDITION
        } else {
            0
        };
        for (moment, mark) in MARKS.into_iter().enumerate() {
            let effects = effects_of(operator, mark);
            let parts: Vec<_> = effects.iter().flat_map(|effect| effect.parts()).collect();
            bits |= u16::from(self.views.parts_ask_game(&parts)) << moment;
        }
        bits
    }

    /// Adds `block_on`, `global_block`, `finish_action` or `stop_action`, which have no condition and no effect.
    pub fn synchronisation(&mut self, group: usize) -> u16 {
        let entry = self.writer.code.here();
        let id = OperatorId(count(self.writer.tables.operators.len()));
        let cost = CostKind::Nothing;
        let f = FnId::NONE;
        self.writer.code.op(Op::ApplyAll { f, id, cost });
        let step = Step {
            solver: None,
            f,
            id,
            cost,
        };
        self.writer.code.steps.insert(group, step);
        let row = empty_row(group, entry, self.writer.code.here());
        self.writer.code.op(Op::Moment);
        self.writer.tables.operators.push(row);
        count(self.writer.context.names.arity(group))
    }
}

impl<'m, 'a> CodeWriter<'m, 'a> {
    /// Adds a precondition that the executor solves without the conjuncts that only the planner checks.
    fn solved_again(&mut self, requires: &SortedCond<'a>, during: Option<&SortedCond<'a>>) -> Pc {
        let requires = self.context.prepared_sorted(requires);
        let during = during.map(|during| self.context.prepared_sorted(during));
        let entry = self.code.here();
        self.solve(CodePlace::FAIL, BranchId::NONE, |build| {
            let mut retry = Retry::at(NO);
            build.sorted(&requires, &mut retry, during.is_none());
            if let Some(during) = during {
                if requires.sort.is_some() {
                    build.note_height();
                }
                build.sorted(&during, &mut retry, true);
            }
            build.holds(&Retry::at(NO));
        });
        self.code.op(Op::Holds);
        entry
    }

    /// Makes one function of an operator's effects, and of its precondition if that leaves no choice. Returns it, if there is
    /// anything to do, and which moments have changes.
    fn whole(
        &mut self,
        operator: &'m BoundOperator<'a>,
        precondition: Vec<Line>,
    ) -> (FnId, [bool; 5]) {
        let mut parts = vec![(Parts::PRECONDITION, precondition)];
        for (i, mark) in MARKS.into_iter().enumerate() {
            let lines = self.moment(&effects_of(operator, mark));
            parts.push((Parts::moment(i), lines));
        }
        let has_changes = [1, 2, 3, 4, 5].map(|part: usize| !parts[part].1.is_empty());
        parts.retain(|(_, lines)| !lines.is_empty());
        let f = if parts.is_empty() {
            FnId::NONE
        } else {
            self.context.functions.change(Changes { parts })
        };
        (f, has_changes)
    }

    /// Adds the moments of an operator, each with `write`. The planner runs through them, so moments without effects get no op
    /// there. Returns where each begins.
    fn moments(
        &mut self,
        operator: &'m BoundOperator<'a>,
        mut write: impl FnMut(&mut Self, usize, &[&'m BoundEffect<'a>]),
    ) -> [Pc; 5] {
        let mut moments = [None; 5];
        for (i, mark) in MARKS.into_iter().enumerate() {
            let effects = effects_of(operator, mark);
            if mark == Mark::Failure {
                self.code.op(Op::Applied);
            } else if effects.is_empty() {
                continue;
            } else if moments.iter().any(Option::is_some) {
                self.code.op(Op::Moment);
            }
            moments[i] = Some(self.code.here());
            write(self, i, &effects);
        }
        let nothing = self.code.here();
        self.code.op(Op::Moment);
        moments.map(|moment| moment.unwrap_or(nothing))
    }

    /// Adds the choice point before an alternative; returns the place of the next one.
    pub fn try_next(&mut self) -> CodePlace {
        let next = self.code.place();
        self.code.lead(Op::Try(FAIL), next);
        next
    }
}

/// Returns the value of an expression that is a number.
fn number(tokens: &TokenStream) -> Option<Number> {
    let mut tokens = tokens.clone().into_iter();
    let (Some(TokenTree::Literal(literal)), None) = (tokens.next(), tokens.next()) else {
        return None;
    };
    let text = literal.to_string().replace('_', "");
    let digits = text.strip_suffix("f32").unwrap_or(&text);
    let number = digits
        .parse()
        .ok()
        .filter(|number: &f32| number.is_finite());
    number.map(Number)
}

/// Returns the row of an operator without conditions and effects.
fn empty_row(group: usize, entry: Pc, moment: Pc) -> OperatorRow {
    OperatorRow {
        task: TaskId(count(group)),
        doc: String::new(),
        entry,
        holds: None,
        during: None,
        pieces: Run { at: 0, len: 0 },
        while_pieces: 0,
        moments: [moment; 5],
        writes: Default::default(),
        asks_game: 0,
        by: 0,
        busy: None,
        cost: None,
        fixed_cost: None,
        duration: None,
        undo: None,
        vars: Vec::new(),
    }
}

/// Returns true if an effect only changes facts that it names.
fn is_plain((_, effect): &(Option<Mark>, BoundEffect<'_>)) -> bool {
    effect.each.is_none() && !effect.is_open()
}

/// Returns the set of parameters after `by`.
fn engaged(operator: &BoundOperator<'_>) -> u32 {
    let item = operator.item;
    let by = item.by.iter();
    let places = by.filter_map(|by| item.params.iter().position(|param| param.name == *by));
    let places = places.filter(|place| *place < 32);
    places.fold(0, |bits, place| bits | 1 << place)
}

/// Returns a precondition without its `when_planning`s, or `None` if it has none. A key over their variables is left out.
fn without_planning<'a>(requires: &SortedCond<'a>) -> Option<SortedCond<'a>> {
    let is_planning = |part: &&Cond<'a>| matches!(part, Cond::WhenPlanning(_));
    let (planned, checked): (Vec<&Cond<'a>>, Vec<_>) =
        requires.cond.conjuncts().iter().partition(is_planning);
    if planned.is_empty() {
        return None;
    }
    let planned: Vec<VarId> = planned.into_iter().flat_map(Cond::binds).collect();
    let sort = requires.sort.as_ref();
    let sort = sort.filter(|sort| !sort.key.uses.iter().any(|var| planned.contains(var)));
    Some(SortedCond {
        cond: Cond::And(checked.into_iter().cloned().collect()),
        sort: sort.cloned(),
        source: requires.source,
    })
}

/// Returns the effects of one moment. Effects without a mark belong to the first.
fn effects_of<'f, 'a>(operator: &'f BoundOperator<'a>, moment: Mark) -> Vec<&'f BoundEffect<'a>> {
    let effects = operator.effects.iter();
    let of_moment = effects.filter(|(mark, _)| mark.unwrap_or(Mark::Start) == moment);
    of_moment.map(|(_, effect)| effect).collect()
}
