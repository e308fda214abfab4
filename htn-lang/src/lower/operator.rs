//! Primitive tasks.

use htn_core::tables::{BranchId, Cost, FAIL, FnId, Op, Parts, Pc, RelId, Run, TaskKind, Undo};

use super::Lower;
use super::condition::Solutions;
use super::frame::Frame;
use super::functions::ExprKind;
use super::graph::{Changes, Line, NO};
use super::retry::Retry;
use super::rows::{OperatorRow, Step};
use crate::ast::Mark;
use crate::modes::form::{self, Cond, Effect, Sorted, VarId};

/// The moments in the order of the tables.
const MARKS: [Mark; 5] = [
    Mark::Start,
    Mark::Finish,
    Mark::Success,
    Mark::Sensed,
    Mark::Failure,
];

impl<'m, 'a> Lower<'m, 'a> {
    pub fn operators(&mut self, group: usize) -> u16 {
        let (names, moded) = (self.names, self.moded);
        let items = &names.tasks[group].items;
        let mut size = 0;
        let first = self.rows.tables.operators.len();
        let mut frames = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let next = (i + 1 < items.len()).then(|| self.rows.op(Op::Try(Pc(0))));
            self.operator(group, &moded.operators[*item]);
            size = size.max(self.frame_size());
            frames.push(self.frame.clone());
            if let Some(next) = next {
                self.rows.lead_here(next);
            }
        }
        // What is asked again needs the size of the whole task's frame.
        for (i, (item, frame)) in items.iter().zip(frames).enumerate() {
            let operator = &moded.operators[*item];
            let (holds, during) = self.operator_checks(operator, &frame, size);
            let (pieces, while_pieces) = self.operator_pieces(operator, &frame, size);
            let row = &mut self.rows.tables.operators[first + i];
            row.holds = holds;
            row.during = during;
            row.pieces = pieces;
            row.while_pieces = while_pieces;
        }
        size
    }

    fn operator(&mut self, group: usize, operator: &'m form::Operator<'a>) {
        let task = self.task_id(group);
        self.frame = Frame::new(&operator.params);
        let entry = self.rows.here();
        let conditions = operator.requires.iter().chain(&operator.during);
        let solutions = self.condition(&conditions.collect::<Vec<_>>(), FAIL, BranchId::NONE);
        let id = self.rows.next_operator();
        let cost = match (&operator.cost, self.names.tasks[group].kind) {
            (Some(_), _) => Cost::Function,
            (None, TaskKind::External) => Cost::One,
            (None, _) => Cost::Nothing,
        };
        self.rows.op(Op::Apply { id, cost });
        let is_only = self.names.tasks[group].items.len() == 1;
        let mut whole = match solutions {
            Solutions::OneAtOnce(lines) if is_only && operator.effects.iter().all(is_plain) => {
                Some(Whole::new(lines))
            }
            _ => None,
        };
        let moments = self.moments(operator, &mut whole);
        if let Some(whole) = whole {
            let f = self.whole(whole);
            self.rows.steps.insert(group, Step { f, id, cost });
        }
        let busy = operator
            .busy
            .as_ref()
            .map(|busy| self.function(ExprKind::Test, busy));
        let cost = operator
            .cost
            .as_ref()
            .map(|cost| self.function(ExprKind::Cost, cost));
        let duration = operator
            .duration
            .as_ref()
            .map(|duration| self.function(ExprKind::Cost, duration));
        let undo = operator.undo.as_ref().map(|(task, args)| {
            let entry = self.rows.here();
            let args = self.values(args);
            self.rows.op(Op::Holds);
            let args = self.rows.slot_run(&args);
            Undo {
                task: self.task_id(*task),
                entry,
                args,
            }
        });
        let vars = self.vars(bound_by(operator));
        let entry = match operator.requires.as_ref().and_then(without_planning) {
            Some(requires) => self.solved_again(&requires, operator.during.as_ref()),
            None => entry,
        };
        let row = OperatorRow {
            task,
            doc: operator.item.docs.text(),
            entry,
            holds: None,
            during: None,
            pieces: Run { at: 0, len: 0 },
            while_pieces: 0,
            moments,
            writes: MARKS.map(|mark| self.writes(operator, mark)),
            asks_game: self.operator_asks_game(operator),
            by: self.engaged(operator),
            busy,
            cost,
            duration,
            undo,
            vars,
        };
        self.rows.tables.operators.push(row);
    }

    /// A precondition that the executor solves without what only the planner checks.
    fn solved_again(&mut self, requires: &Sorted<'a>, during: Option<&Sorted<'a>>) -> Pc {
        let entry = self.rows.here();
        let f = self.solver(|lower| {
            let mut retry = Retry::at(NO);
            lower.sorted(requires, &mut retry, during.is_none());
            if let Some(during) = during {
                if requires.sort.is_some() {
                    lower.note_height();
                }
                lower.sorted(during, &mut retry, true);
            }
            lower.holds(&Retry::at(NO));
        });
        self.solve(f);
        self.rows.op(Op::Holds);
        entry
    }

    /// The effects, moment after moment. The planner runs through them, so moments without any take no op there.
    fn moments(&mut self, operator: &'m form::Operator<'a>, whole: &mut Option<Whole>) -> [Pc; 5] {
        let mut moments = [None; 5];
        for (i, mark) in MARKS.into_iter().enumerate() {
            let effects = effects_of(operator, mark);
            if mark == Mark::Failure {
                self.rows.op(Op::Applied);
            } else if effects.is_empty() {
                continue;
            } else if moments.iter().any(Option::is_some) {
                self.rows.op(Op::Moment);
            }
            moments[i] = Some(self.rows.here());
            self.moment(&effects);
            match whole {
                Some(whole) => self.write_part(whole, Parts::moment(i)),
                None => self.write_changes(),
            }
        }
        let nothing = self.rows.here();
        self.rows.op(Op::Moment);
        moments.map(|moment| moment.unwrap_or(nothing))
    }

    /// The lines so far are a part of an operator that is one function.
    fn write_part(&mut self, whole: &mut Whole, parts: Parts) {
        let lines = std::mem::take(&mut self.graph.lines);
        if !lines.is_empty() {
            whole.parts.push((parts, lines));
            let f = FnId(u16::MAX);
            whole.ops.push(self.rows.op(Op::Change { f, parts }));
        }
    }

    /// The function of an operator, which its ops are told.
    fn whole(&mut self, whole: Whole) -> FnId {
        let Whole { parts, ops } = whole;
        let number = self.rows.functions.change(Changes { parts });
        for at in ops {
            if let Op::Change { f, .. } = &mut self.rows.code[at] {
                *f = number;
            }
        }
        number
    }

    fn writes(&mut self, operator: &form::Operator<'a>, mark: Mark) -> Vec<RelId> {
        let effects = effects_of(operator, mark);
        let atoms = effects.iter().flat_map(|effect| &effect.atoms);
        let mut writes: Vec<RelId> = atoms.map(|(rel, _)| self.rel_id(*rel)).collect();
        writes.sort();
        writes.dedup();
        writes
    }

    /// Returns a bit for each part of an operator with a Rust expression that sees the context.
    fn operator_asks_game(&self, operator: &form::Operator<'a>) -> u16 {
        let conditions = operator.requires.iter().chain(&operator.during);
        let precondition: Vec<_> = conditions.flat_map(form::Sorted::parts).collect();
        let mut bits = if self.parts_ask_game(&precondition) {
            htn_core::tables::OperatorRow::PRECONDITION
        } else {
            0
        };
        for (moment, mark) in MARKS.into_iter().enumerate() {
            let effects = effects_of(operator, mark);
            let parts: Vec<_> = effects.iter().flat_map(|effect| effect.parts()).collect();
            bits |= u16::from(self.parts_ask_game(&parts)) << moment;
        }
        bits
    }

    /// The parameters after `by`.
    fn engaged(&self, operator: &form::Operator<'a>) -> u32 {
        let item = operator.item;
        let places = item
            .by
            .iter()
            .filter_map(|by| item.params.iter().position(|param| param.name == *by));
        places
            .filter(|place| *place < 32)
            .fold(0, |bits, place| bits | 1 << place)
    }

    /// `block_on`, `global_block`, `finish_action`, `stop_action`: no condition and no effect.
    pub fn synchronisation(&mut self, group: usize) -> u16 {
        let task = self.task_id(group);
        let entry = self.rows.here();
        let id = self.rows.next_operator();
        let cost = Cost::Nothing;
        self.rows.op(Op::Apply { id, cost });
        self.rows.op(Op::Applied);
        let f = self.whole(Whole::new(Vec::new()));
        self.rows.steps.insert(group, Step { f, id, cost });
        let nothing = self.rows.here();
        self.rows.op(Op::Moment);
        self.rows.tables.operators.push(OperatorRow {
            task,
            doc: String::new(),
            entry,
            holds: None,
            during: None,
            pieces: Run { at: 0, len: 0 },
            while_pieces: 0,
            moments: [nothing; 5],
            writes: Default::default(),
            asks_game: 0,
            by: 0,
            busy: None,
            cost: None,
            duration: None,
            undo: None,
            vars: Vec::new(),
        });
        self.rows.count(self.names.arity(group))
    }
}

