//! Hash tables of large words, with linear probing.
//!
//! A free place is 0, which is a small word and so never in a table. At least a third of the places is free, so every
//! lookup ends. Removing a word moves later ones up, so that lookups still find them.

use super::fact_buffer::{BufferWriter, WordRecorder};
use super::hash::spread;
use super::layout::Layout;
use super::read::Reader;

impl Layout {
    fn place_of(&self, word: u64) -> u32 {
        let hash = spread(0, word) >> 32;
        ((hash * u64::from(self.places)) >> 32) as u32
    }

    fn after(&self, place: u32) -> u32 {
        match place + 1 {
            after if after == self.places => 0,
            after => after,
        }
    }

    /// Returns the distance from one place to another.
    fn way(&self, from: u32, to: u32) -> u32 {
        if to >= from {
            to - from
        } else {
            to + self.places - from
        }
    }
}

impl Reader<'_> {
    /// Returns the place of a word, or as an error the free place for it.
    pub(super) fn place_of(self, l: &Layout, word: u64) -> Result<u32, u32> {
        let mut place = l.place_of(word);
        loop {
            match self.get(l.table + place) {
                there if there == word => return Ok(place),
                0 => return Err(place),
                _ => place = l.after(place),
            }
        }
    }
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    /// Frees the place of a word.
    pub(super) fn free_place(&mut self, l: &Layout, mut gap: u32) {
        let mut place = l.after(gap);
        loop {
            let word = self.get(l.table + place);
            if word == 0 {
                break;
            }
            // It may move up to the place of its hash at most.
            if l.way(l.place_of(word), place) >= l.way(gap, place) {
                self.set(l.table + gap, word);
                gap = place;
            }
            place = l.after(place);
        }
        self.set(l.table + gap, 0);
    }
}
