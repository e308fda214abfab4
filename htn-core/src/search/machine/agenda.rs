//! The strands of `unordered` blocks, and what changes them.
//!
//! A unit is an `unordered` block that has been reached. Its strands lie one behind the other and are few, since all are
//! written in the domain, so the next one that has not ended is looked for. What changes here goes on the trail, like
//! facts.

use super::NONE;
use crate::model::pool::Pool;
use crate::store::{CustomEntry, UndoHandler};

/// An `unordered` block that has been reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// The frame that goes on when all strands have ended, and where.
    pub owner: u32,
    pub ret_pc: u32,
    /// The strand that the block is in, or `NONE`.
    pub outer: u32,
    /// Its strands start here in `strands`, and end before there.
    pub base: u32,
    pub end: u32,
    /// How many of them have not ended.
    pub open: u32,
    /// What the search was to stay in when the block was reached.
    pub around: u32,
}

/// A strand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub unit: u32,
    /// Where it goes on.
    pub frame: u32,
    pub pc: u32,
    /// The unit that it waits for, or `NONE`; or [`OVER`], where it has ended.
    pub nested: u32,
}

/// In the place of a unit that a strand waits for: it has ended.
pub(super) const OVER: u32 = NONE - 1;

/// All strands.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    pub units: Pool<Unit>,
    pub strands: Pool<Strand>,
    /// The unit around all others that have a choice of strands, or `NONE`.
    pub outermost: u32,
    /// The unit that the search stays in until a step, or `NONE` for anywhere.
    pub inside: u32,
    /// The first candidate of the outermost unit, or `NONE` where it is to be looked for: strands ended, or are undone.
    pub leader: u32,
    /// Whether there are other candidates than the leader.
    pub has_followers: bool,
    /// Whether a step has just been taken, and another strand may be next.
    pub stepped: bool,
}

// What the trail remembers of an agenda.
/// A unit was opened.
pub(super) const OPENED: u8 = 0;
/// A strand ended, and perhaps its unit with it.
pub(super) const ENDED: u8 = 1;
/// A strand was left, and goes on elsewhere than before.
pub(super) const LEFT: u8 = 2;
pub(super) const OUTERMOST: u8 = 3;
pub(super) const INSIDE: u8 = 4;

// What the end of a strand was, besides.
/// The end of its unit.
pub(super) const CLOSED: u8 = 16;
/// Of the outermost one.
pub(super) const WAS_OUTERMOST: u8 = 32;
/// Of the one that the search was to stay in.
pub(super) const WAS_INSIDE: u8 = 64;

impl UndoHandler for Agenda {
    /// Takes back what an entry of the trail says.
    fn undo(&mut self, entry: CustomEntry) {
        let CustomEntry { tag, a, b, c } = entry;
        if tag == INSIDE {
            self.inside = a;
            return;
        }
        if tag == LEFT {
            let strand = &mut self.strands[a as usize];
            (strand.frame, strand.pc) = (b, c);
            return;
        }
        self.leader = NONE;
        match tag {
            OPENED => self.open_no_more(a),
            OUTERMOST => self.outermost = a,
            ended => self.end_no_more(a, ended),
        }
    }
}

impl Agenda {
    pub fn new(capacity: usize) -> Agenda {
        Agenda {
            units: Pool::new(capacity),
            strands: Pool::new(capacity),
            outermost: NONE,
            inside: NONE,
            leader: NONE,
            has_followers: false,
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
        self.leader = NONE;
        self.stepped = false;
    }

    /// A unit begins, in the strand `outer` or in none, with the strand `first` alone or with `several`.
    #[inline(always)]
    pub fn open(&mut self, unit: u32, outer: u32, first: u32, several: bool) {
        let mut is_outermost = outer == NONE;
        if let Some(around) = self.strands.get_mut(outer as usize) {
            around.nested = unit;
            let above = around.unit;
            is_outermost = above == self.outermost && self.units[above as usize].open == 1;
        }
        if is_outermost {
            (self.outermost, self.leader, self.has_followers) = (unit, first, several);
        } else if self.leader == outer {
            // Its first strand takes the place of the one around it among the candidates, and the others come behind.
            self.leader = first;
            self.has_followers |= several;
        }
        self.inside = unit;
    }

    fn open_no_more(&mut self, unit: u32) {
        let Unit {
            outer,
            base,
            around,
            ..
        } = self.units[unit as usize];
        if self.outermost == unit {
            self.outermost = self.unit_of(outer);
        }
        if outer != NONE {
            self.strands[outer as usize].nested = NONE;
        }
        self.inside = around;
        self.strands.truncate(base as usize);
        self.units.truncate(unit as usize);
    }

    fn end_no_more(&mut self, strand: u32, what: u8) {
        let unit = self.unit_of(strand);
        self.strands[strand as usize].nested = NONE;
        self.units[unit as usize].open += 1;
        if what & CLOSED == 0 {
            return;
        }
        let outer = self.units[unit as usize].outer;
        if outer != NONE {
            self.strands[outer as usize].nested = unit;
        }
        if what & WAS_OUTERMOST != 0 {
            self.outermost = unit;
        }
        if what & WAS_INSIDE != 0 {
            self.inside = unit;
        }
    }

    /// The unit of a strand, or `NONE` for none.
    pub fn unit_of(&self, strand: u32) -> u32 {
        let strand = self.strands.get(strand as usize);
        strand.map_or(NONE, |strand| strand.unit)
    }

    /// The first strand of a unit that has not ended, from a place on, or `NONE`.
    #[inline(always)]
    fn open_from(&self, unit: &Unit, from: u32) -> u32 {
        let mut strands = from..unit.end;
        let open = strands.find(|strand| self.strands[*strand as usize].nested != OVER);
        open.unwrap_or(NONE)
    }

    /// The strand behind this one, if it is the only one left of their unit and waits for nothing.
    #[inline(always)]
    pub fn only_one_after(&self, strand: u32) -> Option<u32> {
        let next = strand + 1;
        let Strand { unit, nested, .. } = *self.strands.get(next as usize)?;
        let is_left = nested == NONE && unit == self.unit_of(strand);
        (is_left && self.units[unit as usize].open == 1).then_some(next)
    }

    /// The first strand of a unit that has not ended.
    pub fn first(&self, unit: u32) -> u32 {
        let unit = &self.units[unit as usize];
        self.open_from(unit, unit.base)
    }

    /// The first candidate at or below a strand.
    pub fn descend(&self, mut strand: u32) -> u32 {
        while self.strands[strand as usize].nested != NONE {
            strand = self.first(self.strands[strand as usize].nested);
        }
        strand
    }

    /// The candidate after `strand` inside `scope`, or `NONE`.
    pub fn after(&self, mut strand: u32, scope: u32) -> u32 {
        loop {
            let number = self.strands[strand as usize].unit;
            let unit = &self.units[number as usize];
            let next = self.open_from(unit, strand + 1);
            if next != NONE {
                return self.descend(next);
            }
            if number == scope {
                return NONE;
            }
            strand = unit.outer;
        }
    }
}