/// An operator without a choice, which is one function; and the ops that call it for a part of it.
struct Whole {
    parts: Vec<(Parts, Vec<Line>)>,
    ops: Vec<usize>,
}

impl Whole {
    fn new(precondition: Vec<Line>) -> Whole {
        let mut parts = Vec::new();
        if !precondition.is_empty() {
            parts.push((Parts::PRECONDITION, precondition));
        }
        Whole {
            parts,
            ops: Vec::new(),
        }
    }
}

/// Whether an effect is changes of facts that it names.
fn is_plain((_, effect): &(Option<Mark>, Effect<'_>)) -> bool {
    let mut args = effect.atoms.iter().flat_map(|(_, args)| args);
    effect.each.is_none() && !args.any(|arg| matches!(arg, form::Arg::Any))
}

/// Returns a precondition without its `when_planning`s, or `None` if it has none. A key over their variables is left out.
fn without_planning<'a>(requires: &Sorted<'a>) -> Option<Sorted<'a>> {
    let parts = match &requires.cond {
        Cond::And(parts) => parts.as_slice(),
        one => core::slice::from_ref(one),
    };
    let is_planning = |part: &&Cond<'a>| matches!(part, Cond::WhenPlanning(_));
    let planned: Vec<VarId> = parts
        .iter()
        .filter(is_planning)
        .flat_map(Cond::binds)
        .collect();
    if !parts.iter().any(|part| is_planning(&part)) {
        return None;
    }
    let checked = parts.iter().filter(|part| !is_planning(part));
    let sort = requires.sort.as_ref();
    let sort = sort.filter(|sort| !sort.key.uses.iter().any(|var| planned.contains(var)));
    Some(Sorted {
        cond: Cond::And(checked.cloned().collect()),
        sort: sort.cloned(),
        source: requires.source,
    })
}

/// The effects of one moment. Without a mark they belong to the first.
fn effects_of<'f, 'a>(operator: &'f form::Operator<'a>, moment: Mark) -> Vec<&'f Effect<'a>> {
    let effects = operator.effects.iter();
    let of_moment = effects.filter(|(mark, _)| mark.unwrap_or(Mark::Start) == moment);
    of_moment.map(|(_, effect)| effect).collect()
}

/// The variables of its precondition.
pub fn bound_by(operator: &form::Operator<'_>) -> Vec<VarId> {
    let conditions = operator.requires.iter().chain(&operator.during);
    conditions
        .flat_map(|condition| condition.cond.binds())
        .collect()
}
