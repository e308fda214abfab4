//! Iteration over all facts of a predicate, in a state or a search.
//!
//! A search does not update an order that no condition scans. There, the facts that were present in the copy come
//! first, in order, then the new ones by their numbers. Once all changes are undone, the order is that of the copy.

use super::NIL;
use super::chain::after;
use super::layout::{RelationKind, SMALL};
use super::relation::PredicateFacts;
use crate::model::domain::Row;

impl PredicateFacts<'_> {
    /// Returns the place of the first fact, or [`NIL`].
    pub fn first_fact(self) -> u32 {
        if self.is_in_order() {
            self.first()
        } else {
            self.fact_after(0)
        }
    }

    /// Returns the place of the next fact, or [`NIL`].
    pub fn fact_after(self, place: u32) -> u32 {
        if self.is_in_order() {
            return self.following(place);
        }
        let last = self.last_in_order();
        let mut row = place;
        if row <= last {
            loop {
                row = after(self.facts.get(self.layout.link(row)));
                if row == NIL {
                    break;
                }
                if !self.is_searched || self.is_still_there(row) {
                    return row;
                }
            }
        }
        // The places of new facts are above those of all rows in order.
        let from = (place + 1).saturating_sub(last).max(1);
        let mut came = if self.is_searched {
            from..self.last_row() + 1
        } else {
            0..0
        };
        came.find(|&row| self.has_come(row))
            .map_or(NIL, |row| last + row)
    }

    /// Calls a function with the fact at a place.
    pub fn with_fact<T>(self, place: u32, each: impl FnOnce(&[u64]) -> T) -> T {
        match place.checked_sub(self.last_in_order() + 1) {
            _ if self.is_in_order() => each(&self.row(place)),
            Some(came) => each(&self.row(came + 1)),
            None if self.layout.kind == RelationKind::Rows => each(&self.row(place)),
            None => each(&[self.facts.get(self.layout.column(place, 0))]),
        }
    }

    /// Returns the words of a row.
    pub fn row(self, row: u32) -> Row {
        self.facts.row(self.layout, row)
    }

    /// Returns true if conditions read the order, so that searches update it.
    fn is_in_order(self) -> bool {
        self.layout.scanned || self.layout.kind == RelationKind::Single
    }

    /// Returns the greatest row number of the order.
    fn last_in_order(self) -> u32 {
        self.layout.homes + self.layout.capacity
    }

    /// Returns the greatest row number of the data that conditions read.
    fn last_row(self) -> u32 {
        match self.layout.kind {
            RelationKind::Bits => SMALL + self.layout.places,
            _ => self.last_in_order(),
        }
    }

    /// Returns true if a row of the order is still present.
    fn is_still_there(self, row: u32) -> bool {
        let (facts, l) = (self.facts, self.layout);
        match l.kind {
            RelationKind::Bits => facts.has_one(l, facts.get(l.column(row, 0))),
            _ => self.is_row(row),
        }
    }

    /// Returns true if a row is present but not in the order.
    fn has_come(self, row: u32) -> bool {
        let (facts, l) = (self.facts, self.layout);
        match l.kind {
            RelationKind::Bits => {
                let word = self.word(row, 0);
                let is_there = if row <= SMALL {
                    facts.bit(l.bits, word)
                } else {
                    word != 0
                };
                is_there && facts.find_row(l, &[word]) == NIL
            }
            _ => {
                let first = after(facts.get(l.link(0)));
                self.is_row(row) && first != row && facts.get(l.link(row)) == 0
            }
        }
    }

    /// Returns true if a node has a row.
    fn is_row(self, row: u32) -> bool {
        self.facts.find(self.layout, &self.row(row)) == row
    }
}
