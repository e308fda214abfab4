//! Schedules: when the steps of a plan start and end.
//!
//! | file | content |
//! |---|---|
//! | `simulation` | the execution of a plan on a copy of the facts |
//! | `error` | the reasons why a plan has no schedule |
//! | `matrix`, `text` | the table of what each unit does at every time step, and its text |

mod error;
mod matrix;
mod simulation;
mod text;

pub use error::ScheduleError;
pub use matrix::{Matrix, MatrixCell, MatrixEntry, MatrixError};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use htn_core::identity::task_actors;
use htn_core::{Domain, Term};

pub(crate) use simulation::Simulation;

/// The start and end of the steps of a plan. Returned by [`PlanTools::schedule`](crate::PlanTools::schedule).
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule<D: Domain> {
    steps: Vec<ScheduledStep<D>>,
}

/// A step of a [`Schedule`] with its times, counted from the start of the plan.
/// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ScheduledStep<D: Domain> {
    /// The task of the step.
    pub task: D::Task,
    /// The start time. Infinite if it is unknown: for a step after a `later` task.
    pub start: f32,
    /// The end time, equal to `start` if the step is not an action. Infinite if the action does not end by itself and
    /// nothing in the plan ends it, or if the step is a `later` task.
    pub end: f32,
    /// True if the action occupies its agents.
    pub busy: bool,
}

impl<D: Domain> Schedule<D> {
    /// Returns the steps of the plan, in its order.
    /// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
    pub fn steps(&self) -> &[ScheduledStep<D>] {
        &self.steps
    }

    /// Returns the last finite time at which a step starts or ends.
    /// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
    pub fn end(&self) -> f32 {
        let moments = self.steps.iter().flat_map(|step| [step.start, step.end]);
        moments
            .filter(|moment| moment.is_finite())
            .fold(0.0, f32::max)
    }

    /// Returns the agents that carry out a step, in the order in which the plan names them.
    /// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
    pub fn agents(&self) -> Vec<D::Agent> {
        let mut agents: Vec<D::Agent> = Vec::new();
        for agent in self.steps.iter().flat_map(ScheduledStep::agents) {
            if !agents.iter().any(|other| same::<D>(*other, agent)) {
                agents.push(agent);
            }
        }
        agents
    }

    /// Returns the time in which the agent is idle before the end of its last `busy` action.
    /// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
    pub fn waiting(&self, agent: D::Agent) -> f32 {
        let engaged = |step: &&ScheduledStep<D>| {
            step.busy && step.agents().any(|other| same::<D>(other, agent))
        };
        let mut spans: Vec<(f32, f32)> = self
            .steps
            .iter()
            .filter(engaged)
            .map(|step| (step.start, step.end))
            .collect();
        spans.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut free = 0.0;
        let gaps = spans.into_iter().map(|(start, end)| {
            let gap = start - free;
            free = end;
            gap
        });
        // `sum` of no elements would be -0.0.
        gaps.fold(0.0, |all, gap| all + gap)
    }

    /// Returns the matrix of these units: the action of each unit at every time step of this length. Steps without a
    /// duration and those of other units are left out; an action without an end continues to the last column.
    /// [`PlanTools::schedule`](crate::PlanTools::schedule) has an example.
    ///
    /// # Errors
    ///
    /// The time step is not a positive number, or there would be too many time steps.
    pub fn matrix(
        &self,
        step: f32,
        units: &[D::Agent],
        mut name: impl FnMut(D::Agent) -> String,
        mut text: impl FnMut(D::Task) -> String,
    ) -> Result<Matrix, MatrixError> {
        let mut entries = Vec::new();
        for scheduled in self.steps.iter().filter(|step| step.end > step.start) {
            for agent in scheduled.agents() {
                let mut places = units.iter();
                let Some(unit) = places.position(|unit| same::<D>(*unit, agent)) else {
                    continue;
                };
                entries.push(MatrixEntry {
                    unit,
                    text: text(scheduled.task),
                    from: scheduled.start,
                    to: scheduled.end,
                });
            }
        }
        let names = units.iter().map(|unit| name(*unit)).collect();
        Matrix::new(step, names, entries)
    }
}

fn same<D: Domain>(one: D::Agent, other: D::Agent) -> bool {
    one.to_word() == other.to_word()
}

impl<D: Domain> ScheduledStep<D> {
    /// Returns the agents of the step: those after `by`.
    pub fn agents(&self) -> impl Iterator<Item = D::Agent> + use<D> {
        task_actors::<D>(self.task)
    }

    /// Returns the time between start and end; infinite if one of them is.
    pub fn duration(&self) -> f32 {
        if self.start.is_finite() {
            self.end - self.start
        } else {
            f32::INFINITY
        }
    }
}

impl<D: Domain> fmt::Display for ScheduledStep<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScheduledStep { start, end, .. } = self;
        if !start.is_finite() {
            write!(f, "at an unknown time: {}", self.task)
        } else if end == start {
            write!(f, "{start}: {}", self.task)
        } else if end.is_finite() {
            write!(f, "{start} to {end}: {}", self.task)
        } else {
            write!(f, "from {start} on: {}", self.task)
        }
    }
}

/// A line for each step.
impl<D: Domain> fmt::Display for Schedule<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
