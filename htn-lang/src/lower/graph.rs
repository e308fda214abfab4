//! A condition as a graph: lines in order, and labels that they lead to. The effects of an operator are such lines too,
//! without labels.
//!
//! A line goes on to the next one, or to its `on_fail` where what it asks does not hold. A *generator* is two lines: one that
//! begins it, and behind a label one that gives its next row, which everything after it goes back to. So a condition that
//! fails is a jump to the generator before, and the label of the last generator is where the next solution is found.

use htn_core::tables::{Arg as Cell, AxiomId, FnId, Parts, RelId, Slot};

/// A place in a graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Label(pub usize);

/// Where a condition goes that has no other solution.
pub const NO: Label = Label(0);

/// How the row of a fact is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookup {
    /// All of its columns are given.
    Whole,
    /// Any row will do.
    Any,
    /// `key => value`, by its key.
    Key,
    /// `=> value`.
    Value,
    /// By an index; its first row.
    Index(u8),
}

/// How a solution that was found tells whether there may be another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum More {
    /// A cursor, which is 0 at the end.
    Cursor(Slot),
    /// Items, up to where the second slot says.
    Items(Slot, Slot),
    /// An axiom: 2 or more where it may have another solution.
    Axiom(Slot),
    /// It is not known beforehand.
    Unknown,
}

/// A parameter of an axiom, and a slot of its caller.
pub type Passed = (usize, Slot);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    /// A fact that matches; open columns are written. Or where not `there`, none may match.
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
    /// Holds where all tests of one side hold.
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
    /// All items are collected.
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
    /// Numbers that rise by one: `end` is behind the last, and the cursor says how many are left.
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
    /// An axiom that does not recur, with a frame of `size` slots inside this one.
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
    /// An axiom that recurs: it is given its own frame, and answers at `answered`.
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
    /// The axiom calls itself in the end: its parameters get these values, and it begins again.
    Repeat {
        args: Vec<Slot>,
        times: Slot,
    },
    /// The axiom takes the place of this one.
    Replace {
        axiom: AxiomId,
        args: Vec<Option<Slot>>,
    },
    /// How many slots are in use.
    Mark(Slot),
    /// Lets go of the frames of axioms that were called since.
    Release(Slot),

    // ——— collections ———
    /// Lets go of what was collected above a height.
    Cut {
        level: u32,
        to: Slot,
    },
    /// How much is collected.
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
        /// Whether only the least row is kept.
        least: bool,
        redo: Label,
    },
    /// All is collected: what was collected on the way is let go.
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

    // ——— aggregates: a value, and behind it whether there is one ———
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
    /// The fact of these words comes, or goes.
    Change {
        adds: bool,
        rel: RelId,
        words: Vec<Slot>,
    },
    /// A condition that has one solution at most, and goes over nothing, in front of changes.
    Ask(FnId),

    // ——— control ———
    Jump(Label),
    /// Remembers where to go on.
    StoreLabel {
        to: Slot,
        at: Label,
    },
    /// Goes on where the slot says.
    JumpToStored(Slot),
    /// The condition holds. It goes on at `redo` where it is asked again, if any of these says that there may be more.
    Holds {
        more: Vec<More>,
        redo: Label,
    },
}

/// A condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Graph {
    pub lines: Vec<Line>,
    /// By label, the line that it stands in front of.
    pub labels: Vec<Option<usize>>,
    /// Where it keeps its place while it does not run.
    pub at: Option<Slot>,
    /// How much was collected before it began, where it collects anything.
    pub base: Option<Slot>,
    /// Whether what it has collected is still needed when it has answered.
    pub keeps_rows: bool,
}

/// A function of an operator: lines without labels, in parts that are asked for one by one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Changes {
    pub parts: Vec<(Parts, Vec<Line>)>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            lines: Vec::new(),
            labels: vec![None],
            at: None,
            base: None,
            keeps_rows: false,
        }
    }
}

impl Graph {
    pub fn line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// A place that is not known yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// The place is here.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.lines.len());
    }

    /// A label for this place.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Whether anything leads from one place of it to another.
    pub fn has_labels(&self) -> bool {
        self.labels.iter().any(Option::is_some)
    }

    /// Whether it must keep its place: it may be paused, or asked for another solution.
    pub fn can_stop(&self) -> bool {
        self.lines.iter().any(|line| match line {
            Line::NextRow { .. }
            | Line::NextItem { .. }
            | Line::NextNumber { .. }
            | Line::Called { .. }
            | Line::Recur { .. }
            | Line::Repeat { .. }
            | Line::Settle { .. } => true,
            Line::Holds { more, .. } => !more.is_empty(),
            _ => false,
        })
    }

    /// Takes a line out again.
    pub fn remove(&mut self, at: usize) {
        self.lines.remove(at);
        for place in self.labels.iter_mut().flatten() {
            *place -= usize::from(*place > at);
        }
    }

    /// Whether anything is cut to a height.
    pub fn reads(&self, height: Slot) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| matches!(line, Line::Cut { to, .. } if *to == height))
    }

    /// Heights that nothing is cut to are not noted.
    pub fn drop_unread_heights(&mut self) {
        for at in (0..self.lines.len()).rev() {
            if let Line::Height { to, .. } = self.lines[at]
                && !self.reads(to)
            {
                self.remove(at);
            }
        }
    }
}
