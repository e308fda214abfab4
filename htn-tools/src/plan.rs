//! [`PlanTools`]: the methods that this crate adds to plans.

use htn_core::{Domain, Plan, State};

use crate::distance::{Comparer, PlanDistance, Profile};
use crate::schedule::{Schedule, ScheduleError, Simulation};

/// Methods for a [`Plan`]. They are in the prelude of `squad-htn`. [`distance`](Self::distance) and
/// [`schedule`](Self::schedule) have examples.
pub trait PlanTools<D: Domain> {
    /// Returns the distance to another plan: in tasks, agents and order. Internal steps do not count. It allocates, and
    /// compares up to every pair of steps of both plans.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Unit(pub u8);
    ///
    /// htn_domain! {
    ///     domain gate;
    ///     agent Unit;
    ///     operator watch(who: Unit) by who {}
    ///     operator storm(who: Unit) by who {}
    ///     pub method with(a: Unit, b: Unit) { watch(a); storm(b); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use gate::{Planner, State, Task};
    ///
    /// let (mut planner, state) = (Planner::new(), State::new());
    /// let mut plan = |a, b| {
    ///     let found = planner.find(&state, &(), Task::With { a: Unit(a), b: Unit(b) });
    ///     found.map(|plan| plan.unwrap().clone())
    /// };
    /// let (one, other) = (plan(1, 2)?, plan(2, 1)?);
    /// assert_eq!(one.distance(&one).mean(), 0.0);
    ///
    /// // The same tasks, with other agents.
    /// let distance = one.distance(&other);
    /// assert_eq!((distance.steps, distance.agents, distance.order), (0.0, 1.0, 1.0));
    /// # Ok(())
    /// # }
    /// ```
    fn distance(&self, other: &Plan<D>) -> PlanDistance;

    /// Returns when each step starts and ends, if every action succeeds after the `duration` of its operator and no
    /// other plan is running. Each agent keeps the order of the plan, joint actions wait for all their agents,
    /// synchronisation operators have their usual effect, and a step waits for an earlier one that establishes its
    /// condition.
    ///
    /// The plan is simulated on a copy of the facts, with an executor of its own. `sensed` effects are reported at
    /// once, and actions that end at the same time end in the order in which they started. Durations are computed from
    /// the planner's values. All of this allocates: it is for inspecting a plan before it starts, not for each frame.
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
    ///         finish_action(c);      // aiming does not end by itself
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
    /// // The action of each unit at every time step: a column for each unit.
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
    /// The plan cannot be executed from these facts, or a duration is not a valid number.
    fn schedule(
        &self,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<Schedule<D>, ScheduleError<D>>;

    /// Returns the facts after a failure of this step, from which to search for a contingency plan. The plan runs as in
    /// [`schedule`](PlanTools::schedule) until the action would end; then it fails, and the plan is abandoned: its
    /// other actions are stopped and its reservations undone, as when the executor gets another plan with
    /// [`replace`](htn_core::Executor::replace).
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
    /// As for [`schedule`](PlanTools::schedule), or the step is not an action that ends by itself.
    fn facts_if_fails(
        &self,
        step: usize,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<State<D>, ScheduleError<D>>;
}

impl<D: Domain> PlanTools<D> for Plan<D> {
    fn distance(&self, other: &Plan<D>) -> PlanDistance {
        Comparer::default().compare(&Profile::of(self), &Profile::of(other))
    }

    fn schedule(
        &self,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<Schedule<D>, ScheduleError<D>> {
        Simulation::new(self, state, context)?.schedule()
    }

    fn facts_if_fails(
        &self,
        step: usize,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<State<D>, ScheduleError<D>> {
        Simulation::new(self, state, context)?.facts_if_fails(step)
    }
}
