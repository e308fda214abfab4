//! Axioms: frames of slots that are called, gone back into, and left.

use super::task::{pack, unpack};
use super::{Limit, Machine};
use crate::domain::Row;
use crate::tables::{Arg, AxiomId, AxiomRow, Run, Slot};

/// The words below an axiom's frame: where it was called from; and how many axioms and choice points there were.
pub(super) const LINK: usize = 2;

impl Machine {
    /// `Op::Call`, its first half: the words of a new frame, with the arguments in it. Returns the first of them, of the
    /// link.
    #[inline(always)]
    pub(super) fn lay_out(
        &mut self,
        fp: usize,
        row: AxiomRow,
        args: &[Arg],
    ) -> Result<usize, Limit> {
        self.went_into(self.axioms + 1)?;
        let link = self.claim(u32::from(row.frame) + LINK as u32)? as usize;
        let (callers, called) = self.slots.split_at_mut(link);
        for (to, arg) in called[LINK..].iter_mut().zip(args) {
            if let Arg::Is(slot) = arg {
                *to = callers[fp + slot.0 as usize];
            }
        }
        Ok(link)
    }

    /// Its second half: where to return to.
    #[inline(always)]
    pub(super) fn link(&mut self, link: usize, (pc, fp): (usize, usize)) {
        let choices = self.choices.len() as u32;
        if let [from, height, ..] = &mut self.slots[link..] {
            *from = pack(pc as u32, fp as u32);
            *height = pack(choices, self.axioms);
        }
        self.axioms += 1;
    }

    /// `Op::TailCall`.
    #[inline]
    pub(super) fn tail_call(&mut self, axiom: AxiomId, args: Run) -> Result<(), Limit> {
        self.axioms += 1;
        self.went_into(self.axioms)?;
        let row = self.tables.axioms[axiom.0 as usize];
        match *self.atom(args) {
            [Arg::Is(from)] => self.set(Slot(0), self.slot(from)),
            ref args => {
                // An argument may be a parameter that an earlier one writes over.
                let word = |arg: &Arg| match arg {
                    Arg::Is(slot) => self.slot(*slot),
                    Arg::Bind(_) | Arg::Any => 0,
                };
                let words: Row = args.iter().map(word).collect();
                let fp = self.fp as usize;
                self.slots[fp..fp + words.len()].copy_from_slice(&words);
            }
        }
        self.top = self.fp;
        self.claim(row.frame as u32)?;
        self.pc = row.entry.0;
        Ok(())
    }

    /// Leaves the frame, which goes where no choice point was made in it: the place of the call, and its frame.
    #[inline(always)]
    pub(super) fn return_to_caller(&mut self, fp: usize) -> (usize, usize) {
        let link = fp - LINK;
        let (pc, caller) = unpack(self.slots[link]);
        let (choices, open) = unpack(self.slots[link + 1]);
        self.axioms = open;
        if self.choices.len() as u32 <= choices {
            self.top = link as u32;
        }
        (pc as usize, caller as usize)
    }

    /// Writes the open parameters of the frame that is left into the caller's slots.
    #[inline(always)]
    pub(super) fn hand_over(&mut self, args: &[Arg], from: usize, caller: usize) {
        for (i, arg) in args.iter().enumerate() {
            if let Arg::Bind(slot) = arg {
                self.slots[caller + slot.0 as usize] = self.slots[from + i];
            }
        }
    }
}
