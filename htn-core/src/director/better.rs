//! Whether a plan that was found is better than the one that runs.

use core::cmp::Ordering;

use super::Director;
use crate::domain::Domain;
use crate::host::Host;
use crate::tables::BranchRow;

impl<D: Domain> Director<D> {
    /// Whether the plan that the planner has found is better than the one at this place: by the choices of method and
    /// branch, read from the root down, and where they are the same by what the branches sort by.
    pub(super) fn is_better(&mut self, place: usize, host: &dyn Host) -> bool {
        let new = &self.planner.plan.data;
        let engine = &self.executor.engine;
        let choices = new.nodes.iter().zip(engine.nodes(place)).map(|(new, old)| {
            let choice = |node: &crate::plan::Node| (node.method.0, node.branch.0);
            choice(new).cmp(&choice(old))
        });
        let choice = choices.fold(Ordering::Equal, Ordering::then);
        if choice != Ordering::Equal {
            return choice == Ordering::Less;
        }
        for (node, old) in new.nodes.iter().zip(engine.nodes(place)) {
            let branch = new.tables.branches.get(node.branch.0 as usize);
            let Some(&BranchRow { sort: Some((key, words)), .. }) = branch else { continue };
            let words = usize::from(words);
            self.keys.clear();
            self.keys.resize(2 * words, 0);
            let (new_key, old_key) = self.keys.split_at_mut(words);
            host.key(key, new.frame(node), new_key);
            host.key(key, engine.node_frame(place, old), old_key);
            match (*new_key).cmp(&*old_key) {
                Ordering::Equal => {}
                differs => return differs == Ordering::Less,
            }
        }
        false
    }
}
