//! The strands of `unordered` blocks.

use super::{Limit, NONE};
use crate::model::limits::LimitKind;
use crate::model::pool::Pool;
use crate::store::{CustomEntry, Trail, UndoHandler};

/// An `unordered` block that the search has reached.
#[derive(Clone, Copy, Debug)]
struct Unit {
    /// The frame that resumes at `ret_pc` when all strands have ended.
    owner: u32,
    ret_pc: u32,
    /// The strand that contains the block, or `NONE`.
    outer: u32,
    /// The range of its strands.
    base: u32,
    end: u32,
    /// The number of strands that have not ended.
    open: u32,
    /// [`Agenda::inside`] when the block was reached.
    around: u32,
}

/// A strand.
#[derive(Clone, Copy, Debug)]
struct Strand {
    unit: u32,
    /// The frame and op that it resumes at.
    frame: u32,
    pc: u32,
    /// The unit that it waits for, or `NONE`, or [`OVER`] if it has ended.
    nested: u32,
}

/// In place of the unit that a strand waits for: the strand has ended.
const OVER: u32 = NONE - 1;

/// A place in the code: a frame and an op.
#[derive(Clone, Copy)]
pub(super) struct StrandPlace {
    pub frame: u32,
    pub pc: u32,
}

/// The strand that is next after another one has ended.
pub(super) struct NextStrand {
    pub strand: u32,
    /// The unit with the other candidates, or `NONE` if there is no other candidate.
    pub scope: u32,
}

/// The strands of all `unordered` blocks.
///
/// A *candidate* is a strand that could take the next step: open, and not waiting for a unit. The strands of a unit are
/// adjacent and usually few, because most are written in the domain, so the next open one is found by a scan.
///
/// Invariant: every change of a unit or a strand has an entry on the trail. `leader` and `has_followers` are derived.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    units: Pool<Unit>,
    strands: Pool<Strand>,
    /// The outermost unit with a choice of strands, or `NONE`.
    outermost: u32,
    /// The unit that the search stays in until the next step, or `NONE` for anywhere.
    inside: u32,
    /// The first candidate of the outermost unit, or `NONE` if it is not known.
    leader: u32,
    /// True if there are other candidates than the leader.
    has_followers: bool,
    /// True after a step, until the strand of the next step is chosen.
    stepped: bool,
}

// Tags of trail entries.
/// The unit `a` began.
const OPENED: u8 = 0;
/// The strand `a` ended. The flags below may be added.
const ENDED: u8 = 1;
/// The strand `a` was suspended. Before, its place was the frame `b` and the op `c`.
const LEFT: u8 = 2;
/// `outermost` was `a`.
const OUTERMOST: u8 = 3;
/// `inside` was `a`.
const INSIDE: u8 = 4;

// Flags of `ENDED`.
/// The unit ended with the strand.
const CLOSED: u8 = 16;
/// The unit was `outermost`.
const WAS_OUTERMOST: u8 = 32;
/// The unit was `inside`.
const WAS_INSIDE: u8 = 64;

impl UndoHandler for Agenda {
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
            OPENED => self.undo_open(a),
            OUTERMOST => self.outermost = a,
            ended => self.undo_end(a, ended),
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

