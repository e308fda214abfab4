//! `unordered`: which strand the search goes on with.
//!
//! The rule is JSHOP2's: after a step, the candidates are the first open statements of all strands, in the order
//! written; until the step, the search stays inside what it chose.

use super::agenda::{
    CLOSED, ENDED, INSIDE, LEFT, OPENED, OUTERMOST, OVER, Strand, Unit, WAS_INSIDE, WAS_OUTERMOST,
};
use super::choice::ChoiceKind;
use super::loops::Undoing;
use super::{Frame, Limit, Machine, NONE};
use crate::model::limits::LimitKind;
use crate::store::Store;
use crate::tables::{Op, Run};

impl Machine {
    /// Takes facts and strands back to a height of the trail.
    #[inline]
    pub fn undo_to(&mut self, store: &mut Store, mark: u32) {
        self.work.left = i64::MAX;
        self.undo_within(store, mark);
    }

    /// The same, one entry a step; false where the steps are used up before it is done.
    #[inline]
    pub(super) fn undo_within(&mut self, store: &mut Store, mark: u32) -> bool {
        if self.work.trail.mark() > mark {
            self.undo_some(store, mark);
            if self.work.trail.mark() > mark {
                return false;
            }
        }
        self.agenda.stepped = false;
        true
    }

    #[inline(never)]
    fn undo_some(&mut self, store: &mut Store, mark: u32) {
        let others = &mut Undoing {
            agenda: &mut self.agenda,
            loops: &mut self.loops,
        };
        let work = &mut self.work;
        store.undo_within(&mut work.trail, mark, &mut work.left, others);
    }

    #[inline(always)]
    fn note(&mut self, tag: u8, a: u32) -> Result<(), Limit> {
        self.work.trail.push_brief(tag, a).map_err(Limit::from)
    }

    /// The search need not stay where it was.
    #[inline(always)]
    pub(super) fn set_free(&mut self) -> Result<(), Limit> {
        match self.agenda.inside {
            NONE => Ok(()),
            inside => self.set_free_of(inside),
        }
    }

    #[inline(never)]
    fn set_free_of(&mut self, inside: u32) -> Result<(), Limit> {
        self.note(INSIDE, inside)?;
        self.agenda.inside = NONE;
        Ok(())
    }

    /// `Op::Unordered`.
    #[inline(never)]
    pub(super) fn unordered(&mut self, run: Run) -> Result<(), Limit> {
        let places = &self.tables.strands[run.at as usize..][..run.len as usize];
        let Some(first_place) = places.first() else {
            self.pc += 1;
            return Ok(());
        };
        let unit = self.agenda.units.len() as u32;
        let base = self.agenda.strands.len() as u32;
        let (owner, open) = (self.frame, places.len() as u32);
        let fp = self.frames[owner as usize].node.words;
        let (depth, outer) = (self.depth, self.strand);
        self.note(OPENED, unit)?;
        let opened = self.agenda.units.take(Unit {
            owner,
            ret_pc: self.pc + 1,
            outer,
            base,
            end: base + open,
            open,
            around: self.agenda.inside,
        });
        self.note_anonymous(open);
        let first = self.frames.len() as u32;
        let chosen = self.steps.len() as u32;
        let frames =
            (base..base + open).map(|strand| Frame::of_strand(strand, owner, fp, depth, chosen));
        if !opened || !self.frames.take_all(frames) {
            return Err(Limit::Kind(LimitKind::Tasks));
        }
        for (frame, place) in (first..).zip(places) {
            let begun = self.agenda.strands.take(Strand {
                unit,
                frame,
                pc: place.0,
                nested: NONE,
            });
            if !begun {
                return Err(Limit::Kind(LimitKind::Tasks));
            }
        }
        self.agenda.open(unit, outer, base, open > 1);
        if open > 1 {
            self.push_choice_of_strand(ChoiceKind::Strand, unit, base + 1)?;
        }
        (self.frame, self.strand) = (first, base);
        self.pc = first_place.0;
        Ok(())
    }

    /// The first candidate of all.
    #[inline(never)]
    fn look_for_leader(&mut self) -> Result<u32, Limit> {
        let (unit, first) = loop {
            let unit = self.agenda.outermost;
            let first = self.agenda.first(unit);
            let nested = self.agenda.strands[first as usize].nested;
            // A unit whose only strand waits for a unit inside it has no choice.
            if self.agenda.units[unit as usize].open > 1 || nested == NONE {
                break (unit, first);
            }
            self.note(OUTERMOST, unit)?;
            self.agenda.outermost = nested;
        };
        let leader = self.agenda.descend(first);
        self.agenda.leader = leader;
        self.agenda.has_followers = self.agenda.after(leader, unit) != NONE;
        Ok(leader)
    }

    /// Goes on with a candidate of `scope`, and leaves a choice point for those after it.
    pub(super) fn take_strand(&mut self, strand: u32, scope: u32) -> Result<(), Limit> {
        let other = self.agenda.after(strand, scope);
        if other != NONE {
            self.push_choice_of_strand(ChoiceKind::Strand, scope, other)?;
        }
        self.go_on_with(strand);
        Ok(())
    }

    #[inline(always)]
    fn go_on_with(&mut self, strand: u32) {
        let Strand { frame, pc, .. } = self.agenda.strands[strand as usize];
        self.pc = pc;
        self.fp = self.go_to_frame(frame);
    }

