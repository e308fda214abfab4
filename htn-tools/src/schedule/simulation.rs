//! The simulated execution of a plan, by an executor of its own.

use alloc::vec::Vec;

use htn_core::{
    AbandonReason, ActionId, Domain, Event, Executor, FailureCause, Outcome, Plan, PlanId, State,
};

use super::{Schedule, ScheduleError, ScheduledStep};

/// An executor with one plan, a copy of the facts, and a clock that jumps to the next end of an action.
pub(crate) struct Simulation<'a, 'c, D: Domain> {
    context: &'a D::Context<'c>,
    state: State<D>,
    executor: Executor<D>,
    plan: PlanId,
    now: f32,
    steps: Vec<SimulatedStep<D>>,
    /// The running actions with their steps, in the order in which they started.
    running: Vec<(ActionId, usize)>,
    /// The steps that succeeded in the last tick.
    ended: Vec<usize>,
}

/// A step with its progress.
struct SimulatedStep<D: Domain> {
    duration: f32,
    scheduled: ScheduledStep<D>,
    has_started: bool,
}

/// The state of the simulation when nothing more can happen at the present time.
enum Advance {
    /// The plan has ended.
    Ended,
    /// Only a later time can start or end a step.
    Waiting,
    /// The step that is to fail has failed.
    Failed,
}

/// The most significant event of a tick. The variants are in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TickSummary {
    Nothing,
    /// A step started or ended.
    Moved,
    Completed,
    /// The turn of a `later` task has come, whose steps are not known.
    Later,
    Failed,
}

impl<'a, 'c, D: Domain> Simulation<'a, 'c, D> {
    pub fn new(
        plan: &Plan<D>,
        state: &State<D>,
        context: &'a D::Context<'c>,
    ) -> Result<Self, ScheduleError<D>> {
        let mut executor = Executor::with_limits(plan.limits());
        let id = executor.submit(plan, 0).map_err(ScheduleError::Full)?;
        let numbers = plan.tasks().enumerate();
        let steps: Result<Vec<_>, _> = numbers
            .map(|(number, task)| simulated(plan, number, task, context))
            .collect();
        Ok(Simulation {
            context,
            state: state.clone(),
            executor,
            plan: id,
            now: 0.0,
            steps: steps?,
            running: Vec::new(),
            ended: Vec::new(),
        })
    }

    pub fn schedule(mut self) -> Result<Schedule<D>, ScheduleError<D>> {
        while let Advance::Waiting = self.advance(None)? {
            let Some(next) = self.next_end() else {
                break;
            };
            self.now = next;
        }
        if self.executor.plans().any(|plan| plan.needs_repair) {
            self.leave_open();
        } else if self.steps.iter().any(|step| !step.has_started) {
            let waits = self.executor.plans().find_map(|plan| plan.waits);
            let stuck = ScheduleError::Abandoned(AbandonReason::Stuck);
            return Err(waits.map_or(stuck, ScheduleError::Waits));
        }
        let steps = self.steps.iter().map(|step| step.scheduled).collect();
        Ok(Schedule { steps })
    }

    /// Leaves the end of a `later` task open, and the times of the steps after it.
    fn leave_open(&mut self) {
        let mut start = self.now;
        for step in self.steps.iter_mut().filter(|step| !step.has_started) {
            (step.scheduled.start, step.scheduled.end) = (start, f32::INFINITY);
            start = f32::INFINITY;
        }
    }

    pub fn facts_if_fails(mut self, step: usize) -> Result<State<D>, ScheduleError<D>> {
        loop {
            match self.advance(Some(step))? {
                Advance::Failed => break,
                Advance::Ended => return Err(ScheduleError::NoEnd { step }),
                Advance::Waiting => {
                    let next = self.next_end();
                    self.now = next.ok_or(ScheduleError::NoEnd { step })?;
                }
            }
        }
        self.executor.cancel(self.plan);
        self.executor.tick(&mut self.state, self.context);
        Ok(self.state)
    }

