//! Why a plan was abandoned: the chain from what failed up through the repairs that were tried.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::{ExplainError, Explainer, Explanation};
use crate::model::domain::Domain;
use crate::model::event::{Event, EventEffect, PlanId};
use crate::squads::director::Director;

/// The most events that are kept of a plan: the last ones.
const KEPT: usize = 64;

/// The failures of running plans, from the events of each tick, for explanations of abandoned plans.
///
/// The module [`explain`](https://docs.rs/squad-htn/latest/squad_htn/explain/) of `squad-htn` has an example of a plan
/// that was abandoned.
pub struct FailureLog<D: Domain>(BTreeMap<u64, Vec<Event<D>>>);

/// A plan that was abandoned. Prints as the events that led to it, one per line.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct Abandoned<D: Domain> {
    /// The plan.
    pub plan: PlanId,
    /// The failures, the tasks to be repaired, and the reason why the plan was abandoned. Earlier failures that were repaired are not
    /// included.
    pub events: Vec<Event<D>>,
}

impl<D: Domain> FailureLog<D> {
    /// Creates an empty log.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn new() -> FailureLog<D> {
        FailureLog(BTreeMap::new())
    }

    /// Records the events of a tick, and returns the plans that were abandoned in it.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn watch(&mut self, events: impl IntoIterator<Item = Event<D>>) -> Vec<Abandoned<D>> {
        let mut abandoned = Vec::new();
        for event in events {
            let Some(plan) = event.plan() else { continue };
            let number = plan.number();
            match event.kind().effect() {
                EventEffect::StepFailed | EventEffect::PlanBroken => {
                    let events = self.0.entry(number).or_default();
                    if events.len() >= KEPT {
                        events.remove(0);
                    }
                    events.push(event);
                }
                EventEffect::PlanRepaired | EventEffect::PlanEnded => {
                    let mut events = self.0.remove(&number).unwrap_or_default();
                    if let Event::Abandoned { .. } = event {
                        events.push(event);
                        abandoned.push(Abandoned { plan, events });
                    }
                }
                EventEffect::Nothing
                | EventEffect::PlanAdded
                | EventEffect::StepStarted
                | EventEffect::StepFinished
                | EventEffect::StepWaits => {}
            }
        }
        abandoned
    }
}

impl<D: Domain> Default for FailureLog<D> {
    fn default() -> Self {
        FailureLog::new()
    }
}

impl<D: Domain> Abandoned<D> {
    /// Returns the tasks that were to be planned again, from below upwards; `root` is the task that the plan was made
    /// for.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    pub fn repairs(&self, root: D::Task) -> Vec<D::Task> {
        let mut tasks: Vec<D::Task> = Vec::new();
        for event in &self.events {
            if let Event::NeedsRepair { at, .. } = event {
                let task = at.unwrap_or(root);
                if !tasks.contains(&task) {
                    tasks.push(task);
                }
            }
        }
        tasks
    }

    /// Explains why there is no plan for the tasks that were to be repaired, or which plan there would be, with the
    /// director's current facts. In the tick in which the plan was abandoned, these no longer contain its reservations.
    ///
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    ///
    /// # Errors
    ///
    /// The errors of [`State::explain`](crate::State::explain).
    pub fn explain(
        &self,
        director: &Director<D>,
        context: &D::Context<'_>,
    ) -> Result<Vec<Explanation<D>>, ExplainError> {
        let tasks = self.repairs(director.task()).into_iter();
        let explainer = Explainer::new(director.state(), context);
        let explainer = explainer.detect_loops(director.squad.settings.detect_loops);
        tasks.map(|task| explainer.explain(task)).collect()
    }
}

impl<D: Domain> fmt::Display for Abandoned<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut events = self.events.iter();
        events.try_for_each(|event| writeln!(f, "{event}"))
    }
}
