//! Operators, packed.

use super::Place;
use super::pack::{MISSING, maybe, pack, table, take};
use crate::tables::{Check, FnId, OperatorRow, Pc, RelId, Run, TaskId, Undo, Var};

/// The numbers of an operator: its own, its moments, what they write, and what takes it back.
pub type OperatorWords = [u128; 5];

/// What is packed of an operator. Lists and checks are places.
#[expect(missing_docs, reason = "as in `OperatorRow`")]
#[derive(Clone, Copy, Debug)]
pub struct OperatorNumbers {
    pub task: TaskId,
    pub entry: Pc,
    pub by: u32,
    pub vars: Place,
    pub busy: Option<FnId>,
    pub cost: Option<FnId>,
    pub duration: Option<FnId>,
    pub moments: [Pc; 5],
    pub holds: Option<u16>,
    pub during: Option<u16>,
    pub pieces: Run,
    pub while_pieces: u16,
    pub writes: [Place; 5],
    pub undo: Option<Undo>,
}

/// See [`operators`].
pub fn pack_operator(numbers: &OperatorNumbers) -> OperatorWords {
    let own = pack(&[
        (numbers.task.0.into(), 16),
        (numbers.entry.0, 32),
        (numbers.by, 32),
        (numbers.vars.into(), 16),
        maybe(numbers.busy.map(|f| f.0)),
        maybe(numbers.cost.map(|f| f.0)),
    ]);
    let [start, finish, success, sensed, failure] = numbers.moments.map(|moment| (moment.0, 32));
    let moments = pack(&[start, finish, success, sensed]);
    let rest = pack(&[
        failure,
        maybe(numbers.holds),
        maybe(numbers.during),
        (numbers.pieces.at, 32),
        (numbers.pieces.len.into(), 8),
        (numbers.while_pieces.into(), 8),
        maybe(numbers.duration.map(|f| f.0)),
    ]);
    let writes = pack(&numbers.writes.map(|list| (list.into(), 16)));
    let undo = numbers.undo.map(|undo| {
        pack(&[
            (1, 8),
            (undo.task.0.into(), 16),
            (undo.entry.0, 32),
            (undo.args.at, 32),
            (undo.args.len.into(), 16),
        ])
    });
    [own, moments, rest, writes, undo.unwrap_or(0)]
}

const EMPTY: OperatorRow = OperatorRow {
    task: TaskId(0),
    doc: "",
    entry: Pc(0),
    holds: None,
    during: None,
    pieces: Run { at: 0, len: 0 },
    while_pieces: 0,
    moments: [Pc(0); 5],
    writes: [&[]; 5],
    by: 0,
    busy: None,
    cost: None,
    duration: None,
    undo: None,
    vars: &[],
};

table! {
    /// Operators: doc and numbers.
    operators(
        row: (&'static str, OperatorWords), checks: &[Check], predicates: &[&'static [RelId]], vars: &[&'static [Var]]
    ) -> OperatorRow,
    EMPTY, {
        let [mut own, mut moments, mut rest, mut writes, mut undo] = row.1;
        OperatorRow {
            doc: row.0,
            task: TaskId(take!(own, 16)),
            entry: Pc(take!(own, 32)),
            by: take!(own, 32),
            vars: vars[take!(own, 16) as usize],
            busy: take!(own, maybe FnId),
            cost: take!(own, maybe FnId),
            moments: [
                Pc(take!(moments, 32)),
                Pc(take!(moments, 32)),
                Pc(take!(moments, 32)),
                Pc(moments as u32),
                Pc(take!(rest, 32)),
            ],
            holds: match take!(rest, 16) {
                MISSING => None,
                check => Some(checks[check as usize]),
            },
            during: match take!(rest, 16) {
                MISSING => None,
                check => Some(checks[check as usize]),
            },
            pieces: Run { at: take!(rest, 32), len: take!(rest, 8) as u16 },
            while_pieces: take!(rest, 8) as u16,
            duration: take!(rest, maybe FnId),
            writes: [
                predicates[take!(writes, 16) as usize],
                predicates[take!(writes, 16) as usize],
                predicates[take!(writes, 16) as usize],
                predicates[take!(writes, 16) as usize],
                predicates[writes as u16 as usize],
            ],
            undo: match take!(undo, 8) {
                0 => None,
                _ => Some(Undo {
                    task: TaskId(take!(undo, 16)),
                    entry: Pc(take!(undo, 32)),
                    args: Run { at: take!(undo, 32), len: undo as u16 },
                }),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Slot, TypeId};

    #[test]
    fn operators_come_back_as_they_were() {
        static VARS: [&[Var]; 2] = [
            &[],
            &[Var {
                name: "x",
                ty: TypeId(0),
                slot: Slot(3),
            }],
        ];
        static LISTS: [&[RelId]; 3] = [&[], &[RelId(5)], &[RelId(6), RelId(9)]];
        static CHECKS: [Check; 1] = [Check {
            text: "x",
            entry: Pc(4),
            frame: 2,
            reads: &[],
            collected: false,
            asks_game: false,
            vars: &[],
            word: None,
        }];
        let args = Run { at: 70_000, len: 2 };
        let numbers = OperatorNumbers {
            task: TaskId(3),
            entry: Pc(7),
            by: 0b11,
            vars: 1,
            busy: Some(FnId(0)),
            cost: None,
            duration: Some(FnId(8)),
            moments: [1, 2, 3, u32::MAX, 5].map(Pc),
            holds: None,
            during: Some(0),
            pieces: Run { at: 90_000, len: 7 },
            while_pieces: 2,
            writes: [1, 0, 0, 2, 0],
            undo: Some(Undo {
                task: TaskId(2),
                entry: Pc(8),
                args,
            }),
        };
        let [row] = operators(
            [("Does it.", pack_operator(&numbers))],
            &CHECKS,
            &LISTS,
            &VARS,
        );
        assert_eq!(
            (row.task, row.doc, row.entry, row.by),
            (TaskId(3), "Does it.", Pc(7), 3)
        );
        assert_eq!(
            (row.vars.len(), row.busy, row.cost, row.duration),
            (1, Some(FnId(0)), None, Some(FnId(8)))
        );
        assert_eq!(row.moments, [1, 2, 3, u32::MAX, 5].map(Pc));
        assert!(row.holds.is_none() && row.during.is_some_and(|check| check.entry == Pc(4)));
        assert_eq!(row.pieces, Run { at: 90_000, len: 7 });
        assert_eq!(row.while_pieces, 2);
        assert_eq!(row.writes, [LISTS[1], &[], &[], LISTS[2], &[]]);
        assert!(row.undo.is_some_and(|undo| undo.task == TaskId(2)
            && undo.entry == Pc(8)
            && undo.args == args));
    }
}
