//! Why a search came out as it did.
mod abandoned;
mod build;
mod error;
mod find;
mod lines;
mod reason;
mod repair;
mod report;
mod text;
mod watch;
mod why_not;
mod words;

use alloc::vec::Vec;
use core::marker::PhantomData;

pub use abandoned::{Abandoned, FailureLog};
use build::Build;
pub use error::ExplainError;
pub use lines::{About, Fate, Line};
use reason::Asker;
pub use repair::BrokenPart;
pub use report::{
    Asked, Attempt, Because, BranchCount, BranchReport, Cut, End, Explanation, Found, Part, Reason,
    RunnerUp, TaskReport, Verdict, WayReport,
};
pub use text::Named;
use watch::{Nodes, Watch};
pub use why_not::{Answer, Given, WhyNot, given};
pub use words::Names;

use crate::director::Director;
use crate::domain::Domain;
use crate::plain::{Bounds, Compiled, Facts, Interpreter, Plain};
use crate::state::State;

/// Explains what a search does in a state. [`State::explain`] is one with the usual bounds.
pub struct Explainer<'s, 'x, 'c, D: Domain> {
    state: &'s State<D>,
    context: &'x D::Context<'c>,
    pub(crate) bounds: Bounds,
    most: usize,
    deepest: usize,
}

impl<'s, 'x, 'c, D: Domain> Explainer<'s, 'x, 'c, D> {
    /// For this state, with the usual bounds.
    pub fn new(state: &'s State<D>, context: &'x D::Context<'c>) -> Self {
        Explainer {
            state,
            context,
            // Those who watch take some of the stack, too.
            bounds: Bounds {
                depth: 256,
                work: 10_000_000,
                ..Bounds::default()
            },
            most: 20_000,
            deepest: 64,
        }
    }

    /// The most tasks, methods, branches and bodies that are kept: 20,000, where nothing else is said.
    pub fn nodes(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// The most tasks that are told one inside the other: 64, where nothing else is said.
    pub fn deepest(mut self, most: usize) -> Self {
        self.deepest = most;
        self
    }

    /// How far the search goes. Where nothing else is said, its depth is 256 and its work 10,000,000.
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// Searches for a plan for this task, and says why it came out as it did.
    pub fn explain(&self, task: D::Task) -> Result<Explanation<D>, ExplainError> {
        let plain = D::plain().ok_or(ExplainError::NoRows)?;
        self.explain_with(&plain, task)
    }

    fn explain_with(
        &self,
        plain: &Plain<D>,
        task: D::Task,
    ) -> Result<Explanation<D>, ExplainError> {
        let call = plain.call(task).ok_or(ExplainError::NotATask)?;
        let facts = self.facts(plain)?;
        let host = self.host(plain);
        let watch = Watch::new(self.most);
        let interpreter = Interpreter::new(plain.rows, &host).watched_by(&watch);
        let interpreter = interpreter.within(self.bounds);
        let first = interpreter.plans(facts, &[call]).next();
        let found = match first {
            Some(Ok(steps)) => {
                let steps = steps.iter().map(|step| plain.task(step));
                Found::Plan(steps.collect::<Vec<_>>())
            }
            Some(Err(error)) => Found::Unknown(error.message(plain.rows)),
            None => Found::NoPlan,
        };
        drop(interpreter);
        let nodes = watch.into_nodes();
        let asker = Asker {
            rows: plain.rows,
            host: &host,
            bounds: self.bounds,
            domain: PhantomData,
        };
        let build = Build {
            nodes: &nodes,
            asker: &asker,
            depth: self.deepest,
        };
        let report = nodes.root().and_then(|root| build.task(root));
        Ok(Explanation {
            found,
            task: report.unwrap_or_else(|| TaskReport {
                task,
                end: End::Unfinished,
                cut: Some(Cut::TooMany),
                ways: Vec::new(),
                not_tried: 0,
            }),
            left_out: nodes.left_out,
            branches: counted(plain, &nodes),
            file: &plain.rows.file,
        })
    }

    pub(crate) fn facts(&self, plain: &Plain<D>) -> Result<Facts, ExplainError> {
        let facts = plain.facts(self.state.facts());
        facts.map_err(ExplainError::Rows)
    }

    pub(crate) fn host(&self, plain: &Plain<D>) -> Compiled<'x, 'c, D> {
        Compiled {
            expressions: plain.expressions,
            context: self.context,
        }
    }
}

/// The branches that were tried, with the names of their tasks.
fn counted<D: Domain>(plain: &Plain<D>, nodes: &Nodes) -> Vec<BranchCount> {
    let counts = nodes.counts.all.iter();
    let counts = counts.map(|(&(task, method, branch), count)| {
        let row = plain.rows.tasks.get(usize::from(task));
        BranchCount {
            task: row.map_or("", |row| &row.name),
            method,
            branch,
            tried: count.tried,
            held: count.held,
            taken: count.taken,
        }
    });
    counts.collect()
}

impl<D: Domain> Director<D> {
    /// Why a search for its task, begun now, finds the plan that it finds, or none.
    pub fn explain(&self, context: &D::Context<'_>) -> Result<Explanation<D>, ExplainError> {
        self.state().explain(context, self.task())
    }
}

impl<D: Domain> State<D> {
    /// Why a search for this task, begun now, finds the plan that it finds, or none.
    pub fn explain(
        &self,
        context: &D::Context<'_>,
        task: D::Task,
    ) -> Result<Explanation<D>, ExplainError> {
        Explainer::new(self, context).explain(task)
    }
}
