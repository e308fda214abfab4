//! The queue of squads that are due.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use super::members::SquadId;

/// The squads that have something to search for, the one with the earliest deadline first.
#[derive(Clone, Default)]
pub(super) struct Due(BinaryHeap<Reverse<(u64, SquadId)>>);

impl Due {
    /// Reserves capacity for `squads` squads.
    pub fn reserve(&mut self, squads: usize) {
        self.0.reserve(squads.saturating_sub(self.0.len()));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a squad that should have its turn by this frame.
    pub fn add(&mut self, by: u64, id: SquadId) {
        self.0.push(Reverse((by, id)));
    }

    pub fn pop(&mut self) -> Option<SquadId> {
        self.0.pop().map(|Reverse((_, id))| id)
    }

    /// Iterates over the remaining squads, in no particular order.
    pub fn all(&self) -> impl Iterator<Item = SquadId> {
        self.0.iter().map(|Reverse((_, id))| *id)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}
