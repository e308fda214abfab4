//! What stands above the last step of a plan that was looked at, and is known to hold.
//!
//! The steps of a plan follow one another in its tree, and below a deep one they have most of what is above them in
//! common. A condition that held for one of them holds for the next, as long as no fact has changed that it reads; and one
//! that calls an expression of the game, in the same tick.

use super::engine::Engine;
use super::indices::{NodeIndex, PlanSlot, StepIndex};
use super::inputs::Inputs;
use super::world::World;
use crate::store::spread_all;

/// The conditions of the branches at and above a node, as far as they were expected at a step, hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AncestorCache {
    /// In the block with this serial; none has 0.
    block: u64,
    node: NodeIndex,
    /// The rank of the step. For a later one no other conditions are expected.
    rank: u32,
    /// What the answers depended on, and how that stood.
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

/// A walk upwards from a step, as far as what is above is not known to hold.
pub(super) struct AncestorPath {
    /// What is known to hold.
    known: Option<AncestorCache>,
    /// How many nodes were looked at.
    nodes: usize,
    before: Inputs,
}

/// It is not worth the while to remember what is above steps that are less deep.
const DEEP: usize = 8;

impl Engine {
    /// Begins to look at what is above a step.
    pub(super) fn climb(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        world: &World<'_>,
    ) -> AncestorPath {
        let record = &self.plans[slot];
        let known = record.ancestors;
        let holds = known.block == record.block.serial
            && known.rank <= self.plans.step(slot, step).rank
            && (!known.inputs.game || known.tick == self.cx.now())
            && known.facts == self.versions_of(known.inputs, world);
        AncestorPath {
            known: holds.then_some(known),
            nodes: 0,
            before: core::mem::replace(&mut self.eval.summary.inputs, Inputs::NONE),
        }
    }

    /// Whether what is at this node and above it is known to hold; else it is looked at.
    pub(super) fn is_known(
        &self,
        slot: PlanSlot,
        at: Option<NodeIndex>,
        climb: &mut AncestorPath,
    ) -> bool {
        if let (Some(known), Some(at)) = (&mut climb.known, at) {
            let plan = self.plans.view(slot);
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
        climb.nodes += 1;
        false
    }

    /// Whether no condition of the first so many nodes above a step is expected at a later step, but not at this one.
    fn settles(&self, slot: PlanSlot, step: StepIndex, nodes: usize) -> bool {
        let plan = self.plans.view(slot);
        let mut above = plan.upwards(plan.step(step).node()).take(nodes);
        above.all(|(_, node)| {
            let mut checks = 0..plan.check_count(node);
            checks.all(|check| !plan.becomes_true(node, check))
        })
    }

    /// Ends the walk. Where all `holds`, that is remembered.
    pub(super) fn end_climb(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        climb: AncestorPath,
        holds: bool,
        world: &World<'_>,
    ) {
        let known = climb.known;
        let seen = self.eval.summary.inputs;
        let inputs = known.map_or(seen, |known| seen.and(known.inputs));
        self.eval.summary.inputs = climb.before.and(inputs);
        let (row, record) = (self.plans.step(slot, step), &self.plans[slot]);
        let deep = known.is_some() || climb.nodes >= DEEP;
        let Some(node) = row.node().filter(|_| deep && holds) else {
            return;
        };
        if !self.settles(slot, step, climb.nodes) {
            return;
        }
        let verified = AncestorCache {
            block: record.block.serial,
            node,
            rank: row.rank,
            inputs,
            facts: self.versions_of(inputs, world),
            tick: self.cx.now(),
        };
        self.plans[slot].ancestors = verified;
    }

    /// How the facts stand that something depends on.
    fn versions_of(&self, inputs: Inputs, world: &World<'_>) -> u64 {
        if inputs.facts == 0 {
            return 0;
        }
        let read = self.wakes.facts().predicates();
        let read = read.filter(|rel| inputs.facts & rel.bit() != 0);
        spread_all(read.map(|rel| world.store.stamp_of(rel)))
    }
}
