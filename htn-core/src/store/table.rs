//! Tables of large keys, with or without a value: each key stands at the place that its hash says or, where that is taken,
//! at the next free one behind it.
//!
//! A place is free where its key is 0, which is a small word and so never in a table. Half of the places are free always,
//! so every search ends. Where a key goes, those behind it move up, so that none is cut off from its place.

use super::hash::spread;
use super::image::{Record, Writer};
use super::layout::Table;
use super::read::Reader;

impl Table {
    #[inline(always)]
    fn place_of(&self, key: u64) -> u32 {
        (spread(0, key) >> self.shift) as u32
    }

    #[inline(always)]
    fn after(&self, place: u32) -> u32 {
        (place + 1) & (self.places - 1)
    }

    /// The address of a place.
    #[inline(always)]
    pub fn at(&self, place: u32) -> u32 {
        self.at + place * self.width
    }
}

impl Reader<'_> {
    /// The place of a key; or the free one where it would be.
    pub(super) fn place_of(self, table: &Table, key: u64) -> Result<u32, u32> {
        let mut place = table.place_of(key);
        loop {
            match self.get(table.at(place)) {
                there if there == key => return Ok(place),
                0 => return Err(place),
                _ => place = table.after(place),
            }
        }
    }
}

impl<R: Record> Writer<'_, R> {
    /// Frees the place of a key.
    pub(super) fn free_place(&mut self, table: &Table, mut gap: u32) {
        let mut place = table.after(gap);
        loop {
            let key = self.get(table.at(place));
            if key == 0 {
                break;
            }
            // It may move up as far as its own place.
            let way = |from: u32| place.wrapping_sub(from) & (table.places - 1);
            if way(table.place_of(key)) >= way(gap) {
                for word in 0..table.width {
                    let moved = self.get(table.at(place) + word);
                    self.set(table.at(gap) + word, moved);
                }
                gap = place;
            }
            place = table.after(place);
        }
        self.set(table.at(gap), 0);
    }
}
