//! Stretches of tasks' code that become one function each: from where a task or the body of a branch begins, as far as
//! every op has a native form. Where it has none, the function stops, and the machine's loop goes on there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use htn_core::tables::{FnId, Op, Pc, TaskId, TaskKind};

use super::rows::Rows;
use super::strands::{After, Strands};
use super::together::leads_to;

/// A stretch of code: segments in the order of their places.
pub type Native = Vec<Segment>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub at: Pc,
    pub does: Vec<Does>,
    pub end: End,
}

/// What a native does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// What the op at this place does.
    Op(Pc, Op),
    /// What the `Begin` at this place does, and then all of the task, by the task's own native.
    Task(Pc, Op, FnId),
    /// The same for a `Do` and its operator.
    Operator(Pc, Op, FnId),
    /// Between two statements; the second is at this place.
    Between(Pc),
    /// The end of a strand, at the first place, behind which the second one is next.
    StrandEnd(Pc, Pc),
}

/// What a segment leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The segment at this place, which is behind it.
    To(Pc),
    /// The native of a body.
    Body(FnId),
    /// The loop goes on at the op.
    Stop(Pc),
    /// The same, after a step.
    StopBetween(Pc),
    /// A task is begun by the `Begin` at this place, and the loop goes on in it.
    StopIn(Pc, Op),
    /// The task is through.
    Done,
    /// The operator is through.
    Applied,
}

/// How many tasks' natives may be inside one another, each with that of a body or operator: the stack is the game's.
const DEEPEST: usize = 8;

/// How many segments one may have: each is a block inside the one before, and rustc goes into all of them.
pub const MOST_SEGMENTS: usize = 64;

/// Fewer ops than this are not worth a function.
const SMALLEST: usize = 2;

/// How many there are at most. A native takes rustc some milliseconds, and nobody waits long for a domain that grows: of
/// more, the largest are kept, and the loop does the rest.
pub const MOST: usize = 56;

/// Makes natives of a domain's code, now that all of it is written.
pub fn native(rows: &mut Rows<'_>) {
    let mut refused = BTreeSet::new();
    let (plan, natives) = loop {
        let plan = Plan::new(rows, &refused);
        let natives = plan.natives(&rows.code);
        // How little is left of a native is known when it is known what it can go through.
        let places = plan.places.iter().zip(&natives);
        let mut places: Vec<(usize, Pc)> = places
            .map(|(place, native)| (weight(native), *place))
            .collect();
        // The largest first; of those that are as large, the first one.
        places.sort_by_key(|(weight, place)| (Reverse(*weight), *place));
        let kept = places.partition_point(|(weight, _)| *weight >= SMALLEST);
        let small = places.split_off(kept.min(MOST));
        if small.is_empty() {
            break (plan, natives);
        }
        refused.extend(small.into_iter().map(|(_, place)| place));
    };
    for (place, f) in &plan.bodies {
        rows.code[place.0 as usize] = Op::Native(*f);
    }
    for (task, f) in &plan.tasks {
        rows.tasks[usize::from(task.0)].entry = Pc(rows.code.len() as u32);
        rows.code.push(Op::Native(*f));
    }
    rows.functions.natives = natives;
}

/// Where natives begin, and which of them go through others.
struct Plan<'r> {
    /// Where none may begin.
    refused: &'r BTreeSet<Pc>,
    /// By the place where they begin: bodies, or what the search comes back to before them.
    bodies: BTreeMap<Pc, FnId>,
    operators: BTreeMap<Pc, FnId>,
    tasks: BTreeMap<TaskId, FnId>,
    /// Where each begins, by number.
    places: Vec<Pc>,
    /// Tasks whose natives have few others inside them, and never themselves.
    inner: BTreeSet<TaskId>,
    strands: Strands,
}

