//! The second phase: a plan is carried out where things take longer, fail, and cost lives.

use squad_htn::MatrixEntry;
use squad_htn::prelude::*;

use crate::contingency::{self, Contingency};
use crate::domain::siege::{get, rows};
use crate::domain::{Executor, Fact, Plan, Planner, State, Task, siege};
use crate::happened::{Course, Ending, Fate, Happened, Waited};
use crate::kit::rng::Rng;
use crate::terms::{Place, Unit};
use crate::town::Town;
use crate::words;

/// Minutes of a tick.
pub const TICK: f32 = 0.5;

/// When the player's relief comes, in minutes: a mission that has not ended by then has failed.
pub const RELIEF: f32 = 90.0;

/// Of a hundred units whose action fails, so many are lost.
const LOST: i32 = 30;

/// How many steps of the search a new plan is worth.
const BUDGET: u64 = 40_000;

/// An action that runs.
struct Run {
    id: ActionId,
    task: Task,
    /// The step of the first plan that it is.
    step: Option<usize>,
    /// The tick in which it ends by itself, and how.
    ends: Option<u32>,
    outcome: Outcome,
    risk: f32,
    /// Its entries.
    entries: Vec<usize>,
}

struct Field<'a> {
    town: &'a Town,
    contingencies: &'a [Contingency],
    rng: Rng,
    state: State,
    executor: Executor,
    planner: Planner,
    tick: u32,
    runs: Vec<Run>,
    /// The plan has been changed: its steps have other numbers.
    changed: bool,
    withdraws: bool,
    happened: Happened,
}

/// Carries a plan out.
pub fn carry_out(
    plan: &Plan,
    contingencies: &[Contingency],
    (state, town): (&State, &Town),
    seed: u64,
) -> Result<Happened, String> {
    let not_begun = Course {
        start: 0.0,
        end: 0.0,
        fate: Fate::NotBegun,
    };
    let mut field = Field {
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
        happened: Happened {
            ending: Ending::Relieved,
            minutes: 0.0,
            entries: Vec::new(),
            course: vec![not_begun; plan.len()],
            waited: Vec::new(),
            lost: Vec::new(),
            log: Vec::new(),
        },
    };
    field.submit(plan)?;
    field.run()?;
    Ok(field.happened)
}

