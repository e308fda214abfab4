//! The sizes of the steps and conditions of a domain.

use crate::model::limits::Limits;
use crate::tables::{Param, Tables, TaskKind};

/// The maximum sizes in a domain.
pub(crate) struct DomainSizes {
    /// The number of arguments of a step, and the number of agents among them.
    pub args: usize,
    pub agents: usize,
    /// The number of words that a step needs in the executor beside those of its plan: mentions of agents, and the
    /// arguments of its `undo`.
    pub extra: usize,
    /// The frame of a step, and of any condition.
    pub frame: usize,
    pub query: usize,
}

impl DomainSizes {
    pub fn of(tables: &Tables) -> DomainSizes {
        let agents_of = |params: &[Param]| params.iter().filter(|param| param.agent).count();
        let tasks = tables.tasks.iter();
        let steps = tasks.filter(|task| !matches!(task.kind, TaskKind::Method | TaskKind::Block));
        let columns = tables.relations.iter().map(|rel| rel.columns);
        let params = steps.clone().map(|task| task.params).chain(columns.clone());
        let args = params.clone().map(<[_]>::len).max().unwrap_or(0);
        let agents = params.map(agents_of).max().unwrap_or(0);
        let operators = tables.operators.iter();
        let undo = operators.clone().filter_map(|operator| operator.undo);
        let undo = undo.map(|undo| undo.args.len as usize).max().unwrap_or(0);
        let frames = steps.map(|task| task.frame as usize);
        let frame = frames.chain(columns.map(<[_]>::len)).max().unwrap_or(0);
        let checks = operators
            .flat_map(|operator| [operator.holds, operator.during])
            .flatten();
        let checks = checks.map(|check| check.frame);
        let checks = checks.chain(tables.checks.iter().map(|check| check.frame));
        DomainSizes {
            args,
            agents,
            extra: agents + undo,
            frame,
            query: checks.map(usize::from).max().unwrap_or(0).max(frame),
        }
    }

    /// Returns the limits of a machine that evaluates conditions and plans nothing. If a plan fits, so do its conditions:
    /// otherwise a reservation could not be undone.
    pub fn for_queries(&self, limits: &Limits) -> Limits {
        Limits {
            depth: limits.depth.max(16),
            bindings: limits.bindings.max(4 * self.query + 64),
            // A change that is committed by itself has up to 30 words.
            trail: limits.trail.max(2_048),
            sort: limits.sort.max(256),
            choices: limits.choices.max(64),
            ..Limits::zero()
        }
    }
}
