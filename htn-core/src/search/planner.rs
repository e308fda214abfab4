//! The planner: a search for plans that can be paused anywhere.

mod poison;
#[cfg(feature = "serde")]
pub(crate) mod saved;

use core::fmt;
use core::ops::Range;

use crate::model::budget::{Budget, IntoBudget, StepSource};
use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::error::{MemoError, SearchError};
use crate::model::limits::{CheckedLimits, Limits};
use crate::model::plan::{Plan, PlanData};
use crate::model::stats::Stats;
use crate::search::host::{Bound, Host};
use crate::search::machine::{ConditionTracker, Limit, Machine, RootTask, Signal};
use crate::store::Store;
use crate::store::state::{Facts, State};
use crate::tables::Tables;

/// The progress of a search. Returned by [`Planner::resume`]; the example of [`Planner`] handles each value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The budget is exhausted: call [`Planner::resume`] again.
    Paused,
    /// There is a plan: [`Planner::plan`].
    Found,
    /// There is no plan, or no further one.
    NoPlan,
    /// The answer of an expression after `poll` is pending: [`Planner::waits_for`]. Call [`Planner::resume`] again in the
    /// next frame, which evaluates the expression again.
    Waiting,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Progress::Paused => "paused",
            Progress::Found => "found a plan",
            Progress::NoPlan => "no plan",
            Progress::Waiting => "waits for an answer",
        })
    }
}

/// The best plan that [`Planner::find_best`] found, which has an example.
#[derive(Debug)]
pub struct Best<'p, D: Domain> {
    /// The plan.
    pub plan: &'p Plan<D>,
    /// True if no plan costs less; false if the budget was exhausted, or a limit reached, before that was known.
    pub proven: bool,
}

/// The stage of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
enum SearchStage {
    Searching,
    /// A plan was found and is being completed.
    Writing,
    /// The plan waits to be grafted onto another one.
    Grafting,
    /// The plan is complete.
    Found,
    /// The search for the next plan begins: the facts are restored to the end of the last one.
    Restoring,
    NoPlan,
    Full(SearchError),
}

/// Searches for plans. It has its own copy of the facts, and allocates all its memory when it is created.
///
/// With [`Limits::default`] it has about 9 MB, most of which a small domain never touches, with [`Limits::compact`] about
/// 500 KB. A copy of the state comes on top. [`Planner::bytes`] returns the exact size.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain travel;
///     predicate at(u8) [1];
///     predicate road(u8, u8) [16];
///     operator walk(from: u8, to: u8) { delete at(from); add at(to); }
///     pub method go(to: u8) {
///         branch there if at(to) {}
///         branch on_the_way if at(here) && road(here, next) { walk(here, next); go(to); }
///     }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use travel::{Fact, Planner, State, Task};
///
/// let roads = [(1, 2), (1, 3), (3, 4), (2, 4)].map(|(a, b)| Fact::Road(a, b));
/// let mut state = State::from_facts(roads)?;
/// state.insert(Fact::At(1))?;
///
/// let mut planner = Planner::new();
/// planner.start(&state, Task::Go { to: 4 });
/// // In a game, one call a frame, with `Budget::micros`. The facts may change meanwhile: it has copied them.
/// let mut frames = 1;
/// while planner.resume(&(), Budget::steps(5))? == Progress::Paused {
///     frames += 1;
/// }
/// assert!(frames > 1);
/// let first: Vec<Task> = planner.plan().unwrap().tasks().collect();
/// assert_eq!(first, [Task::Walk { from: 1, to: 2 }, Task::Walk { from: 2, to: 4 }]);
///
/// // Resume to search for the next plan.
/// assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::Found);
/// let second: Vec<Task> = planner.plan().unwrap().tasks().collect();
/// assert_eq!(second, [Task::Walk { from: 1, to: 3 }, Task::Walk { from: 3, to: 4 }]);
/// assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::NoPlan);
///
/// // Roads in a circle have no end: a limit is an error value, and the planner can be started again.
/// state.insert(Fact::Road(2, 1))?;
/// let mut planner = Planner::with_limits(Limits { depth: 64, ..Limits::compact() });
/// let error = planner.find(&state, &(), Task::Go { to: 5 }).unwrap_err();
/// assert!(matches!(error, SearchError::Limit { capacity: 64, .. }));
/// planner.detect_loops(true);
/// assert!(planner.find(&state, &(), Task::Go { to: 5 })?.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Planner<D: Domain> {
    pub(crate) search: Search,
    pub(crate) plan: Plan<D>,
    /// The number of steps of all searches.
    pub(crate) spent: u64,
}

