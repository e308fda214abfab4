//! A cache of the conditions above a step that are known to hold.
//!
//! Successive steps of a plan are close to each other in its tree, and deep steps share most of their ancestors. A
//! condition that held for one step holds for the next, unless a fact that it reads has changed. A condition that calls the
//! game holds only within the same tick.

use crate::exec::evaluation::Evaluation;
use crate::exec::indices::{NodeIndex, StepIndex};
use crate::exec::plans::view::LivePlan;
use crate::exec::wake::inputs::Inputs;
use crate::store::spread_all;

/// A node at and above which all expected conditions of branches hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AncestorCache {
    /// The serial of the block that the node is in. No block has 0.
    block: u64,
    node: NodeIndex,
    /// The rank of the step that was checked. Later steps expect no other conditions.
    rank: u32,
    /// The inputs of the conditions, the hash of the versions of these facts, and the tick.
    inputs: Inputs,
    facts: u64,
    tick: u64,
}

impl AncestorCache {
    pub const EMPTY: AncestorCache = AncestorCache {
        block: 0,
        node: NodeIndex::new(0),
        rank: 0,
        inputs: Inputs::NONE,
        facts: 0,
        tick: 0,
    };
}

/// The path from a step upwards to the first node that is known to hold.
pub(in crate::exec) struct AncestorPath {
    known: Option<AncestorCache>,
    /// The number of nodes on the path.
    nodes: usize,
    /// The inputs of the visit before the path was begun.
    before: Inputs,
}

impl AncestorPath {
    /// Returns true if this node and all above it are known to hold. Otherwise adds the node to the path.
    pub fn reaches_known(&mut self, plan: LivePlan<'_>, at: Option<NodeIndex>) -> bool {
        if let (Some(known), Some(at)) = (&mut self.known, at) {
            // Parents come before their children.
            while known.node > at
                && let Some(parent) = plan.node_at(known.node).parent()
            {
                known.node = parent;
            }
            if known.node == at {
                return true;
            }
        }
        self.nodes += 1;
        false
    }
}

/// The minimum length of a path that is worth caching.
const DEEP: usize = 8;

impl Evaluation<'_, '_> {
    /// Begins to check the ancestors of a step.
    pub(in crate::exec) fn begin_path(&mut self, step: StepIndex) -> AncestorPath {
        let plan = self.plan();
        let known = &plan.record.ancestors;
        let holds = known.block == plan.record.block.serial
            && known.rank <= plan.step(step).rank
            && (!known.inputs.game || known.tick == self.cx.now())
            && known.facts == self.versions_of(known.inputs);
        AncestorPath {
            known: holds.then_some(*known),
            nodes: 0,
            before: core::mem::replace(&mut self.eval.summary.inputs, Inputs::NONE),
        }
    }

    /// Ends a path. If all conditions on it hold, caches that.
    pub(in crate::exec) fn end_path(&mut self, step: StepIndex, path: &AncestorPath, holds: bool) {
        let known = path.known;
        let seen = self.eval.summary.inputs;
        let inputs = known.map_or(seen, |known| seen.and(known.inputs));
        self.eval.summary.inputs = path.before.and(inputs);
        let plan = self.plan();
        let row = plan.step(step);
        let deep = known.is_some() || path.nodes >= DEEP;
        let Some(node) = row.node().filter(|_| deep && holds) else {
            return;
        };
        if !is_settled(plan, step, path.nodes) {
            return;
        }
        let cache = AncestorCache {
            block: plan.record.block.serial,
            node,
            rank: row.rank,
            inputs,
            facts: self.versions_of(inputs),
            tick: self.cx.now(),
        };
        self.live.plans[self.slot].ancestors = cache;
    }

    /// Returns a hash of the versions of the facts in these inputs.
    fn versions_of(&self, inputs: Inputs) -> u64 {
        if inputs.facts == 0 {
            return 0;
        }
        let read = self.live.wakes.facts().predicates();
        let read = read.filter(|rel| inputs.facts & rel.bit() != 0);
        spread_all(read.map(|rel| self.world.store.stamp_of(rel)))
    }
}

/// Returns true if no condition of the first `nodes` ancestors of a step is expected at a later step but not at this one.
fn is_settled(plan: LivePlan<'_>, step: StepIndex, nodes: usize) -> bool {
    let mut above = plan.upwards(plan.step(step).node()).take(nodes);
    above.all(|(_, node)| {
        let mut checks = 0..plan.check_count(node);
        checks.all(|check| !plan.becomes_true(node, check))
    })
}
