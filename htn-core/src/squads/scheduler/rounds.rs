//! A frame's searches, round by round.

use arrayvec::ArrayVec;

use super::SquadScheduler;
use super::members::SquadId;
use crate::model::budget::{BudgetLeft, StepSource};
use crate::model::domain::Domain;

/// The maximum number of turns in one round, which run on all threads. It does not depend on the number of threads, so the results
/// do not either.
pub(super) const ROUND: usize = 32;

/// The turn of a squad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub id: SquadId,
    /// The maximum number of steps.
    pub steps: u64,
    /// The number of steps used.
    pub used: u64,
}

pub(super) type Round = ArrayVec<Turn, ROUND>;

impl<D: Domain> SquadScheduler<D> {
    /// Returns the next turns in order: as many as the budget has whole turns for, or one if it has less. For a budget that is not in
    /// steps, `most` turns. `None` if no squad is due or the budget is exhausted.
    pub(super) fn next_round(
        &mut self,
        budget: &mut impl StepSource,
        most: usize,
    ) -> Option<Round> {
        if self.due.len() == 0 || budget.is_exhausted() {
            return None;
        }
        let (squads, steps) = match budget.left() {
            BudgetLeft::Steps(left) if left < self.turn => (1, left),
            BudgetLeft::Steps(left) => {
                let turns = usize::try_from(left / self.turn);
                (turns.map_or(ROUND, |turns| turns.min(ROUND)), self.turn)
            }
            _ => (most, self.turn),
        };
        let mut round = Round::new();
        while round.len() < squads
            && let Some(id) = self.due.pop()
        {
            round.push(Turn { id, steps, used: 0 });
        }
        Some(round)
    }

    /// Ends a turn: returns the planner if the search is over, and queues the squad again if it is not done.
    pub(super) fn end_turn(&mut self, turn: Turn) {
        let Some((sleep_state, member)) = self.members.with_sleep_state(turn.id) else {
            return;
        };
        let waits = member.waits_for_answer();
        if turn.used > 0 || waits {
            member.schedule.usage.steps += turn.used;
            member.had_turn(self.frame);
        }
        if turn.used > 0 && !waits {
            match member.turn_deadline(self.frame) {
                Some(by) => self.due.add(by, turn.id),
                None => {
                    member.end_frame(self.frame);
                    member.try_sleep(sleep_state, self.frame, &self.frames);
                }
            }
        } else {
            // A squad that could not use its turn, or waits for the game, gets no other one in this frame.
            member.end_frame(self.frame);
        }
        if !member.director.is_searching() {
            self.planners.reclaim(turn.id, &mut member.director);
        }
    }

    /// Begins a frame, or continues one that a panic of the game interrupted.
    pub(super) fn begin_frame(&mut self) {
        if !self.is_open {
            self.frame += 1;
            self.is_open = true;
        }
        self.due.clear();
    }

    /// Ends a frame, and the waits of squads that had no turn in it.
    pub(super) fn end_frame(&mut self) {
        for id in self.due.all() {
            if let Some(member) = self.members.get_mut(id) {
                member.end_frame(self.frame);
            }
        }
        self.planners.tidy();
        #[cfg(feature = "reload")]
        self.finish_reloads();
        self.frames.end(self.frame);
        self.is_open = false;
    }
}
