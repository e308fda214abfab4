//! When the steps of a plan are expected to start and to end.
//!
//! | file | what it does |
//! |---|---|
//! | `rehearsal` | carries a plan out in thought, by the executor's own rules |
//! | `error` | why that can't be done |
//! | `matrix`, `text` | what each unit does at every time step, and how that is written |

mod error;
mod matrix;
mod rehearsal;
mod text;

pub use error::ScheduleError;
pub use matrix::{Matrix, MatrixCell, MatrixEntry, MatrixError};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::domain::{Domain, Row};
use crate::host::{Bound, Host};
use crate::plan::{Plan, PlanData, StepIndex};
use crate::state::State;
use crate::tables::OperatorRow;
use crate::term::Term;
use rehearsal::Rehearsal;

/// When the steps of a plan start and end, as far as that can be known: what [`Plan::schedule`] works out.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule<D: Domain> {
    steps: Vec<ScheduledStep<D>>,
}

/// A step of a plan with its times, counted from the moment at which the plan is begun.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScheduledStep<D: Domain> {
    /// What it is.
    pub task: D::Task,
    /// When it starts.
    pub start: f32,
    /// When it ends: at once, where it is no action. Infinite where the action has no end of its own and nothing in the plan
    /// ends it.
    pub end: f32,
    /// Whether it engages those who carry it out.
    pub busy: bool,
    /// Which of its parameters those are: bit `i` for parameter `i`.
    by: u32,
}

impl<D: Domain> Plan<D> {
    /// How long one of its steps is expected to take: what the `duration` of its operator says over what the planner had
    /// bound, and 1 where that says nothing. Nothing for a step that is no action, or is not there.
    pub fn duration_of(&self, step: usize, context: &D::Context<'_>) -> f32 {
        let Some((operator, words)) = action(&self.data, step) else {
            return 0.0;
        };
        let host = Bound::<D>::new(context);
        operator.duration.map_or(1.0, |f| host.cost(f, words))
    }

