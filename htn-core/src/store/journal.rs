//! What was written last, for who takes a copy again.
//!
//! A ring of addresses, each with the stamp of the facts before the change that it belongs to. A stamp stands for the whole
//! history of a store, and so for all its words. So who has a copy of the facts with a stamp, and finds that stamp here,
//! need not copy more than the words behind it: in whichever store that has this history, be it a clone.

use alloc::boxed::Box;
use alloc::vec;

use super::image::Record;
use super::trail::{MARK, Undoable};

#[derive(Clone, Debug)]
pub struct Journal {
    /// Words below this are copied anyway.
    first: u32,
    addresses: Box<[u32]>,
    stamps: Box<[u64]>,
    /// Where the next one goes.
    next: usize,
    /// Whether it has gone round.
    is_full: bool,
}

impl Journal {
    /// For the words from the first on of an image of so many: where more was written, it takes no longer to copy all.
    pub fn new(first: u32, words: usize) -> Self {
        let capacity = (words / 16).clamp(64, 4_096);
        Journal {
            first,
            addresses: vec![0; capacity].into(),
            stamps: vec![0; capacity].into(),
            next: 0,
            is_full: false,
        }
    }

    pub fn push(&mut self, address: u32, stamp: u64) {
        if !(self.first..MARK).contains(&address) {
            return;
        }
        self.addresses[self.next] = address;
        self.stamps[self.next] = stamp;
        self.next += 1;
        if self.next == self.addresses.len() {
            self.next = 0;
            self.is_full = true;
        }
    }

    pub fn clear(&mut self) {
        self.next = 0;
        self.is_full = false;
    }

    /// Hands on what was written since the facts had this stamp, newest first; false where that is not known.
    pub fn since(&self, stamp: u64, mut each: impl FnMut(u32)) -> bool {
        let oldest = match self.is_full {
            true => self.next..self.addresses.len(),
            false => 0..0,
        };
        let mut is_behind = false;
        for at in (0..self.next).rev().chain(oldest.rev()) {
            match self.stamps[at] == stamp {
                true => is_behind = true,
                false if is_behind => return true,
                false => {}
            }
            each(self.addresses[at]);
        }
        // The first of these addresses may be overwritten.
        is_behind && !self.is_full
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.addresses) + size_of_val(&*self.stamps)
    }
}

/// Takes down a change that may stand: in the journal, and on a trail if it may be undone too.
pub struct Journaled<'a> {
    pub journal: &'a mut Journal,
    pub stamp: u64,
    pub trail: Option<Undoable<'a>>,
}

impl Journaled<'_> {
    /// How high the trail would be if it had room.
    pub fn height(&self) -> usize {
        self.trail.as_ref().map_or(0, |trail| trail.height)
    }
}

impl Record for Journaled<'_> {
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool {
        if let Some(trail) = &mut self.trail
            && !trail.note(address, old, note)
        {
            return false;
        }
        self.journal.push(address, self.stamp);
        true
    }
}
