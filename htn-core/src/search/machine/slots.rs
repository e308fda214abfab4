//! The slots: the memory of all variables of a search.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::{Deref, DerefMut};

use super::Limit;
use crate::model::limits::LimitKind;
use crate::model::words::Words;
use crate::tables::{InlineArgs, Slot};

/// The variables of all frames: a stack of words.
///
/// Its top is in the [`Workspace`](crate::search::solve::Workspace), because emitted functions free the frames of axioms. A
/// claim writes the arguments; the other words of a frame hold old values until the frame writes them.
pub(super) struct Slots {
    words: Box<[u64]>,
    /// The greatest top after a [`claim`](Self::claim). The frames of axioms, which claim in this way, are freed without
    /// notice; before all others are freed, the machine records the top itself.
    highest: u32,
}

impl Slots {
    pub fn new(capacity: usize) -> Slots {
        Slots {
            words: vec![0; capacity].into(),
            highest: 0,
        }
    }

    /// Returns a copy of the first `used` words, with the same capacity.
    pub fn clone_used(&self, used: usize) -> Slots {
        let mut slots = Slots::new(self.words.len());
        slots.words[..used].copy_from_slice(&self.words[..used]);
        slots.highest = self.highest;
        slots
    }

    /// Returns the greatest top that was recorded.
    pub fn highest(&self) -> usize {
        self.highest as usize
    }

    pub fn forget_highest(&mut self) {
        self.highest = 0;
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Claims `words` slots at the top. Returns the first.
    #[inline]
    pub fn claim(&mut self, top: &mut u32, words: u32) -> Result<u32, Limit> {
        let at = *top;
        let end = at + words;
        if end as usize > self.words.len() {
            return Err(Limit::Kind(LimitKind::Bindings));
        }
        *top = end;
        self.highest = self.highest.max(end);
        Ok(at)
    }

    /// Claims a frame of `size` slots at the top, and copies its arguments from the frame at `fp`. Returns the first slot.
    #[inline(always)]
    pub fn claim_with(
        &mut self,
        top: &mut u32,
        fp: usize,
        size: usize,
        args: &[Slot],
    ) -> Result<usize, Limit> {
        let at = *top as usize;
        let (below, above) = self.words.split_at_mut(at);
        let Some(frame) = above.get_mut(..size) else {
            return Err(Limit::Kind(LimitKind::Bindings));
        };
        for (to, from) in frame.iter_mut().zip(args) {
            *to = below[fp + from.0 as usize];
        }
        *top = (at + size) as u32;
        Ok(at)
    }

    /// Does the same as [`claim_with`](Self::claim_with) for a few arguments. Usually there is room for as many as there can
    /// be, which one comparison shows.
    #[inline(always)]
    pub fn claim_inline(
        &mut self,
        top: &mut u32,
        fp: usize,
        size: u16,
        args: &InlineArgs,
    ) -> Result<usize, Limit> {
        let at = *top as usize;
        let (below, above) = self.words.split_at_mut(at);
        let (size, room) = (usize::from(size), above.len());
        let Some([a, b, c, d]) = above.first_chunk_mut() else {
            return self.claim_with(top, fp, size, args.as_slice());
        };
        if room < size {
            return Err(Limit::Kind(LimitKind::Bindings));
        }
        let [from_a, from_b, from_c, from_d] = args.slots;
        let word = |from: Slot| below[fp + usize::from(from.0)];
        if args.len > 0 {
            *a = word(from_a);
        }
        if args.len > 1 {
            *b = word(from_b);
        }
        if args.len > 2 {
            *c = word(from_c);
        }
        if args.len > 3 {
            *d = word(from_d);
        }
        *top = (at + size) as u32;
        Ok(at)
    }

    /// Claims the frame of an operator, below it a word with the return address. Returns the first slot of the frame.
    #[inline(always)]
    pub fn claim_operator(
        &mut self,
        top: &mut u32,
        (pc, fp): (usize, usize),
        size: u16,
        args: &[Slot],
    ) -> Result<usize, Limit> {
        let link = *top as usize;
        let (below, above) = self.words.split_at_mut(link);
        let Some([back, frame @ ..]) = above.get_mut(..usize::from(size) + 1) else {
            return Err(Limit::Kind(LimitKind::Bindings));
        };
        *back = pack(pc as u32, fp as u32);
        for (to, from) in frame.iter_mut().zip(args) {
            *to = below[fp + usize::from(from.0)];
        }
        *top = (link + 1 + frame.len()) as u32;
        Ok(link + 1)
    }

    /// Swaps the memory with that of a plan, which then has `used` words.
    pub fn lend(&mut self, to: &mut Words, used: usize) {
        to.exchange(&mut self.words, used);
    }
}

impl Deref for Slots {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

/// Packs two numbers into a word, for example a return address.
#[inline]
pub(super) fn pack(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[inline]
pub(super) fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}