    /// When each step starts and ends, where every action takes as long as the `duration` of its operator says and succeeds,
    /// and no other plan is carried out meanwhile: each agent keeps the order of the plan, joint actions wait for all who
    /// take part, `global_block` and `block_on` hold up what they hold up, `finish_action` ends what it ends, and a step whose
    /// condition an earlier one has yet to bring about waits for it.
    ///
    /// It is found by carrying the plan out in thought, from a copy of these facts, with an executor of its own; `sensed`
    /// effects are taken to be reported at once, and actions that end at one moment to end in the order in which they
    /// started. Durations are worked out over what the planner had bound. All of this takes memory: it is for who looks at
    /// a plan before it is carried out, and not for each frame.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Unit(pub u8);
    ///
    /// htn_domain! {
    ///     domain breach;
    ///     agent Unit;
    ///     predicate open(u8) [8];
    ///     operator aim(who: Unit, door: u8) by who { duration f32::INFINITY; }
    ///     operator blast(who: Unit, door: u8) by who { duration 4.0; success add open(door); }
    ///     operator storm(who: Unit, door: u8) by who { if open(door); duration 2.5; }
    ///     pub method take(door: u8, a: Unit, b: Unit, c: Unit) {
    ///         aim(c, door);
    ///         blast(a, door);
    ///         storm(b, door);        // waits for the door
    ///         global_block(b);
    ///         finish_action(c);      // aiming has no end of its own
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use breach::{Planner, State, Task};
    ///
    /// let (state, [a, b, c]) = (State::new(), [1, 2, 3].map(Unit));
    /// let mut planner = Planner::new();
    /// let plan = planner.find(&state, &(), Task::Take { door: 7, a, b, c })?.unwrap();
    /// let schedule = plan.schedule(&state, &())?;
    ///
    /// let times: Vec<_> = schedule.steps().iter().map(|step| (step.start, step.end)).collect();
    /// assert_eq!(times, [(0.0, 6.5), (0.0, 4.0), (4.0, 6.5), (4.0, 4.0), (6.5, 6.5)]);
    /// assert_eq!(schedule.end(), 6.5);
    /// assert_eq!(schedule.waiting(b), 4.0);
    ///
    /// // What each unit does at every time step: a column for each unit.
    /// let units = schedule.agents();
    /// let matrix = schedule.matrix(2.0, &units, |unit| format!("unit {}", unit.0), |task| task.name().into())?;
    /// assert_eq!(matrix.to_string(), "\
    /// time  unit 3  unit 1  unit 2
    ///    0  aim     blast   ·
    ///    2  │       │       ·
    ///    4  │               storm
    ///    6  │               │");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The plan can't be carried out from these facts, or takes no number of time.
    pub fn schedule(
        &self,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<Schedule<D>, ScheduleError<D>> {
        Rehearsal::new(self, state, context)?.schedule()
    }

    /// The facts as they would be if this step failed: what a plan for that case is to be searched from. Everything goes as
    /// in [`schedule`](Plan::schedule) up to the moment at which the action would end; then it fails, and the plan is given
    /// up. So its other actions are stopped, and what it had reserved is taken back, as when the executor is given another plan
    /// with [`replace`](crate::Executor::replace).
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// # pub struct Unit(pub u8);
    /// htn_domain! {
    ///     domain breach;
    ///     agent Unit;
    ///     predicate charge(Unit) [8];
    ///     predicate open(u8) [8];
    ///     operator blast(who: Unit, door: u8) by who { if charge(who); start delete charge(who); success add open(door); }
    ///     operator ram(who: Unit, door: u8) by who { duration 5.0; success add open(door); }
    ///     pub method enter(who: Unit, door: u8) {
    ///         branch with_a_bang if charge(who) { blast(who, door); }
    ///         branch with_a_shoulder { ram(who, door); }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use breach::{Action, Fact, Planner, State, Task};
    ///
    /// let (who, door) = (Unit(1), 7);
    /// let state = State::from_facts([Fact::Charge(who)])?;
    /// let mut planner = Planner::new();
    /// let plan = planner.find(&state, &(), Task::Enter { who, door })?.unwrap();
    ///
    /// // The charge is gone, and the door is closed.
    /// let failed = plan.facts_if_fails(0, &state, &())?;
    /// assert!(failed.is_empty());
    /// let otherwise = planner.find(&failed, &(), Task::Enter { who, door })?.unwrap();
    /// assert_eq!(otherwise.actions().next(), Some(Action::Ram { who, door }));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`schedule`](Plan::schedule); and where the step is no action that ends by itself.
    pub fn facts_if_fails(
        &self,
        step: usize,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<State<D>, ScheduleError<D>> {
        Rehearsal::new(self, state, context)?.facts_if_fails(step)
    }
}

impl<D: Domain> Schedule<D> {
    /// The steps of the plan, in its order.
    pub fn steps(&self) -> &[ScheduledStep<D>] {
        &self.steps
    }

    /// The last moment at which a step starts or ends; what has no end is left out.
    pub fn end(&self) -> f32 {
        let moments = self.steps.iter().flat_map(|step| [step.start, step.end]);
        moments
            .filter(|moment| moment.is_finite())
            .fold(0.0, f32::max)
    }

    /// Those who carry out a step, in the order in which the plan names them.
    pub fn agents(&self) -> Vec<D::Agent> {
        let mut agents: Vec<D::Agent> = Vec::new();
        for agent in self.steps.iter().flat_map(ScheduledStep::agents) {
            if !agents.iter().any(|other| same::<D>(*other, agent)) {
                agents.push(agent);
            }
        }
        agents
    }

    /// For how long nothing engages an agent before its last action that does has ended: the time that it stands and waits.
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
        // A sum of nothing would be less than nothing.
        gaps.fold(0.0, |all, gap| all + gap)
    }

    /// What each of these units does at every time step of this length. Steps that take no time, and those of others, are
    /// left out; what has no end goes on to the last column.
    ///
    /// # Errors
    ///
    /// The time step is no positive number, or there would be too many of them.
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

/// The operator of a step that is an action, and the step's words.
fn action(data: &PlanData, step: usize) -> Option<(&'static OperatorRow, &[u64])> {
    let (plan, step) = (data.view(), StepIndex::new(step));
    if step.index() >= plan.steps().len() || !plan.info(step).is_external() {
        return None;
    }
    Some((plan.info(step).operator?, plan.frame(step)))
}

fn same<D: Domain>(one: D::Agent, other: D::Agent) -> bool {
    one.to_word() == other.to_word()
}

impl<D: Domain> ScheduledStep<D> {
    /// Those who carry it out: its agents after `by`.
    pub fn agents(&self) -> impl Iterator<Item = D::Agent> + use<D> {
        let mut row = Row::new();
        D::task_to_row(self.task, &mut row);
        let by = self.by;
        let words = row.into_iter().enumerate();
        words
            .filter(move |(place, _)| by >> place & 1 == 1)
            .map(|(_, word)| D::Agent::from_word(word))
    }

    /// How long it takes.
    pub fn duration(&self) -> f32 {
        self.end - self.start
    }
}

impl<D: Domain> fmt::Display for ScheduledStep<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScheduledStep { start, end, .. } = self;
        match end == start {
            true => write!(f, "{start}: {}", self.task),
            false if end.is_finite() => write!(f, "{start} to {end}: {}", self.task),
            false => write!(f, "from {start} on: {}", self.task),
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
