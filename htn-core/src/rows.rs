//! Short ways to write the rows of [`tables`](crate::tables), for the code that `htn_domain!` expands to: one row, one
//! line.

pub use core::option::Option::{self, None, Some};

pub use crate::tables::{
    AxiomId, AxiomRow, BranchId, BranchRow, Check, Collection, CollectionId, Columns, FnId, MethodId, MethodRow,
    OperatorId, OperatorRow, Param, Pc, RelId, Relation, Run, Slot, Tables, TaskId, TaskKind, TaskRow, Type, TypeId,
    Undo, Var,
};

/// The ops by their bare names, and those with several fields as short functions.
pub mod code {
    pub use crate::tables::Op::{self, *};
    pub use crate::tables::{AxiomId, BranchId, CollectionId, FnId, MethodId, OperatorId, Pc, RelId, Run, Slot, TaskId};

    /// Functions that make an op of plain numbers. A run is two of them: where it begins, and how long it is.
    macro_rules! ops {
        ($($(#[$doc:meta])* $name:ident($($field:ident: $ty:ty),*) $op:expr;)*) => {$(
            $(#[$doc])*
            pub const fn $name($($field: $ty),*) -> Op {
                $op
            }
        )*};
    }

    ops! {
        /// Makes a [`Op::Scan`].
        scan(rel: u16, index: u8, at: u32, len: u16) Scan { rel: RelId(rel), index, atom: Run { at, len } };
        /// Makes a [`Op::Probe`].
        probe(rel: u16, index: u8, at: u32, len: u16) Probe { rel: RelId(rel), index, atom: Run { at, len } };
        /// Makes an [`Op::Absent`].
        absent(rel: u16, index: u8, at: u32, len: u16) Absent { rel: RelId(rel), index, atom: Run { at, len } };
        /// Makes an [`Op::Delete`].
        delete(rel: u16, index: u8, at: u32, len: u16) Delete { rel: RelId(rel), index, atom: Run { at, len } };
        /// Makes an [`Op::Add`].
        add(rel: u16, at: u32, len: u16) Add { rel: RelId(rel), atom: Run { at, len } };
        /// Makes an [`Op::StepAdd`].
        step_add(rel: u16, at: u32, len: u16) StepAdd { rel: RelId(rel), atom: Run { at, len } };
        /// Makes an [`Op::StepDelete`].
        step_delete(rel: u16, at: u32, len: u16) StepDelete { rel: RelId(rel), atom: Run { at, len } };
        /// Makes a [`Op::Let`].
        word(f: u16, to: u16) Let { f: FnId(f), to: Slot(to) };
        /// Makes a [`Op::LetSome`].
        some(f: u16, to: u16) LetSome { f: FnId(f), to: Slot(to) };
        /// Makes an [`Op::Each`].
        each(f: u16, of: u16) Each { f: FnId(f), of: CollectionId(of) };
        /// Makes a [`Op::Copy`].
        copy(from: u16, to: u16) Copy { from: Slot(from), to: Slot(to) };
        /// Makes a [`Op::Same`].
        same(a: u16, b: u16) Same { a: Slot(a), b: Slot(b) };
        /// Makes a [`Op::Call`].
        call(axiom: u16, at: u32, len: u16) Call { axiom: AxiomId(axiom), args: Run { at, len } };
        /// Makes an [`Op::Open`].
        open(of: u16, then: u32) Open { of: CollectionId(of), then: Pc(then) };
        /// Makes a [`Op::Row`].
        row(of: u16, done: u32) Row { of: CollectionId(of), done: Pc(done) };
        /// Makes a [`Op::RowAt`].
        row_at(of: u16, region: u16, at: u16, next: u16, done: u32) RowAt {
            of: CollectionId(of),
            region: Slot(region),
            at: Slot(at),
            next: Slot(next),
            done: Pc(done),
        };
        /// Makes a [`Op::Fold`].
        fold(f: u16, acc: u16) Fold { f: FnId(f), acc: Slot(acc) };
        /// Makes a [`Op::Task`].
        task(task: u16, at: u32, len: u16, ret: u16) Task { task: TaskId(task), args: Run { at, len }, ret: Slot(ret) };
        /// Makes an [`Op::Again`].
        again(task: u16, at: u32, len: u16) Again { task: TaskId(task), args: Run { at, len } };
        /// Makes an [`Op::Unordered`].
        unordered(at: u32, len: u16) Unordered(Run { at, len });
    }
}

/// The cells of atoms by their bare names.
pub mod cells {
    pub use crate::tables::Arg::{self, *};
    pub use crate::tables::Slot;
}

/// A predicate.
pub const fn relation(
    name: &'static str,
    doc: &'static str,
    columns: &'static [Param],
    key: Columns,
    keyed: bool,
    capacity: usize,
    indexes: &'static [Columns],
) -> Relation {
    Relation {
        name,
        doc,
        columns,
        key,
        keyed,
        capacity,
        indexes,
    }
}

/// A task.
pub const fn task(
    name: &'static str,
    doc: &'static str,
    kind: TaskKind,
    params: &'static [Param],
    entry: Pc,
    frame: u16,
) -> TaskRow {
    TaskRow {
        name,
        doc,
        kind,
        params,
        entry,
        frame,
    }
}

/// An alternative of a compound task.
pub const fn method(task: u16, doc: &'static str) -> MethodRow {
    let task = TaskId(task);
    MethodRow { task, doc }
}

/// A branch.
pub const fn branch(
    name: &'static str,
    doc: &'static str,
    vars: &'static [Var],
    checks: Run,
    sort: Option<(FnId, u8)>,
) -> BranchRow {
    BranchRow {
        name,
        doc,
        vars,
        checks,
        sort,
    }
}

/// A check.
pub const fn check(text: &'static str, entry: Pc, frame: u16, reads: &'static [RelId]) -> Check {
    Check {
        text,
        entry,
        frame,
        reads,
    }
}

/// What takes a step back.
pub const fn undo(task: TaskId, entry: Pc, args: Run) -> Undo {
    Undo { task, entry, args }
}

/// An alternative of a primitive task.
#[expect(clippy::too_many_arguments, reason = "the fields of a row")]
pub const fn operator(
    task: TaskId,
    doc: &'static str,
    entry: Pc,
    holds: Option<Check>,
    during: Option<Check>,
    moments: [Pc; 5],
    writes: [&'static [RelId]; 5],
    by: u32,
    busy: Option<FnId>,
    cost: Option<FnId>,
    undo: Option<Undo>,
    vars: &'static [Var],
) -> OperatorRow {
    OperatorRow {
        task,
        doc,
        entry,
        holds,
        during,
        moments,
        writes,
        by,
        busy,
        cost,
        undo,
        vars,
    }
}

/// A collection.
pub const fn collection(
    from: Slot,
    to: Slot,
    key: Option<FnId>,
    key_words: u8,
    region: Slot,
) -> Collection {
    Collection {
        from,
        to,
        key,
        key_words,
        region,
    }
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
