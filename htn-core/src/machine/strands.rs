//! `unordered`: which strand the search goes on with.
//!
//! The rule is JSHOP2's: after a step, the candidates are the first open statements of all strands, in the order
//! written; until the step, the search stays inside what it chose.

use super::agenda::{
    Agenda, CLOSED, ENDED, INSIDE, LEFT, OPENED, OUTERMOST, Strand, Unit, WAS_INSIDE, WAS_OUTERMOST,
};
use super::choice::ChoiceKind;
use super::{Limit, Machine, NONE};
use crate::store::Store;
use crate::tables::Run;

impl Machine {
    /// Takes facts and strands back to a height of the trail.
    #[inline]
    pub fn undo_to(&mut self, store: &mut Store, mark: u32) {
        let mut granted = i64::MAX;
        self.undo_within(store, mark, &mut granted);
    }

    /// As `undo_to`, one entry a step; false where the steps are used up before it is done.
    #[inline]
    pub(super) fn undo_within(&mut self, store: &mut Store, mark: u32, granted: &mut i64) -> bool {
        if self.trail.mark() > mark {
            self.undo_some(store, mark, granted);
            if self.trail.mark() > mark {
                return false;
            }
        }
        self.agenda.stepped = false;
        true
    }

    #[inline(never)]
    fn undo_some(&mut self, store: &mut Store, mark: u32, granted: &mut i64) {
        store.undo_within(&mut self.trail, mark, granted, &mut self.agenda);
    }

    fn note(&mut self, tag: u8, a: u32, b: u32, c: u64) -> Result<(), Limit> {
        let noted = self.trail.push_foreign(tag, a, b, c);
        noted.map_err(Limit::from)
    }

    pub(super) fn set_inside(&mut self, unit: u32) -> Result<(), Limit> {
        if self.agenda.inside != unit {
            self.note(INSIDE, self.agenda.inside, 0, 0)?;
            self.agenda.inside = unit;
        }
        Ok(())
    }

    /// `Op::Unordered`.
    #[inline(never)]
    pub(super) fn unordered(&mut self, run: Run) -> Result<(), Limit> {
        if run.len == 0 {
            self.pc += 1;
            return Ok(());
        }
        let unit = self.agenda.units.len() as u32;
        let base = self.agenda.strands.len() as u32;
        if base as usize + run.len as usize > self.agenda.capacity {
            return Err(Limit::Tasks);
        }
        let outer = self.frames[self.frame as usize].strand;
        self.note(OPENED, unit, 0, 0)?;
        self.agenda.units.push(Unit {
            owner: self.frame,
            ret_pc: self.pc + 1,
            outer,
            first: base,
            base,
            around: self.agenda.inside,
        });
        let last = base + run.len as u32 - 1;
        for (at, strand) in (run.at..).zip(base..=last) {
            let frame = self.push_strand_frame(strand)?;
            self.agenda.strands.push(Strand {
                unit,
                frame,
                pc: self.tables.strands[at as usize].0,
                prev: if strand == base { NONE } else { strand - 1 },
                next: if strand == last { NONE } else { strand + 1 },
                nested: NONE,
            });
        }
        let agenda = &mut self.agenda;
        match outer {
            NONE => agenda.outermost = unit,
            outer => {
                let around = &mut agenda.strands[outer as usize];
                around.nested = unit;
                let is_alone = (around.prev, around.next) == (NONE, NONE);
                if is_alone && around.unit == agenda.outermost {
                    agenda.outermost = unit;
                }
            }
        }
        agenda.inside = unit;
        agenda.leader = NONE;
        self.take_strand(base, unit)
    }

