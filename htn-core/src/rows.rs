//! Short ways to write the rows of [`tables`](crate::tables), for the code that `htn_domain!` expands to: one row, one
//! line.

pub use core::option::Option::{self, None, Some};

pub use crate::tables::{
    AxiomId, AxiomRow, BranchId, BranchRow, Check, Collection, CollectionId, Columns, FnId, MethodId, MethodRow,
    OperatorId, OperatorRow, Param, Pc, RelId, Relation, Run, Slot, Tables, TaskId, TaskKind, TaskRow, Type, TypeId,
    Undo, Var,
};

/// The ops by their bare names.
pub mod code {
    pub use crate::tables::Op::{self, *};
    pub use crate::tables::{
        AxiomId, BranchId, CollectionId, FnId, MethodId, OperatorId, Pc, RelId, Run, Slot, TaskId,
    };
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
