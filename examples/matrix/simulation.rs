//! The second phase: a simulation that executes a plan, with random durations, failures and losses.

use squad_htn::MatrixEntry;
use squad_htn::prelude::*;

use crate::contingency::{self, Contingency};
use crate::domain::siege::{get, rows};
use crate::domain::{Executor, Fact, Plan, Planner, State, Task, siege};
use crate::kit::rng::Rng;
use crate::mission::{Ending, MissionLog, StepOutcome, StepRecord, Wait};
use crate::terms::{Place, Unit};
use crate::town::Town;
use crate::words;

/// The duration of a tick in minutes.
pub const TICK: f32 = 0.5;

/// The time limit in minutes. When the player's relief arrives, the mission has failed.
pub const RELIEF: f32 = 90.0;

/// The percentage of failed actions that cost a unit.
const LOST: i32 = 30;

/// The search budget of a new plan, in steps.
const BUDGET: u64 = 40_000;

/// An action in progress.
struct Run {
    id: ActionId,
    task: Task,
    /// The step of the original plan, if the plan is unchanged.
    step: Option<usize>,
    /// The tick in which it ends, or `None` if it lasts until it is stopped.
    ends: Option<u32>,
    outcome: Outcome,
    risk: f32,
    /// The indices of its matrix entries.
    entries: Vec<usize>,
}

/// The state of a simulated mission.
struct Simulation<'a> {
    town: &'a Town,
    contingencies: &'a [Contingency],
    rng: Rng,
    state: State,
    executor: Executor,
    planner: Planner,
    tick: u32,
    runs: Vec<Run>,
    /// True after the plan was changed, which renumbers its steps.
    changed: bool,
    /// True once the force withdraws.
    withdraws: bool,
    mission: MissionLog,
}

/// Executes a plan and returns the log of the mission.
pub fn simulate(
    plan: &Plan,
    contingencies: &[Contingency],
    (state, town): (&State, &Town),
    seed: u64,
) -> Result<MissionLog, String> {
    let not_started = StepRecord {
        start: 0.0,
        end: 0.0,
        outcome: StepOutcome::NotStarted,
    };
    let mut simulation = Simulation {
        town,
        contingencies,
        rng: Rng::new(seed),
        state: state.clone(),
        executor: Executor::with_limits(Limits::compact()),
        planner: Planner::with_limits(Limits::compact()),
        tick: 0,
        runs: Vec::new(),
        changed: false,
        withdraws: false,
        mission: MissionLog {
            ending: Ending::Relieved,
            minutes: 0.0,
            entries: Vec::new(),
            records: vec![not_started; plan.len()],
            waited: Vec::new(),
            lost: Vec::new(),
            log: Vec::new(),
        },
    };
    simulation.submit(plan)?;
    simulation.run()?;
    Ok(simulation.mission)
}

