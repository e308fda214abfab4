//! `unordered`: the order in which the search tries the strands.
//!
//! The rule is JSHOP2's: after a step, the candidates are the first open statements of all strands, in the order
//! written. Until the next step, the search stays inside the strand that it chose.

use core::iter;
use core::ops::Range;

use super::agenda::{NextStrand, StrandPlace};
use super::choice::ChoiceKind;
use super::{Limit, NONE, SearchState};
use crate::search::solve::settled_rows;
use crate::tables::{Op, Pc, Run, Slot};

/// The number of strands that begin for one step of the budget.
const STRANDS_AT_ONCE: usize = 32;

/// The place of `Op::RootNext` in the code of every domain.
const ROOT_NEXT: Pc = Pc(1);

impl SearchState {
    /// `Op::Unordered`.
    #[inline(never)]
    pub(super) fn unordered(&mut self, run: Run) -> Result<(), Limit> {
        let ops = &self.tables.strands[run.at as usize..][..run.len as usize];
        let Some(first_op) = ops.first() else {
            self.registers.pc += 1;
            return Ok(());
        };
        let resume = StrandPlace {
            frame: self.plan.frame(),
            pc: self.registers.pc + 1,
        };
        self.registers.pc = first_op.0;
        self.open_strands(resume, ops.iter().map(|op| op.0))
    }

    /// `Op::UnorderedRows`.
    #[inline(never)]
    pub(super) fn unordered_rows(&mut self, region: Slot, strand: Pc) -> Result<(), Limit> {
        let region = self.slots[self.registers.fp as usize + usize::from(region.0)];
        let rows = settled_rows(self.work.stacks.read_at(0), region as usize);
        if rows == 0 {
            self.registers.pc += 1;
            return Ok(());
        }
        self.work.left -= (rows / STRANDS_AT_ONCE) as i64;
        let resume = StrandPlace {
            frame: self.plan.frame(),
            pc: self.registers.pc + 2,
        };
        self.registers.pc = strand.0;
        self.open_strands(resume, iter::repeat_n(strand.0, rows))
    }

    /// Begins a strand at each of these ops. The first one is the current one.
    #[inline(always)]
    fn open_strands(
        &mut self,
        resume: StrandPlace,
        ops: impl ExactSizeIterator<Item = u32>,
    ) -> Result<(), Limit> {
        let (count, first_frame) = (ops.len() as u32, self.plan.frames().len() as u32);
        let mut frame = first_frame;
        let places = ops.map(|pc| {
            frame += 1;
            StrandPlace {
                frame: frame - 1,
                pc,
            }
        });
        let (outer, trail) = (self.plan.strand(), &mut self.work.trail);
        let (unit, base) = self.agenda.open(outer, resume, places, trail)?;
        self.plan.begin_strands(base, count)?;
        if count > 1 {
            self.push_choice(ChoiceKind::Strand, unit, base + 1)?;
        }
        Ok(())
    }

    /// Begins a strand in each of these frames, of tasks that the game set.
    pub(super) fn open_root_strands(
        &mut self,
        frames: Range<u32>,
        strand: Pc,
    ) -> Result<(), Limit> {
        let end = StrandPlace {
            frame: NONE,
            pc: ROOT_NEXT.0,
        };
        let (count, pc) = (frames.len(), strand.0);
        let places = frames.map(|frame| StrandPlace { frame, pc });
        let trail = &mut self.work.trail;
        let (unit, base) = self.agenda.open(NONE, end, places, trail)?;
        self.resume_strand(base);
        if count > 1 {
            self.push_choice(ChoiceKind::Strand, unit, base + 1)?;
        }
        Ok(())
    }

    /// Resumes a candidate of the unit `scope`, with a choice point for the candidates after it.
    pub(super) fn take_strand(&mut self, strand: u32, scope: u32) -> Result<(), Limit> {
        let other = self.agenda.after(strand, scope);
        if other != NONE {
            self.push_choice(ChoiceKind::Strand, scope, other)?;
        }
        self.resume_strand(strand);
        Ok(())
    }

    #[inline(always)]
    fn resume_strand(&mut self, strand: u32) {
        let place = self.agenda.place_of(strand);
        self.resume(place);
    }

    #[inline(always)]
    fn resume(&mut self, at: StrandPlace) {
        self.registers.pc = at.pc;
        self.registers.fp = self.plan.resume_frame(at.frame);
    }

    /// Chooses the strand of the next step: the first candidate, with a choice point for the others.
    ///
    /// Nearly always that is the strand of the last step. It is not suspended then: its choice point suspends it.
    pub(super) fn interleave(&mut self) -> Result<(), Limit> {
        self.agenda.end_step();
        let leader = self.agenda.leader(&mut self.work.trail)?;
        if leader == NONE {
            return Ok(());
        }
        if self.plan.strand() != leader {
            self.suspend()?;
            return self.take_strand(leader, self.agenda.outermost());
        }
        if self.agenda.has_followers() {
            self.push_choice(ChoiceKind::Follower, self.registers.pc, NONE)?;
        }
        Ok(())
    }

    /// Suspends the current strand at the current op.
    fn suspend(&mut self) -> Result<(), Limit> {
        let at = StrandPlace {
            frame: self.plan.frame(),
            pc: self.registers.pc,
        };
        let trail = &mut self.work.trail;
        self.agenda.suspend(self.plan.strand(), at, trail)
    }

    /// Resumes the candidate after the current strand, which is the leader.
    pub(super) fn take_follower(&mut self) -> Result<(), Limit> {
        let leader = self.plan.strand();
        self.suspend()?;
        let scope = self.agenda.outermost();
        match self.agenda.after(leader, scope) {
            NONE => Ok(()),
            other => self.take_strand(other, scope),
        }
    }

    /// Called after a step while strands are open. Returns true if the current strand continues, with a choice point for
    /// the others. Returns false if the next strand is not decided yet.
    #[inline(never)]
    pub(super) fn stays_in_strand(&mut self, code: &[Op]) -> Result<bool, Limit> {
        self.agenda.leave_unit(&mut self.work.trail)?;
        // Most often, the step was the last of a task or two.
        while self.work.left > 0 && matches!(code[self.registers.pc as usize], Op::Done) {
            self.work.left -= 1;
            self.end_task();
        }
        let op = code[self.registers.pc as usize];
        if op.is_between_statements() || !self.agenda.leads(self.plan.strand()) {
            self.agenda.begin_step();
            return Ok(false);
        }
        if self.agenda.has_followers() {
            self.push_choice(ChoiceKind::Follower, self.registers.pc, NONE)?;
        }
        Ok(true)
    }

    /// `Op::StrandEnd`.
    #[inline(never)]
    pub(super) fn strand_end(&mut self) -> Result<(), Limit> {
        let (strand, trail) = (self.plan.strand(), &mut self.work.trail);
        if let Some(place) = self.agenda.end_unit(strand, trail)? {
            self.resume(place);
            return Ok(());
        }
        match self.agenda.end_strand(strand, trail)? {
            NextStrand {
                strand,
                scope: NONE,
            } => {
                self.resume_strand(strand);
                Ok(())
            }
            NextStrand { strand, scope } => self.take_strand(strand, scope),
        }
    }
}
