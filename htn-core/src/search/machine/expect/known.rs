//! What is the same for every plan of a domain, worked out once when the planner is made.

use alloc::boxed::Box;

use crate::model::plan::StepKind;
use crate::tables::{RelId, Run, Tables, TaskKind, WordTest};

/// What is known of the steps and the checks of a domain.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Whether plans keep their trail: it tells where checks about words hold.
    pub keeps_trail: bool,
    /// The predicates that are read by other checks, where anybody will ask.
    pub asked: u64,
    /// Indexed by `OperatorId`.
    operators: Box<[Act]>,
    /// Indexed as `Tables::checks`.
    checks: Box<[Check]>,
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
            Act {
                writes: planned.iter().fold(0, |all, writes| all | set(writes)) & read,
                external: task.kind == TaskKind::External,
            }
        });
        let checks = tables.checks.iter().map(|row| Check {
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
}
