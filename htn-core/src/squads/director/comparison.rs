//! Compares a new plan with the running one.

use core::cmp::Ordering;

use super::state::DirectorState;
use crate::exec::{Engine, NodeIndex, PlanSlot, QueryContext, World};
use crate::model::domain::Domain;
use crate::model::error::SearchError;
use crate::model::plan::{NodeRecord, PlanData};
use crate::model::pool::Pool;
use crate::model::settings::Policy;
use crate::search::planner::Planner;
use crate::tables::{BranchRow, Tables};

impl<D: Domain> DirectorState<D> {
    /// Returns true if the planner's plan is better than this one by the policy.
    pub fn is_better(
        &mut self,
        planner: &Planner<D>,
        slot: PlanSlot,
        queries: &mut QueryContext<'_>,
    ) -> bool {
        let engine = &self.executor.engine;
        let found = &planner.plan.data;
        if self.settings.policy == Policy::Preempt {
            let is_rest = engine.live.plans.view(slot).has_left(found);
            return !is_rest && self.comes_before(found, slot, queries, true);
        }
        let old = engine.live.plans.view(slot).nodes();
        let pairs = found.view().nodes().zip(old);
        let differs = pairs.map(|((_, new), (_, old))| choice(new).cmp(&choice(old)));
        match differs.fold(Ordering::Equal, Ordering::then) {
            Ordering::Equal => self.comes_before(found, slot, queries, false),
            differs => differs == Ordering::Less,
        }
    }

    /// Compares the `sort by` keys of the branches and, if requested, the choices above each of them. The keys are evaluated now,
    /// without the reservations of the running plan.
    fn comes_before(
        &mut self,
        found: &PlanData,
        slot: PlanSlot,
        queries: &mut QueryContext<'_>,
        choices: bool,
    ) -> bool {
        let world = &mut queries.over(self.state.store_mut());
        let keys = &mut self.keys;
        let mut order = Ordering::Equal;
        self.executor.engine.without(slot, world, |engine, world| {
            order = compare::<D>(engine, slot, found, choices, keys, world);
        });
        order == Ordering::Less
    }
}

/// Returns the method and the branch that a plan chose for a task.
fn choice(node: &NodeRecord) -> (u16, u16) {
    (node.method, node.branch)
}

/// Compares a new plan with a running one from the root down: by the `sort by` keys of their branches and, if requested, by the
/// choices above each key.
fn compare<D: Domain>(
    engine: &mut Engine,
    slot: PlanSlot,
    new: &PlanData,
    choices: bool,
    keys: &mut Pool<u64>,
    world: &mut World<'_>,
) -> Ordering {
    let tables = D::tables();
    let new = new.view();
    for (at, (_, node)) in new.nodes().enumerate() {
        let at = NodeIndex::new(at);
        let Some(old) = engine.live.plans.view(slot).node(Some(at)) else {
            break;
        };
        if choices && choice(node) != choice(old) {
            return choice(node).cmp(&choice(old));
        }
        let branch = tables.branches.get(usize::from(node.branch));
        let Some((branch, (_, words))) = branch.and_then(|row| Some((row, row.sort?))) else {
            continue;
        };
        keys.clear();
        keys.resize(2 * usize::from(words), 0);
        let (new_key, old_key) = keys.split_at_mut(usize::from(words));
        let frame = engine.live.plans.view(slot).node_frame(old);
        if !work_out(branch, tables, frame, old_key, world)
            || !work_out(branch, tables, new.node_frame(node), new_key, world)
        {
            return Ordering::Equal;
        }
        match (*new_key).cmp(&*old_key) {
            Ordering::Equal => {}
            differs => return differs,
        }
    }
    Ordering::Equal
}

/// Evaluates the `sort by` key of a branch now. Without a solution, the key is the greatest one. Returns false if an answer of
/// the game is pending: then the running plan continues.
fn work_out(
    branch: &BranchRow,
    tables: &Tables,
    frame: &[u64],
    key: &mut [u64],
    world: &mut World<'_>,
) -> bool {
    let Some((function, _)) = branch.sort else {
        return true;
    };
    let check = branch.checks.at as usize + branch.checks.len as usize;
    let Some(check) = tables.checks.get(check) else {
        return true;
    };
    match world.evaluate(check.entry, check.frame, frame) {
        Ok(true) => world.host.key(function, world.solution(check.frame), key),
        Err(SearchError::Pending { .. }) => return false,
        _ => key.fill(u64::MAX),
    }
    true
}
