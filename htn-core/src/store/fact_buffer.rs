//! The words that all facts are made of, and the one way to change them.
//!
//! Nothing outside this file writes a word, so nothing can be changed that is not on record: a write past the record
//! would spoil what is undone later, without a sign.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::Range;

use super::read::Reader;
use super::trail::{Entry, address};

/// What keeps the old values of words.
pub trait WordRecorder {
    /// Takes down that the word at an address was `old`. The note is for whoever reads the record later. False where there
    /// is no room: the word is left alone then.
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool;
}

/// All words of a store, which are zero at first.
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

    /// Who writes with it. Orders that only a state keeps are kept up to date if `whole` says so.
    #[inline(always)]
    pub fn write<R: WordRecorder>(&mut self, record: R, whole: bool) -> BufferWriter<'_, R> {
        BufferWriter {
            words: &mut self.words,
            record,
            whole,
        }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Brings back the old values of these entries, newest first. Entries about something else are handed on.
    #[inline(always)]
    pub fn restore(&mut self, entries: &[Entry], mut other: impl FnMut(&Entry)) {
        for entry in entries.iter().rev() {
            match self.words.get_mut(address(entry) as usize) {
                Some(word) => *word = entry[1],
                None => other(entry),
            }
        }
    }

    /// Exchanges the value of an entry with the one in its place: undoes it, or does it again.
    pub fn exchange(&mut self, entry: &mut Entry) {
        if let Some(word) = self.words.get_mut(address(entry) as usize) {
            core::mem::swap(word, &mut entry[1]);
        }
    }

    /// Takes over one word of another image of the same layout.
    #[inline(always)]
    pub fn copy_word(&mut self, from: &FactBuffer, address: u32) {
        let from = from.words.get(address as usize);
        if let (Some(to), Some(&word)) = (self.words.get_mut(address as usize), from) {
            *to = word;
        }
    }

    /// Takes over some words of another image of the same layout.
    pub fn copy_words(&mut self, from: &FactBuffer, addresses: Range<usize>) {
        self.words[addresses.clone()].copy_from_slice(&from.words[addresses]);
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// The words, and who takes down what becomes of them.
pub struct BufferWriter<'a, R> {
    words: &'a mut [u64],
    pub record: R,
    /// Whether the order of rows is kept up to date that no condition goes over.
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

    /// The same, with a note.
    #[inline(always)]
    pub fn set_noting(&mut self, address: u32, word: u64, note: u32) {
        let to = &mut self.words[address as usize];
        if self.record.note(address, *to, note) {
            *to = word;
        }
    }
}

/// Keeps nothing: for what is never undone, and known to nobody yet.
pub struct Unrecorded;

impl WordRecorder for Unrecorded {
    #[inline(always)]
    fn note(&mut self, _: u32, _: u64, _: u32) -> bool {
        true
    }
}
