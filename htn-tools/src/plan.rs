//! Methods that the tools add to plans.

use htn_core::{Domain, Plan, State};

use crate::distance::{Comparer, PlanDistance, Profile};
use crate::schedule::{Schedule, ScheduleError, Simulation};

/// What the tools add to a [`Plan`]. The prelude of `squad-htn` has it.
pub trait PlanTools<D: Domain> {
    /// How far it is from another plan: in what is done, by whom, and in which order. Internal steps do not count. Takes
    /// memory, and as many comparisons as the steps of both multiplied, where they have little in common.
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
    /// // The same is done, by others.
    /// let distance = one.distance(&other);
    /// assert_eq!((distance.steps, distance.agents, distance.order), (0.0, 1.0, 1.0));
    /// # Ok(())
    /// # }
    /// ```
    fn distance(&self, other: &Plan<D>) -> PlanDistance;

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
    fn schedule(
        &self,
        state: &State<D>,
        context: &D::Context<'_>,
    ) -> Result<Schedule<D>, ScheduleError<D>>;

    /// The facts as they would be if this step failed: what a plan for that case is to be searched from. Everything goes as
    /// in [`schedule`](PlanTools::schedule) up to the moment at which the action would end; then it fails, and the plan is given
    /// up. So its other actions are stopped, and what it had reserved is taken back, as when the executor is given another plan
    /// with [`replace`](htn_core::Executor::replace).
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
    /// As for [`schedule`](PlanTools::schedule); and where the step is no action that ends by itself.
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
