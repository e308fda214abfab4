//! Explains the result of a search: why it found its plan, or none.
mod abandoned;
pub(in crate::reference) mod at;
mod build;
mod director;
mod error;
mod find;
mod lines;
mod parts;
mod question;
mod reason;
mod repair;
mod report;
mod text;
mod watch;
mod why_not;
mod words;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

pub use abandoned::{Abandoned, FailureLog};
use build::ReportBuilder;
pub use error::ExplainError;
pub use lines::{About, Fate, Line};
use reason::QueryScope;
pub use repair::BrokenPart;
pub use report::{
    Asked, AskedArg, Attempt, Because, BranchCount, BranchReport, Cut, End, Explanation, Found,
    Part, Reason, Refusal, RunnerUp, TaskReport, Verdict, WayReport,
};
pub use text::WithNames;
use watch::{Nodes, Watch};
pub use why_not::{Answer, Given, Stage, WhyNot, given};
pub use words::Names;
use words::full_predicate;

use crate::model::domain::Domain;
use crate::model::error::{CapacityError, SearchError};
use crate::reference::{
    self, Bounds, Compiled, ExpressionHost, FactSets, ReferenceDomain, StackGauge,
};
use crate::store::state::State;

/// Explains searches in a state, with bounds. [`State::explain`] and [`State::why_not`] use the default bounds.
///
/// The module [`explain`](https://docs.rs/squad-htn/latest/squad_htn/explain/) of `squad-htn` has an example with bounds.
pub struct Explainer<'s, 'x, 'c, D: Domain> {
    state: &'s State<D>,
    context: &'x D::Context<'c>,
    pub(crate) bounds: Bounds,
    most: usize,
    deepest: usize,
    pub(crate) loops: bool,
}

impl<'s, 'x, 'c, D: Domain> Explainer<'s, 'x, 'c, D> {
    /// Creates an explainer for this state, with the default bounds.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn new(state: &'s State<D>, context: &'x D::Context<'c>) -> Self {
        Explainer {
            state,
            context,
            bounds: Bounds {
                depth: 256,
                work: 10_000_000,
                ..Bounds::default()
            },
            most: 20_000,
            deepest: 64,
            loops: false,
        }
    }

    /// Sets the maximum number of tasks, methods, branches and bodies that are kept. Default: 20,000.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn nodes(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Sets the maximum depth of nested tasks in the report. Default: 64.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn deepest(mut self, most: usize) -> Self {
        self.deepest = most;
        self
    }

    /// Sets the bounds of the search. Default: a depth of 256 and work of 10,000,000.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// Explains a search that refuses loops, as [`Planner::detect_loops`](crate::Planner::detect_loops) does. Default:
    /// false.
    pub fn detect_loops(mut self, on: bool) -> Self {
        self.loops = on;
        self
    }

    /// Searches for a plan for this task, and explains the result.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations, or the task is `add` or `delete`.
    pub fn explain(&self, task: D::Task) -> Result<Explanation<D>, ExplainError> {
        let reference = D::reference().ok_or(ExplainError::NoRows)?;
        self.explain_with(&reference, task)
    }

    fn explain_with(
        &self,
        reference: &ReferenceDomain<D>,
        task: D::Task,
    ) -> Result<Explanation<D>, ExplainError> {
        let call = reference.call(task).ok_or(ExplainError::NotATask)?;
        let facts = self.facts(reference)?;
        let host = self.host(reference);
        let scope = self.scope(reference, &host);
        let watch = Watch::new(self.most);
        let interpreter = scope.interpreter().watched_by(&watch);
        let first = interpreter.plans(facts, &[call]).next();
        let found = match first {
            Some(Ok(steps)) => {
                let steps = steps.iter().map(|step| reference.task(step));
                Found::Plan(steps.collect::<Vec<_>>())
            }
            Some(Err(error)) => not_found(error),
            None => Found::NoPlan,
        };
        drop(interpreter);
        let nodes = watch.into_nodes();
        let build = ReportBuilder {
            nodes: &nodes,
            scope: &scope,
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
            differs: None,
            branches: counted(reference, &nodes),
            file: &reference.rows.file,
        })
    }

    /// Evaluates conditions and bodies; its stack is counted from the caller on.
    fn scope<'h>(
        &self,
        reference: &ReferenceDomain<D>,
        host: &'h dyn ExpressionHost,
    ) -> QueryScope<'h, D> {
        QueryScope {
            rows: reference.rows,
            host,
            bounds: self.bounds,
            stack: StackGauge::from_here(self.bounds.stack),
            loops: self.loops,
            domain: PhantomData,
        }
    }

    pub(crate) fn facts(&self, reference: &ReferenceDomain<D>) -> Result<FactSets, ExplainError> {
        let facts = reference.facts(self.state.facts());
        facts.map_err(ExplainError::Rows)
    }

    pub(crate) fn host(&self, reference: &ReferenceDomain<D>) -> Compiled<'x, 'c, D> {
        Compiled {
            expressions: reference.expressions,
            context: self.context,
        }
    }
}

/// The outcome of a search that an error of the interpreter has ended.
fn not_found<D: Domain>(error: reference::Error) -> Found<D> {
    match full_predicate::<D>(error) {
        Some(CapacityError {
            predicate,
            capacity,
        }) => Found::Error(SearchError::PredicateFull {
            predicate,
            capacity,
        }),
        None => Found::Unknown(error.to_string()),
    }
}

/// The branches that were tried, with the names of their tasks.
fn counted<D: Domain>(reference: &ReferenceDomain<D>, nodes: &Nodes) -> Vec<BranchCount> {
    let counts = nodes.counts.all.iter();
    let counts = counts.map(|(&(task, method, branch), count)| {
        let row = reference.rows.tasks.get(usize::from(task));
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

impl<D: Domain> State<D> {
    /// Explains why a search for this task would find the plan that it finds, or none, if it began now. See
    /// [`Explanation`].
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations, or the task is `add` or `delete`.
    pub fn explain(
        &self,
        context: &D::Context<'_>,
        task: D::Task,
    ) -> Result<Explanation<D>, ExplainError> {
        Explainer::new(self, context).explain(task)
    }
}
