//! Going over all facts of a predicate, for whoever looks at a state or a search.
//!
//! A search leaves the order alone that no condition asks for. So there, those come first that were there when the facts
//! were copied, in order; then those that came since, by their numbers. Once everything is undone, the order is that of the
//! copy.

use super::NIL;
use super::chain::after;
use super::layout::{RelationKind, SMALL};
use super::relation::Relation;
use crate::model::domain::Row;

impl Relation<'_> {
    /// The place of the first fact, or [`NIL`].
    pub fn first_fact(self) -> u32 {
        if self.is_in_order() {
            self.first()
        } else {
            self.fact_after(0)
        }
    }

    /// The place of the fact after this one, or [`NIL`].
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
        // Those that came stand behind all rows in order.
        let from = (place + 1).saturating_sub(last).max(1);
        let mut came = if self.is_searched {
            from..self.last_row() + 1
        } else {
            0..0
        };
        came.find(|&row| self.has_come(row))
            .map_or(NIL, |row| last + row)
    }

    /// Hands the fact at this place on.
    pub fn with_fact<T>(self, place: u32, each: impl FnOnce(&[u64]) -> T) -> T {
        match place.checked_sub(self.last_in_order() + 1) {
            _ if self.is_in_order() => each(&self.row(place)),
            Some(came) => each(&self.row(came + 1)),
            None if self.layout.kind == RelationKind::Rows => each(&self.row(place)),
            None => each(&[self.facts.get(self.layout.column(place, 0))]),
        }
    }

    /// The words of a row.
    pub(super) fn row(self, row: u32) -> Row {
        self.facts.row(self.layout, row)
    }

    /// Whether the order is among what conditions ask for.
    fn is_in_order(self) -> bool {
        self.layout.scanned || self.layout.kind == RelationKind::Single
    }

    /// The greatest number of a row of the order.
    fn last_in_order(self) -> u32 {
        self.layout.homes + self.layout.capacity
    }

    /// The greatest number of a row among what conditions ask for.
    fn last_row(self) -> u32 {
        match self.layout.kind {
            RelationKind::Bits => SMALL + self.layout.places,
            _ => self.last_in_order(),
        }
    }

    /// Whether a row of the order has not gone.
    fn is_still_there(self, row: u32) -> bool {
        let (facts, l) = (self.facts, self.layout);
        match l.kind {
            RelationKind::Bits => facts.has_one(l, facts.get(l.column(row, 0))),
            _ => self.is_row(row),
        }
    }

    /// Whether there is a row of this number that is not in the order.
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

    /// Whether there is a row in this node.
    fn is_row(self, row: u32) -> bool {
        self.facts.find(self.layout, &self.row(row)) == row
    }
}
