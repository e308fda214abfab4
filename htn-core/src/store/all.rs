//! Going over all facts of a relation, for whoever looks at a state or a search.
//!
//! Of an [unlisted](super::unlisted) relation, those come first that were there when the facts were copied, in order;
//! then those that came since, by their words. So the order is that of the copy once everything is undone.

use super::NIL;
use super::relation::{Kind, Relation};

impl Relation {
    /// The place of the first fact, or [`NIL`].
    pub fn first_fact(&self) -> u32 {
        self.fact_after(NIL)
    }

    /// The place of the fact after this one, or [`NIL`].
    pub fn fact_after(&self, place: u32) -> u32 {
        if !self.unlisted {
            return self.following(place);
        }
        let mut row = place;
        if self.place_of(0) > row {
            row = self.nodes[row as usize].link.next;
            while row != NIL && !self.is_there(row) {
                row = self.nodes[row as usize].link.next;
            }
            if row != NIL {
                return row;
            }
        }
        // Those that came stand behind all slots.
        let next = (place + 1).saturating_sub(self.place_of(0));
        let words =
            core::iter::successors(self.small_from(next), |&word| self.small_from(word + 1));
        let mut came = words.filter(|&word| self.has_come(word));
        came.next().map_or(NIL, |word| self.place_of(word))
    }

    /// Hands the fact at this place on.
    pub fn with_fact<T>(&self, place: u32, each: impl FnOnce(&[u64]) -> T) -> T {
        match place.checked_sub(self.place_of(0)) {
            None => each(self.row(place)),
            Some(word) if self.kind == Kind::One => each(&[u64::from(word)]),
            Some(key) => each(self.row(key + 1)),
        }
    }

    /// The place of a small word that came.
    fn place_of(&self, word: u32) -> u32 {
        self.nodes.len() as u32 + word
    }

    /// Whether a row of the order has not gone.
    fn is_there(&self, row: u32) -> bool {
        match self.kind {
            Kind::One => self.has_one(self.nodes[row as usize].words[0]),
            _ => !self.is_home(row) || self.nodes[row as usize].same != NIL,
        }
    }

    /// The first small word, or key that has a home, from this one on that is there.
    fn small_from(&self, word: u32) -> Option<u32> {
        if self.kind != Kind::One {
            return (word..self.homes).find(|&key| self.nodes[key as usize + 1].same != NIL);
        }
        let mut at = word as usize / 64;
        let mut bits = self.small.get(at)? & u64::MAX << (word % 64);
        while bits == 0 {
            at += 1;
            bits = *self.small.get(at)?;
        }
        Some(at as u32 * 64 + bits.trailing_zeros())
    }

    /// Whether a word that is there has no row in the order.
    fn has_come(&self, word: u32) -> bool {
        let words = |row| self.nodes[row as usize].words;
        self.ring().all(|row| words(row)[0] != u64::from(word))
    }

    /// The slots of the order, also of rows that have gone.
    pub(super) fn ring(&self) -> impl Iterator<Item = u32> + '_ {
        let after = |row: u32| {
            let row = self.nodes[row as usize].link.next;
            (row != NIL).then_some(row)
        };
        core::iter::successors(after(NIL), move |&row| after(row))
    }
}
