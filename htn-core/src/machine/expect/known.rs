//! What is the same for every plan of a domain, worked out once when the planner is made.

use alloc::boxed::Box;

use crate::plan::StepKind;
use crate::store::Store;
use crate::tables::{Arg, Op, Pc, RelId, Run, Slot, Tables, TaskKind, WordTest};

/// What is known of the steps and the checks of a domain.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Whether plans keep their trail: it tells where checks about words hold.
    pub keeps_trail: bool,
    /// The predicates that are read by other checks, where anybody will ask.
    pub asked: u64,
    /// Indexed by `OperatorId`.
    operators: Box<[Act]>,
    /// Indexed as `Tables::checks`: what each check asks, and how those are answered that are not about words.
    checks: Box<[Check]>,
    ways: Box<[Way]>,
}

/// What a step does to the facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    /// The predicates that it may write; of an operator, those that a check reads which is not about a word.
    pub writes: u64,
    pub external: bool,
}

/// A check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    /// The predicates that it reads.
    pub reads: u64,
    /// Whether it may not hold where its branch was chosen.
    pub collected: bool,
    /// What it asks, where that is about a word.
    pub word: Option<WordTest>,
}

/// How a check is answered that is not about a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// It is one test on facts.
    Test(Test),
    /// The machine runs its code.
    Code,
}

/// Any other test on facts that binds nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    rel: RelId,
    /// Whether it holds where a row matches, or where none does.
    there: bool,
    row: Row,
}

/// The row that a test asks for.
#[derive(Clone, Copy, Debug)]
enum Row {
    Two(Slot, Slot),
    Other { index: u8, atom: &'static [Arg] },
}

fn set(predicates: &[RelId]) -> u64 {
    predicates.iter().fold(0, |set, &rel| set | rel.bit())
}

impl Known {
    pub fn new(tables: &Tables, code: &[Op]) -> Known {
        let others = tables.branch_checks().filter(|row| row.word.is_none());
        let read = others.fold(0, |all, row| all | set(row.reads));
        let operators = tables.operators.iter().map(|row| {
            let task = &tables.tasks[row.task.0 as usize];
            let planned = &row.writes[..4];
            Act {
                writes: planned.iter().fold(0, |all, writes| all | set(writes)) & read,
                external: task.kind == TaskKind::External,
            }
        });
        let rows = tables.checks.iter();
        let ways = rows.clone().map(|row| Way::at(tables, code, row.entry));
        let checks = rows.map(|row| Check {
            reads: set(row.reads),
            collected: row.collected,
            word: row.word,
        });
        Known {
            keeps_trail: tables.asked_by_word() != 0,
            asked: match tables.has_agents() {
                true => read,
                false => 0,
            },
            operators: operators.collect(),
            ways: ways.collect(),
            checks: checks.collect(),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.operators) + size_of_val(&*self.checks) + size_of_val(&*self.ways)
    }

    #[inline(always)]
    pub fn act(&self, step: StepKind) -> Act {
        match step {
            StepKind::Operator(id) => self.operators[id.0 as usize],
            StepKind::Add(rel) | StepKind::Delete(rel) => Act {
                writes: rel.bit(),
                external: false,
            },
        }
    }

    #[inline]
    pub fn checks(&self, checks: Run) -> &[Check] {
        &self.checks[checks.at as usize..][..checks.len as usize]
    }

    /// The predicates that a check reads.
    pub fn reads(&self, check: u32) -> u64 {
        self.checks[check as usize].reads
    }

    /// How a check is answered that is not about a word.
    pub fn way(&self, check: u32) -> &Way {
        &self.ways[check as usize]
    }
}

/// The op that a check consists of, where it is one.
fn only_op(code: &[Op], entry: Pc) -> Option<Op> {
    match code.get(entry.0 as usize..)? {
        [op, Op::Holds, ..] => Some(*op),
        _ => None,
    }
}

impl Way {
    fn at(tables: &Tables, code: &[Op], entry: Pc) -> Way {
        let test = only_op(code, entry).and_then(|op| Test::of(tables, op));
        test.map_or(Way::Code, Way::Test)
    }
}

impl Test {
    fn of(tables: &Tables, op: Op) -> Option<Test> {
        let other = |index: u8, atom: Run| {
            let atom = &tables.args[atom.at as usize..][..atom.len as usize];
            Row::Other { index, atom }
        };
        let (there, rel, row) = match op {
            Op::HasPair { rel, a, b, .. } => (true, rel, Row::Two(a, b)),
            Op::GetIs { rel, key, is, .. } => (true, rel, Row::Two(key, is)),
            Op::LacksPair { rel, a, b, .. } => (false, rel, Row::Two(a, b)),
            Op::Find {
                rel, index, atom, ..
            } => (true, rel, other(index, atom)),
            Op::Absent {
                rel, index, atom, ..
            } => (false, rel, other(index, atom)),
            _ => return None,
        };
        Some(Test { rel, there, row })
    }

    /// Whether it holds for a frame whose words these begin with.
    #[inline]
    pub fn holds(&self, store: &Store, frame: &[u64]) -> bool {
        let relation = store.rel(self.rel);
        let word = |slot: Slot| frame[slot.0 as usize];
        let there = match self.row {
            Row::Two(a, b) => relation.has_two(word(a), word(b)),
            Row::Other { index, atom } => relation.exists(index, atom, frame),
        };
        there == self.there
    }
}
