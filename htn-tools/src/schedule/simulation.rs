//! A plan that is carried out by an executor of its own.

use alloc::vec::Vec;

use htn_core::{
    AbandonReason, ActionId, Domain, Event, Executor, FailureCause, Outcome, Plan, PlanId, State,
};

use super::{Schedule, ScheduleError, ScheduledStep};

/// An executor with one plan, a copy of the facts, and a clock that goes from one end of an action to the next.
pub(crate) struct Simulation<'a, 'c, D: Domain> {
    context: &'a D::Context<'c>,
    state: State<D>,
    executor: Executor<D>,
    plan: PlanId,
    now: f32,
    steps: Vec<SimulatedStep<D>>,
    /// Those that run, in the order in which they started.
    running: Vec<(ActionId, usize)>,
    /// Those that ended well in the last tick.
    ended: Vec<usize>,
}

/// A step, and how far it is.
struct SimulatedStep<D: Domain> {
    duration: f32,
    scheduled: ScheduledStep<D>,
    has_started: bool,
}

/// The result of a time step of the simulation.
enum Moment {
    /// The plan has ended.
    Over,
    /// Something may be started or ended later.
    Later,
    /// The step failed that was to fail.
    Failed,
}

/// The observations of a tick, ordered by significance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Nothing,
    /// Something started or ended.
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
        while let Moment::Later = self.moment(None)? {
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

    /// Leaves the end of a `later` task open, and the times of the steps behind it.
    fn leave_open(&mut self) {
        let mut start = self.now;
        for step in self.steps.iter_mut().filter(|step| !step.has_started) {
            (step.scheduled.start, step.scheduled.end) = (start, f32::INFINITY);
            start = f32::INFINITY;
        }
    }

    pub fn facts_if_fails(mut self, step: usize) -> Result<State<D>, ScheduleError<D>> {
        loop {
            match self.moment(Some(step))? {
                Moment::Failed => break,
                Moment::Over => return Err(ScheduleError::NoEnd { step }),
                Moment::Later => {
                    let next = self.next_end();
                    self.now = next.ok_or(ScheduleError::NoEnd { step })?;
                }
            }
        }
        self.executor.cancel(self.plan);
        self.executor.tick(&mut self.state, self.context);
        Ok(self.state)
    }

    /// When the next action ends.
    fn next_end(&self) -> Option<f32> {
        let ends = self.running.iter().map(|(_, step)| self.end_of(*step));
        ends.filter(|end| end.is_finite()).min_by(f32::total_cmp)
    }

    fn end_of(&self, step: usize) -> f32 {
        self.steps[step].scheduled.start + self.steps[step].duration
    }

    /// All that happens now: actions end, and what can start does, again and again until nothing more happens. Actions that
    /// take no time end as well.
    fn moment(&mut self, failing: Option<usize>) -> Result<Moment, ScheduleError<D>> {
        loop {
            let due = |(_, step): &&(ActionId, usize)| self.end_of(*step) <= self.now;
            let due: Vec<_> = self.running.iter().filter(due).copied().collect();
            for (id, step) in &due {
                let outcome = if Some(*step) == failing {
                    Outcome::Failure
                } else {
                    Outcome::Success
                };
                // It runs, and is reported once.
                let _ = self.executor.finish(*id, outcome);
            }
            self.executor.tick(&mut self.state, self.context);
            let seen = self.look(failing)?;
            for step in &self.ended {
                self.executor
                    .apply_sensed(self.plan, *step, &mut self.state, self.context);
            }
            match seen {
                Seen::Moved => {}
                Seen::Nothing => return Ok(Moment::Later),
                Seen::Completed | Seen::Later => return Ok(Moment::Over),
                Seen::Failed => return Ok(Moment::Failed),
            }
        }
    }

    /// Writes down what happened in a tick.
    fn look(&mut self, failing: Option<usize>) -> Result<Seen, ScheduleError<D>> {
        self.ended.clear();
        let mut seen = Seen::Nothing;
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
                    seen = seen.max(Seen::Moved);
                }
                Event::Finished { step, .. } => {
                    self.ended.push(step);
                    self.steps[step].scheduled.end = self.now;
                    self.running.retain(|(_, other)| *other != step);
                    seen = seen.max(Seen::Moved);
                }
                Event::NeedsRepair { .. } => seen = seen.max(Seen::Later),
                Event::Completed { .. } => seen = seen.max(Seen::Completed),
                Event::Failed { step, why, .. }
                    if Some(step) == failing && why == FailureCause::Reported =>
                {
                    seen = Seen::Failed;
                }
                // Where the step failed that was to fail, its plan is over.
                Event::Failed {
                    step, task, why, ..
                } if seen != Seen::Failed => return Err(ScheduleError::Fails { step, task, why }),
                Event::Abandoned { reason, .. } => return Err(ScheduleError::Abandoned(reason)),
                _ => {}
            }
        }
        Ok(seen)
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
