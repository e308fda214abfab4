//! The way from what `htn_domain!` expands to, to the rows of [`tables`](crate::tables).
//!
//! A row is written as its texts and one number in which all its numbers are packed, lists as their places in a list of
//! lists: rustc reads and checks that in a fraction of the time that it takes for the row itself, and works the rows
//! out while compiling. The macro packs with the functions called `pack…`; those called like the tables unpack. Code is
//! unpacked later, by who runs it.

mod code;
pub(crate) mod field;
mod operator;
mod pack;

pub use code::{cells, pack_cell, pack_code, places, slots, unpack_code};
pub use operator::{OperatorNumbers, OperatorWords, operators, pack_operator};

use crate::tables::{
    AxiomRow, BranchRow, Check, Collection, Columns, FnId, MethodId, MethodRow, Param, Pc, RelId,
    Relation, Run, Slot, Tables, TaskId, TaskKind, TaskRow, Var, WordTest,
};
use pack::{MISSING, maybe, pack, table, take};

/// A list among several of its kind.
pub type Place = u16;

table! {
    /// Predicates: name, doc, capacity and numbers.
    relations(
        row: (&'static str, &'static str, usize, u128), params: &[&'static [Param]], columns: &[&'static [Columns]]
    ) -> Relation,
    Relation { name: "", doc: "", columns: &[], key: Columns(0), keyed: false, capacity: 0, indexes: &[], scanned: false }, {
        let mut word = row.3;
        let params = params[take!(word, 16) as usize];
        let indexes = columns[take!(word, 16) as usize];
        let (keyed, scanned) = (word & 1 != 0, word & 2 != 0);
        Relation { name: row.0, doc: row.1, columns: params, key: indexes[1], keyed, capacity: row.2, indexes, scanned }
    }
}

/// See [`relations`].
pub fn pack_relation(columns: Place, indexes: Place, keyed: bool, scanned: bool) -> u128 {
    pack(&[
        (columns.into(), 16),
        (indexes.into(), 16),
        (keyed.into(), 1),
        (scanned.into(), 1),
    ])
}

const KINDS: [TaskKind; 8] = [
    TaskKind::Method,
    TaskKind::External,
    TaskKind::Internal,
    TaskKind::BlockOn,
    TaskKind::GlobalBlock,
    TaskKind::FinishAction,
    TaskKind::StopAction,
    TaskKind::Block,
];

