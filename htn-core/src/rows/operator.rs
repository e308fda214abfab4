//! Operators, packed.

use super::bits::Bits;
use super::{optional, pack_optional, packed, part, run};
use crate::tables::{Check, FnId, OperatorRow, Pc, RelId, Run, TaskId, Undo, Var};

/// The numbers of an operator: its own, its moments, what it asks and writes, and what takes it back.
pub type OperatorWords = [u128; 4];

/// What is packed of an operator. Lists are places and lengths, checks are places.
#[expect(missing_docs, reason = "as in `OperatorRow`")]
pub struct OperatorNumbers {
    pub task: TaskId,
    pub entry: Pc,
    pub by: u32,
    pub vars: (usize, usize),
    pub busy: Option<FnId>,
    pub cost: Option<FnId>,
    pub moments: [Pc; 5],
    pub holds: Option<u16>,
    pub during: Option<u16>,
    /// Where the first list of predicates begins: the five stand one after another.
    pub writes: usize,
    pub written: [usize; 5],
    pub undo: Option<Undo>,
}

/// See [`operators`].
pub fn pack_operator(numbers: &OperatorNumbers) -> Option<OperatorWords> {
    let [vars_at, vars_len] = run(numbers.vars.0, numbers.vars.1);
    let own = packed(&[
        (numbers.task.0.into(), 16),
        (numbers.entry.0.into(), 24),
        (numbers.by.into(), 16),
        vars_at,
        vars_len,
        pack_optional(numbers.busy.map(|f| f.0)),
    ])?;
    let moments = packed(&numbers.moments.map(|moment| (moment.0.into(), 24)))?;
    let [start, finish, success, sensed, failure] = numbers.written.map(|len| (len as u64, 8));
    let rest = packed(&[
        pack_optional(numbers.holds),
        pack_optional(numbers.during),
        pack_optional(numbers.cost.map(|f| f.0)),
        (numbers.writes as u64, 24),
        start,
        finish,
        success,
        sensed,
        failure,
    ])?;
    let undo = match numbers.undo {
        Some(undo) => packed(&[
            (1, 1),
            (undo.task.0.into(), 16),
            (undo.entry.0.into(), 24),
            (undo.args.at.into(), 24),
            (undo.args.len.into(), 16),
        ])?,
        None => 0,
    };
    Some([own, moments, rest, undo])
}

/// Operators: doc and numbers.
pub const fn operators<const N: usize>(
    rows: [(&'static str, OperatorWords); N],
    checks: &'static [Check],
    lists: &'static [RelId],
    vars: &'static [Var],
) -> [OperatorRow; N] {
    let mut made = [EMPTY; N];
    let mut i = 0;
    while i < N {
        made[i] = operator(rows[i].0, rows[i].1, checks, lists, vars);
        i += 1;
    }
    made
}

const EMPTY: OperatorRow = OperatorRow {
    task: TaskId(0),
    doc: "",
    entry: Pc(0),
    holds: None,
    during: None,
    moments: [Pc(0); 5],
    writes: [&[]; 5],
    by: 0,
    busy: None,
    cost: None,
    undo: None,
    vars: &[],
};

const fn operator(
    doc: &'static str,
    [own, moments, rest, undo]: OperatorWords,
    checks: &'static [Check],
    lists: &'static [RelId],
    vars: &'static [Var],
) -> OperatorRow {
    let mut own = Bits::of(own);
    let mut moments = Bits::of(moments);
    let mut rest = Bits::of(rest);
    OperatorRow {
        task: TaskId(own.small()),
        doc,
        entry: Pc(own.place()),
        by: own.take(16) as u32,
        vars: part(vars, &mut own),
        busy: function(&mut own),
        moments: [
            Pc(moments.place()),
            Pc(moments.place()),
            Pc(moments.place()),
            Pc(moments.place()),
            Pc(moments.place()),
        ],
        holds: asked(&mut rest, checks),
        during: asked(&mut rest, checks),
        cost: function(&mut rest),
        writes: written(&mut rest, lists),
        undo: taken_back(Bits::of(undo)),
    }
}

const fn function(bits: &mut Bits) -> Option<FnId> {
    match optional(bits) {
        Some(f) => Some(FnId(f)),
        None => None,
    }
}

const fn asked(bits: &mut Bits, checks: &'static [Check]) -> Option<Check> {
    match optional(bits) {
        Some(check) => Some(checks[check as usize]),
        None => None,
    }
}

/// Five lists that stand one after another.
const fn written(bits: &mut Bits, lists: &'static [RelId]) -> [&'static [RelId]; 5] {
    let mut writes: [&'static [RelId]; 5] = [&[]; 5];
    let mut rest = lists.split_at(bits.place() as usize).1;
    let mut i = 0;
    while i < 5 {
        let (own, others) = rest.split_at(bits.take(8) as usize);
        writes[i] = own;
        rest = others;
        i += 1;
    }
    writes
}

const fn taken_back(mut bits: Bits) -> Option<Undo> {
    if bits.take(1) == 0 {
        return None;
    }
    let task = TaskId(bits.small());
    let entry = Pc(bits.place());
    let args = Run {
        at: bits.place(),
        len: bits.small(),
    };
    Some(Undo { task, entry, args })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Slot, TypeId};

    #[test]
    fn operators_come_back_as_they_were() {
        static VARS: [Var; 2] = [Var {
            name: "x",
            ty: TypeId(0),
            slot: Slot(3),
        }; 2];
        static LISTS: [RelId; 3] = [RelId(9), RelId(5), RelId(6)];
        static CHECKS: [Check; 1] = [Check {
            text: "x",
            entry: Pc(4),
            frame: 2,
            reads: &[],
        }];
        let args = Run { at: 70_000, len: 2 };
        let numbers = OperatorNumbers {
            task: TaskId(3),
            entry: Pc(7),
            by: 0b11,
            vars: (1, 1),
            busy: Some(FnId(0)),
            cost: Some(FnId(65_535)),
            moments: [1, 2, 3, 4, 5].map(Pc),
            holds: None,
            during: Some(0),
            writes: 1,
            written: [1, 0, 0, 1, 0],
            undo: Some(Undo { task: TaskId(2), entry: Pc(8), args }),
        };
        let [row] = operators([("Does it.", pack_operator(&numbers).unwrap())], &CHECKS, &LISTS, &VARS);
        assert_eq!((row.task, row.doc, row.entry, row.by), (TaskId(3), "Does it.", Pc(7), 3));
        assert_eq!((row.vars.len(), row.busy, row.cost), (1, Some(FnId(0)), Some(FnId(65_535))));
        assert_eq!(row.moments, [1, 2, 3, 4, 5].map(Pc));
        assert!(row.holds.is_none() && row.during.is_some_and(|check| check.entry == Pc(4)));
        assert_eq!(row.writes, [&LISTS[1..2], &[], &[], &LISTS[2..], &[]]);
        assert!(row.undo.is_some_and(|undo| undo.task == TaskId(2) && undo.entry == Pc(8) && undo.args == args));
    }
}
