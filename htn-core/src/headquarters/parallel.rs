//! A frame on several threads.

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::rounds::ROUND;
use super::turn::Capped;
use super::{Headquarters, SquadId};
use crate::budget::{Budget, BudgetLeft, Spend};
use crate::domain::Domain;
use crate::host::Bound;

impl<D: Domain> Headquarters<D> {
    /// As [`tick`](Self::tick), on the threads of the pool of [rayon](https://docs.rs/rayon) that it is called in. With a budget of steps, it does the
    /// same, whatever their number. A budget of time is one of each thread's time. A closure of [`Budget::until`] is asked
    /// between rounds of turns.
    pub fn tick_parallel<'c>(
        &mut self,
        context: impl Fn(SquadId) -> &'c D::Context<'c> + Sync,
        mut budget: impl Spend,
    ) where
        D::Context<'c>: Sync + 'c,
    {
        self.frame += 1;
        self.due.clear();
        self.members.each(|id, member| {
            let context = context(id);
            member.director.squad.carry_on(&Bound::<D> { context });
        });
        for (id, member) in self.members.iter_mut() {
            member.look(id, self.frame, &mut self.due);
        }
        let frame = self.frame;
        while let Some(mut round) = self.next_round(&mut budget) {
            let left = budget.left();
            // Each of them is there, since it was lent a planner.
            let members = self.members.pick::<ROUND>(round.iter().map(|turn| turn.id));
            let mut turns: ArrayVec<_, ROUND> = members.into_iter().zip(&mut round).collect();
            turns
                .par_iter_mut()
                .with_max_len(1)
                .for_each(|(member, turn)| {
                    let context = context(turn.id);
                    let mut share = match left {
                        BudgetLeft::Micros(micros) => Budget::micros(micros),
                        _ => Budget::unlimited(),
                    };
                    let mut purse = Capped::new(&mut share, turn.steps);
                    member.search(&Bound::<D> { context }, &mut purse, frame);
                    turn.used = purse.used;
                });
            drop(turns);
            if let BudgetLeft::Steps(_) = left {
                let used: u64 = round.iter().map(|turn| turn.used).sum();
                let granted = budget.next_grant();
                budget.put_back(granted.saturating_sub(used));
            }
            self.end_round(&round);
        }
        self.end_frame();
    }
}
