//! The memory of all facts, and the only function that changes it.
//!
//! No other file writes a word, so every change is recorded. A write without a record would silently corrupt a later
//! undo.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::Range;

use super::read::Reader;
use super::trail::{Entry, address};

/// Records the old values of words.
pub trait WordRecorder {
    /// Records that the word at an address was `old`. Readers of the record use the note. Returns false if there is no
    /// room: the word is then not changed.
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool;
}

/// The words of a store, initially zero.
#[derive(Clone, Debug)]
pub struct FactBuffer {
    words: Box<[u64]>,
}

impl FactBuffer {
    pub fn new(words: usize) -> Self {
        FactBuffer {
            words: vec![0; words].into(),
        }
    }

    #[inline(always)]
    pub fn read(&self) -> Reader<'_> {
        Reader::new(&self.words)
    }

    /// Returns a writer. If `whole` is set, it updates the orders that only a state keeps.
    #[inline(always)]
    pub fn write<R: WordRecorder>(&mut self, record: R, whole: bool) -> BufferWriter<'_, R> {
        BufferWriter {
            words: &mut self.words,
            record,
            whole,
        }
    }

    /// Returns a writer of the words below an address, without the orders that only a state keeps. If the address is known at
    /// compile time, so are the bounds of all words that a layout places.
    #[inline(always)]
    pub fn write_below<R: WordRecorder>(&mut self, end: u32, record: R) -> BufferWriter<'_, R> {
        BufferWriter {
            words: &mut self.words[..end as usize],
            record,
            whole: false,
        }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Restores the old values of these entries, newest first. Entries about something else are passed to `other`.
    #[inline(always)]
    pub fn restore(&mut self, entries: &[Entry], mut other: impl FnMut(&Entry)) {
        for entry in entries.iter().rev() {
            match self.words.get_mut(address(entry) as usize) {
                Some(word) => *word = entry[1],
                None => other(entry),
            }
        }
    }

    /// Swaps the value of an entry with the word at its address, which undoes or repeats the write.
    pub fn exchange(&mut self, entry: &mut Entry) {
        if let Some(word) = self.words.get_mut(address(entry) as usize) {
            core::mem::swap(word, &mut entry[1]);
        }
    }

    /// Copies one word of another buffer of the same layout.
    #[inline(always)]
    pub fn copy_word(&mut self, from: &FactBuffer, address: u32) {
        let from = from.words.get(address as usize);
        if let (Some(to), Some(&word)) = (self.words.get_mut(address as usize), from) {
            *to = word;
        }
    }

    /// Copies a range of another buffer of the same layout.
    pub fn copy_words(&mut self, from: &FactBuffer, addresses: Range<usize>) {
        self.words[addresses.clone()].copy_from_slice(&from.words[addresses]);
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// Writes words, and records their old values.
pub struct BufferWriter<'a, R> {
    words: &'a mut [u64],
    pub record: R,
    /// True if changes update the orders that no condition scans.
    pub whole: bool,
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    #[inline(always)]
    pub fn read(&self) -> Reader<'_> {
        Reader::new(self.words)
    }

    #[inline(always)]
    pub fn get(&self, address: u32) -> u64 {
        self.read().get(address)
    }

    /// Writes a word.
    #[inline(always)]
    pub fn set(&mut self, address: u32, word: u64) {
        self.set_noting(address, word, 0);
    }

    /// Writes a word with a note for the record.
    #[inline(always)]
    pub fn set_noting(&mut self, address: u32, word: u64, note: u32) {
        let to = &mut self.words[address as usize];
        if self.record.note(address, *to, note) {
            *to = word;
        }
    }
}

/// Records nothing, for changes that are never undone and that no copy knows.
pub struct Unrecorded;

impl WordRecorder for Unrecorded {
    #[inline(always)]
    fn note(&mut self, _: u32, _: u64, _: u32) -> bool {
        true
    }
}
