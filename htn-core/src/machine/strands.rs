//! `unordered`: which strand the search goes on with.
//!
//! A unit is an `unordered` block that has been reached; its strands that have not ended form a list. What changes
//! here goes on the trail, like facts. The rule is JSHOP2's: after a step, the candidates are the first open
//! statements of all strands, in the order written; until the step, the search stays inside what it chose.

use super::choice::ChoiceKind;
use super::{Limit, Machine, NONE};
use crate::pool::Pool;
use crate::store::{Foreign, Store};
use crate::tables::Run;

/// An `unordered` block that has been reached.
#[derive(Clone, Copy, Debug)]
struct Unit {
    /// The frame that goes on when all strands have ended, and where.
    owner: u32,
    ret_pc: u32,
    /// The strand that the block is in, or `NONE`.
    outer: u32,
    /// The first strand that has not ended.
    first: u32,
    /// Its strands start here in `strands`.
    base: u32,
    /// What the search was to stay in when the block was reached.
    around: u32,
}

/// A strand.
#[derive(Clone, Copy, Debug)]
struct Strand {
    unit: u32,
    /// Where it goes on.
    frame: u32,
    pc: u32,
    /// Neighbours among the strands of the unit that have not ended.
    prev: u32,
    next: u32,
    /// The unit that it waits for, or `NONE`.
    nested: u32,
}

/// All strands.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    units: Pool<Unit>,
    strands: Pool<Strand>,
    capacity: usize,
    /// The unit around all others that have a choice of strands, or `NONE`.
    outermost: u32,
    /// The unit that the search stays in until a step, or `NONE` for anywhere.
    inside: u32,
    /// Whether a step has just been taken, and another strand may be next.
    pub stepped: bool,
}

// What the trail remembers of an agenda.
const OPENED: u8 = 0;
const ENDED: u8 = 1;
const MOVED: u8 = 2;
const NESTED: u8 = 3;
const OUTERMOST: u8 = 4;
const INSIDE: u8 = 5;

impl Agenda {
    pub fn new(capacity: usize) -> Agenda {
        Agenda {
            units: Pool::new(capacity),
            strands: Pool::new(capacity),
            capacity,
            outermost: NONE,
            inside: NONE,
            stepped: false,
        }
    }

    pub fn bytes(&self) -> usize {
        self.units.bytes() + self.strands.bytes()
    }

    pub fn clear(&mut self) {
        self.units.clear();
        self.strands.clear();
        self.outermost = NONE;
        self.inside = NONE;
        self.stepped = false;
    }

    /// Whether strands may interleave now.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.outermost != NONE
    }

    fn undo(&mut self, entry: Foreign) {
        let Foreign { tag, a, b, c } = entry;
        match tag {
            OPENED => {
                self.strands.truncate(self.units[a as usize].base as usize);
                self.units.truncate(a as usize);
            }
            ENDED => self.relink(a),
            MOVED => {
                let strand = &mut self.strands[a as usize];
                (strand.frame, strand.pc) = (b, c as u32);
            }
            NESTED => self.strands[a as usize].nested = b,
            OUTERMOST => self.outermost = a,
            _ => self.inside = a,
        }
    }

    fn unlink(&mut self, strand: u32) {
        let Strand {
            unit, prev, next, ..
        } = self.strands[strand as usize];
        match prev {
            NONE => self.units[unit as usize].first = next,
            prev => self.strands[prev as usize].next = next,
        }
        if next != NONE {
            self.strands[next as usize].prev = prev;
        }
    }

    fn relink(&mut self, strand: u32) {
        let Strand {
            unit, prev, next, ..
        } = self.strands[strand as usize];
        match prev {
            NONE => self.units[unit as usize].first = strand,
            prev => self.strands[prev as usize].next = strand,
        }
        if next != NONE {
            self.strands[next as usize].prev = strand;
        }
    }

    /// The first candidate at or below a strand.
    fn descend(&self, mut strand: u32) -> u32 {
        while self.strands[strand as usize].nested != NONE {
            let unit = self.strands[strand as usize].nested;
            strand = self.units[unit as usize].first;
        }
        strand
    }

    /// The candidate after `strand` inside `scope`, or `NONE`.
    fn after(&self, mut strand: u32, scope: u32) -> u32 {
        loop {
            let Strand { unit, next, .. } = self.strands[strand as usize];
            if next != NONE {
                return self.descend(next);
            }
            if unit == scope {
                return NONE;
            }
            strand = self.units[unit as usize].outer;
        }
    }
}

impl Machine {
    /// Takes facts and strands back to a height of the trail.
    #[inline]
    pub fn undo_to(&mut self, store: &mut Store, mark: u32) {
        if self.trail.mark() > mark {
            let agenda = &mut self.agenda;
            store.undo_to(&mut self.trail, mark, &mut |entry| agenda.undo(entry));
        }
        self.agenda.stepped = false;
    }

