//! Portfolios: plans of one search that differ enough from each other.

use alloc::vec::Vec;
use core::fmt;

use htn_core::{Domain, IntoBudget, Plan, Planner, Progress, SearchError, State};

use crate::distance::{Comparer, Profile};

/// Plans for one task, no two of them closer than a distance. [`PlannerTools::find_different`] fills it, and has an
/// example.
///
/// A plan is kept if it is far enough from all plans that were kept before it. The memory grows with the length and
/// number of plans, up to the capacity. [`PlanTools::distance`](crate::PlanTools::distance) computes the distances.
#[derive(Clone)]
pub struct Portfolio<D: Domain> {
    plans: Vec<Plan<D>>,
    /// The compared steps of each plan.
    profiles: Vec<Profile>,
    capacity: usize,
    distance: f32,
    /// The number of choices that the search keeps after each plan that is kept, if it leaps.
    kept_choices: Option<usize>,
    /// True if it had others.
    left_out: bool,
    comparer: Comparer,
    /// The number of plans offered.
    offered: u64,
}

impl<D: Domain> Portfolio<D> {
    /// Creates a portfolio for this many plans, each at least this far from all others. Distances are at most 1. If the
    /// distance is 0 or NaN, every plan is far enough, and a plan that is found twice is kept twice.
    /// [`PlannerTools::find_different`] has an example.
    pub fn new(capacity: usize, distance: f32) -> Self {
        Portfolio {
            plans: Vec::new(),
            profiles: Vec::new(),
            capacity,
            distance,
            kept_choices: None,
            left_out: false,
            comparer: Comparer::default(),
            offered: 0,
        }
    }

    /// Makes the search skip similar plans. Default: off; every plan is examined, in order.
    ///
    /// A search visits all plans with the same beginning before it comes to one with another beginning, and most of
    /// those are similar. If it skips, it discards all choice points but the first after each plan that is kept, so
    /// that the plans soon differ in their most important choices. The skipped plans are not lost:
    /// [`PlannerTools::collect`] searches again and keeps twice as many choice points each time.
    #[must_use]
    pub fn leaping(mut self, on: bool) -> Self {
        self.kept_choices = on.then_some(1);
        self.left_out = false;
        self
    }

    /// Prepares a leaping portfolio for another search, which keeps twice as many choices. Returns false if nothing was left
    /// out, or if the portfolio does not leap: then there is no further plan for it.
    ///
    /// [`PlannerTools::collect`] calls it, so it returns false after a call of `collect` that has returned [`Progress::NoPlan`].
    pub fn relax(&mut self) -> bool {
        let relaxes = self.kept_choices.is_some() && self.left_out;
        if relaxes {
            self.kept_choices = self.kept_choices.map(|kept| kept.saturating_mul(2));
            self.left_out = false;
        }
        relaxes
    }

    /// Keeps a copy of a plan if there is space and it is far enough from the others. Returns true if it was kept.
    pub fn offer(&mut self, plan: &Plan<D>) -> bool {
        self.offer_counted(plan).0
    }

    /// Like [`offer`](Self::offer); also returns the number of comparisons.
    fn offer_counted(&mut self, plan: &Plan<D>) -> (bool, u64) {
        self.offered += 1;
        if self.is_full() {
            return (false, 1);
        }
        let profile = Profile::of(plan);
        let mut work = 1;
        // A search goes from one plan to its neighbours: most plans that are too near are near to the last one.
        let mut others = self.profiles.iter().rev();
        let near = others.any(|other| {
            let near = self.comparer.is_nearer(other, &profile, self.distance);
            work += self.comparer.work();
            near
        });
        if !near {
            let mut plan = plan.clone();
            plan.shrink_to_fit();
            self.plans.push(plan);
            self.profiles.push(profile);
        }
        (!near, work)
    }

    /// Returns the plans, in the order in which they were found. [`PlannerTools::find_different`] has an example.
    pub fn plans(&self) -> &[Plan<D>] {
        &self.plans
    }

    /// Returns the plans without copying them. [`PlannerTools::find_different`] has an example.
    pub fn into_plans(self) -> Vec<Plan<D>> {
        self.plans
    }

    /// Returns true if the portfolio has as many plans as its capacity.
    /// [`PlannerTools::find_different`] has an example.
    pub fn is_full(&self) -> bool {
        self.plans.len() >= self.capacity
    }

    /// Returns the number of plans offered since the portfolio was created or cleared, including those that were kept.
    /// [`PlannerTools::find_different`] has an example.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// Returns the distance from a plan to the nearest one in the portfolio; `None` if it is empty.
    /// [`PlannerTools::find_different`] has an example.
    pub fn nearest(&mut self, plan: &Plan<D>) -> Option<f32> {
        let mut nearest = None;
        let profile = Profile::of(plan);
        for other in &self.profiles {
            let distance = self.comparer.compare(other, &profile).mean();
            nearest = Some(distance.min(nearest.unwrap_or(distance)));
        }
        nearest
    }

    /// Removes all plans and undoes [`relax`](Self::relax).
    pub fn clear(&mut self) {
        self.plans.clear();
        self.profiles.clear();
        self.offered = 0;
        self.kept_choices = self.kept_choices.map(|_| 1);
        self.left_out = false;
    }
}

impl<D: Domain> fmt::Debug for Portfolio<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.plans).finish()
    }
}

