//! Whether a plan that was found is better than the one that runs.

use core::cmp::Ordering;

use super::Director;
use crate::domain::Domain;
use crate::executor::{Engine, NodeIndex, PlanSlot, World};
use crate::host::Host;
use crate::machine::Machine;
use crate::plan::PlanData;
use crate::pool::Pool;
use crate::tables::{BranchRow, Tables};

impl<D: Domain> Director<D> {
    /// Whether the plan that the planner has found is better than this one: by the choices of method and branch, read from
    /// the root down, and where they are the same by what the branches sort by.
    pub(super) fn is_better(&mut self, slot: PlanSlot, host: &dyn Host) -> bool {
        let old = self.executor.engine.plans.view(slot).nodes();
        let pairs = self.planner.plan.data.nodes().zip(old);
        let differs =
            pairs.map(|((_, new), old)| (new.method, new.branch).cmp(&(old.method, old.branch)));
        match differs.fold(Ordering::Equal, Ordering::then) {
            Ordering::Equal => self.sorts_better(slot, host),
            differs => differs == Ordering::Less,
        }
    }

    /// The keys are compared as they are now, without what the running plan has reserved.
    fn sorts_better(&mut self, slot: PlanSlot, host: &dyn Host) -> bool {
        let world = &mut World {
            store: self.state.store_mut(),
            host,
        };
        let (new, keys) = (&self.planner.plan.data, &mut self.keys);
        let mut order = Ordering::Equal;
        self.executor.engine.without(slot, world, |engine, world| {
            order = compare::<D>(engine, slot, new, keys, world);
        });
        order == Ordering::Less
    }
}

/// Compares a plan with another one by what their branches sort by, from the root down.
fn compare<D: Domain>(
    engine: &mut Engine,
    slot: PlanSlot,
    new: &PlanData,
    keys: &mut Pool<u64>,
    world: &mut World<'_>,
) -> Ordering {
    let tables = D::tables();
    let count = engine.plans.view(slot).nodes().len();
    for (at, (_, node)) in new.nodes().enumerate().take(count) {
        let branch = tables.branches.get(usize::from(node.branch));
        let Some((branch, (_, words))) = branch.and_then(|row| Some((row, row.sort?))) else {
            continue;
        };
        keys.clear();
        keys.resize(2 * usize::from(words), 0);
        let (new_key, old_key) = keys.split_at_mut(usize::from(words));
        let (machine, frame) = engine.machine_and_frame(slot, NodeIndex::new(at));
        let mut keys = Keys {
            tables,
            machine,
            branch,
        };
        keys.work_out(frame, old_key, world);
        keys.work_out(new.frame_words(node), new_key, world);
        match (*new_key).cmp(&*old_key) {
            Ordering::Equal => {}
            differs => return differs,
        }
    }
    Ordering::Equal
}

/// Works out what a branch sorts by.
struct Keys<'a> {
    tables: &'static Tables,
    machine: &'a mut Machine,
    branch: &'static BranchRow,
}

impl Keys<'_> {
    /// The key as it is now; the last of all where there is none any more.
    fn work_out(&mut self, frame: &[u64], key: &mut [u64], world: &mut World<'_>) {
        let Some((function, _)) = self.branch.sort else {
            return;
        };
        let check = self.branch.checks.at as usize + self.branch.checks.len as usize;
        let Some(check) = self.tables.checks.get(check) else {
            return;
        };
        let (store, host) = (&mut *world.store, world.host);
        match self
            .machine
            .ask(store, host, check.entry, check.frame, frame)
        {
            Ok(true) => host.key(function, self.machine.solution(check.frame), key),
            _ => key.fill(u64::MAX),
        }
    }
}