/// The planner without the domain's types.
#[derive(Clone)]
pub(crate) struct Search {
    limits: CheckedLimits,
    pub machine: Machine,
    pub store: Store,
    expectations: ConditionTracker,
    stage: SearchStage,
    /// True if a complete plan is stored. False while the next one is being completed.
    has_plan: bool,
    /// True if an answer was pending at the end of the last run.
    waits: bool,
    /// True if each plan must be cheaper than the one before it.
    improves: bool,
    /// True if searches for the best plan do without lower bounds.
    ignores_bounds: bool,
    poison: poison::Poison,
    /// The predicate that had no room for the facts of a state that was made for another version of the domain.
    #[cfg(feature = "reload")]
    misfit: Option<crate::tables::RelId>,
}

impl Search {
    fn new(tables: &'static Tables, limits: CheckedLimits) -> Search {
        let usable = limits.usable();
        let mut search = Search {
            limits,
            store: Store::for_search(tables.relations),
            expectations: ConditionTracker::new(tables, &usable),
            machine: Machine::new(tables, usable),
            stage: SearchStage::NoPlan,
            has_plan: false,
            waits: false,
            improves: false,
            ignores_bounds: false,
            poison: poison::Poison::default(),
            #[cfg(feature = "reload")]
            misfit: None,
        };
        search.machine.reserve_bounds();
        search.detect_loops(false);
        search
    }

    fn detect_loops(&mut self, on: bool) {
        self.machine.detect_loops(on);
        self.keep_hash_if_read();
    }

    fn remember(&mut self, entries: usize) -> Result<(), MemoError> {
        self.machine.remember(entries)?;
        self.keep_hash_if_read();
        Ok(())
    }

    fn forget(&mut self) {
        self.machine.forget();
        self.keep_hash_if_read();
    }

    fn keep_hash_if_read(&mut self) {
        let is_read = self.machine.compares_tasks();
        self.machine.keep_hash(&mut self.store, is_read);
    }

    pub fn start(&mut self, facts: &Store, tasks: impl Iterator<Item = (TaskCode, Row)>) {
        self.begin(facts, |search| search.ask_for(tasks));
    }

    /// As [`start`](Search::start), for tasks that may interleave.
    pub fn start_unordered(&mut self, facts: &Store, tasks: impl Iterator<Item = (TaskCode, Row)>) {
        self.begin(facts, |search| search.set_tasks(tasks, true));
    }

    /// Starts a search on a copy of `facts`. `set_tasks` may call the game's code to change that copy, and then calls
    /// [`Search::ask_for`]. If it returns without that call, the search has no plan.
    pub fn begin<R>(&mut self, facts: &Store, set_tasks: impl FnOnce(&mut Self) -> R) -> R {
        self.copy_facts(facts);
        self.guarded(set_tasks)
    }

    /// Returns the trail from a plan that is no longer needed, before the next start. Otherwise that start copies all
    /// facts.
    pub fn let_go(&mut self, plan: &mut PlanData) {
        self.expectations.reclaim(&mut self.machine, plan);
    }

    /// Sets whether each plan of the next search must be cheaper than the one before it.
    fn improve(&mut self, on: bool) {
        self.improves = on;
        self.machine.use_bounds(on && !self.ignores_bounds);
    }

    fn copy_facts(&mut self, facts: &Store) {
        self.reset();
        if self.improves {
            self.improve(false);
        }
        #[cfg(feature = "reload")]
        if !self.store.is_laid_out_like(facts) {
            self.misfit = self.store.relocate_from(facts).err();
            self.keep_hash_if_read();
            return;
        }
        self.store.copy_from(facts);
    }

    /// Starts a search again that has no further plan and so has undone all its changes. Returns false if no task was
    /// ever set.
    pub fn restart(&mut self) -> bool {
        self.reset();
        let Some(set) = self.machine.set_tasks_again() else {
            return false;
        };
        self.set_stage(set);
        true
    }

