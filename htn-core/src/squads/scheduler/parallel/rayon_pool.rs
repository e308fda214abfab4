//! A frame on the threads of rayon.

use rayon::prelude::*;

use super::Workers;
use crate::model::budget::IntoBudget;
use crate::model::domain::Domain;
use crate::squads::scheduler::{SquadId, SquadScheduler};

/// The current pool of rayon.
struct Rayon;

impl Workers for Rayon {
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync) {
        items.par_chunks_mut(portion.max(1)).for_each(&each);
    }
}

impl<D: Domain> SquadScheduler<D> {
    /// As [`tick`](Self::tick), on the threads of the current [rayon](https://docs.rs/rayon) pool. With a budget of steps, the
    /// result does not depend on the number of threads. A budget of time is per thread. A closure of
    /// [`Budget::until`](crate::Budget::until) is called between rounds of up to 32 turns.
    pub fn tick_parallel<'c>(
        &mut self,
        context: impl Fn(SquadId) -> &'c D::Context<'c> + Sync,
        budget: impl IntoBudget,
    ) where
        D::Context<'c>: Sync + 'c,
    {
        self.tick_on(&Rayon, context, budget);
    }
}