    /// Another strand may be next: goes on with the first candidate, and leaves a choice point for the others.
    ///
    /// Nearly always that is the strand that has just taken a step. Then it is not left at all: where the choice point
    /// is ever taken, it knows where the strand was.
    pub(super) fn interleave(&mut self) -> Result<(), Limit> {
        self.agenda.stepped = false;
        let leader = match self.agenda.leader {
            NONE if !self.strands_are_open() => return Ok(()),
            NONE => self.look_for_leader()?,
            leader => leader,
        };
        if self.strand != leader {
            self.leave_strand(self.strand)?;
            return self.take_strand(leader, self.agenda.outermost);
        }
        if self.agenda.has_followers {
            self.push_choice_of_strand(ChoiceKind::Follower, self.pc, NONE)?;
        }
        Ok(())
    }

    fn push_choice_of_strand(
        &mut self,
        kind: ChoiceKind,
        pc: u32,
        cursor: u32,
    ) -> Result<(), Limit> {
        self.push_choice(kind, pc, cursor)
    }

    /// The present strand is to go on here, but others are first.
    fn leave_strand(&mut self, strand: u32) -> Result<(), Limit> {
        let Strand { frame, pc, .. } = self.agenda.strands[strand as usize];
        let noted = self.work.trail.push_foreign(LEFT, strand, frame, pc);
        noted.map_err(Limit::from)?;
        let left = &mut self.agenda.strands[strand as usize];
        (left.frame, left.pc) = (self.frame, self.pc);
        Ok(())
    }

    /// Goes on with the candidate after the leader, which is at the present op.
    pub(super) fn take_follower(&mut self) -> Result<(), Limit> {
        let leader = self.strand;
        self.leave_strand(leader)?;
        let scope = self.agenda.outermost;
        match self.agenda.after(leader, scope) {
            NONE => Ok(()),
            other => self.take_strand(other, scope),
        }
    }

    /// A step has been taken where strands are open. Whether the present one goes on, with a choice point for those that
    /// could be next instead; else that is still to be found out.
    #[inline(never)]
    pub(super) fn stays_in_strand(&mut self, code: &[Op]) -> Result<bool, Limit> {
        self.set_free()?;
        // Most often a task or two are at their end.
        while self.work.left > 0 && matches!(code[self.pc as usize], Op::Done) {
            self.work.left -= 1;
            let (pc, fp) = self.done();
            (self.pc, self.fp) = (pc as u32, fp as u32);
        }
        if code[self.pc as usize].is_between_statements() || self.strand != self.agenda.leader {
            self.agenda.stepped = true;
            return Ok(false);
        }
        if self.agenda.has_followers {
            self.push_choice(ChoiceKind::Follower, self.pc, NONE)?;
        }
        Ok(true)
    }

    /// Whether an `unordered` block has been reached and not been left.
    #[inline]
    pub(super) fn strands_are_open(&self) -> bool {
        self.agenda.outermost != NONE
    }

    /// Whether the present op waits for another strand to be chosen.
    #[inline]
    pub(super) fn must_interleave(&self) -> bool {
        self.agenda.stepped
    }

    /// `Op::StrandEnd`.
    #[inline(never)]
    pub(super) fn strand_end(&mut self) -> Result<(), Limit> {
        let strand = self.strand;
        let number = self.agenda.strands[strand as usize].unit;
        let unit = &mut self.agenda.units[number as usize];
        if unit.open == 1 {
            return self.close_unit(strand, number);
        }
        unit.open -= 1;
        self.note(ENDED, strand)?;
        let agenda = &mut self.agenda;
        agenda.strands[strand as usize].nested = OVER;
        agenda.leader = NONE;
        agenda.stepped = false;
        let only = if number == agenda.outermost {
            agenda.only_one_after(strand)
        } else {
            None
        };
        match (agenda.inside, only) {
            // Most often, nothing else is under way.
            (NONE, Some(next)) => {
                (agenda.leader, agenda.has_followers) = (next, false);
                self.go_on_with(next);
                Ok(())
            }
            (NONE, None) => {
                let leader = self.look_for_leader()?;
                self.take_strand(leader, self.agenda.outermost)
            }
            (scope, _) => {
                let first = agenda.descend(agenda.first(scope));
                self.take_strand(first, scope)
            }
        }
    }

    /// The last strand of a unit has ended.
    fn close_unit(&mut self, strand: u32, unit: u32) -> Result<(), Limit> {
        let Unit {
            owner,
            ret_pc,
            outer,
            around,
            ..
        } = self.agenda.units[unit as usize];
        let was_outermost = self.agenda.outermost == unit;
        let was_inside = self.agenda.inside == unit;
        let what = ENDED
            | CLOSED
            | if was_outermost { WAS_OUTERMOST } else { 0 }
            | if was_inside { WAS_INSIDE } else { 0 };
        self.note(what, strand)?;
        let agenda = &mut self.agenda;
        agenda.units[unit as usize].open = 0;
        agenda.strands[strand as usize].nested = OVER;
        // The strand around it takes its place among the candidates.
        if agenda.leader == strand {
            agenda.leader = outer;
        }
        if outer != NONE {
            agenda.strands[outer as usize].nested = NONE;
        }
        if was_outermost {
            agenda.outermost = agenda.unit_of(outer);
        }
        if was_inside {
            agenda.inside = around;
        }
        self.pc = ret_pc;
        self.fp = self.go_to_frame(owner);
        Ok(())
    }
}