    /// As `undo_to`, one entry a step; false where the steps are used up before it is done.
    #[inline]
    pub(super) fn undo_within(&mut self, store: &mut Store, mark: u32, granted: &mut i64) -> bool {
        self.trail.note_height();
        while self.trail.mark() > mark {
            if *granted <= 0 {
                return false;
            }
            *granted -= 1;
            if let Some(entry) = store.undo_last(&mut self.trail) {
                self.agenda.undo(entry);
            }
        }
        self.agenda.stepped = false;
        true
    }

    fn note(&mut self, tag: u8, a: u32, b: u32, c: u64) -> Result<(), Limit> {
        let noted = self.trail.push_foreign(tag, a, b, c);
        noted.map_err(Self::store_full)
    }

    fn set_inside(&mut self, unit: u32) -> Result<(), Limit> {
        if self.agenda.inside != unit {
            self.note(INSIDE, self.agenda.inside, 0, 0)?;
            self.agenda.inside = unit;
        }
        Ok(())
    }

    fn set_outermost(&mut self, unit: u32) -> Result<(), Limit> {
        self.note(OUTERMOST, self.agenda.outermost, 0, 0)?;
        self.agenda.outermost = unit;
        Ok(())
    }

    fn set_nested(&mut self, strand: u32, unit: u32) -> Result<(), Limit> {
        self.note(
            NESTED,
            strand,
            self.agenda.strands[strand as usize].nested,
            0,
        )?;
        self.agenda.strands[strand as usize].nested = unit;
        Ok(())
    }

    /// `Op::Unordered`.
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
        for i in 0..run.len as u32 {
            let frame = self.push_strand_frame(base + i)?;
            self.agenda.strands.push(Strand {
                unit,
                frame,
                pc: self.tables.strands[(run.at + i) as usize].0,
                prev: if i == 0 { NONE } else { base + i - 1 },
                next: if i + 1 == run.len as u32 {
                    NONE
                } else {
                    base + i + 1
                },
                nested: NONE,
            });
        }
        if outer == NONE {
            self.set_outermost(unit)?;
        } else {
            self.set_nested(outer, unit)?;
        }
        self.set_inside(unit)?;
        self.choose_strand()
    }

    /// Goes on with the first candidate, and leaves a choice point for the others.
    fn choose_strand(&mut self) -> Result<(), Limit> {
        let scope = match self.agenda.inside {
            NONE => self.outermost()?,
            unit => unit,
        };
        let first = self.agenda.units[scope as usize].first;
        self.take_strand(self.agenda.descend(first), scope)
    }

    /// The outermost unit with a choice: one whose only strand waits for a unit inside it has none.
    fn outermost(&mut self) -> Result<u32, Limit> {
        loop {
            let unit = self.agenda.outermost;
            let first = self.agenda.units[unit as usize].first;
            match self.agenda.strands[first as usize] {
                Strand {
                    next: NONE, nested, ..
                } if nested != NONE => self.set_outermost(nested)?,
                _ => return Ok(unit),
            }
        }
    }

    /// Goes on with a candidate of `scope`.
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

    /// A step has been taken and the strand has more to do: another one may be next.
    pub(super) fn interleave(&mut self) -> Result<(), Limit> {
        self.agenda.stepped = false;
        if !self.agenda.is_open() {
            return Ok(());
        }
        let strand = self.frames[self.frame as usize].strand;
        let Strand { frame, pc, .. } = self.agenda.strands[strand as usize];
        self.note(MOVED, strand, frame, pc as u64)?;
        let moved = &mut self.agenda.strands[strand as usize];
        (moved.frame, moved.pc) = (self.frame, self.pc);
        self.choose_strand()
    }

    /// A step has been taken.
    pub(super) fn stepped(&mut self) -> Result<(), Limit> {
        if self.agenda.is_open() {
            self.set_inside(NONE)?;
            self.agenda.stepped = true;
        }
        Ok(())
    }

    /// Whether an `unordered` block has been reached and not been left.
    #[inline]
    pub(super) fn strands_are_open(&self) -> bool {
        self.agenda.is_open()
    }

    /// Whether the present op waits for another strand to be chosen.
    #[inline]
    pub(super) fn must_interleave(&self) -> bool {
        self.agenda.stepped
    }

    /// `Op::StrandEnd`.
    pub(super) fn strand_end(&mut self) -> Result<(), Limit> {
        let strand = self.frames[self.frame as usize].strand;
        let unit = self.agenda.strands[strand as usize].unit;
        self.note(ENDED, strand, 0, 0)?;
        self.agenda.unlink(strand);
        let Unit {
            owner,
            ret_pc,
            outer,
            first,
            around,
            ..
        } = self.agenda.units[unit as usize];
        if first == NONE {
            match outer {
                NONE => self.set_outermost(NONE)?,
                outer => {
                    self.set_nested(outer, NONE)?;
                    if self.agenda.outermost == unit {
                        self.set_outermost(self.agenda.strands[outer as usize].unit)?;
                    }
                }
            }
            if self.agenda.inside == unit {
                self.set_inside(around)?;
            }
            self.frame = owner;
            self.pc = ret_pc;
            self.fp = self.frames[owner as usize].fp;
            Ok(())
        } else {
            self.agenda.stepped = false;
            self.choose_strand()
        }
    }
}
