//! The rows of a domain: what each is, what it holds, and by that how it is written down and read back (see
//! `rows/schema.rs`, which says what kinds of fields there are).

use super::*;
use crate::tables::packing::schema::{
    field_type, schema, tables, take, unpack, unpack_table, written_type,
};

/// Tables of what is no row.
macro_rules! others {
    ($($ty:ident as $kind:tt,)*) => {$(
        impl $ty {
            unpack_table! {
                $ty, (texts text words next word tables) =>
                    unpack!((texts text words next word tables), $kind)
            }
        }
    )*};
}

others! {
    AxiomRow as (part AxiomRow 32),
    Collection as (part Collection 48),
    Arg as Arg,
    Slot as Slot,
    Pc as Pc,
    RelId as RelId,
    Columns as Columns,
}

/// So many lists out of all that is in them, one behind the other, and their lengths.
pub const fn lists<T, const N: usize>(all: &'static [T], lengths: [u16; N]) -> [&'static [T]; N] {
    let mut lists: [&'static [T]; N] = [&[]; N];
    let (mut rest, mut at) = (all, 0);
    while at < N {
        (lists[at], rest) = rest.split_at(lengths[at] as usize);
        at += 1;
    }
    lists
}

schema! {
    parts {
        /// A run of consecutive entries of another table.
        Run {
            /// The first entry.
            at: u32,
            /// How many.
            len: u16,
        }

        /// Whether the word of a slot is a fact of a predicate of one column, or is none: most checks are that.
        WordTest {
            /// The predicate.
            rel: RelId,
            /// The slot.
            slot: Slot,
            /// Whether it holds where the fact is there, or where it is not.
            there: bool,
        }

        /// The internal operator that takes a step back.
        Undo {
            /// The operator's task.
            task: TaskId,
            /// Code that works out the arguments and ends in `Holds`.
            entry: Pc,
            /// The arguments, a run of [`Tables::slots`].
            args: (part Run 48),
        }

        /// An axiom that recurs, as called with one pattern of bound arguments.
        AxiomRow {
            /// Its condition, a function of the kind `solvers`.
            solver: FnId,
            /// Slots of its frame: parameters first.
            frame: u16,
        }

        /// Rows that a condition has collected.
        Collection {
            /// What is kept of each solution: slots `from` up to `to`.
            from: Slot,
            /// The end of them.
            to: Slot,
            /// A slot that says where the rows are. The one after it is the cursor of [`Op::Row`].
            region: Slot,
        }
    }

    rows {
        /// A predicate.
        Relation {
            /// As in the domain.
            name: text,
            /// The doc comment.
            doc: text,
            /// Names (or `""`) and types.
            columns: [Param in params],
            /// For a keyed predicate the columns before `=>`, else all of them.
            key: Columns,
            /// Whether it has a `=>`.
            keyed: bool,
            /// The most rows it can hold.
            capacity: (constant usize),
            /// What it is looked up by. `indexes[0]` is `Columns(0)`, all rows in order; `indexes[1]` is `key`.
            indexes: [Columns in columns],
            /// Whether conditions or effects go over all its rows: otherwise the search need not know their order, but for that of
            /// the rows that an index has for a word.
            scanned: bool,
        }

        /// A column or a parameter.
        Param {
            /// As in the domain; `""` for a column without one.
            name: text,
            /// Its type.
            ty: TypeId,
            /// Whether it is of the domain's agent type.
            agent: bool,
        }

        /// A task: a name with its parameters. Its alternatives are in its code.
        TaskRow {
            /// As in the domain; `if`, `while`, `for` for blocks.
            name: text,
            /// The doc comment.
            doc: text,
            /// What it is.
            kind: (choice TaskKind),
            /// Its parameters: the first slots of its frame. For blocks, what they capture.
            params: [Param in params],
            /// Where its code begins. The synchronisation operators' code is `Apply`, `Applied`.
            entry: Pc,
            /// The first of its alternatives, where it is a compound task.
            method: MethodId,
            /// Slots of its frame.
            frame: u16,
        }

        /// One alternative of a compound task.
        MethodRow {
            /// The task.
            task: TaskId,
            /// The doc comment.
            doc: text,
        }

        /// A branch of a method, or of an `if`, `while` or `for`.
        BranchRow {
            /// Its name; `""` for one without.
            name: text,
            /// The doc comment.
            doc: text,
            /// What it binds, for those who look at a plan: parameters aside, every variable of its condition and body.
            vars: [Var in vars],
            /// The conjuncts of its condition that are looked at again before a step below it: a run of
            /// [`Tables::checks`].
            checks: (part Run 48),
            /// Its `sort by`: a function of the kind `keys` over the branch's slots, and how many words the key has. The
            /// check behind the run of `checks` works out anew what it looks at, in the slots of the frame that it is
            /// asked over.
            sort: (Option (pair FnId (constant u8))),
            /// The slot of its `priority`, an `i32`.
            priority: (Option Slot),
        }

        /// A variable.
        Var {
            /// Its name.
            name: text,
            /// Its type.
            ty: TypeId,
            /// Where it is in the frame.
            slot: Slot,
        }

        /// A question about the facts that is asked again later, over the slots of a frame as the planner left them.
        Check {
            /// The conjuncts as written in the domain, for messages.
            text: text,
            /// Code that ends in `Holds`.
            entry: Pc,
            /// Slots it needs: those of the task's frame, and its own above them.
            frame: u16,
            /// The predicates it reads, through axioms too.
            reads: [RelId in predicates],
            /// Whether it is of a `for`: all solutions were found before the first round, and what the rounds before did
            /// may have changed what it asks. Others hold where their branch was chosen.
            collected: bool,
            /// Whether it asks a Rust expression that sees the context: then its answer may change without the facts.
            asks_game: bool,
            /// The variables whose values it is asked about, for messages: not those that it is solved anew for.
            vars: [Var in vars],
            /// What it asks, where that is no more than whether a word is a fact, and it is of no `for`.
            word: (Option (part WordTest 33)),
        }

        /// One alternative of a primitive task.
        OperatorRow {
            /// The task.
            task: TaskId,
            /// The doc comment.
            doc: text,
            /// The precondition as the executor solves it; ends in `Apply` or `Holds`. It is the planner's own code unless
            /// that has a `when_planning`.
            entry: Pc,
            /// The precondition (with `while`) over the values that the planner found for its variables.
            holds: (Option (Check in checks)),
            /// The `while` condition over the values that the step started with.
            during: (Option (Check in checks)),
            /// Both once more, conjunct by conjunct, to tell which does not hold: a run of [`Tables::checks`], first
            /// those of the precondition, then `while_pieces` of the `while`. Empty where there is one conjunct.
            pieces: (part Run 48),
            /// How many of them are the `while`'s.
            while_pieces: u16,
            /// Effects: start (internal operators: their effects), finish, success, sensed, failure; each ends in
            /// `Moment` or `Applied`.
            moments: [Pc; 5],
            /// What each moment writes, in the same order.
            writes: [[RelId in predicates]; 5],
            /// The parts with a Rust expression that sees the context, through axioms too: bit `i` for the effects of moment
            /// `i`, and `OperatorRow::PRECONDITION`.
            asks_game: u16,
            /// Which parameters are after `by`: bit `i` for parameter `i`.
            by: u32,
            /// A function of the kind `tests`: whether it engages its agents.
            busy: (Option FnId),
            /// A function of the kind `costs`.
            cost: (Option FnId),
            /// A function of the kind `costs`: how long an action takes.
            duration: (Option FnId),
            /// What takes it back.
            undo: (Option (part Undo 96)),
            /// The variables of its precondition, for those who look at a plan.
            vars: [Var in vars],
        }
    }

    tables {
        /// Indexed by [`RelId`].
        relations: Relation,
        /// Indexed by [`TaskId`].
        tasks: TaskRow,
        /// Indexed by [`MethodId`].
        methods: MethodRow,
        /// Indexed by [`BranchId`].
        branches: BranchRow,
        /// Indexed by [`OperatorId`].
        operators: OperatorRow,
        /// Indexed by [`AxiomId`].
        axioms: AxiomRow,
        /// Indexed by [`CollectionId`].
        collections: Collection,
        /// Runs of it belong to [`BranchRow`]s and [`OperatorRow`]s.
        checks: Check,
        /// Runs of it are atoms and axiom arguments.
        args: Arg,
        /// Runs of it are arguments of tasks.
        slots: Slot,
        /// Runs of it are the strands of `unordered`.
        strands: Pc,
    }

    lists {
        /// Of predicates and tasks.
        params: Param,
        /// Of branches, checks and operators.
        vars: Var,
        /// What checks read, and effects write.
        predicates: RelId,
        /// What predicates are looked up by.
        columns: Columns,
    }
}

impl OperatorRow {
    /// The bit of the precondition in [`asks_game`](OperatorRow::asks_game).
    pub const PRECONDITION: u16 = 1 << 5;

    /// Returns true if the effects of a moment have a Rust expression that sees the context.
    pub const fn moment_asks_game(&self, moment: usize) -> bool {
        self.asks_game & 1 << moment != 0
    }
}