    fn reset(&mut self) {
        self.expectations.forget(&mut self.machine, &mut self.store);
        self.expectations.grafts = false;
        self.machine.reset(&mut self.store);
        self.stage = SearchStage::NoPlan;
        self.has_plan = false;
        self.waits = false;
    }

    /// Sets the tasks to search for, at the end of a start.
    pub fn ask_for<T: Into<RootTask>>(&mut self, tasks: impl Iterator<Item = (T, Row)>) {
        self.set_tasks(tasks, false);
    }

    fn set_tasks<T: Into<RootTask>>(
        &mut self,
        tasks: impl Iterator<Item = (T, Row)>,
        unordered: bool,
    ) {
        if let Some(bytes) = self.limits.missing_bytes {
            self.stage = SearchStage::Full(SearchError::OutOfMemory { bytes });
            return;
        }
        #[cfg(feature = "reload")]
        if let Some(rel) = self.misfit.take() {
            self.stage = SearchStage::Full(self.machine.error(Limit::Predicate(rel)));
            return;
        }
        let set = self.machine.set_tasks(tasks, unordered);
        self.set_stage(set);
    }

    fn set_stage(&mut self, set: Result<(), Limit>) {
        self.stage = match set {
            Ok(()) => SearchStage::Searching,
            Err(limit) => SearchStage::Full(self.machine.error(limit)),
        };
    }

    /// Sets the cost that further plans must stay below.
    fn must_be_cheaper(&mut self, cost: f32) {
        let least = if cost.is_nan() { f32::INFINITY } else { cost };
        self.machine.set_bound(least);
    }

    /// Makes the search leave each plan to [`Search::graft`] before its checks are evaluated.
    pub fn will_be_grafted(&mut self) {
        self.expectations.grafts = true;
    }

    /// Returns true if the plan waits for its graft.
    pub fn waits_for_graft(&self) -> bool {
        self.stage == SearchStage::Grafting
    }

    /// Completes a plan after a graft, which has added nodes around those of the search, the `fresh` ones.
    pub fn graft(&mut self, fresh: Range<usize>, plan: &mut PlanData) {
        self.expectations.graft(fresh, plan, &self.store);
        self.stage = SearchStage::Writing;
    }

    pub fn run(
        &mut self,
        plan: &mut PlanData,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Progress, SearchError> {
        self.waits = false;
        loop {
            let signal = match self.stage {
                SearchStage::NoPlan => return Ok(Progress::NoPlan),
                SearchStage::Full(full) => return Err(full),
                SearchStage::Found | SearchStage::Grafting | SearchStage::Restoring => {
                    self.restore(plan, granted)
                }
                SearchStage::Searching => self.machine.run(&mut self.store, host, granted),
                SearchStage::Writing => self.write(plan, host, granted),
            };
            match signal {
                Signal::Paused if *granted > 0 => {}
                Signal::Paused => return Ok(Progress::Paused),
                Signal::Waiting => {
                    self.waits = true;
                    return Ok(Progress::Waiting);
                }
                Signal::Found if self.stage == SearchStage::Writing => {
                    self.has_plan = true;
                    self.stage = if self.expectations.waits_for_graft() {
                        SearchStage::Grafting
                    } else {
                        SearchStage::Found
                    };
                    return Ok(Progress::Found);
                }
                Signal::Found => {
                    self.expectations.begin(&mut self.machine, plan);
                    self.has_plan = self.expectations.is_through();
                    if self.has_plan {
                        self.stage = SearchStage::Found;
                        return Ok(Progress::Found);
                    }
                    self.stage = SearchStage::Writing;
                }
                Signal::Failed | Signal::Holds => self.stage = SearchStage::NoPlan,
                Signal::Full(limit) => self.stage = SearchStage::Full(self.machine.error(limit)),
            }
        }
    }

    /// Returns the expression whose answer the search waits for.
    pub fn waits_for(&self) -> Option<&'static str> {
        self.waits.then(|| self.machine.pending())
    }

    /// Discards the last plan, even if the budget allows no step yet.
    fn discard_plan(&mut self) {
        if let SearchStage::Found | SearchStage::Grafting = self.stage {
            self.stage = SearchStage::Restoring;
        }
    }

