//! A condition as a graph: lines in order, and labels that they lead to. The effects of an operator are lines too, without
//! labels.
//!
//! Control passes from a line to the next one, or to its `on_fail` if it does not hold. A *generator* is two lines: one that
//! starts it and, after a label, one that loads its next row. A test that fails jumps to the generator before it, and the
//! label of the last generator is where the next solution is found.

use std::collections::BTreeSet;

use htn_core::tables::{Arg as Cell, AxiomId, FnId, Parts, RelId, Slot};

/// A place in a graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Label(pub usize);

/// The target of a condition without another solution.
pub const NO: Label = Label(0);

/// How one row of a predicate is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookup {
    /// All columns are known.
    Whole,
    /// Any row matches.
    Any,
    /// `key => value`, by its key.
    Key,
    /// `=> value`.
    Value,
    /// By an index; its first row.
    Index(u8),
}

/// A report of a solution on whether there may be another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum More {
    /// A cursor, which is 0 at the end.
    Cursor(Slot),
    /// A cursor over items, and the slot with their end.
    Items(Slot, Slot),
    /// The answer of an axiom: 2 or more if it may have another solution.
    Axiom(Slot),
    /// There may be another.
    Unknown,
}

/// A parameter of an axiom, and a slot of its caller.
pub type Passed = (usize, Slot);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    /// If `there`, finds a fact that matches and writes its open columns; otherwise tests that no fact matches.
    Fact {
        rel: RelId,
        lookup: Lookup,
        cells: Vec<Cell>,
        there: bool,
        on_fail: Label,
    },
    Test {
        f: FnId,
        on_fail: Label,
    },
    /// Holds if all tests of one side hold.
    AnyOf {
        sides: Vec<Vec<FnId>>,
        on_fail: Label,
    },
    Same {
        a: Slot,
        b: Slot,
        on_fail: Label,
    },
    Let {
        f: FnId,
        to: Slot,
    },
    LetSome {
        f: FnId,
        to: Slot,
        on_fail: Label,
    },
    /// Evaluates an expression whose answer may be pending, and writes its value, if it has one. A label precedes it.
    Poll {
        f: FnId,
        to: Option<Slot>,
        on_fail: Label,
    },
    Copy {
        from: Slot,
        to: Slot,
    },
    Clear(Slot),

    // ——— generators ———
    Rows {
        rel: RelId,
        index: u8,
        cells: Vec<Cell>,
        cursor: Slot,
    },
    NextRow {
        rel: RelId,
        index: u8,
        cells: Vec<Cell>,
        cursor: Slot,
        on_fail: Label,
    },
    /// Collects all items.
    Items {
        f: FnId,
        level: u32,
        cursor: Slot,
        end: Slot,
    },
    NextItem {
        level: u32,
        cursor: Slot,
        end: Slot,
        to: Slot,
        on_fail: Label,
    },
    /// Numbers in steps of one: `end` follows the last, and the cursor counts those left.
    Range {
        f: FnId,
        end: Slot,
        cursor: Slot,
    },
    NextNumber {
        end: Slot,
        cursor: Slot,
        to: Slot,
        on_fail: Label,
    },

    // ——— axioms ———
    /// Starts an axiom that is not recursive; its frame is inside this one.
    Call {
        args: Vec<Passed>,
        frame: Slot,
        more: Slot,
    },
    Called {
        solver: FnId,
        level: u32,
        frame: Slot,
        size: u16,
        more: Slot,
        out: Vec<Passed>,
        on_fail: Label,
    },
    /// Starts a recursive axiom in a frame of its own. It answers at `answered`.
    Recur {
        axiom: AxiomId,
        args: Vec<Option<Slot>>,
        level: u32,
        once: bool,
        wanted: u8,
        answered: Label,
    },
    RecurNext {
        more: Slot,
        level: u32,
        answered: Label,
        on_fail: Label,
    },
    Recurred {
        more: Slot,
        out: Vec<Passed>,
        on_fail: Label,
    },
    /// Restarts the axiom with these values of its parameters.
    Repeat {
        args: Vec<Slot>,
        times: Slot,
    },
    /// Replaces this axiom by another one.
    Replace {
        axiom: AxiomId,
        args: Vec<Option<Slot>>,
    },
    /// Records how many slots are in use.
    Mark(Slot),
    /// Releases the frames of axioms that were called since the mark.
    Release(Slot),

    // ——— collections ———
    /// Releases the rows that were collected above a height.
    Cut {
        level: u32,
        to: Slot,
    },
    /// Records how much is collected.
    Height {
        level: u32,
        to: Slot,
    },
    Open {
        level: u32,
        region: Slot,
        key: Option<FnId>,
        values: u16,
        inner: Slot,
    },
    Push {
        level: u32,
        region: Slot,
        key: Option<FnId>,
        from: Slot,
        to: Slot,
        /// True if only the least row is kept.
        least: bool,
        redo: Label,
    },
    /// Ends a collection: the rows that its condition collected are released.
    Close {
        level: u32,
        region: Slot,
        inner: Slot,
    },
    First {
        level: u32,
        region: Slot,
        cursor: Slot,
        from: Slot,
        to: Slot,
        on_fail: Label,
    },
    Next {
        level: u32,
        region: Slot,
        cursor: Slot,
        from: Slot,
        to: Slot,
        on_fail: Label,
    },
    Settle {
        level: u32,
        region: Slot,
        cursor: Slot,
    },

    // ——— aggregates: a value, and in the next slot whether there is one ———
    Count(Slot),
    Fold {
        f: FnId,
        acc: Slot,
    },
    HasValue {
        acc: Slot,
        on_fail: Label,
    },

    // ——— effects ———
    /// Adds or deletes the fact of these words.
    Change {
        adds: bool,
        rel: RelId,
        words: Vec<Slot>,
    },
    /// Deletes all facts with these words in these columns. May pause after each. The lines before it are no adds, so they
    /// may be repeated.
    Delete {
        rel: RelId,
        index: u8,
        cells: Vec<Cell>,
    },
    /// Calls a condition without generators, before changes.
    Ask(FnId),

    // ——— control ———
    Jump(Label),
    /// Stores where to continue.
    StoreLabel {
        to: Slot,
        at: Label,
    },
    /// Continues at the stored label.
    JumpToStored(Slot),
    /// The condition holds. Its next solution is found at `redo`, if one of `more` reports one.
    Holds {
        more: Vec<More>,
        redo: Label,
    },
}