/// Methods for a [`Planner`]. They are in the prelude of `squad-htn`. [`collect`](Self::collect) has an example.
pub trait PlannerTools<D: Domain> {
    /// Starts a search for a task, and fills a portfolio with plans that differ. If the budget is used up first, call
    /// [`collect`](PlannerTools::collect) to continue: the plans are the same.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    /// use squad_htn::Portfolio;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Unit(pub u8);
    ///
    /// htn_domain! {
    ///     domain raid;
    ///     agent Unit;
    ///     predicate unit(Unit) [8];
    ///     predicate gate(u8) [8];
    ///     operator feint(who: Unit, at: u8) by who {}
    ///     operator storm(who: Unit, at: u8) by who {}
    ///     operator dig_in(who: Unit) by who {}
    ///     pub method take() if unit(a) && unit(b) && a != b && gate(here) && gate(there) && here != there {
    ///         feint(a, here);
    ///         storm(b, there);
    ///         dig_in(a);
    ///         dig_in(b);
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use raid::{Fact, Planner, State, Task};
    ///
    /// let units = (1..4).map(|number| Fact::Unit(Unit(number)));
    /// let gates = (1..4).map(Fact::Gate);
    /// let state = State::from_facts(units.chain(gates))?;
    ///
    /// let mut planner = Planner::new();
    /// let mut portfolio = Portfolio::new(5, 0.5);
    /// let progress =
    ///     planner.find_different(&state, &(), Task::Take, &mut portfolio, Budget::unlimited())?;
    /// assert_eq!(progress, Progress::Found);
    /// assert_eq!(portfolio.plans().len(), 5);
    ///
    /// // Those that differ in the gates alone were passed over.
    /// assert!(portfolio.is_full() && portfolio.offered() > 5);
    /// let [first, second, ..] = portfolio.plans() else { unreachable!() };
    /// assert!(first.distance(second).mean() >= 0.5);
    /// let first = first.clone();
    /// assert_eq!(portfolio.nearest(&first), Some(0.0));
    /// assert_eq!(portfolio.into_plans().len(), 5);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`collect`](PlannerTools::collect).
    fn find_different(
        &mut self,
        state: &State<D>,
        context: &D::Context<'_>,
        task: D::Task,
        portfolio: &mut Portfolio<D>,
        budget: impl IntoBudget,
    ) -> Result<Progress, SearchError>;

    /// Continues a search, and offers each plan that is found to a portfolio. Returns [`Progress::Found`] when the portfolio is
    /// full, [`Progress::NoPlan`] when there is no further plan, and [`Progress::Paused`] when the budget is used up: the next
    /// call continues. The plans in the portfolio do not depend on the number of calls.
    ///
    /// If the portfolio [leaps](Portfolio::leaping) and the search ends before the portfolio is full, the search starts again
    /// on the same facts and leaves out less, until nothing is left out.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # use squad_htn::Portfolio;
    /// # htn_domain! {
    /// #     domain dice;
    /// #     operator take(pips: u32) {}
    /// #     pub method throw() if let one: u32 in 1..7 && let other: u32 in 1..7 { take(one); take(other); }
    /// # }
    /// # use dice::{Planner, State, Task};
    /// # fn main() -> Result<(), SearchError> {
    /// # let (mut planner, state) = (Planner::new(), State::new());
    /// // As `find_different`, a little in each frame.
    /// let mut portfolio = Portfolio::new(4, 0.6).leaping(true);
    /// planner.start(&state, Task::Throw);
    /// while planner.collect(&(), &mut portfolio, Budget::steps(50))? == Progress::Paused {
    ///     // The next frame.
    /// }
    /// assert_eq!(portfolio.plans().len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Comparing plans counts, a step of the budget for each two of their steps that are compared. A plan that was found is
    /// compared with all others before it is looked whether anything is left.
    ///
    /// # Errors
    ///
    /// A limit was reached. The portfolio keeps the plans found before.
    fn collect(
        &mut self,
        context: &D::Context<'_>,
        portfolio: &mut Portfolio<D>,
        budget: impl IntoBudget,
    ) -> Result<Progress, SearchError>;
}

impl<D: Domain> PlannerTools<D> for Planner<D> {
    fn find_different(
        &mut self,
        state: &State<D>,
        context: &D::Context<'_>,
        task: D::Task,
        portfolio: &mut Portfolio<D>,
        budget: impl IntoBudget,
    ) -> Result<Progress, SearchError> {
        self.start(state, task);
        self.collect(context, portfolio, budget)
    }

    fn collect(
        &mut self,
        context: &D::Context<'_>,
        portfolio: &mut Portfolio<D>,
        mut budget: impl IntoBudget,
    ) -> Result<Progress, SearchError> {
        while !portfolio.is_full() {
            match self.resume(context, &mut budget)? {
                Progress::Found => {
                    // A planner has a plan after it has found one.
                    let offered = self.plan().map(|plan| portfolio.offer_counted(plan));
                    let (is_kept, work) = offered.unwrap_or_default();
                    if is_kept && let Some(kept) = portfolio.kept_choices {
                        portfolio.left_out |= self.prune_choices(kept);
                    }
                    budget.spend(work);
                }
                Progress::NoPlan if portfolio.relax() && self.restart() => {}
                progress @ (Progress::NoPlan | Progress::Paused | Progress::Waiting) => {
                    return Ok(progress);
                }
            }
        }
        Ok(Progress::Found)
    }
}
