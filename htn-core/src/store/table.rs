//! Tables of large words: each stands at the place that its hash says or, where that is taken, at the next free one behind
//! it.
//!
//! A place is free where it is 0, which is a small word and so never in a table. A third of the places are free always, so
//! every search ends. Where a word goes, those behind it move up, so that none is cut off from its place.

use super::hash::spread;
use super::image::{Record, Writer};
use super::layout::Table;
use super::read::Reader;

impl Table {
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

    /// How far it is from one place to another.
    fn way(&self, from: u32, to: u32) -> u32 {
        match to >= from {
            true => to - from,
            false => to + self.places - from,
        }
    }
}

impl Reader<'_> {
    /// The place of a word; or the free one where it would be.
    pub(super) fn place_of(self, table: &Table, word: u64) -> Result<u32, u32> {
        let mut place = table.place_of(word);
        loop {
            match self.get(table.at + place) {
                there if there == word => return Ok(place),
                0 => return Err(place),
                _ => place = table.after(place),
            }
        }
    }
}

impl<R: Record> Writer<'_, R> {
    /// Frees the place of a word.
    pub(super) fn free_place(&mut self, table: &Table, mut gap: u32) {
        let mut place = table.after(gap);
        loop {
            let word = self.get(table.at + place);
            if word == 0 {
                break;
            }
            // It may move up as far as its own place.
            if table.way(table.place_of(word), place) >= table.way(gap, place) {
                self.set(table.at + gap, word);
                gap = place;
            }
            place = table.after(place);
        }
        self.set(table.at + gap, 0);
    }
}
