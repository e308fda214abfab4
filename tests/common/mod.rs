//! Helpers of the planning tests: all plans of a problem, searched with different budgets.
#![allow(dead_code)]

#[cfg(feature = "reference")]
mod reference;

use squad_htn::prelude::*;
use squad_htn::{Domain, SearchError, Stats};

/// The budgets per call, in steps. The result must not depend on them.
const SLICES: [u64; 5] = [1, 2, 3, 7, 64];

/// More plans than any test expects. A search with more is considered endless.
const MOST_PLANS: usize = 10_000;

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// Each plan as the list of its steps.
    pub plans: Vec<Vec<String>>,
    /// The cost of each plan.
    pub costs: Vec<f32>,
    /// The priority of each plan.
    pub priorities: Vec<Option<i32>>,
    /// The text of each plan.
    pub trees: Vec<String>,
    /// The result after the last plan.
    pub end: Result<(), SearchError>,
    /// The statistics at the end.
    pub stats: Stats,
}

/// The settings of a search.
#[derive(Clone, Copy)]
pub struct How {
    pub limits: Limits,
    pub detect_loops: bool,
    /// The number of plans after which to stop.
    pub plans: usize,
}

impl Default for How {
    fn default() -> Self {
        How {
            limits: Limits::default(),
            detect_loops: false,
            plans: MOST_PLANS,
        }
    }
}

/// Returns all plans of a search that ends, in order, each as the list of its steps.
pub fn all_plans<D: Domain>(
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    task: D::Task,
) -> Vec<Vec<String>> {
    let search = search(state, context, &[task], How::default());
    assert_eq!(search.end, Ok(()), "the search must end");
    search.plans
}

/// Searches at once and in slices, and asserts that the results are equal.
pub fn search<D: Domain>(
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    tasks: &[D::Task],
    how: How,
) -> Search {
    search_cut(state, context, tasks, how, SLICES)
}

/// Searches with these slices, and asserts that the results are equal.
pub fn search_cut<D: Domain>(
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    tasks: &[D::Task],
    how: How,
    slices: impl IntoIterator<Item = u64>,
) -> Search {
    let mut planner = squad_htn::Planner::<D>::with_limits(how.limits);
    planner.detect_loops(how.detect_loops);
    let whole = run(&mut planner, state, context, tasks, how.plans, None);
    for slice in slices {
        let sliced = run(&mut planner, state, context, tasks, how.plans, Some(slice));
        assert_eq!(sliced, whole, "slices of {slice} steps make a difference");
    }
    #[cfg(feature = "reference")]
    reference::compare(&whole, state, context, tasks, how);
    whole
}

fn run<D: Domain>(
    planner: &mut squad_htn::Planner<D>,
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    tasks: &[D::Task],
    most: usize,
    slice: Option<u64>,
) -> Search {
    let before: Vec<D::Fact> = state.facts().collect();
    planner.start_all(state, tasks);
    let mut plans = Vec::new();
    let mut costs = Vec::new();
    let mut priorities = Vec::new();
    let mut trees = Vec::new();
    let end = loop {
        let progress = match slice {
            None => planner.resume(context, Budget::unlimited()),
            Some(steps) => planner.resume(context, Budget::steps(steps)),
        };
        match progress {
            Ok(Progress::Paused) => {
                assert!(slice.is_some(), "a search without a budget paused");
                assert!(planner.plan().is_none(), "a plan while paused");
            }
            Ok(Progress::Waiting) => {
                assert!(planner.waits_for().is_some() && planner.plan().is_none());
            }
            Ok(Progress::Found) => {
                let plan = planner.plan().expect("a plan right after `Found`");
                plans.push(plan.tasks().map(|task| task.to_string()).collect());
                costs.push(plan.cost());
                priorities.push(plan.priority());
                trees.push(plan.to_string());
                assert!(plans.len() <= MOST_PLANS, "more than {MOST_PLANS} plans");
                if plans.len() == most {
                    break Ok(());
                }
            }
            Ok(Progress::NoPlan) => {
                assert!(planner.plan().is_none(), "a plan after `NoPlan`");
                let undone: Vec<D::Fact> = planner.facts().collect();
                assert_eq!(undone, before, "everything is undone, in order");
                let stats = planner.stats();
                let again = planner.resume(context, Budget::unlimited());
                assert_eq!(again, Ok(Progress::NoPlan), "after `NoPlan`");
                assert_eq!(
                    planner.stats(),
                    stats,
                    "a search that has ended does nothing"
                );
                break Ok(());
            }
            Err(full) => {
                assert!(planner.plan().is_none(), "a plan after an error");
                let again = planner.resume(context, Budget::unlimited());
                assert_eq!(again, Err(full), "after the error");
                break Err(full);
            }
        }
    };
    let after: Vec<D::Fact> = state.facts().collect();
    assert_eq!(before, after, "planning changed the game's facts");
    Search {
        plans,
        costs,
        priorities,
        trees,
        end,
        stats: planner.stats(),
    }
}

/// Formats plans as text: steps separated by `; `.
pub fn joined(plans: &[Vec<String>]) -> Vec<String> {
    plans.iter().map(|plan| plan.join("; ")).collect()
}

/// Asserts all plans, each as its steps separated by `; `.
#[track_caller]
pub fn assert_plans<D: Domain>(
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    task: D::Task,
    expected: &[&str],
) {
    assert_eq!(joined(&all_plans(state, context, task)), expected);
}

/// A small random number generator (xorshift64*): the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 33) as usize) % end
    }
}
