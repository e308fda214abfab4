//! The way from what `htn_domain!` expands to, to the rows of [`tables`](crate::tables).
//!
//! A row is written as its texts and one number in which all its numbers are packed: rustc reads and checks that in a
//! tenth of the time that it takes for the row itself, and works the rows out while compiling. The macro packs
//! with the functions called `pack…` here; the functions called like the tables unpack.

mod bits;
mod code;
mod operator;

use bits::Bits;
pub use code::{cells, code, pack as pack_op, pack_cell, places, slots};
pub use operator::{OperatorNumbers, OperatorWords, operators, pack_operator};

use crate::tables::{
    AxiomRow, BranchRow, Check, Collection, Columns, FnId, MethodRow, Param, Pc, RelId, Relation, Run, Slot, Tables,
    TaskId, TaskKind, TaskRow, TypeId, Var,
};

/// Packs numbers of these many bits; `None` where one of them has more.
fn packed(numbers: &[(u64, u32)]) -> Option<u128> {
    let mut bits = Bits::new();
    for (number, width) in numbers {
        bits = bits.put(*number, *width)?;
    }
    Some(bits.word())
}

/// A run of a longer list.
const fn part<T>(all: &'static [T], bits: &mut Bits) -> &'static [T] {
    let at = bits.place() as usize;
    let len = bits.small() as usize;
    all.split_at(at).1.split_at(len).0
}

/// The numbers of a run of a longer list.
fn run(at: usize, len: usize) -> [(u64, u32); 2] {
    [(at as u64, 24), (len as u64, 16)]
}

/// A number that may be missing: one more, or zero.
const fn optional(bits: &mut Bits) -> Option<u16> {
    match bits.take(17) {
        0 => None,
        number => Some((number - 1) as u16),
    }
}

fn pack_optional(number: Option<u16>) -> (u64, u32) {
    (number.map_or(0, |number| u64::from(number) + 1), 17)
}

/// A function that makes an array of rows out of an array of what is written for each.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident($row:ident: $written:ty $(, $list:ident: $ty:ty)*) -> $made:ty, $empty:expr, $make:expr) => {
        $(#[$doc])*
        pub const fn $name<const N: usize>(rows: [$written; N] $(, $list: $ty)*) -> [$made; N] {
            let mut made = [$empty; N];
            let mut i = 0;
            while i < N {
                let $row = rows[i];
                made[i] = $make;
                i += 1;
            }
            made
        }
    };
}

