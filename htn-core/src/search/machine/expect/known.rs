//! Data that is the same for all plans of a domain, computed when the planner is created.

use alloc::boxed::Box;

use crate::model::plan::StepKind;
use crate::tables::{RelId, Run, Tables, TaskKind, WordTest};

/// Data about the steps and the checks of a domain.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// True if plans keep their trail, which has the results of checks about words.
    pub keeps_trail: bool,
    /// The predicates that other checks read. Empty if the domain has no agents, because then no executor needs
    /// results.
    pub asked: u64,
    /// Indexed by `OperatorId`.
    operators: Box<[StepWrites]>,
    /// Indexed as `Tables::checks`.
    checks: Box<[CheckReads]>,
}

/// The effects of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepWrites {
    /// The predicates that it may write. For an operator, only those that a check reads which is not about a word.
    pub writes: u64,
    pub external: bool,
}

/// A check.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckReads {
    /// The predicates that it reads.
    pub reads: u64,
    /// True if it may not hold in the state in which its branch was chosen.
    pub collected: bool,
    /// Its test, if it is about a word.
    pub word: Option<WordTest>,
}

fn set(predicates: &[RelId]) -> u64 {
    predicates.iter().fold(0, |set, &rel| set | rel.bit())
}

impl Known {
    pub fn new(tables: &Tables) -> Known {
        let others = tables.branch_checks().filter(|row| row.word.is_none());
        let read = others.fold(0, |all, row| all | set(row.reads));
        let operators = tables.operators.iter().map(|row| {
            let task = &tables.tasks[row.task.0 as usize];
            let planned = &row.writes[..4];
            StepWrites {
                writes: planned.iter().fold(0, |all, writes| all | set(writes)) & read,
                external: task.kind == TaskKind::External,
            }
        });
        let checks = tables.checks.iter().map(|row| CheckReads {
            reads: set(row.reads),
            collected: row.collected,
            word: row.word,
        });
        Known {
            keeps_trail: tables.asked_by_word() != 0,
            asked: if tables.has_agents() { read } else { 0 },
            operators: operators.collect(),
            checks: checks.collect(),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.operators) + size_of_val(&*self.checks)
    }

    #[inline(always)]
    pub fn act(&self, step: StepKind) -> StepWrites {
        match step {
            StepKind::Operator(id) => self.operators[id.0 as usize],
            StepKind::Fact(verb, rel) => StepWrites {
                writes: if verb.changes_facts() { rel.bit() } else { 0 },
                external: false,
            },
            // The conditions above it are checked when it is planned.
            StepKind::Later(_) => StepWrites {
                writes: 0,
                external: true,
            },
        }
    }

    #[inline]
    pub fn checks(&self, checks: Run) -> &[CheckReads] {
        &self.checks[checks.at as usize..][..checks.len as usize]
    }

    /// Returns the predicates that a check reads.
    pub fn reads(&self, check: u32) -> u64 {
        self.checks[check as usize].reads
    }
}
