//! The pieces of work: each problem as a domain and by hand, on the same instance, with a check that the plans agree.

pub mod blocks;
pub mod haul;
pub mod logistics;
pub mod queens;
pub mod restrain;
pub mod rts;

use squad_htn::prelude::*;

use crate::domains;
use crate::measure::{Pair, Side, compare};
use crate::squads::Company;
use crate::starts;

/// The rows of the table that are one plan each, in order.
pub const NAMES: [&str; 14] = [
    "restrain",
    "restrain16x64",
    "blocks 10",
    "blocks 50",
    "blocks 100",
    "blocks 300",
    "logistics 10",
    "logistics 30",
    "logistics 60",
    "queens 8",
    "queens 12",
    "queens 8 by axiom",
    "rts",
    "haul",
];

/// Of the instances that are made, not read.
const SEED: u64 = 6;

/// A problem, and both ways to solve it.
pub trait Work {
    /// Plans from start to end, as a game would.
    fn plan(&mut self);

    /// Solves the same by hand.
    fn by_hand(&mut self);

    /// The steps of the plan that was found last.
    fn steps(&self) -> Vec<String>;

    /// Runs one side a number of times. The loop is here so that it is compiled for each work.
    fn repeat(&mut self, side: Side, calls: u32) {
        match side {
            Side::Ours => (0..calls).for_each(|_| self.plan()),
            Side::Hand => (0..calls).for_each(|_| self.by_hand()),
        }
    }
}

/// Times both sides.
pub fn time(work: &mut dyn Work) -> Pair {
    compare(|side, calls| work.repeat(side, calls))
}

/// Returns the work of that name, if any. `squads` is all squads for a second of game time, `start 64` is `start` with
/// one changed fact in a predicate of that capacity.
pub fn named(name: &str) -> Option<Box<dyn Work>> {
    Some(match name.split_once(' ') {
        None if name == "squads" => Box::new(Company::new()),
        None if name == "rts" => Box::new(rts::Building::new(SEED)),
        None if name == "haul" => Box::new(haul::Hauling::new(SEED)),
        None if NAMES.contains(&name) => {
            let instance = domains::instance::load(name);
            Box::new(restrain::Restraining::new(&instance))
        }
        Some(("blocks", count)) => Box::new(blocks::Stacking::new(count.parse().ok()?)),
        Some(("logistics", count)) => {
            let instance = domains::instance::load(&format!("logistics{count}"));
            Box::new(logistics::Delivering::new(&instance))
        }
        Some(("queens", size)) => match size.strip_suffix(" by axiom") {
            Some(size) => Box::new(queens::by_axiom(size.parse().ok()?)),
            None => Box::new(queens::by_lines(size.parse().ok()?)),
        },
        Some(("start", capacity)) => return starts::with_one_changed(capacity.parse().ok()?),
        _ => return None,
    })
}

/// Returns a work whose side by hand has a tree and undo, if it was written.
pub fn with_tree(name: &str) -> Option<Box<dyn Work>> {
    Some(match name.split_once(' ') {
        None if name.starts_with("restrain") && NAMES.contains(&name) => {
            let instance = domains::instance::load(name);
            Box::new(restrain::RestrainingWithTree::new(&instance))
        }
        Some(("logistics", count)) => {
            let instance = domains::instance::load(&format!("logistics{count}"));
            Box::new(logistics::DeliveringWithTree::new(&instance))
        }
        _ => return None,
    })
}

/// From start to end.
pub fn plan<D: squad_htn::Domain>(
    planner: &mut squad_htn::Planner<D>,
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    task: D::Task,
) {
    planner.start(state, task);
    let progress = planner.resume(context, Budget::unlimited());
    assert_eq!(progress, Ok(Progress::Found));
}

/// The steps of the plan that was found.
pub fn tasks<D: squad_htn::Domain>(planner: &squad_htn::Planner<D>) -> Vec<D::Task> {
    let plan = planner.plan().expect("a plan was found");
    plan.tasks().collect()
}