table! {
    /// Columns and parameters.
    params(row: (&'static str, u128)) -> Param, Param { name: "", ty: TypeId(0), agent: false }, {
        let mut bits = Bits::of(row.1);
        Param { name: row.0, ty: TypeId(bits.small()), agent: bits.take(1) == 1 }
    }
}

/// See [`params`].
pub fn pack_param(ty: TypeId, agent: bool) -> Option<u128> {
    packed(&[(ty.0.into(), 16), (agent.into(), 1)])
}

table! {
    /// Variables.
    vars(row: (&'static str, u128)) -> Var, Var { name: "", ty: TypeId(0), slot: Slot(0) }, {
        let mut bits = Bits::of(row.1);
        Var { name: row.0, ty: TypeId(bits.small()), slot: Slot(bits.small()) }
    }
}

/// See [`vars`].
pub fn pack_var(ty: TypeId, slot: Slot) -> Option<u128> {
    packed(&[(ty.0.into(), 16), (slot.0.into(), 16)])
}

table! {
    /// Lists of columns.
    columns(row: u16) -> Columns, Columns(0), Columns(row)
}

table! {
    /// Lists of predicates.
    predicates(row: u16) -> RelId, RelId(0), RelId(row)
}

table! {
    /// Predicates: name, doc, capacity and numbers.
    relations(row: (&'static str, &'static str, usize, u128), params: &'static [Param], lists: &'static [Columns]) -> Relation,
    Relation { name: "", doc: "", columns: &[], key: Columns(0), keyed: false, capacity: 0, indexes: &[] }, {
        let mut bits = Bits::of(row.3);
        let columns = part(params, &mut bits);
        let indexes = part(lists, &mut bits);
        let keyed = bits.take(1) == 1;
        Relation { name: row.0, doc: row.1, columns, key: indexes[1], keyed, capacity: row.2, indexes }
    }
}

/// See [`relations`]: places and lengths of its columns and of its indexes.
pub fn pack_relation(columns: (usize, usize), indexes: (usize, usize), keyed: bool) -> Option<u128> {
    let [a, b] = run(columns.0, columns.1);
    let [c, d] = run(indexes.0, indexes.1);
    packed(&[a, b, c, d, (keyed.into(), 1)])
}

const KINDS: [TaskKind; 7] = [
    TaskKind::Method,
    TaskKind::External,
    TaskKind::Internal,
    TaskKind::BlockOn,
    TaskKind::GlobalBlock,
    TaskKind::FinishAction,
    TaskKind::Block,
];

table! {
    /// Tasks: name, doc and numbers.
    tasks(row: (&'static str, &'static str, u128), params: &'static [Param]) -> TaskRow,
    TaskRow { name: "", doc: "", kind: TaskKind::Block, params: &[], entry: Pc(0), frame: 0 }, {
        let mut bits = Bits::of(row.2);
        let kind = KINDS[bits.take(3) as usize];
        let params = part(params, &mut bits);
        TaskRow { name: row.0, doc: row.1, kind, params, entry: Pc(bits.place()), frame: bits.small() }
    }
}

/// See [`tasks`].
pub fn pack_task(kind: TaskKind, params: (usize, usize), entry: Pc, frame: u16) -> Option<u128> {
    let kind = KINDS.iter().position(|other| *other == kind)?;
    let [a, b] = run(params.0, params.1);
    packed(&[(kind as u64, 3), a, b, (entry.0.into(), 24), (frame.into(), 16)])
}

table! {
    /// Methods: doc and task.
    methods(row: (&'static str, u16)) -> MethodRow, MethodRow { task: TaskId(0), doc: "" },
    MethodRow { task: TaskId(row.1), doc: row.0 }
}

table! {
    /// Branches: name, doc and numbers. `words` says how many words each sort key has.
    branches(row: (&'static str, &'static str, u128), vars: &'static [Var], words: &[u8]) -> BranchRow,
    BranchRow { name: "", doc: "", vars: &[], checks: Run { at: 0, len: 0 }, sort: None }, {
        let mut bits = Bits::of(row.2);
        let vars = part(vars, &mut bits);
        let checks = Run { at: bits.place(), len: bits.small() };
        let sort = match optional(&mut bits) {
            Some(key) => Some((FnId(key), words[key as usize])),
            None => None,
        };
        BranchRow { name: row.0, doc: row.1, vars, checks, sort }
    }
}

/// See [`branches`].
pub fn pack_branch(vars: (usize, usize), checks: (usize, usize), sort: Option<FnId>) -> Option<u128> {
    let [a, b] = run(vars.0, vars.1);
    let [c, d] = run(checks.0, checks.1);
    packed(&[a, b, c, d, pack_optional(sort.map(|key| key.0))])
}

const CHECK: Check = Check {
    text: "",
    entry: Pc(0),
    frame: 0,
    reads: &[],
};

table! {
    /// Checks: text and numbers.
    checks(row: (&'static str, u128), lists: &'static [RelId]) -> Check, CHECK, {
        let mut bits = Bits::of(row.1);
        let reads = part(lists, &mut bits);
        Check { text: row.0, entry: Pc(bits.place()), frame: bits.small(), reads }
    }
}

/// See [`checks`].
pub fn pack_check(reads: (usize, usize), entry: Pc, frame: u16) -> Option<u128> {
    let [a, b] = run(reads.0, reads.1);
    packed(&[a, b, (entry.0.into(), 24), (frame.into(), 16)])
}

table! {
    /// Axioms.
    axioms(row: u128) -> AxiomRow, AxiomRow { entry: Pc(0), frame: 0 }, {
        let mut bits = Bits::of(row);
        AxiomRow { entry: Pc(bits.place()), frame: bits.small() }
    }
}

/// See [`axioms`].
pub fn pack_axiom(axiom: AxiomRow) -> Option<u128> {
    packed(&[(axiom.entry.0.into(), 24), (axiom.frame.into(), 16)])
}

table! {
    /// Collections. `words` says how many words each sort key has.
    collections(row: u128, words: &[u8]) -> Collection,
    Collection { from: Slot(0), to: Slot(0), key: None, key_words: 0, region: Slot(0) }, {
        let mut bits = Bits::of(row);
        let (from, to, region) = (Slot(bits.small()), Slot(bits.small()), Slot(bits.small()));
        let (key, key_words) = match optional(&mut bits) {
            Some(key) => (Some(FnId(key)), words[key as usize]),
            None => (None, 0),
        };
        Collection { from, to, key, key_words, region }
    }
}

/// See [`collections`].
pub fn pack_collection(from: Slot, to: Slot, region: Slot, key: Option<FnId>) -> Option<u128> {
    let slots = [from, to, region].map(|slot| (slot.0.into(), 16));
    let [a, b, c] = slots;
    packed(&[a, b, c, pack_optional(key.map(|key| key.0))])
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

    #[test]
    fn rows_come_back_as_they_were() {
        static PARAMS: [Param; 2] = params([("who", 0x1_0003), ("to", 0x4)]);
        assert_eq!(pack_param(TypeId(3), true), Some(0x1_0003));
        let word = pack_task(TaskKind::Internal, (1, 1), Pc(70_000), 9).unwrap();
        let [task] = tasks([("go", "Goes.", word)], &PARAMS);
        assert_eq!((task.name, task.doc, task.kind), ("go", "Goes.", TaskKind::Internal));
        assert_eq!((task.params[0].name, task.params[0].ty), ("to", TypeId(4)));
        assert_eq!((task.entry, task.frame), (Pc(70_000), 9));

        let word = pack_collection(Slot(1), Slot(4), Slot(7), Some(FnId(1))).unwrap();
        let [collection] = collections([word], &[1, 3]);
        assert_eq!((collection.from, collection.to, collection.region), (Slot(1), Slot(4), Slot(7)));
        assert_eq!((collection.key, collection.key_words), (Some(FnId(1)), 3));
        assert_eq!(pack_axiom(AxiomRow { entry: Pc(1 << 24), frame: 0 }), None);
    }
}
