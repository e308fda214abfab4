//! A frame on several threads.

use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;

use super::members::Member;
use super::rounds::{ROUND, Turn};
use super::turn::Capped;
use super::{Headquarters, SquadId};
use crate::budget::{Budget, BudgetLeft, Spend};
use crate::domain::Domain;
use crate::host::Bound;

/// Threads that share the work of a frame: the pool that a game has already. With the feature `rayon` its pool is one, see
/// `Headquarters::tick_parallel`.
///
/// ```
/// use squad_htn::Workers;
///
/// /// As many threads as there are portions.
/// struct Scoped;
///
/// impl Workers for Scoped {
///     fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut T) + Sync) {
///         std::thread::scope(|scope| {
///             for portion in items.chunks_mut(portion) {
///                 scope.spawn(|| portion.iter_mut().for_each(&each));
///             }
///         });
///     }
/// }
///
/// let mut numbers = [1, 2, 3, 4, 5];
/// Scoped.share(&mut numbers, 2, |number| *number *= 10);
/// assert_eq!(numbers, [10, 20, 30, 40, 50]);
/// ```
pub trait Workers {
    /// Calls `each` once for every item, in whatever order and on whatever thread, and returns when all calls have. A thread
    /// takes about `portion` items at a time, which is at least 1; there may be fewer of them, or none.
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut T) + Sync);
}

/// The pool of rayon that it is called in.
#[cfg(feature = "rayon")]
struct Rayon;

#[cfg(feature = "rayon")]
impl Workers for Rayon {
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut T) + Sync) {
        use rayon::prelude::*;
        items.par_iter_mut().with_max_len(portion).for_each(&each);
    }
}

/// How many squads a thread goes on with at a time: their plans are a matter of some hundred nanoseconds each.
const PORTION: usize = 64;

impl<D: Domain> Headquarters<D> {
    /// As [`tick`](Self::tick), on the threads of the pool of [rayon](https://docs.rs/rayon) that it is called in. With a
    /// budget of steps, it does the same, whatever their number. A budget of time is one of each thread's time. A closure
    /// of [`Budget::until`] is asked between rounds of up to 32 turns.
    #[cfg(feature = "rayon")]
    pub fn tick_parallel<'c>(
        &mut self,
        context: impl Fn(SquadId) -> &'c D::Context<'c> + Sync,
        budget: impl Spend,
    ) where
        D::Context<'c>: Sync + 'c,
    {
        self.tick_on(&Rayon, context, budget);
    }

    /// As [`tick`](Self::tick), on threads of the game's own. With a budget of steps, it does the same, whatever their
    /// number. A budget of time is one of each thread's time. A closure of [`Budget::until`] is asked between rounds of up
    /// to 32 turns.
    pub fn tick_on<'c>(
        &mut self,
        workers: &impl Workers,
        context: impl Fn(SquadId) -> &'c D::Context<'c> + Sync,
        mut budget: impl Spend,
    ) where
        D::Context<'c>: Sync + 'c,
    {
        let is_left = self.begin_frame();
        let frame = self.frame;
        self.members.each(workers, PORTION, |id, member| {
            if is_left(member) {
                let context = context(id);
                member.carry_on(&Bound::<D> { context }, frame);
            }
        });
        self.look_around();
        while let Some(mut round) = self.next_round(&mut budget, ROUND) {
            round.sort_unstable();
            let left = budget.left();
            // Planners have no part in what is found, so it makes no difference who gets which.
            let planners = Mutex::new(&mut self.planners);
            let planners = || planners.lock().unwrap_or_else(PoisonError::into_inner);
            let have_turn = |(member, turn): &mut (&mut Member<D>, &mut Turn)| {
                planners().lend(&mut member.director);
                let context = context(turn.id);
                let mut share = match left {
                    BudgetLeft::Micros(micros) => Budget::micros(micros),
                    _ => Budget::unlimited(),
                };
                let mut purse = Capped::new(&mut share, turn.steps);
                member.search(&Bound::<D> { context }, &mut purse);
                turn.used = purse.used;
                if !member.director.is_searching() {
                    planners().take_back(&mut member.director);
                }
            };
            {
                let members = self.members.pick(round.iter().map(|turn| turn.id));
                let turns = members.into_iter().zip(&mut round);
                let mut turns: ArrayVec<_, ROUND> = turns.collect();
                workers.share(&mut turns, 1, have_turn);
            }
            // What was granted is gone, but for the steps that nobody used; time and closures are asked again.
            let used: u64 = round.iter().map(|turn| turn.used).sum();
            let granted = budget.next_grant();
            if let BudgetLeft::Steps(_) = left {
                budget.put_back(granted.saturating_sub(used));
            }
            for turn in round {
                self.end_turn(turn);
            }
        }
        self.end_frame();
    }
}