    // Not inlined, so that each saves only the registers that it needs.

    /// Completes the plan that was found.
    #[inline(never)]
    fn write(&mut self, plan: &mut PlanData, host: &dyn Host, granted: &mut i64) -> Signal {
        let (machine, store) = (&mut self.machine, &mut self.store);
        self.expectations.run(machine, plan, store, host, granted)
    }

    /// Restores the state at the end of the plan, so that the search can resume from there.
    #[inline(never)]
    fn restore(&mut self, plan: &PlanData, granted: &mut i64) -> Signal {
        self.stage = SearchStage::Restoring;
        let (machine, store) = (&mut self.machine, &mut self.store);
        if self.expectations.restore(machine, plan, store, granted) {
            machine.find_next();
            self.stage = SearchStage::Searching;
        }
        Signal::Paused
    }
}

/// Returns the rows of tasks.
fn rows_of<D: Domain>(tasks: &[D::Task]) -> impl Iterator<Item = (TaskCode, Row)> {
    tasks.iter().map(|task| {
        let mut row = Row::new();
        let code = D::task_to_row(*task, &mut row);
        (code, row)
    })
}

impl<D: Domain> Planner<D> {
    /// Creates a planner with [`Limits::default`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// Creates a planner with memory for these limits and a copy of the facts. [`Limits`] has an example.
    ///
    /// If that memory can't be allocated, each search returns
    /// [`SearchError::OutOfMemory`](crate::SearchError::OutOfMemory).
    ///
    /// # Panics
    ///
    /// If a [`State`] of the domain can't be created.
    pub fn with_limits(limits: Limits) -> Self {
        Self::of_tables(D::tables(), limits)
    }

    /// Creates a planner for tables of the domain.
    pub(crate) fn of_tables(tables: &'static Tables, limits: Limits) -> Self {
        let limits = CheckedLimits::new(limits);
        Planner {
            search: Search::new(tables, limits),
            plan: Plan::new(PlanData::new(tables, &limits.usable())),
            spent: 0,
        }
    }

    /// Begins a search for a task. Copies the facts, so the state may change while the search is paused. [`Planner`] has
    /// an example of a search over several frames.
    pub fn start(&mut self, state: &State<D>, task: D::Task) {
        self.start_all(state, &[task]);
    }