    /// Returns the time at which the next action ends.
    fn next_end(&self) -> Option<f32> {
        let ends = self.running.iter().map(|(_, step)| self.end_of(*step));
        ends.filter(|end| end.is_finite()).min_by(f32::total_cmp)
    }

    fn end_of(&self, step: usize) -> f32 {
        self.steps[step].scheduled.start + self.steps[step].duration
    }

    /// Ends the actions that are due and starts every step that can start, until neither is possible at the present time.
    fn advance(&mut self, failing: Option<usize>) -> Result<Advance, ScheduleError<D>> {
        loop {
            let due = |(_, step): &&(ActionId, usize)| self.end_of(*step) <= self.now;
            let due: Vec<_> = self.running.iter().filter(due).copied().collect();
            for (id, step) in &due {
                let outcome = if Some(*step) == failing {
                    Outcome::Failure
                } else {
                    Outcome::Success
                };
                // The action is running and is reported once, so this is not an error.
                let _ = self.executor.finish(*id, outcome);
            }
            self.executor.tick(&mut self.state, self.context);
            let summary = self.read_events(failing)?;
            for step in &self.ended {
                self.executor
                    .apply_sensed(self.plan, *step, &mut self.state, self.context);
            }
            match summary {
                TickSummary::Moved => {}
                TickSummary::Nothing => return Ok(Advance::Waiting),
                TickSummary::Completed | TickSummary::Later => return Ok(Advance::Ended),
                TickSummary::Failed => return Ok(Advance::Failed),
            }
        }
    }

    /// Updates the steps from the events of a tick.
    fn read_events(&mut self, failing: Option<usize>) -> Result<TickSummary, ScheduleError<D>> {
        self.ended.clear();
        let mut summary = TickSummary::Nothing;
        debug_assert_eq!(self.executor.events_missed(), 0, "there is room for all");
        for event in self.executor.events() {
            match event {
                Event::Started { step, action, .. } => {
                    let row = &mut self.steps[step];
                    row.has_started = true;
                    row.scheduled.start = self.now;
                    row.scheduled.end = self.now;
                    if let Some(id) = action {
                        row.scheduled.end = self.now + row.duration;
                        self.running.push((id, step));
                    }
                    summary = summary.max(TickSummary::Moved);
                }
                Event::Finished { step, .. } => {
                    self.ended.push(step);
                    self.steps[step].scheduled.end = self.now;
                    self.running.retain(|(_, other)| *other != step);
                    summary = summary.max(TickSummary::Moved);
                }
                Event::NeedsRepair { .. } => summary = summary.max(TickSummary::Later),
                Event::Completed { .. } => summary = summary.max(TickSummary::Completed),
                Event::Failed { step, why, .. }
                    if Some(step) == failing && why == FailureCause::Reported =>
                {
                    summary = TickSummary::Failed;
                }
                // After the intended failure, other steps are stopped.
                Event::Failed {
                    step, task, why, ..
                } if summary != TickSummary::Failed => {
                    return Err(ScheduleError::Fails { step, task, why });
                }
                Event::Abandoned { reason, .. } => return Err(ScheduleError::Abandoned(reason)),
                _ => {}
            }
        }
        Ok(summary)
    }
}

/// A step of a plan before it has started.
fn simulated<D: Domain>(
    plan: &Plan<D>,
    number: usize,
    task: D::Task,
    context: &D::Context<'_>,
) -> Result<SimulatedStep<D>, ScheduleError<D>> {
    let duration = plan.duration_of(number, context);
    if duration.is_nan() || duration < 0.0 {
        return Err(ScheduleError::Duration {
            step: number,
            task,
            duration,
        });
    }
    let scheduled = ScheduledStep {
        task,
        start: 0.0,
        end: 0.0,
        busy: plan.is_busy(number, context),
    };
    Ok(SimulatedStep {
        duration,
        scheduled,
        has_started: false,
    })
}
