//! A frame's searches, round by round.

use alloc::boxed::Box;
use arrayvec::ArrayVec;

use super::Headquarters;
use super::members::SquadId;
use crate::budget::{BudgetLeft, Purse};
use crate::director::Director;
use crate::domain::Domain;
use crate::planner::Planner;

/// How many squads have their turns in one round, at the most: on as many threads as there are. It does not depend on their number, so
/// that neither does what is found.
pub(super) const ROUND: usize = 32;

/// Who has a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub id: SquadId,
    /// How many steps it has at most.
    pub steps: u64,
    /// How many of them it used.
    pub used: u64,
}

pub(super) type Round = ArrayVec<Turn, ROUND>;

impl<D: Domain> Headquarters<D> {
    /// Those who are next, each with a planner, in the order of their numbers. `None` where nobody is due or the budget is
    /// used up.
    pub(super) fn next_round(&mut self, budget: &mut impl Purse) -> Option<Round> {
        if self.due.len() == 0 || budget.is_used_up() {
            return None;
        }
        let mut squads = self.due.len().min(ROUND);
        let mut steps = self.turn;
        if let BudgetLeft::Steps(left) = budget.left() {
            squads = squads.min(usize::try_from(left).unwrap_or(usize::MAX));
            steps = steps.min(left / squads.max(1) as u64);
        }
        let mut round = Round::new();
        while round.len() < squads
            && let Some(id) = self.due.pop()
        {
            if self.lend(id) {
                round.push(Turn { id, steps, used: 0 });
            }
        }
        round.sort_unstable();
        Some(round)
    }

    /// Gives a squad a planner, where it has none. False where there is no such squad.
    fn lend(&mut self, id: SquadId) -> bool {
        let Some(member) = self.members.get_mut(id) else {
            return false;
        };
        let Director { squad, desk } = &mut member.director;
        if let Some(place @ None) = desk.lent() {
            let mut planner = self.idle.pop().unwrap_or_else(|| {
                self.planners += 1;
                Box::new(Planner::with_limits(self.limits))
            });
            planner.detect_loops(squad.detect_loops);
            *place = Some(planner);
        }
        true
    }

    /// Takes the planner of a squad back. Where there are more than are to be kept, it is dropped.
    pub(super) fn take_back(&mut self, id: SquadId) {
        let member = self.members.get_mut(id);
        let lent = member.and_then(|member| member.director.desk.lent()?.take());
        self.put_away(lent);
    }

    /// A planner that nobody needs.
    pub(super) fn put_away(&mut self, planner: Option<Box<Planner<D>>>) {
        match planner {
            Some(planner) if self.planners <= self.kept => self.idle.push(planner),
            Some(_) => self.planners -= 1,
            None => {}
        }
    }

    /// Planners of searches that are over come back; who is not done is due again.
    pub(super) fn end_round(&mut self, round: &Round) {
        for &Turn { id, used, .. } in round {
            let Some(member) = self.members.get_mut(id) else {
                continue;
            };
            member.usage.steps += used;
            let is_searching = member.director.is_searching();
            // Who could do nothing with its turn has no other one in this frame.
            if used > 0 {
                member.look(id, self.frame, &mut self.due);
            }
            if !is_searching {
                self.take_back(id);
            }
        }
    }

    /// All squads have had what the frame has for them.
    pub(super) fn end_frame(&mut self) {
        while let Some(id) = self.due.pop() {
            if let Some(member) = self.members.get_mut(id) {
                member.is_put_off(self.frame);
            }
        }
        for (_, member) in self.members.iter_mut() {
            member.director.squad.executor.engine.tick_is_over();
        }
    }
}