impl<'r> Plan<'r> {
    fn new(rows: &Rows<'_>, refused: &'r BTreeSet<Pc>) -> Plan<'r> {
        let code = &rows.code;
        let mut plan = Plan {
            refused,
            bodies: BTreeMap::new(),
            operators: BTreeMap::new(),
            tasks: BTreeMap::new(),
            places: Vec::new(),
            inner: BTreeSet::new(),
            strands: Strands::new(rows),
        };
        for op in code {
            if let Op::Do { entry, .. } = op
                && plan.is_worth(*entry, code)
                && !plan.operators.contains_key(entry)
            {
                let f = plan.number(*entry);
                plan.operators.insert(*entry, f);
            }
        }
        let mut inline = BTreeSet::new();
        for (task, row) in rows.tasks.iter().enumerate() {
            if matches!(row.kind, TaskKind::Method | TaskKind::Block)
                && plan.is_worth(row.entry, code)
            {
                let f = plan.number(row.entry);
                plan.tasks.insert(TaskId(task as u16), f);
                inline.extend(plan.walk(row.entry, code).iter().flat_map(Segment::places));
            }
        }
        for (at, op) in code.iter().enumerate() {
            let Op::Branch(_) = op else { continue };
            let (before, body) = (at.saturating_sub(1), Pc(at as u32 + 1));
            let is_inline = match code[before] {
                // The search comes to the body again and again, for one row after another.
                Op::LeaveFor { .. } => false,
                Op::Choose { .. } => inline.contains(&Pc(before as u32)),
                _ => inline.contains(&Pc(at as u32)),
            };
            if !is_inline {
                let places = ranges_before(at, code).unwrap_or_else(|| vec![body]);
                for place in places {
                    plan.add_body(place, code);
                }
            }
        }
        plan.find_inner(code);
        plan
    }

    fn add_body(&mut self, place: Pc, code: &[Op]) {
        if self.is_worth(place, code) {
            let f = self.number(place);
            self.bodies.insert(place, f);
        }
    }

    fn number(&mut self, place: Pc) -> FnId {
        let f = FnId(u16::try_from(self.places.len()).unwrap_or(u16::MAX));
        self.places.push(place);
        f
    }

    fn is_worth(&self, place: Pc, code: &[Op]) -> bool {
        !self.refused.contains(&place) && weight(&self.walk(place, code)) >= SMALLEST
    }

    /// A task is inner where all that its native begins is.
    fn find_inner(&mut self, code: &[Op]) {
        let mut begun: BTreeMap<TaskId, Vec<TaskId>> = BTreeMap::new();
        for (task, f) in &self.tasks {
            let mut all = self.begun(self.places[usize::from(f.0)], code);
            all.retain(|task| self.tasks.contains_key(task));
            begun.insert(*task, all);
        }
        for _ in 0..DEEPEST {
            let found: Vec<TaskId> = begun
                .iter()
                .filter(|(_, all)| all.iter().all(|task| self.inner.contains(task)))
                .map(|(task, _)| *task)
                .collect();
            found.iter().for_each(|task| {
                begun.remove(task);
            });
            self.inner.extend(found);
        }
    }

    /// The tasks that a native would begin if it went through all of them.
    fn begun(&self, place: Pc, code: &[Op]) -> Vec<TaskId> {
        let mut all = Vec::new();
        for segment in self.walk(place, code) {
            for does in &segment.does {
                if let Does::Op(_, Op::Begin { task, .. }) = does {
                    all.push(*task);
                }
            }
            if let End::Body(f) = segment.end {
                all.extend(self.begun(self.places[usize::from(f.0)], code));
            }
        }
        all
    }

    fn natives(&self, code: &[Op]) -> Vec<Native> {
        let natives = self.places.iter();
        natives
            .map(|place| {
                let segments = self.walk(*place, code).into_iter();
                segments.map(|segment| self.link(segment)).collect()
            })
            .collect()
    }

    /// Lets a segment call other natives, and end where it can't.
    fn link(&self, segment: Segment) -> Segment {
        let Segment { at, does, end } = segment;
        let mut linked = Vec::new();
        for done in does {
            match done {
                Does::Op(pc, op @ Op::Begin { task, .. }) => {
                    let f = self.tasks.get(&task).filter(|_| self.inner.contains(&task));
                    let Some(f) = f else {
                        let end = End::StopIn(pc, op);
                        let does = linked;
                        return Segment { at, does, end };
                    };
                    linked.push(Does::Task(pc, op, *f));
                }
                other => linked.push(other),
            }
        }
        let does = linked;
        Segment { at, does, end }
    }

    /// The segments from a place on, as if every task that is begun had a native.
    fn walk(&self, start: Pc, code: &[Op]) -> Vec<Segment> {
        let mut starts = BTreeSet::from([start]);
        let mut segments = Vec::new();
        while segments.len() < MOST_SEGMENTS
            && let Some(at) = starts.pop_first()
        {
            segments.push(self.segment(at, start, code, &mut starts));
        }
        // What they lead to behind that is left to the loop.
        for segment in &mut segments {
            if let End::To(place) = segment.end
                && starts.contains(&place)
            {
                segment.end = End::Stop(place);
            }
        }
        segments
    }

    /// The segment at a place; adds the places that it leads to.
    fn segment(&self, at: Pc, start: Pc, code: &[Op], starts: &mut BTreeSet<Pc>) -> Segment {
        let mut does = Vec::new();
        let mut pc = at;
        let end = loop {
            if starts.contains(&pc) {
                break End::To(pc);
            }
            if let Some(f) = self.bodies.get(&pc).filter(|_| pc != start) {
                break End::Body(*f);
            }
            let mut op = code[pc.0 as usize];
            let next = match form(&op) {
                Form::None => break End::Stop(pc),
                Form::Jump(to) if to > pc => {
                    does.push(Does::Op(pc, op));
                    starts.insert(to);
                    break End::To(to);
                }
                Form::Jump(_) => break End::Stop(pc),
                Form::Applied => {
                    does.push(Does::Op(pc, op));
                    break End::Applied;
                }
                Form::One => Pc(pc.0 + 1),
                // The first strand is behind the jump that is behind it.
                Form::WithNext | Form::Strands => Pc(pc.0 + 2),
                Form::WithTwins => Pc(pc.0 + 3),
                Form::Statement => {
                    if let Op::Do { entry, .. } = op {
                        let Some(f) = self.operators.get(&entry) else {
                            break End::Stop(pc);
                        };
                        does.push(Does::Operator(pc, op, *f));
                    } else {
                        does.push(Does::Op(pc, op));
                    }
                    pc.0 += 1;
                    match self.after_statement(&mut pc, code, &mut does) {
                        Some(End::To(place)) => {
                            starts.insert(place);
                            break End::To(place);
                        }
                        Some(end) => break end,
                        None => continue,
                    }
                }
            };
            does.push(Does::Op(pc, op));
            for place in op.places().into_iter().flatten() {
                if *place > next {
                    starts.insert(*place);
                }
            }
            pc = next;
        };
        Segment { at, does, end }
    }

    /// Goes on behind a statement, as far as strands are at their end: what that leads to, if not to another statement.
    fn after_statement(&self, pc: &mut Pc, code: &[Op], does: &mut Vec<Does>) -> Option<End> {
        while let Some(after) = self.strands.after(*pc) {
            match after {
                After::Strand(next) => {
                    does.push(Does::StrandEnd(*pc, next));
                    return Some(End::To(next));
                }
                After::Block(jump) => {
                    does.push(Does::StrandEnd(*pc, jump));
                    does.push(Does::Op(jump, code[jump.0 as usize]));
                    pc.0 += 1;
                }
            }
        }
        match code[pc.0 as usize] {
            Op::Done => Some(End::Done),
            next if next.is_between_statements() => Some(End::StopBetween(*pc)),
            _ => {
                does.push(Does::Between(*pc));
                None
            }
        }
    }
}