impl Field<'_> {
    fn run(&mut self) -> Result<(), String> {
        let ending = loop {
            self.end_actions()?;
            self.executor.tick(&mut self.state, self.town);
            let needs_repair = self.take_events();
            if self.state.contains(Fact::Seized) {
                break Ending::Seized;
            }
            match needs_repair {
                Some((plan, failed)) => self.change(plan, failed)?,
                None if self.executor.plans().next().is_none() => match self.is_over() {
                    Some(ending) => break ending,
                    None => self.plan_anew()?,
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
        self.happened.ending = ending;
        self.happened.minutes = now;
        for run in std::mem::take(&mut self.runs) {
            self.close(&run, Fate::BrokenOff);
        }
        self.say(ending.to_string());
        Ok(())
    }

    /// Nobody is left; or they withdraw, and nobody is out there any more.
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
        self.happened.log.push((now, text));
    }

    /// Reports the actions whose time has come, and those who were lost in them.
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
        self.happened.lost.push((unit, now));
    }

    /// Writes down what happened. Where a plan needs repair: which one, and the step of the first plan that failed.
    fn take_events(&mut self) -> Option<(PlanId, Option<usize>)> {
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
                        self.close(&run, Fate::Done);
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
                    let own = match &run {
                        Some(run) => run.step,
                        None => (!self.changed).then_some(step),
                    };
                    if why == FailureCause::Stopped {
                        run.iter().for_each(|run| self.close(run, Fate::BrokenOff));
                        continue;
                    }
                    let why = match (&run, why) {
                        (Some(run), FailureCause::Reported) => {
                            format!("it had a risk of {:.0}%", run.risk)
                        }
                        (_, why) => why.to_string(),
                    };
                    self.say(format!("{} fails: {why}", words::long(task)));
                    match &run {
                        Some(run) => self.close(run, Fate::Failed(why)),
                        None => self.never_began(own, why),
                    }
                    failed = failed.or(own);
                }
                Event::NeedsRepair { plan, .. } => needs_repair = Some(plan),
                _ => {}
            }
        }
        let now = self.now();
        let lost = self.happened.lost.iter().filter(|(_, at)| *at == now);
        let lost: Vec<String> = lost.map(|(unit, _)| format!("{unit:?} lost")).collect();
        lost.into_iter().for_each(|text| self.say(text));
        needs_repair.map(|plan| (plan, failed))
    }

    fn take_run(&mut self, id: ActionId) -> Option<Run> {
        let at = self.runs.iter().position(|run| run.id == id)?;
        Some(self.runs.remove(at))
    }

    /// An action begins: how long it takes and how it ends is decided here, and comes out later.
    fn begin(&mut self, plan: PlanId, step: usize, task: Task, id: ActionId) {
        let status = self.executor.plans().find(|status| status.id == plan);
        let planned = status.as_ref().map(|status| {
            let plan = status.plan();
            (plan.duration_of(step, self.town), plan.cost_of(step))
        });
        let (minutes, risk) = planned.unwrap_or((1.0, 0.0));
        let outcome = match self.rng.percent(risk.round() as i32) {
            true => Outcome::Failure,
            false => Outcome::Success,
        };
        let share = self.rng.between(85, 140) as f32 / 100.0;
        let ticks = match (minutes.is_finite(), outcome) {
            (true, _) => Some((minutes * share / TICK).round().max(1.0) as u32),
            // What has no end of its own fails at some time, or never.
            (false, Outcome::Failure) => Some(self.rng.between(2, 12) as u32),
            (false, Outcome::Success) => None,
        };
        let (now, first) = (self.now(), self.happened.entries.len());
        for unit in task.agents() {
            self.happened.entries.push(MatrixEntry {
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
        if let Some(course) = step.and_then(|step| self.happened.course.get_mut(step)) {
            course.start = now;
            course.fate = Fate::Running;
        }
        self.runs.push(Run {
            id,
            task,
            step,
            ends: ticks.map(|ticks| self.tick + ticks),
            outcome,
            risk,
            entries: (first..self.happened.entries.len()).collect(),
        });
    }

    fn close(&mut self, run: &Run, fate: Fate) {
        let now = self.now();
        for entry in &run.entries {
            let entry = &mut self.happened.entries[*entry];
            entry.to = now;
            if matches!(fate, Fate::Failed(_)) {
                entry.text += ": fails";
            }
        }
        if let Some(course) = run.step.and_then(|step| self.happened.course.get_mut(step)) {
            course.end = now;
            course.fate = fate;
        }
    }

    /// A step failed before it began.
    fn never_began(&mut self, step: Option<usize>, why: String) {
        let now = self.now();
        if let Some(course) = step.and_then(|step| self.happened.course.get_mut(step)) {
            (course.start, course.end) = (now, now);
            course.fate = Fate::Failed(why);
        }
    }

    /// The plan can't go on as it is: what was worked out for this case, or else it is given up.
    fn change(&mut self, plan: PlanId, failed: Option<usize>) -> Result<(), String> {
        let lost: Vec<Unit> = self.happened.lost.iter().map(|(unit, _)| *unit).collect();
        let prepared = self
            .contingencies
            .iter()
            .find(|contingency| Some(contingency.step) == failed)
            .and_then(|contingency| contingency.with_losses(&lost));
        match prepared {
            Some(prepared) => {
                let replaced = self.executor.replace(plan, prepared);
                replaced.map_err(|error| error.to_string())?;
                self.say(format!(
                    "the contingency is adopted: {}",
                    words::gist(prepared)
                ));
            }
            None => {
                self.executor.cancel(plan);
                self.say(match self.withdraws {
                    true => "those who are not back yet set out again".to_owned(),
                    false => "nothing was prepared for this: the plan is given up".to_owned(),
                });
            }
        }
        self.changed = true;
        Ok(())
    }

    /// A new plan from where all are now, or the way home.
    fn plan_anew(&mut self) -> Result<(), String> {
        if !self.withdraws {
            let budget = Budget::steps(BUDGET);
            let best = self
                .planner
                .find_best(&self.state, self.town, Task::Seize, budget);
            let best = best.map_err(|full| full.to_string())?;
            if let Some(plan) = best.map(|best| best.plan.clone()) {
                self.say(format!("planned anew: {}", words::gist(&plan)));
                return self.submit(&plan);
            }
            self.withdraws = true;
            self.say("there is no plan left: all pull back".to_owned());
        }
        let back = self.planner.find(&self.state, self.town, Task::Withdraw);
        let back = back.map_err(|full| full.to_string())?.cloned();
        self.submit(&back.ok_or("there is not even a way back")?)
    }

    fn submit(&mut self, plan: &Plan) -> Result<(), String> {
        let submitted = self.executor.submit(plan, 0);
        submitted.map(drop).map_err(|full| full.to_string())
    }

    /// Who stands and waits, and for what.
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
            let mut known = self.happened.waited.iter_mut();
            let same = known
                .find(|waited| (waited.unit, waited.task) == (unit, task) && waited.until == until);
            match same {
                Some(waited) => waited.minutes += TICK,
                None => self.happened.waited.push(Waited {
                    unit,
                    task,
                    until,
                    minutes: TICK,
                }),
            }
        }
    }
}
