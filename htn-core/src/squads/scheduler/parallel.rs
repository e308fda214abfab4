//! A frame on several threads.

#[cfg(feature = "rayon")]
mod rayon_pool;

use alloc::boxed::Box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::machines::{MachineKind, Machines};
use super::members::Member;
use super::rounds::{ROUND, Turn};
use super::turn::CappedBudget;
use super::{SquadId, SquadScheduler};
use crate::exec::{Engine, QueryContext};
use crate::model::budget::{Budget, BudgetLeft, IntoBudget};
use crate::model::domain::Domain;
use crate::search::host::Bound;
use crate::search::machine::QueryMachine;

/// Threads that share the work of a frame, such as a pool that the game already has. With the feature `rayon`,
/// `SquadScheduler::tick_parallel` uses the pool of rayon.
///
/// ```
/// use squad_htn::Workers;
///
/// /// As many threads as there are portions.
/// struct Scoped;
///
/// impl Workers for Scoped {
///     fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync) {
///         std::thread::scope(|scope| {
///             for portion in items.chunks_mut(portion) {
///                 scope.spawn(|| each(portion));
///             }
///         });
///     }
/// }
///
/// let mut numbers = [1, 2, 3, 4, 5];
/// Scoped.share(&mut numbers, 2, |numbers| numbers.iter_mut().for_each(|number| *number *= 10));
/// assert_eq!(numbers, [10, 20, 30, 40, 50]);
/// ```
pub trait Workers {
    /// Calls `each` for slices that are all of the items together, in whatever order and on whatever thread, and returns when all
    /// calls have. A slice has about `portion` items, which is at least 1; there may be fewer, or none.
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync);
}

/// The number of squads per unit of work. Continuing the plans of one takes some hundred nanoseconds.
const PORTION: usize = 64;

impl<D: Domain> SquadScheduler<D> {
    /// Runs one frame like [`tick`](Self::tick), on threads of the game: [`Workers`] has an example. With a budget of
    /// steps, the result does not depend on the number of threads. A budget of time is per thread. A closure of
    /// [`Budget::until`] is called between rounds of up to 32 turns.
    pub fn tick_on<'c>(
        &mut self,
        workers: &impl Workers,
        context: impl Fn(SquadId) -> &'c D::Context<'c> + Sync,
        mut budget: impl IntoBudget,
    ) where
        D::Context<'c>: Sync + 'c,
    {
        self.begin_frame();
        let (frame, frames) = (self.frame, &self.frames);
        {
            let machines = Locked::new(&mut self.machines);
            let planners = Locked::new(&mut self.planners);
            // The queue is ordered, so the order of insertion does not matter.
            let due = Locked::new(&mut self.due);
            let with = || Borrowed::new(&machines);
            self.members.each(
                workers,
                PORTION,
                with,
                |borrowed, id, sleep_state, member| {
                    if sleep_state.sleeps(frame) || !member.wake_up(sleep_state, frame) {
                        return;
                    }
                    if !member.has_run_plans(sleep_state, frame) {
                        let host = &Bound::<D>::new(member.engine().cx.tables(), context(id));
                        let machine = borrowed.machine(member.machines, member.engine());
                        member.run_plans(&mut QueryContext { host, machine }, sleep_state, frame);
                    }
                    if let Some(by) = member.turn_deadline(frame) {
                        due.lock().add(by, id);
                        return;
                    }
                    if member.director.resources.planner().is_some() {
                        planners.lock().reclaim(id, &mut member.director);
                    }
                    member.try_sleep(sleep_state, frame, frames);
                },
            );
        }
        while let Some(mut round) = self.next_round(&mut budget, ROUND) {
            round.sort_unstable();
            let left = budget.left();
            // The plan that a search finds does not depend on the planner, so any squad may get any planner.
            let planners = Locked::new(&mut self.planners);
            let machines = Locked::new(&mut self.machines);
            let run_turn =
                |borrowed: &mut Borrowed<'_>, (member, turn): &mut (&mut Member<D>, &mut Turn)| {
                    planners.lock().lend(turn.id, &mut member.director);
                    let host = &Bound::<D>::new(member.engine().cx.tables(), context(turn.id));
                    let machine = borrowed.machine(member.machines, member.engine());
                    let mut share = match left {
                        BudgetLeft::Micros(micros) => Budget::micros(micros),
                        _ => Budget::unlimited(),
                    };
                    let mut source = CappedBudget::new(&mut share, turn.steps);
                    member.search(&mut QueryContext { host, machine }, &mut source);
                    turn.used = source.used;
                    if !member.director.is_searching() {
                        planners.lock().reclaim(turn.id, &mut member.director);
                    }
                };
            {
                let members = self.members.pick(round.iter().map(|turn| turn.id));
                let turns = members.into_iter().zip(&mut round);
                let mut turns: ArrayVec<_, ROUND> = turns.collect();
                workers.share(&mut turns, 1, |turns| {
                    let borrowed = &mut Borrowed::new(&machines);
                    turns.iter_mut().for_each(|turn| run_turn(borrowed, turn));
                });
            }
            // Deduct the steps that were used; clocks and closures are polled again.
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

/// A value that several threads use in turn. A panic of the game cannot leave it inconsistent, because no code of the game runs
/// while it is locked.
struct Locked<'a, T>(Mutex<&'a mut T>);

impl<'a, T> Locked<'a, T> {
    fn new(what: &'a mut T) -> Self {
        Locked(Mutex::new(what))
    }

    fn lock(&self) -> MutexGuard<'_, &'a mut T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A machine that a thread has claimed, and returns when dropped, even by a panic.
struct Borrowed<'a> {
    machines: &'a Locked<'a, Machines>,
    machine: Option<(MachineKind, Box<QueryMachine>)>,
}

impl<'a> Borrowed<'a> {
    fn new(machines: &'a Locked<'a, Machines>) -> Self {
        Borrowed {
            machines,
            machine: None,
        }
    }

    /// Returns a machine of this kind.
    fn machine(&mut self, kind: MachineKind, engine: &Engine) -> &mut QueryMachine {
        if self.machine.as_ref().is_some_and(|(had, _)| *had != kind) {
            self.give_back();
        }
        let machines = self.machines;
        let claimed = self.machine.get_or_insert_with(|| {
            let idle = machines.lock().idle(kind).pop();
            (kind, idle.unwrap_or_else(|| Box::new(engine.machine())))
        });
        &mut claimed.1
    }

    fn give_back(&mut self) {
        if let Some((kind, machine)) = self.machine.take() {
            self.machines.lock().idle(kind).push(machine);
        }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}