/// The ranges in front of a body, where its rows are nothing else: the search comes back to these.
fn ranges_before(branch: usize, code: &[Op]) -> Option<Vec<Pc>> {
    let mut places = Vec::new();
    for op in code[..branch].iter().rev() {
        let (Op::Leave { redo, .. } | Op::LeaveFor { redo, .. }) = op else {
            break;
        };
        if !matches!(code[redo.0 as usize], Op::NumberLook { .. }) {
            return None;
        }
        places.push(*redo);
    }
    (!places.is_empty()).then_some(places)
}

/// How many ops a native does.
fn weight(native: &[Segment]) -> usize {
    let ops = native.iter().flat_map(Segment::places).count();
    let goes_on = |segment: &&Segment| matches!(segment.end, End::StopIn(..) | End::Body(_));
    ops + native.iter().filter(goes_on).count()
}

impl Segment {
    /// The places of the ops that it does.
    fn places(&self) -> impl Iterator<Item = Pc> + '_ {
        self.does.iter().filter_map(|does| match does {
            Does::Op(pc, _)
            | Does::Task(pc, ..)
            | Does::Operator(pc, ..)
            | Does::StrandEnd(pc, _) => Some(*pc),
            Does::Between(_) => None,
        })
    }
}

/// The native form of an op.
enum Form {
    None,
    Jump(Pc),
    One,
    /// The op behind it is passed over.
    WithNext,
    /// The two behind it are: where it goes on, and where the search comes back to.
    WithTwins,
    /// A statement of a body.
    Statement,
    /// A block of strands, of which the first one is next.
    Strands,
    /// The end of an operator.
    Applied,
}

fn form(op: &Op) -> Form {
    match op {
        Op::Look { .. }
        | Op::Branch(_)
        | Op::Unchosen
        | Op::Span { .. }
        | Op::NumberLook { .. }
        | Op::Leave { .. }
        | Op::Moment
        | Op::AddOne { .. }
        | Op::AddTwo { .. }
        | Op::DeleteOne { .. }
        | Op::DeleteTwo { .. }
        | Op::Apply { .. } => Form::One,
        Op::Choose { .. } | Op::LeaveFor { .. } | Op::Pairs { .. } | Op::Scan { .. } => {
            Form::WithNext
        }
        Op::Least { .. } => Form::WithTwins,
        Op::Act { .. } | Op::Begin { .. } | Op::Do { .. } | Op::Stepped => Form::Statement,
        Op::Unordered(_) => Form::Strands,
        Op::Applied => Form::Applied,
        Op::Jump(to) => Form::Jump(*to),
        op if leads_to(op).is_some() => Form::One,
        // `RowAt` must stay among these: the machine knows a `for` by finding it at the entry of the task.
        _ => Form::None,
    }
}
