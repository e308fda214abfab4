//! Traces a search as events of Byrd's box model.
mod event;
mod index;
mod ring;
#[cfg(feature = "tracing")]
mod spans;

use alloc::vec::Vec;
use core::cell::RefCell;

pub use event::{Port, TraceEvent, TraceKind};
use index::ConjunctIndex;
pub use ring::Ring;
#[cfg(feature = "tracing")]
pub use spans::{Spans, tracing};

use crate::model::domain::Domain;
use crate::reference::explain::{ExplainError, Explainer};
use crate::reference::{self, Interpreter, Observer};
use crate::store::state::State;

/// A receiver of the events of a trace: a closure, or a [`Ring`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
pub trait Sink<D: Domain> {
    /// Receives an event.
    fn event(&mut self, event: &TraceEvent<D>);
}

impl<D: Domain, F: FnMut(&TraceEvent<D>)> Sink<D> for F {
    fn event(&mut self, event: &TraceEvent<D>) {
        self(event);
    }
}

/// The result of a traced search. [`State::trace`] returns it.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
pub struct Traced<D: Domain> {
    /// The plans, in order: the steps of each.
    pub plans: Vec<Vec<D::Task>>,
    /// The reason why the search stopped early, if it did.
    pub stopped: Option<reference::Error>,
}

/// Passes events of the interpreter to a sink.
struct TraceObserver<'s, D, S> {
    index: ConjunctIndex<D>,
    sink: RefCell<&'s mut S>,
}

impl<D: Domain, S: Sink<D>> Observer for TraceObserver<'_, D, S> {
    fn traces(&self) -> bool {
        true
    }

    fn event(&self, event: &reference::BoxEvent<'_>) {
        self.sink.borrow_mut().event(&self.index.event(event));
    }
}

impl<D: Domain> Explainer<'_, '_, '_, D> {
    /// Searches for up to `plans` plans for a task, and passes each event to the sink. The plans and their order are
    /// those of a [`Planner`](crate::Planner).
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations, or the task is `add` or `delete`.
    pub fn trace(
        &self,
        task: D::Task,
        plans: usize,
        sink: &mut impl Sink<D>,
    ) -> Result<Traced<D>, ExplainError> {
        let reference = D::reference().ok_or(ExplainError::NoRows)?;
        let call = reference.call(task).ok_or(ExplainError::NotATask)?;
        let facts = self.facts(&reference)?;
        let host = self.host(&reference);
        let observer = TraceObserver {
            index: ConjunctIndex::<D>::new(reference.rows),
            sink: RefCell::new(sink),
        };
        let interpreter = Interpreter::new(reference.rows, &host).watched_by(&observer);
        let interpreter = interpreter.within(self.bounds).detect_loops(self.loops);
        let mut traced = Traced {
            plans: Vec::new(),
            stopped: None,
        };
        for plan in interpreter.plans(facts, &[call]).take(plans) {
            match plan {
                Ok(steps) => {
                    let steps = steps.iter().map(|step| reference.task(step));
                    traced.plans.push(steps.collect());
                }
                Err(error) => traced.stopped = Some(error),
            }
        }
        Ok(traced)
    }
}

impl<D: Domain> State<D> {
    /// Searches for a plan for this task, and passes each event to the sink.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations, or the task is `add` or `delete`.
    pub fn trace(
        &self,
        context: &D::Context<'_>,
        task: D::Task,
        sink: &mut impl Sink<D>,
    ) -> Result<Traced<D>, ExplainError> {
        Explainer::new(self, context).trace(task, 1, sink)
    }
}
