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
    /// The end of the entries of the last round, or 0 in the first round.
    end: usize,
}

impl DirtyLog {
    /// The number of addresses that one change logs at most. A log that one exceeds starts again.
    pub const RESERVED: usize = 32;

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
            end: 0,
        }
    }

    pub fn is_kept(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Returns room for a change of the facts with this stamp. [`commit`](Self::commit) adds its addresses to the log.
    #[inline]
    pub fn begin(&mut self, stamp: u64) -> LogRoom<'_> {
        if self.next + Self::RESERVED > self.entries.len() {
            (self.next, self.end) = (0, self.next);
        }
        let room = self.entries.get_mut(self.next..self.next + Self::RESERVED);
        LogRoom {
            room: room.unwrap_or_default(),
            first: self.first,
            stamp,
            used: 0,
        }
    }

    /// Adds the first `used` addresses of the room to the log. A log that had no room for all of them is cleared.
    #[inline]
    pub fn commit(&mut self, used: usize) {
        self.next += used;
        if used > Self::RESERVED {
            self.clear();
        }
    }

    pub fn clear(&mut self) {
        self.next = 0;
        self.end = 0;
    }

    /// Passes on the addresses written since the facts had this stamp, newest first. Returns false if the log does not
    /// reach back that far.
    pub fn since(&self, stamp: u64, mut each: impl FnMut(u32)) -> bool {
        let newer = self.entries.get(..self.next).unwrap_or_default();
        let older = self.entries.get(self.next..self.end).unwrap_or_default();
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
        is_behind && self.end == 0
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }
}

/// Room in a dirty log for the addresses of one change; none if the log records nothing.
pub struct LogRoom<'a> {
    room: &'a mut [[u64; 2]],
    first: u32,
    stamp: u64,
    /// The number of addresses, which may exceed the room.
    pub used: usize,
}

impl LogRoom<'_> {
    #[inline(always)]
    pub fn push(&mut self, address: u32) {
        if !(self.first..MARK).contains(&address) {
            return;
        }
        if let Some(entry) = self.room.get_mut(self.used) {
            *entry = [self.stamp, u64::from(address)];
        }
        self.used += 1;
    }
}

/// Records a change that may be committed, both in the dirty log and in another record.
pub struct Journaled<'a, R> {
    pub log: LogRoom<'a>,
    pub record: R,
}

impl<R: WordRecorder> WordRecorder for Journaled<'_, R> {
    #[inline(always)]
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool {
        let is_recorded = self.record.note(address, old, note);
        if is_recorded {
            self.log.push(address);
        }
        is_recorded
    }
}
