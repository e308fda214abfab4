//! The addresses written last, to update copies.
//!
//! A ring of addresses, each with the stamp of the facts before its change. A stamp identifies the whole history of a
//! store, and so all its words. A copy that knows the stamp of its facts and finds that stamp here needs only the words
//! after it, in any store of that history, clones included.

use alloc::boxed::Box;
use alloc::vec;

use super::fact_buffer::WordRecorder;
use super::trail::MARK;

#[derive(Clone, Debug)]
pub struct DirtyLog {
    /// Words below this address are always copied.
    first: u32,
    /// Stamps and addresses.
    entries: Box<[[u64; 2]]>,
    /// Index of the next entry.
    next: usize,
    /// True once the ring has wrapped around.
    is_full: bool,
}

impl DirtyLog {
    /// Creates a log for a buffer of `words` words whose first `first` are always copied. It is so short that beyond it
    /// a complete copy is as fast. With no words it records nothing.
    pub fn new(first: u32, words: usize) -> Self {
        let entries = match words {
            0 => 0,
            words => (words / 16).clamp(64, 4_096),
        };
        DirtyLog {
            first,
            entries: vec![[0; 2]; entries].into(),
            next: 0,
            is_full: false,
        }
    }

    pub fn is_kept(&self) -> bool {
        !self.entries.is_empty()
    }

    #[inline(always)]
    pub fn push(&mut self, address: u32, stamp: u64) {
        if !(self.first..MARK).contains(&address) {
            return;
        }
        if self.next == self.entries.len() {
            (self.next, self.is_full) = (0, true);
        }
        if let Some(entry) = self.entries.get_mut(self.next) {
            *entry = [stamp, u64::from(address)];
            self.next += 1;
        }
    }

    pub fn clear(&mut self) {
        self.next = 0;
        self.is_full = false;
    }

    /// Passes on the addresses written since the facts had this stamp, newest first. Returns false if the log does not
    /// reach back that far.
    pub fn since(&self, stamp: u64, mut each: impl FnMut(u32)) -> bool {
        let (newer, older) = self.entries.split_at(self.next);
        let older = if self.is_full { older } else { &[] };
        let mut is_behind = false;
        for &[before, address] in newer.iter().rev().chain(older.iter().rev()) {
            match before == stamp {
                true => is_behind = true,
                false if is_behind => return true,
                false => {}
            }
            each(address as u32);
        }
        // The first of these addresses may be overwritten.
        is_behind && !self.is_full
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }
}

/// Records a change that may be committed, both in the dirty log and in another record.
pub struct Journaled<'a, R> {
    pub journal: &'a mut DirtyLog,
    pub stamp: u64,
    pub record: R,
}

impl<R: WordRecorder> WordRecorder for Journaled<'_, R> {
    #[inline(always)]
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool {
        if !self.record.note(address, old, note) {
            return false;
        }
        self.journal.push(address, self.stamp);
        true
    }
}
