//! Plans that differ.

use alloc::vec::Vec;
use core::fmt;

use crate::budget::Budget;
use crate::domain::Domain;
use crate::error::PlannerFull;
use crate::plan::{Comparer, Plan};
use crate::planner::{Planner, Progress};
use crate::state::State;

/// Plans for one task, no two of them closer to one another than a distance: what
/// [`Planner::find_different`] fills.
///
/// A plan is kept where it is far enough from all that were kept before it. It takes as much memory as it is long, and there
/// are as many as the portfolio was made for; nothing else grows. How far plans are from one another is told by
/// [`Plan::distance`].
pub struct Portfolio<D: Domain> {
    plans: Vec<Plan<D>>,
    capacity: usize,
    distance: f32,
    leaps: bool,
    comparer: Comparer,
    /// How many plans were offered.
    offered: u64,
}

impl<D: Domain> Portfolio<D> {
    /// For so many plans, each of them at least this far from all others. Plans are never farther apart than 1; where the
    /// distance is 0, or no number, every plan is far enough, and one that was found twice is kept twice.
    pub fn new(capacity: usize, distance: f32) -> Self {
        Portfolio {
            plans: Vec::new(),
            capacity,
            distance,
            leaps: false,
            comparer: Comparer::default(),
            offered: 0,
        }
    }

    /// Whether the search is to leap. Off at first, and then every plan is looked at.
    ///
    /// A search goes through all plans that begin alike before it comes to one that begins otherwise, and most of those are
    /// alike. With leaps it gives up, after each plan that is kept, half of the choices that it could come back to: those
    /// that it made last. So the plans of a portfolio soon differ in what matters most; some are never found, and a search
    /// that ends without filling the portfolio may be begun again without leaps.
    #[must_use]
    pub fn leaping(mut self, on: bool) -> Self {
        self.leaps = on;
        self
    }

    /// Keeps a copy of a plan where there is room, and it is far enough from those that it has; tells whether it does.
    pub fn offer(&mut self, plan: &Plan<D>) -> bool {
        self.weigh(plan).0
    }

    /// The same, and how much work it took.
    fn weigh(&mut self, plan: &Plan<D>) -> (bool, u64) {
        self.offered += 1;
        if self.is_full() {
            return (false, 1);
        }
        let mut work = 1;
        // A search goes from one plan to its neighbours: most that are too near are near to the last one.
        let mut others = self.plans.iter().rev();
        let near = others.any(|other| {
            let comparer = &mut self.comparer;
            let near = comparer.is_nearer(&other.data, &plan.data, self.distance);
            work += comparer.work;
            near
        });
        if !near {
            self.plans.push(Plan::new(plan.data.without_slack()));
        }
        (!near, work)
    }

    /// The plans, in the order in which they were found.
    pub fn plans(&self) -> &[Plan<D>] {
        &self.plans
    }

    /// The plans, for who keeps them.
    pub fn into_plans(self) -> Vec<Plan<D>> {
        self.plans
    }

    /// Whether there are as many as it was made for.
    pub fn is_full(&self) -> bool {
        self.plans.len() >= self.capacity
    }

    /// How many plans were offered since it was made or cleared, with those that were kept.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The distance from a plan to the nearest one that it has; `None` where it has none.
    pub fn nearest(&mut self, plan: &Plan<D>) -> Option<f32> {
        let mut nearest = None;
        for other in &self.plans {
            let distance = self.comparer.compare(&other.data, &plan.data).mean();
            nearest = Some(distance.min(nearest.unwrap_or(distance)));
        }
        nearest
    }

    /// Forgets all plans.
    pub fn clear(&mut self) {
        self.plans.clear();
        self.offered = 0;
    }
}

impl<D: Domain> Clone for Portfolio<D> {
    fn clone(&self) -> Self {
        Portfolio {
            plans: self.plans.clone(),
            comparer: self.comparer.clone(),
            ..*self
        }
    }
}

impl<D: Domain> fmt::Debug for Portfolio<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.plans).finish()
    }
}

impl<D: Domain> Planner<D> {
    /// Begins a search for a task, and fills a portfolio with plans that differ; see [`collect`](Planner::collect), which
    /// goes on where this one was paused.
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
    /// assert!(portfolio.offered() > 5);
    /// let [first, second, ..] = portfolio.plans() else { unreachable!() };
    /// assert!(first.distance(second).mean() >= 0.5);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`collect`](Planner::collect).
    pub fn find_different<F: FnMut() -> bool>(
        &mut self,
        state: &State<D>,
        context: &D::Context<'_>,
        task: D::Task,
        portfolio: &mut Portfolio<D>,
        budget: Budget<F>,
    ) -> Result<Progress, PlannerFull> {
        self.start(state, task);
        self.collect(context, portfolio, budget)
    }

    /// Searches on, and offers each plan that is found to a portfolio: [`Progress::Found`] where that is full,
    /// [`Progress::NoPlan`] where there is no further plan, [`Progress::Paused`] where the budget is used up, and then the
    /// next call goes on. What the portfolio holds in the end does not depend on how often that was.
    ///
    /// Comparing plans counts, a step of the budget for each two of their steps that are compared. A plan that was found is
    /// compared with all others before it is looked whether anything is left.
    ///
    /// # Errors
    ///
    /// A limit was reached. The portfolio has what was found before.
    pub fn collect<F: FnMut() -> bool>(
        &mut self,
        context: &D::Context<'_>,
        portfolio: &mut Portfolio<D>,
        mut budget: Budget<F>,
    ) -> Result<Progress, PlannerFull> {
        let host = crate::host::Bound::<D> { context };
        while !portfolio.is_full() {
            match self.advance(&host, &mut budget)? {
                Progress::Found => {
                    let (kept, mut work) = portfolio.weigh(&self.plan);
                    if kept && portfolio.leaps {
                        self.search.machine.leap();
                    }
                    while work > 0 {
                        let granted = budget.next_grant();
                        budget.put_back(granted.saturating_sub(work));
                        if granted == 0 {
                            break;
                        }
                        work = work.saturating_sub(granted);
                    }
                }
                progress => return Ok(progress),
            }
        }
        Ok(Progress::Found)
    }
}