table! {
    /// Tasks: name, doc and numbers.
    tasks(row: (&'static str, &'static str, u128), params: &[&'static [Param]]) -> TaskRow,
    TaskRow { name: "", doc: "", kind: TaskKind::Block, params: &[], entry: Pc(0), method: MethodId(0), frame: 0 }, {
        let mut word = row.2;
        TaskRow {
            name: row.0,
            doc: row.1,
            kind: KINDS[take!(word, 8) as usize],
            params: params[take!(word, 16) as usize],
            entry: Pc(take!(word, 32)),
            method: MethodId(take!(word, 16)),
            frame: word as u16,
        }
    }
}

/// See [`tasks`].
pub fn pack_task(kind: TaskKind, params: Place, entry: Pc, method: MethodId, frame: u16) -> u128 {
    let kind = KINDS.iter().take_while(|other| **other != kind).count();
    pack(&[
        (kind as u32, 8),
        (params.into(), 16),
        (entry.0, 32),
        (method.0.into(), 16),
        (frame.into(), 16),
    ])
}

table! {
    /// Methods: doc and task.
    methods(row: (&'static str, u16)) -> MethodRow, MethodRow { task: TaskId(0), doc: "" },
    MethodRow { task: TaskId(row.1), doc: row.0 }
}

table! {
    /// Branches: name, doc and numbers. `words` says how many words each sort key has.
    branches(row: (&'static str, &'static str, u128), vars: &[&'static [Var]], words: &[u8]) -> BranchRow,
    BranchRow { name: "", doc: "", vars: &[], checks: Run { at: 0, len: 0 }, sort: None }, {
        let mut word = row.2;
        BranchRow {
            name: row.0,
            doc: row.1,
            vars: vars[take!(word, 16) as usize],
            checks: Run { at: take!(word, 32), len: take!(word, 16) },
            sort: match word as u16 {
                MISSING => None,
                key => Some((FnId(key), words[key as usize])),
            },
        }
    }
}

/// See [`branches`].
pub fn pack_branch(vars: Place, checks: Run, sort: Option<FnId>) -> u128 {
    let sort = maybe(sort.map(|key| key.0));
    pack(&[
        (vars.into(), 16),
        (checks.at, 32),
        (checks.len.into(), 16),
        sort,
    ])
}

table! {
    /// Checks: text and numbers.
    checks(row: (&'static str, u128), predicates: &[&'static [RelId]], vars: &[&'static [Var]]) -> Check,
    Check { text: "", entry: Pc(0), frame: 0, reads: &[], collected: false, asks_game: false, vars: &[], word: None }, {
        let mut word = row.1;
        Check {
            text: row.0,
            reads: predicates[take!(word, 16) as usize],
            entry: Pc(take!(word, 32)),
            frame: take!(word, 16),
            collected: word & 1 != 0,
            asks_game: take!(word, 8) & 2 != 0,
            vars: vars[take!(word, 16) as usize],
            word: match take!(word, 16) {
                MISSING => None,
                rel => Some(WordTest {
                    rel: RelId(rel),
                    slot: Slot(take!(word, 16)),
                    there: word != 0,
                }),
            },
        }
    }
}

/// See [`checks`].
pub fn pack_check(
    reads: Place,
    entry: Pc,
    frame: u16,
    (collected, asks_game): (bool, bool),
    vars: Place,
    word: Option<WordTest>,
) -> u128 {
    let rel = maybe(word.map(|test| test.rel.0));
    let (slot, there) = word.map_or((0, false), |test| (test.slot.0, test.there));
    pack(&[
        (reads.into(), 16),
        (entry.0, 32),
        (frame.into(), 16),
        (u32::from(collected) | u32::from(asks_game) << 1, 8),
        (vars.into(), 16),
        rel,
        (slot.into(), 16),
        (there.into(), 1),
    ])
}

table! {
    /// Axioms.
    axioms(row: u64) -> AxiomRow, AxiomRow { solver: FnId(0), frame: 0 },
    AxiomRow { solver: FnId(row as u16), frame: (row >> 16) as u16 }
}

/// See [`axioms`].
pub fn pack_axiom(axiom: AxiomRow) -> u128 {
    pack(&[(axiom.solver.0.into(), 16), (axiom.frame.into(), 16)])
}

table! {
    /// Collections.
    collections(row: u64) -> Collection,
    Collection { from: Slot(0), to: Slot(0), region: Slot(0) }, {
        let mut word = row;
        Collection { from: Slot(take!(word, 16)), to: Slot(take!(word, 16)), region: Slot(word as u16) }
    }
}

/// See [`collections`].
pub fn pack_collection(Collection { from, to, region }: Collection) -> u128 {
    pack(&[from, to, region].map(|slot| (slot.0.into(), 16)))
}

/// The tables of a domain that could not be read: the errors are reported, and nothing is ever planned.
pub static EMPTY: Tables = Tables {
    name: "",
    doc: "",
    relations: &[],
    types: &[],
    tasks: &[],
    methods: &[],
    branches: &[],
    operators: &[],
    axioms: &[],
    collections: &[],
    checks: &[],
    code: &[],
    args: &[],
    slots: &[],
    strands: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TypeId;

    #[test]
    fn rows_come_back_as_they_were() {
        const TO: Param = Param {
            name: "to",
            ty: TypeId(4),
            agent: false,
        };
        static PARAMS: [&[Param]; 2] = [&[], &[TO]];
        let word = pack_task(TaskKind::Internal, 1, Pc(70_000), MethodId(3), 9);
        let [task] = tasks([("go", "Goes.", word)], &PARAMS);
        assert_eq!(
            (task.name, task.doc, task.kind),
            ("go", "Goes.", TaskKind::Internal)
        );
        assert_eq!((task.params[0].name, task.params[0].ty), ("to", TypeId(4)));
        assert_eq!(
            (task.entry, task.method, task.frame),
            (Pc(70_000), MethodId(3), 9)
        );

        let checks = Run { at: 70_000, len: 5 };
        let [branch] = branches(
            [("b", "", pack_branch(0, checks, Some(FnId(1))))],
            &[&[]],
            &[1, 3],
        );
        assert_eq!((branch.checks, branch.sort), (checks, Some((FnId(1), 3))));

        let collection = Collection {
            from: Slot(1),
            to: Slot(4),
            region: Slot(7),
        };
        assert_eq!(
            collections([pack_collection(collection) as u64]),
            [collection]
        );

        let axiom = AxiomRow {
            solver: FnId(u16::MAX),
            frame: 3,
        };
        assert_eq!(axioms([pack_axiom(axiom) as u64]), [axiom]);
    }
}