impl Simulation<'_> {
    fn run(&mut self) -> Result<(), String> {
        let ending = loop {
            self.end_actions()?;
            self.executor.tick(&mut self.state, self.town);
            let needs_repair = self.process_events();
            if self.state.contains(Fact::Seized) {
                break Ending::Seized;
            }
            match needs_repair {
                Some((plan, failed)) => self.change(plan, failed)?,
                None if self.executor.plans().next().is_none() => match self.is_over() {
                    Some(ending) => break ending,
                    None => self.replan()?,
                },
                None => {}
            }
            if self.now() >= RELIEF {
                break Ending::Relieved;
            }
            self.count_waits();
            self.tick += 1;
        };
        let now = self.now();
        self.mission.ending = ending;
        self.mission.minutes = now;
        for run in std::mem::take(&mut self.runs) {
            self.close(&run, StepOutcome::Interrupted);
        }
        self.say(ending.to_string());
        Ok(())
    }

    /// Returns the ending if all units are lost, or if the force withdraws and all units are back.
    fn is_over(&self) -> Option<Ending> {
        let is_back = |unit| get::at(&self.state, unit) == Some(Place::Farm);
        match rows::ready(&self.state).next() {
            None => Some(Ending::Destroyed),
            Some(_) if !self.withdraws => None,
            Some(_) => rows::ready(&self.state)
                .all(is_back)
                .then_some(Ending::Withdrawn),
        }
    }

    fn now(&self) -> f32 {
        self.tick as f32 * TICK
    }

    fn say(&mut self, text: String) {
        let now = self.now();
        self.mission.log.push((now, text));
    }

    /// Reports the actions that end in this tick, and picks the units lost in failed ones.
    fn end_actions(&mut self) -> Result<(), String> {
        let tick = self.tick;
        let due = self.runs.iter().filter(|run| run.ends == Some(tick));
        let due: Vec<_> = due.map(|run| (run.id, run.outcome, run.task)).collect();
        for (id, outcome, task) in due {
            let reported = self.executor.finish(id, outcome);
            reported.map_err(|error| error.to_string())?;
            if outcome == Outcome::Failure && self.rng.percent(LOST) {
                let units: Vec<Unit> = task.agents().collect();
                if let Some(unit) = self.rng.pick(&units).copied() {
                    self.lose(unit);
                }
            }
        }
        Ok(())
    }

    fn lose(&mut self, unit: Unit) {
        contingency::lose(&mut self.state, unit);
        self.executor.agent_left(unit);
        let now = self.now();
        self.mission.lost.push((unit, now));
    }

    /// Logs the events. Returns the plan that needs repair, if any, with the failed step of the original plan.
    fn process_events(&mut self) -> Option<(PlanId, Option<usize>)> {
        let (mut failed, mut needs_repair) = (None, None);
        let events: Vec<Event<siege::Domain>> = self.executor.events().collect();
        for event in events {
            match event {
                Event::Started {
                    plan,
                    step,
                    task,
                    action: Some(id),
                    ..
                } => self.begin(plan, step, task, id),
                Event::Finished {
                    action: Some(id), ..
                } => {
                    if let Some(run) = self.take_run(id) {
                        self.close(&run, StepOutcome::Done);
                    }
                }
                Event::Failed {
                    step,
                    task,
                    action,
                    why,
                    ..
                } => {
                    let run = action.and_then(|id| self.take_run(id));
                    let original = match &run {
                        Some(run) => run.step,
                        None => (!self.changed).then_some(step),
                    };
                    if why == FailureCause::Stopped {
                        run.iter()
                            .for_each(|run| self.close(run, StepOutcome::Interrupted));
                        continue;
                    }
                    let why = match (&run, why) {
                        (Some(run), FailureCause::Reported) => {
                            format!("the risk was {:.0}%", run.risk)
                        }
                        (_, why) => why.to_string(),
                    };
                    self.say(format!("{} fails: {why}", words::long(task)));
                    match &run {
                        Some(run) => self.close(run, StepOutcome::Failed(why)),
                        None => self.fail_before_start(original, why),
                    }
                    failed = failed.or(original);
                }
                Event::NeedsRepair { plan, .. } => needs_repair = Some(plan),
                _ => {}
            }
        }
        let now = self.now();
        let lost = self.mission.lost.iter().filter(|(_, at)| *at == now);
        let lost: Vec<String> = lost.map(|(unit, _)| format!("{unit:?} lost")).collect();
        lost.into_iter().for_each(|text| self.say(text));
        needs_repair.map(|plan| (plan, failed))
    }

    fn take_run(&mut self, id: ActionId) -> Option<Run> {
        let at = self.runs.iter().position(|run| run.id == id)?;
        Some(self.runs.remove(at))
    }

    /// Starts an action. Its duration and its outcome are decided here.
    fn begin(&mut self, plan: PlanId, step: usize, task: Task, id: ActionId) {
        let status = self.executor.plans().find(|status| status.id == plan);
        let planned = status.as_ref().map(|status| {
            let plan = status.plan();
            (plan.duration_of(step, self.town), plan.cost_of(step))
        });
        let (minutes, risk) = planned.unwrap_or((1.0, 0.0));
        let outcome = if self.rng.percent(risk.round() as i32) {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        let share = self.rng.between(85, 140) as f32 / 100.0;
        let ticks = match (minutes.is_finite(), outcome) {
            (true, _) => Some((minutes * share / TICK).round().max(1.0) as u32),
            // An action without an end fails at a random time or never.
            (false, Outcome::Failure) => Some(self.rng.between(2, 12) as u32),
            (false, Outcome::Success) => None,
        };
        let (now, first) = (self.now(), self.mission.entries.len());
        for unit in task.agents() {
            self.mission.entries.push(MatrixEntry {
                unit: Unit::ALL
                    .iter()
                    .position(|other| *other == unit)
                    .unwrap_or(0),
                text: words::short(task),
                from: now,
                to: now,
            });
        }
        let step = (!self.changed).then_some(step);
        if let Some(record) = step.and_then(|step| self.mission.records.get_mut(step)) {
            record.start = now;
            record.outcome = StepOutcome::Running;
        }
        self.runs.push(Run {
            id,
            task,
            step,
            ends: ticks.map(|ticks| self.tick + ticks),
            outcome,
            risk,
            entries: (first..self.mission.entries.len()).collect(),
        });
    }

    fn close(&mut self, run: &Run, outcome: StepOutcome) {
        let now = self.now();
        for entry in &run.entries {
            let entry = &mut self.mission.entries[*entry];
            entry.to = now;
            if matches!(outcome, StepOutcome::Failed(_)) {
                entry.text += ": fails";
            }
        }
        if let Some(record) = run.step.and_then(|step| self.mission.records.get_mut(step)) {
            record.end = now;
            record.outcome = outcome;
        }
    }

    /// Records that a step failed before it started.
    fn fail_before_start(&mut self, step: Option<usize>, why: String) {
        let now = self.now();
        if let Some(record) = step.and_then(|step| self.mission.records.get_mut(step)) {
            (record.start, record.end) = (now, now);
            record.outcome = StepOutcome::Failed(why);
        }
    }

    /// Replaces a plan by the contingency for this failure, or cancels it.
    fn change(&mut self, plan: PlanId, failed: Option<usize>) -> Result<(), String> {
        let lost: Vec<Unit> = self.mission.lost.iter().map(|(unit, _)| *unit).collect();
        let prepared = self
            .contingencies
            .iter()
            .find(|contingency| Some(contingency.step) == failed)
            .and_then(|contingency| contingency.with_losses(&lost));
        match prepared {
            Some(prepared) => {
                let replaced = self.executor.replace(plan, prepared);
                replaced.map_err(|error| error.to_string())?;
                self.say(format!("contingency adopted: {}", words::summary(prepared)));
            }
            None => {
                self.executor.cancel(plan);
                self.say(if self.withdraws {
                    "units that are not back set out again".to_owned()
                } else {
                    "no contingency for this: the plan is abandoned".to_owned()
                });
            }
        }
        self.changed = true;
        Ok(())
    }

    /// Submits a new plan from the current situation, or the plan to withdraw.
    fn replan(&mut self) -> Result<(), String> {
        if !self.withdraws {
            let budget = Budget::steps(BUDGET);
            let best = self
                .planner
                .find_best(&self.state, self.town, Task::Seize, budget);
            let best = best.map_err(|full| full.to_string())?;
            if let Some(plan) = best.map(|best| best.plan.clone()) {
                self.say(format!("new plan: {}", words::summary(&plan)));
                return self.submit(&plan);
            }
            self.withdraws = true;
            self.say("no plan is left: all units pull back".to_owned());
        }
        let back = self.planner.find(&self.state, self.town, Task::Withdraw);
        let back = back.map_err(|full| full.to_string())?.cloned();
        self.submit(&back.ok_or("no plan to pull back")?)
    }

    fn submit(&mut self, plan: &Plan) -> Result<(), String> {
        let submitted = self.executor.submit(plan, 0);
        submitted.map(drop).map_err(|full| full.to_string())
    }

    /// Adds this tick to the waiting times of waiting units.
    fn count_waits(&mut self) {
        for unit in Unit::ALL {
            if self.executor.is_busy(unit) {
                continue;
            }
            let doing = self.executor.doing(unit);
            let Some(waiting) = doing.and_then(|doing| doing.waits) else {
                continue;
            };
            let until = match waiting.until {
                WaitFor::Finished { doing, .. }
                | WaitFor::Released { doing, .. }
                | WaitFor::Ended { doing, .. } => words::long(doing),
                WaitFor::Holds { condition, .. } => words::met(condition),
                other => other.to_string(),
            };
            let task = waiting.task;
            let mut known = self.mission.waited.iter_mut();
            let same = known
                .find(|waited| (waited.unit, waited.task) == (unit, task) && waited.until == until);
            match same {
                Some(waited) => waited.minutes += TICK,
                None => self.mission.waited.push(Wait {
                    unit,
                    task,
                    until,
                    minutes: TICK,
                }),
            }
        }
    }
}