    /// The first candidate of all.
    #[inline(never)]
    fn look_for_leader(&mut self) -> Result<u32, Limit> {
        let (unit, first) = loop {
            let unit = self.agenda.outermost;
            let first = self.agenda.units[unit as usize].first;
            let Strand { next, nested, .. } = self.agenda.strands[first as usize];
            // A unit whose only strand waits for a unit inside it has no choice.
            if next != NONE || nested == NONE {
                break (unit, first);
            }
            self.note(OUTERMOST, unit, 0, 0)?;
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
            self.push_choice(ChoiceKind::Strand, scope, other)?;
        }
        let Strand { frame, pc, .. } = self.agenda.strands[strand as usize];
        self.frame = frame;
        self.pc = pc;
        self.fp = self.frames[frame as usize].fp;
        Ok(())
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
        let strand = self.frames[self.frame as usize].strand;
        if strand != leader {
            self.leave_strand(strand)?;
            return self.take_strand(leader, self.agenda.outermost);
        }
        if self.agenda.has_followers {
            self.push_choice(ChoiceKind::Follower, self.pc, NONE)?;
        }
        Ok(())
    }

    /// After a step: whether the strand that took it goes on, in front of this op, as nothing else can be next but by a
    /// choice point, which is left. Else it takes a longer look.
    #[inline(always)]
    pub(super) fn goes_on(&mut self, pc: usize, fp: usize) -> Result<bool, Limit> {
        let Agenda {
            inside,
            leader,
            has_followers,
            ..
        } = self.agenda;
        let strand = self.frames[self.frame as usize].strand;
        if inside != NONE || leader == NONE || strand != leader {
            return Ok(false);
        }
        if has_followers {
            self.fp = fp as u32;
            self.push_choice(ChoiceKind::Follower, pc as u32, NONE)?;
        }
        Ok(true)
    }

    /// The present strand is to go on here, but others are first.
    fn leave_strand(&mut self, strand: u32) -> Result<(), Limit> {
        let Strand { frame, pc, .. } = self.agenda.strands[strand as usize];
        self.note(LEFT, strand, frame, pc as u64)?;
        let left = &mut self.agenda.strands[strand as usize];
        (left.frame, left.pc) = (self.frame, self.pc);
        Ok(())
    }

    /// Goes on with the candidate after the leader, which is at the present op.
    pub(super) fn take_follower(&mut self) -> Result<(), Limit> {
        let leader = self.frames[self.frame as usize].strand;
        self.leave_strand(leader)?;
        let scope = self.agenda.outermost;
        match self.agenda.after(leader, scope) {
            NONE => Ok(()),
            other => self.take_strand(other, scope),
        }
    }

    /// A step has been taken.
    #[inline]
    pub(super) fn stepped(&mut self) -> Result<(), Limit> {
        self.agenda.stepped = true;
        self.set_inside(NONE)
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
        let strand = self.frames[self.frame as usize].strand;
        let Strand {
            unit, prev, next, ..
        } = self.agenda.strands[strand as usize];
        if (prev, next) == (NONE, NONE) {
            return self.close_unit(strand, unit);
        }
        self.note(ENDED, strand, 0, 0)?;
        let agenda = &mut self.agenda;
        agenda.unlink(strand);
        agenda.leader = NONE;
        agenda.stepped = false;
        match agenda.inside {
            NONE => {
                let leader = self.look_for_leader()?;
                self.take_strand(leader, self.agenda.outermost)
            }
            scope => {
                let first = agenda.descend(agenda.units[scope as usize].first);
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
        let what = CLOSED
            | if was_outermost { WAS_OUTERMOST } else { 0 }
            | if was_inside { WAS_INSIDE } else { 0 };
        self.note(ENDED, strand, what, 0)?;
        let agenda = &mut self.agenda;
        agenda.leader = NONE;
        if outer != NONE {
            agenda.strands[outer as usize].nested = NONE;
        }
        if was_outermost {
            agenda.outermost = agenda.unit_of(outer);
        }
        if was_inside {
            agenda.inside = around;
        }
        self.frame = owner;
        self.pc = ret_pc;
        self.fp = self.frames[owner as usize].fp;
        Ok(())
    }
}