    /// Returns true if an `unordered` block was reached and has not ended.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.outermost != NONE
    }

    /// Returns true after a step, until the strand of the next step is chosen.
    #[inline(always)]
    pub fn must_interleave(&self) -> bool {
        self.stepped
    }

    /// Records the end of a step: another strand may be next.
    pub fn begin_step(&mut self) {
        self.stepped = true;
    }

    /// Records that the strand of the next step is chosen.
    #[inline(always)]
    pub fn end_step(&mut self) {
        self.stepped = false;
    }

    /// Begins a unit in the strand `outer`, with one strand at each of these places. Returns the unit and its first strand,
    /// which is the current one.
    #[inline(always)]
    pub fn open(
        &mut self,
        outer: u32,
        resume: StrandPlace,
        places: impl ExactSizeIterator<Item = StrandPlace>,
        trail: &mut Trail,
    ) -> Result<(u32, u32), Limit> {
        let unit = self.units.len() as u32;
        let base = self.strands.len() as u32;
        let open = places.len() as u32;
        trail.push_custom_short(OPENED, unit)?;
        let opened = self.units.take(Unit {
            owner: resume.frame,
            ret_pc: resume.pc,
            outer,
            base,
            end: base + open,
            open,
            around: self.inside,
        });
        let strands = places.map(|StrandPlace { frame, pc }| Strand {
            unit,
            frame,
            pc,
            nested: NONE,
        });
        if !opened || !self.strands.take_all(strands) {
            return Err(Limit::Kind(LimitKind::Tasks));
        }
        let mut is_outermost = outer == NONE;
        if let Some(around) = self.strands.get_mut(outer as usize) {
            around.nested = unit;
            let above = around.unit;
            is_outermost = above == self.outermost && self.units[above as usize].open == 1;
        }
        if is_outermost {
            (self.outermost, self.leader, self.has_followers) = (unit, base, open > 1);
        } else if self.leader == outer {
            // The first strand replaces the one around it among the candidates, and the others follow it.
            self.leader = base;
            self.has_followers |= open > 1;
        }
        self.inside = unit;
        Ok((unit, base))
    }

    fn undo_open(&mut self, unit: u32) {
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

    /// Ends a strand that is the last open one of its unit, and the unit with it. Returns the place that resumes. If there
    /// are other open strands, it changes nothing and returns `None`.
    pub fn end_unit(
        &mut self,
        strand: u32,
        trail: &mut Trail,
    ) -> Result<Option<StrandPlace>, Limit> {
        let number = self.strands[strand as usize].unit;
        let unit = &mut self.units[number as usize];
        if unit.open > 1 {
            return Ok(None);
        }
        let was_outermost = self.outermost == number;
        let was_inside = self.inside == number;
        let tag = ENDED
            | CLOSED
            | if was_outermost { WAS_OUTERMOST } else { 0 }
            | if was_inside { WAS_INSIDE } else { 0 };
        trail.push_custom_short(tag, strand)?;
        unit.open = 0;
        let Unit {
            owner,
            ret_pc,
            outer,
            around,
            ..
        } = *unit;
        self.strands[strand as usize].nested = OVER;
        // The strand around it replaces it among the candidates.
        if self.leader == strand {
            self.leader = outer;
        }
        if outer != NONE {
            self.strands[outer as usize].nested = NONE;
        }
        if was_outermost {
            self.outermost = self.unit_of(outer);
        }
        if was_inside {
            self.inside = around;
        }
        Ok(Some(StrandPlace {
            frame: owner,
            pc: ret_pc,
        }))
    }

    /// Ends a strand of a unit with other open strands. Returns the next strand.
    pub fn end_strand(&mut self, strand: u32, trail: &mut Trail) -> Result<NextStrand, Limit> {
        let number = self.strands[strand as usize].unit;
        self.units[number as usize].open -= 1;
        trail.push_custom_short(ENDED, strand)?;
        self.strands[strand as usize].nested = OVER;
        self.leader = NONE;
        self.stepped = false;
        if self.inside != NONE {
            let scope = self.inside;
            let strand = self.descend(self.first(scope));
            return Ok(NextStrand { strand, scope });
        }
        // Most often, no other unit is open.
        if number == self.outermost
            && let Some(next) = self.only_one_after(strand)
        {
            (self.leader, self.has_followers) = (next, false);
            return Ok(NextStrand {
                strand: next,
                scope: NONE,
            });
        }
        let strand = self.find_leader(trail)?;
        let scope = self.outermost;
        Ok(NextStrand { strand, scope })
    }

    fn undo_end(&mut self, strand: u32, tag: u8) {
        let unit = self.unit_of(strand);
        self.strands[strand as usize].nested = NONE;
        self.units[unit as usize].open += 1;
        if tag & CLOSED == 0 {
            return;
        }
        let outer = self.units[unit as usize].outer;
        if outer != NONE {
            self.strands[outer as usize].nested = unit;
        }
        if tag & WAS_OUTERMOST != 0 {
            self.outermost = unit;
        }
        if tag & WAS_INSIDE != 0 {
            self.inside = unit;
        }
    }

    /// Lets the search leave the unit that it was to stay in.
    #[inline(always)]
    pub fn leave_unit(&mut self, trail: &mut Trail) -> Result<(), Limit> {
        if self.inside == NONE {
            return Ok(());
        }
        trail.push_custom_short(INSIDE, self.inside)?;
        self.inside = NONE;
        Ok(())
    }

    /// Suspends a strand at a place.
    pub fn suspend(
        &mut self,
        strand: u32,
        at: StrandPlace,
        trail: &mut Trail,
    ) -> Result<(), Limit> {
        let Strand { frame, pc, .. } = self.strands[strand as usize];
        trail.push_custom(LEFT, strand, frame, pc)?;
        let left = &mut self.strands[strand as usize];
        (left.frame, left.pc) = (at.frame, at.pc);
        Ok(())
    }

    /// Returns the number of a strand in its unit.
    pub fn number_of(&self, strand: u32) -> u32 {
        let unit = self.units.get(self.unit_of(strand) as usize);
        unit.map_or(0, |unit| strand - unit.base)
    }

    /// Returns the place at which a strand resumes.
    #[inline(always)]
    pub fn place_of(&self, strand: u32) -> StrandPlace {
        let Strand { frame, pc, .. } = self.strands[strand as usize];
        StrandPlace { frame, pc }
    }

    /// Returns true if this strand is known to be the first candidate.
    #[inline(always)]
    pub fn leads(&self, strand: u32) -> bool {
        self.leader == strand
    }

    /// Returns true if there are other candidates than the leader, which must be known.
    #[inline(always)]
    pub fn has_followers(&self) -> bool {
        self.has_followers
    }

    /// Returns the outermost unit with a choice of strands.
    pub fn outermost(&self) -> u32 {
        self.outermost
    }

    /// Returns the first candidate of all, or `NONE` if no unit is open.
    pub fn leader(&mut self, trail: &mut Trail) -> Result<u32, Limit> {
        match self.leader {
            NONE if !self.is_open() => Ok(NONE),
            NONE => self.find_leader(trail),
            leader => Ok(leader),
        }
    }

    #[inline(never)]
    fn find_leader(&mut self, trail: &mut Trail) -> Result<u32, Limit> {
        let (unit, first) = loop {
            let unit = self.outermost;
            let first = self.first(unit);
            let nested = self.strands[first as usize].nested;
            // A unit whose only open strand waits for a unit inside it has no choice.
            if self.units[unit as usize].open > 1 || nested == NONE {
                break (unit, first);
            }
            trail.push_custom_short(OUTERMOST, unit)?;
            self.outermost = nested;
        };
        self.leader = self.descend(first);
        self.has_followers = self.after(self.leader, unit) != NONE;
        Ok(self.leader)
    }

    /// Returns the unit of a strand, or `NONE`.
    fn unit_of(&self, strand: u32) -> u32 {
        let strand = self.strands.get(strand as usize);
        strand.map_or(NONE, |strand| strand.unit)
    }

    /// Returns the first open strand of a unit at or after `from`, or `NONE`.
    #[inline(always)]
    fn open_from(&self, unit: &Unit, from: u32) -> u32 {
        let mut strands = from..unit.end;
        let open = strands.find(|strand| self.strands[*strand as usize].nested != OVER);
        open.unwrap_or(NONE)
    }

    /// Returns the strand after this one if it is the only open strand of their unit, and a candidate.
    #[inline(always)]
    fn only_one_after(&self, strand: u32) -> Option<u32> {
        let next = strand + 1;
        let Strand { unit, nested, .. } = *self.strands.get(next as usize)?;
        let is_candidate = nested == NONE && unit == self.unit_of(strand);
        (is_candidate && self.units[unit as usize].open == 1).then_some(next)
    }

    /// Returns the first open strand of a unit.
    fn first(&self, unit: u32) -> u32 {
        let unit = &self.units[unit as usize];
        self.open_from(unit, unit.base)
    }

    /// Returns the first candidate at or below a strand.
    fn descend(&self, mut strand: u32) -> u32 {
        while self.strands[strand as usize].nested != NONE {
            strand = self.first(self.strands[strand as usize].nested);
        }
        strand
    }

    /// Returns the candidate after `strand` inside the unit `scope`, or `NONE`.
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