/// The graph of a condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Graph {
    pub lines: Vec<Line>,
    /// By label, the line that it precedes.
    pub labels: Vec<Option<usize>>,
    /// The slot of its resume point, if it has one.
    pub at: Option<Slot>,
    /// The slot with the height of collected rows before it, if it collects any.
    pub base: Option<Slot>,
    /// True if the rows that it collected are needed after it has held.
    pub keeps_rows: bool,
}

/// A function of an operator: lines without labels, in parts that are called one by one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Changes {
    pub parts: Vec<(Parts, Vec<Line>)>,
}

/// A line, or a label in front of the next one.
#[derive(Clone, Debug)]
pub enum Item {
    Line(Line),
    Label(Label),
}

impl Default for Graph {
    fn default() -> Graph {
        Graph::new(Vec::new(), 0)
    }
}

impl Graph {
    /// Makes a graph of lines with labels from 1 to `labels`. Heights that no line cuts to are dropped.
    pub fn new(items: Vec<Item>, labels: usize) -> Graph {
        let cuts = items.iter().filter_map(|item| match item {
            Item::Line(Line::Cut { to, .. }) => Some(*to),
            _ => None,
        });
        let cuts: BTreeSet<Slot> = cuts.collect();
        let mut graph = Graph {
            lines: Vec::new(),
            labels: vec![None; labels + 1],
            at: None,
            base: None,
            keeps_rows: false,
        };
        for item in items {
            match item {
                Item::Line(Line::Height { to, .. }) if !cuts.contains(&to) => {}
                Item::Line(line) => graph.lines.push(line),
                Item::Label(Label(label)) => graph.labels[label] = Some(graph.lines.len()),
            }
        }
        graph
    }

    /// Returns true if a line leads to a label.
    pub fn has_labels(&self) -> bool {
        self.labels.iter().any(Option::is_some)
    }

    /// Returns true if a line cuts the collected rows to this height.
    pub fn cuts_to(&self, height: Slot) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| matches!(line, Line::Cut { to, .. } if *to == height))
    }

    /// Returns true if it needs a resume point: it may be paused or wait, or be called for another solution.
    pub fn can_stop(&self) -> bool {
        self.lines.iter().any(|line| match line {
            Line::NextRow { .. }
            | Line::NextItem { .. }
            | Line::NextNumber { .. }
            | Line::Called { .. }
            | Line::Recur { .. }
            | Line::Repeat { .. }
            | Line::Settle { .. }
            | Line::Poll { .. } => true,
            Line::Holds { more, .. } => !more.is_empty(),
            _ => false,
        })
    }

    /// Returns true if it has at most one solution.
    pub fn is_single(&self) -> bool {
        let mut lines = self.lines.iter();
        !lines.any(|line| matches!(line, Line::Holds { more, .. } if !more.is_empty()))
    }

    /// Returns the lines before the end, if no line leads anywhere else.
    pub fn straight_lines(&self) -> Option<&[Line]> {
        match self.lines.as_slice() {
            [lines @ .., Line::Holds { .. }] if !self.has_labels() && self.base.is_none() => {
                Some(lines)
            }
            _ => None,
        }
    }

    /// Returns its only line if that is a test which is an op too.
    pub fn lone_test(&self) -> Option<&Line> {
        let is_known = |cell: &Cell| matches!(cell, Cell::Is(_));
        match self.straight_lines()? {
            [test @ Line::Test { .. }] => Some(test),
            [test @ Line::Fact { cells, there, .. }] if !there || cells.iter().all(is_known) => {
                Some(test)
            }
            _ => None,
        }
    }
}
