//! A frame's searches, round by round.

use arrayvec::ArrayVec;

use super::SquadScheduler;
use super::members::SquadId;
use crate::model::budget::{BudgetLeft, StepSource};
use crate::model::domain::Domain;

/// How many squads have their turns in one round, at the most: on as many threads as there are. It does not depend on their
/// number, so that neither does what is found.
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

impl<D: Domain> SquadScheduler<D> {
    /// Those who are next, in that order: as many as the budget has whole turns for, and one where it has less than that. Of a
    /// budget that is not of steps nobody knows; then there are `most`. `None` where nobody is due or the budget is used up.
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

    /// After its turn: the planner of a search that is over comes back, and who is not done is due again.
    pub(super) fn end_turn(&mut self, turn: Turn) {
        let Some((sleep_state, member)) = self.members.with_pulse(turn.id) else {
            return;
        };
        if turn.used > 0 {
            member.schedule.usage.steps += turn.used;
            member.had_turn(self.frame);
            match member.look(self.frame) {
                Some(by) => self.due.add(by, turn.id),
                None => {
                    member.end_frame(self.frame);
                    member.rest(sleep_state, self.frame, &self.frames);
                }
            }
        } else {
            // Who could do nothing with its turn has no other one in this frame.
            member.end_frame(self.frame);
        }
        if !member.director.is_searching() {
            self.planners.take_back(turn.id, &mut member.director);
        }
    }

    /// Begins a frame, or goes on with one that a panic of the game has cut off.
    pub(super) fn begin_frame(&mut self) {
        if !self.is_open {
            self.frame += 1;
            self.is_open = true;
        }
        self.due.clear();
    }

    /// All squads have had what the frame has for them.
    pub(super) fn end_frame(&mut self) {
        for id in self.due.all() {
            if let Some(member) = self.members.get_mut(id) {
                member.end_frame(self.frame);
            }
        }
        self.planners.tidy();
        self.frames.end(self.frame);
        self.is_open = false;
    }
}