    /// Begins a search for several tasks, which are done in order. The plan for no tasks is empty.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain camp;
    /// #     operator cook(meals: u8) {}
    /// #     operator eat() {}
    /// # }
    /// # fn main() -> Result<(), SearchError> {
    /// # use camp::{Planner, State, Task};
    /// let mut planner = Planner::new();
    /// planner.start_all(&State::new(), &[Task::Cook { meals: 3 }, Task::Eat]);
    /// assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::Found);
    /// assert_eq!(planner.plan().unwrap().len(), 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn start_all(&mut self, state: &State<D>, tasks: &[D::Task]) {
        self.search.let_go(&mut self.plan.data);
        self.search.start(state.store(), rows_of::<D>(tasks));
    }

    /// Begins a search for several tasks that may interleave, as in an `unordered` block. After each step, the search may
    /// continue with any of them, in the order of the list.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain camp;
    /// #     predicate hot();
    /// #     operator light() { add hot(); }
    /// #     operator cook() { if hot(); }
    /// # }
    /// # fn main() -> Result<(), SearchError> {
    /// # use camp::{Planner, State, Task};
    /// let mut planner = Planner::new();
    /// planner.start_unordered(&State::new(), &[Task::Cook, Task::Light]);
    /// assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::Found);
    /// let plan = planner.plan().unwrap();
    /// assert!(plan.tasks().eq([Task::Light, Task::Cook]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn start_unordered(&mut self, state: &State<D>, tasks: &[D::Task]) {
        self.search.let_go(&mut self.plan.data);
        self.search
            .start_unordered(state.store(), rows_of::<D>(tasks));
    }

    /// Resumes the search until it finds a plan, proves that no plan exists, or exhausts the budget. After
    /// [`Progress::Found`], it searches for the next plan, and discards the last one even if the budget allows no step.
    /// [`Planner`] has an example.
    ///
    /// # Errors
    ///
    /// A limit was reached, or an expression of the game has panicked in an earlier call. The search has ended; the
    /// planner can be started again.
    pub fn resume(
        &mut self,
        context: &D::Context<'_>,
        mut budget: impl IntoBudget,
    ) -> Result<Progress, SearchError> {
        let host = Bound::<D>::new(self.search.machine.tables(), context);
        if self.search.improves {
            self.improve(&host, &mut budget)
        } else {
            self.advance(&host, &mut budget)
        }
    }

    /// Continues a search in which each plan must be cheaper than the one before it.
    fn improve(
        &mut self,
        host: &dyn Host,
        budget: &mut impl StepSource,
    ) -> Result<Progress, SearchError> {
        let mut progress = self.advance(host, budget);
        // Completing a better plan takes only a few steps, and its memory has no other plan meanwhile.
        while progress == Ok(Progress::Paused) && self.search.stage == SearchStage::Writing {
            progress = self.advance(host, &mut Budget::unlimited());
        }
        if progress == Ok(Progress::Found) {
            self.search.must_be_cheaper(self.plan.cost());
        }
        progress
    }

    pub(crate) fn advance(
        &mut self,
        host: &dyn Host,
        budget: &mut impl StepSource,
    ) -> Result<Progress, SearchError> {
        match self.search.stage {
            _ if self.search.is_poisoned() => return Err(SearchError::Panicked),
            SearchStage::NoPlan => return Ok(Progress::NoPlan),
            SearchStage::Full(full) => return Err(full),
            _ => {}
        }
        loop {
            let granted = budget.next_grant();
            if granted == 0 {
                self.search.discard_plan();
                return Ok(Progress::Paused);
            }
            let all = i64::try_from(granted).unwrap_or(i64::MAX);
            let mut left = all;
            // Kept in parts, because a processor waits when a value is copied in larger pieces than it was written.
            let (search, plan) = (&mut self.search, &mut self.plan.data);
            let progress = search.guarded(|search| search.run(plan, host, &mut left));
            self.spent += all.abs_diff(left.max(0));
            let progress = match progress {
                Ok(Progress::Paused) => continue,
                Ok(progress) => Ok(progress),
                Err(full) => Err(full),
            };
            budget.put_back(left.max(0) as u64);
            return progress;
        }
    }

    /// Returns the expression whose answer the search waits for, as written in the domain: `Some` only directly after
    /// [`Progress::Waiting`]. The text is empty without the feature `texts`.
    ///
    /// ```
    /// use core::task::Poll;
    /// use squad_htn::prelude::*;
    ///
    /// /// Answers one question a frame.
    /// #[derive(Default)]
    /// pub struct Sight { frame: u32 }
    /// impl Sight {
    ///     fn can_see(&self, enemy: u8) -> Poll<bool> {
    ///         if self.frame < 2 { Poll::Pending } else { Poll::Ready(enemy == 7) }
    ///     }
    /// }
    ///
    /// htn_domain! {
    ///     domain guard(sight: &Sight);
    ///     predicate enemy(u8) [8];
    ///     operator shoot(enemy: u8) {}
    ///     pub method fight() if enemy(e) && poll sight.can_see(e) { shoot(e); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use guard::{Fact, Planner, State, Task};
    ///
    /// let state = State::from_facts([Fact::Enemy(3), Fact::Enemy(7)])?;
    /// let (mut planner, mut sight) = (Planner::new(), Sight::default());
    /// planner.start(&state, Task::Fight);
    /// while planner.resume(&sight, Budget::micros(200))? == Progress::Waiting {
    ///     assert_eq!(planner.waits_for(), Some("sight.can_see(e)"));
    ///     sight.frame += 1;
    /// }
    /// assert_eq!(planner.plan().unwrap().tasks().next(), Some(Task::Shoot { enemy: 7 }));
    ///
    /// // A search in one call can't wait. Its error names the expression, and the search can be resumed.
    /// let error = planner.find(&state, &Sight::default(), Task::Fight).unwrap_err();
    /// assert!(matches!(error, SearchError::Pending { expression: "sight.can_see(e)" }));
    /// assert_eq!(planner.resume(&sight, Budget::unlimited())?, Progress::Found);
    /// # Ok(())
    /// # }
    /// ```
    pub fn waits_for(&self) -> Option<&'static str> {
        self.search.waits_for()
    }

    /// Returns the plan directly after [`Progress::Found`], and `None` at any other time. The example of [`Planner`]
    /// reads two plans in turn.
    pub fn plan(&self) -> Option<&Plan<D>> {
        (self.search.stage == SearchStage::Found && !self.search.is_poisoned())
            .then_some(&self.plan)
    }

    /// Right after [`Progress::Found`], discards all choices that the search could come back to except the `keep` oldest: the
    /// next plan begins differently. Returns true if there were more. At any other time it does nothing and returns false.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain dice;
    ///     operator take(pips: u32) {}
    ///     pub method throw() if let pips: u32 in 1..7 { take(pips); again(); }
    ///     method again() if let pips: u32 in 1..7 { take(pips); }
    /// }
    /// # use dice::{Action, Planner, State, Task};
    /// # fn main() -> Result<(), SearchError> {
    /// # let (mut planner, state) = (Planner::new(), State::new());
    /// planner.find(&state, &(), Task::Throw)?;
    /// assert!(planner.prune_choices(1)); // those of `again`
    /// planner.resume(&(), Budget::unlimited())?;
    /// let first = planner.plan().and_then(|plan| plan.actions().next());
    /// assert_eq!(first, Some(Action::Take { pips: 2 }));
    /// # Ok(())
    /// # }
    /// ```
    pub fn prune_choices(&mut self, keep: usize) -> bool {
        self.plan().is_some() && self.search.machine.prune_choices(keep)
    }

    /// After [`Progress::NoPlan`], starts the search again, for the same tasks on the same facts. Returns false, and does
    /// nothing, if the search has not ended like that.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain dice;
    /// #     operator take(pips: u32) {}
    /// #     pub method throw() if let pips: u32 in 5..7 { take(pips); }
    /// # }
    /// # fn main() -> Result<(), SearchError> {
    /// # use dice::{Planner, State, Task};
    /// let mut planner = Planner::new();
    /// planner.start(&State::new(), Task::Throw);
    /// let mut plans = 0;
    /// while planner.resume(&(), Budget::unlimited())? == Progress::Found {
    ///     plans += 1;
    /// }
    /// assert_eq!(plans, 2);
    /// assert!(planner.restart());
    /// assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::Found);
    /// # Ok(())
    /// # }
    /// ```
    pub fn restart(&mut self) -> bool {
        let has_ended = self.search.stage == SearchStage::NoPlan && !self.search.is_poisoned();
        has_ended && self.search.restart()
    }

    /// Returns the first plan for a task, in one call. `None` if no plan exists. For a search over several frames, see
    /// [`start`](Self::start). [`Plan`] has an example.
    ///
    /// # Errors
    ///
    /// A limit was reached, or the answer of an expression after `poll` is pending. In the second case, the search can be
    /// resumed.
    pub fn find(
        &mut self,
        state: &State<D>,
        context: &D::Context<'_>,
        task: D::Task,
    ) -> Result<Option<&Plan<D>>, SearchError> {
        self.start(state, task);
        self.resume(context, Budget::unlimited())?;
        match self.waits_for() {
            Some(expression) => Err(SearchError::Pending { expression }),
            None => Ok(self.plan()),
        }
    }

    /// Searches for the cheapest plan for a task in one call, by branch and bound. The costs must not be negative. Of plans
    /// with the same cost, it returns the first. If the budget is exhausted, or a limit is reached after a plan was found, it
    /// returns the best plan so far. [`start_best`](Self::start_best) is for a search over several frames.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain trip;
    ///     predicate road(u8, f32) [8];
    ///     operator drive(road: u8, hours: f32) { cost hours; }
    ///     pub method travel() if road(road, hours) { drive(road, hours); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use trip::{Action, Fact, Planner, State, Task};
    ///
    /// let state = State::from_facts([Fact::Road(1, 4.0), Fact::Road(2, 2.5), Fact::Road(3, 3.0)])?;
    /// let mut planner = Planner::new();
    /// let best = planner.find_best(&state, &(), Task::Travel, Budget::steps(1_000))?.unwrap();
    /// assert_eq!(best.plan.actions().next(), Some(Action::Drive { road: 2, hours: 2.5 }));
    /// assert!(best.proven);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Before a plan was found, a limit was reached or the answer of an expression after `poll` was pending. Or the best
    /// plan exceeds [`Limits::checks`].
    pub fn find_best(
        &mut self,
        state: &State<D>,
        context: &D::Context<'_>,
        task: D::Task,
        mut budget: impl IntoBudget,
    ) -> Result<Option<Best<'_, D>>, SearchError> {
        let host = Bound::<D>::new(self.search.machine.tables(), context);
        self.start_best(state, task);
        loop {
            match self.improve(&host, &mut budget) {
                Ok(Progress::Found) => {}
                Ok(Progress::NoPlan | Progress::Paused | Progress::Waiting) => break,
                Err(full) if !self.search.has_plan => return Err(full),
                Err(_) => break,
            }
        }
        match self.waits_for() {
            Some(expression) if !self.search.has_plan => Err(SearchError::Pending { expression }),
            _ => Ok(self.best()),
        }
    }

    /// Begins a search for the cheapest plan for a task, over several frames: each [`Progress::Found`] is a plan that costs
    /// less than the one before it, and [`Progress::NoPlan`] means that the last one is the best. [`best`](Self::best)
    /// returns the best plan so far at any time. Costs must not be negative. Of plans with the same cost, the first is found.
    ///
    /// The least cost of the rest of a plan is known from the costs of operators that are written as numbers, or not written.
    /// Costs that are other expressions count as 0 there.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain trip;
    ///     predicate road(u8, f32) [8];
    ///     operator drive(road: u8, hours: f32) { cost hours; }
    ///     pub method travel() if road(road, hours) { drive(road, hours); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use trip::{Fact, Planner, State, Task};
    ///
    /// let state = State::from_facts([Fact::Road(1, 4.0), Fact::Road(2, 2.5), Fact::Road(3, 3.0)])?;
    /// let mut planner = Planner::new();
    /// planner.start_best(&state, Task::Travel);
    /// let mut costs = Vec::new();
    /// loop {
    ///     match planner.resume(&(), Budget::steps(20))? {
    ///         Progress::Found => costs.push(planner.plan().unwrap().cost()),
    ///         Progress::NoPlan => break,
    ///         // The next frame.
    ///         Progress::Paused | Progress::Waiting => {}
    ///     }
    /// }
    /// assert_eq!(costs, [4.0, 2.5]);
    /// let best = planner.best().unwrap();
    /// assert!(best.proven && best.plan.cost() == 2.5);
    /// # Ok(())
    /// # }
    /// ```
    pub fn start_best(&mut self, state: &State<D>, task: D::Task) {
        self.start(state, task);
        self.search.improve(true);
    }

    /// Sets whether searches for the best plan use lower bounds of costs, to measure their effect. Default: true.
    #[doc(hidden)]
    pub fn use_bounds(&mut self, on: bool) {
        self.search.ignores_bounds = !on;
    }

    /// Returns the best plan that a search of [`start_best`](Self::start_best) has found so far, which has an example. `None`
    /// before the first plan, and after any other start.
    pub fn best(&self) -> Option<Best<'_, D>> {
        let has_plan = self.search.improves && self.search.has_plan;
        (has_plan && !self.search.is_poisoned()).then_some(Best {
            plan: &self.plan,
            proven: self.search.stage == SearchStage::NoPlan,
        })
    }

    /// Sets whether a compound task is refused if one of its unfinished ancestors has the same arguments over the same
    /// set of facts. It applies until it is changed. Default: false. [`Planner`] has an example.
    ///
    /// The cost for each task does not depend on its depth. The memory, at most 40 bytes for each of [`Limits::tasks`],
    /// is allocated when it is first switched on.
    pub fn detect_loops(&mut self, on: bool) {
        self.search.detect_loops(on);
    }

    /// Remembers up to `entries` failures of a search, so that it does not repeat them: a task that failed over the same
    /// facts fails at once, and so does one with the same remaining tasks if they failed before. It applies to all
    /// searches until [`forget`](Planner::forget); each of them begins with an empty memo.
    ///
    /// The plans are the same, in the same order. Only failures differ: a search ends earlier, and may end without a plan
    /// instead of reaching a limit. The memo leaves out what does not depend on the facts alone: tasks that depend on the
    /// order of the facts (by a `for`, `first`, `sum`, `min` or `max`), loops, and tasks that begin inside an `unordered`
    /// block. [`find_best`](Planner::find_best) records nothing after its first plan.
    ///
    /// The memo has 16 bytes for each entry, and up to 48 for each of [`Limits::tasks`]. If it is full, it forgets old
    /// entries. It compares hashes of 64 bits: with a million entries and a million tasks that begin, the chance that any
    /// task is refused wrongly is below 1 in 4 million million.
    ///
    /// A search that seldom fails becomes slower, by about the cost of beginning a task. Together with
    /// [`detect_loops`](Planner::detect_loops), it suits domains that search for a way: transport, logistics, puzzles.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain maze;
    ///     predicate at(u8 => u8) [1];
    ///     predicate door(u8, u8) [64];
    ///     operator walk(to: u8) { add at(0, to); }
    ///     pub method reach(goal: u8) {
    ///         branch there if at(0, goal) {}
    ///         branch on if at(0, here) && door(here, next) && next > here { walk(next); reach(goal); }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use maze::{Fact, Planner, State, Task};
    /// // Two doors lead from each room to the next two, and none to the goal.
    /// let doors = (0..20).flat_map(|room| [Fact::Door(room, room + 1), Fact::Door(room, room + 2)]);
    /// let mut state = State::from_facts(doors)?;
    /// state.insert(Fact::At(0, 0))?;
    ///
    /// let mut planner = Planner::new();
    /// assert!(planner.find(&state, &(), Task::Reach { goal: 99 })?.is_none());
    /// let before = planner.stats().steps;
    ///
    /// planner.remember(1_000)?;
    /// assert!(planner.find(&state, &(), Task::Reach { goal: 99 })?.is_none());
    /// assert!(planner.stats().steps * 100 < before);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// `entries` is 0, or the memory can't be allocated. The planner keeps the memo that it had.
    pub fn remember(&mut self, entries: usize) -> Result<(), MemoError> {
        self.search.remember(entries)
    }

    /// Removes the memo of [`remember`](Planner::remember), which has an example.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// Returns the statistics of the search since its start. [`Stats`] has an example.
    pub fn stats(&self) -> Stats {
        self.search.machine.stats()
    }

    /// Returns the planner's own copy of the facts. After [`Progress::NoPlan`], they are those of the start, in the same
    /// order. During a search, they are those of the current attempt; if the domain never enumerates all facts of a
    /// predicate, facts that the search has added may be in another order.
    pub fn facts(&self) -> Facts<'_, D> {
        Facts::of(&self.search.store)
    }

    /// Returns the bytes that it has allocated, which do not depend on the search.
    pub fn bytes(&self) -> usize {
        let Search {
            machine,
            store,
            expectations,
            ..
        } = &self.search;
        size_of::<Self>()
            + machine.bytes()
            + store.bytes()
            + expectations.bytes()
            + self.plan.data.bytes()
    }

    /// Returns the limits that it was created with.
    pub fn limits(&self) -> Limits {
        self.search.limits.requested
    }
}

impl<D: Domain> Default for Planner<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// Prints the progress and the statistics of the search.
impl<D: Domain> fmt::Display for Planner<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = D::tables().name;
        match self.search.stage {
            SearchStage::NoPlan => write!(f, "{name}: {}", Progress::NoPlan)?,
            SearchStage::Found => write!(f, "{name}: {}", Progress::Found)?,
            SearchStage::Full(full) => write!(f, "{name}: {full}")?,
            _ => match self.waits_for() {
                Some(expression) if !expression.is_empty() => {
                    write!(f, "{name}: waits for the answer of `{expression}`")?;
                }
                Some(_) => write!(f, "{name}: {}", Progress::Waiting)?,
                None => write!(f, "{name}: {}", Progress::Paused)?,
            },
        }
        write!(f, "; {}", self.stats())
    }
}

impl<D: Domain> fmt::Debug for Planner<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner")
            .field("domain", &D::tables().name)
            .field("stage", &self.search.stage)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
