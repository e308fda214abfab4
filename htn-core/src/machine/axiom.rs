//! Axioms: frames of slots that are called, gone back into, and left.

use super::task::{pack, unpack};
use super::{Limit, Machine};
use crate::domain::Row;
use crate::tables::{Arg, AxiomId, Op, Pc, Run, Slot};

/// The words below an axiom's frame: where it was called from, and how many axioms were open there.
const LINK: u32 = 2;

impl Machine {
    /// `Op::Call`.
    #[inline]
    pub(super) fn call(&mut self, axiom: AxiomId, args: Run, mark: Slot) -> Result<(), Limit> {
        let open = self.axioms;
        self.deeper()?;
        let row = self.tables.axioms[axiom.0 as usize];
        let from = self.fp as usize;
        let at = self.claim(row.frame as u32 + LINK)?;
        let to = (at + LINK) as usize;
        self.slots[from + mark.0 as usize] = self.choices.len() as u64;
        self.slots[at as usize] = pack(self.pc, self.fp);
        self.slots[at as usize + 1] = u64::from(open);
        for (i, arg) in self.atom(args).iter().enumerate() {
            if let Arg::Is(slot) = arg {
                self.slots[to + i] = self.slots[from + slot.0 as usize];
            }
        }
        self.fp = to as u32;
        self.pc = row.entry.0;
        Ok(())
    }

    /// Whether the axiom that was called at the mark has left choice points.
    #[inline]
    pub(super) fn has_left(&self, mark: Slot) -> bool {
        self.choices.len() as u64 > self.slot(mark)
    }

    /// `Op::TailCall`.
    #[inline]
    pub(super) fn tail_call(&mut self, axiom: AxiomId, args: Run) -> Result<(), Limit> {
        self.deeper()?;
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

    /// The frame that is left, and the place of the call.
    #[inline(always)]
    fn return_to_caller(&mut self) -> (u32, u32) {
        let from = self.fp;
        let link = (from - LINK) as usize;
        let (pc, fp) = unpack(self.slots[link]);
        self.axioms = self.slots[link + 1] as u32;
        self.fp = fp;
        (from, pc)
    }

    /// `Op::Exit`.
    #[inline]
    pub(super) fn exit(&mut self) {
        let (from, pc) = self.return_to_caller();
        // Behind the call stands how to go back into it.
        self.pc = pc + 2;
        let Op::Call { args, mark, .. } = self.tables.code[pc as usize] else {
            return;
        };
        for (i, arg) in self.atom(args).iter().enumerate() {
            if let Arg::Bind(slot) = arg {
                self.set(*slot, self.slots[from as usize + i]);
            }
        }
        // No choice point inside: nobody comes back to this frame.
        if !self.has_left(mark) {
            self.top = from - LINK;
        }
    }

    /// `Op::Exhausted`.
    #[inline]
    pub(super) fn exhausted(&mut self) {
        let (from, pc) = self.return_to_caller();
        self.top = from - LINK;
        if let Op::Call { els: Pc(els), .. } = self.tables.code[pc as usize] {
            self.pc = els;
        }
    }
}
