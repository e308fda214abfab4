//! Going over all facts of a predicate, for whoever looks at a state or a search.
//!
//! A search leaves the order alone that no condition asks for. So there, those come first that were there when the facts
//! were copied, in order; then those that came since, by their numbers. Once everything is undone, the order is that of the
//! copy.

use super::NIL;
use super::chain::after;
use super::layout::Kind;
use super::read::Relation;
use crate::domain::Row;

impl Relation<'_> {
    /// The place of the first fact, or [`NIL`].
    pub fn first_fact(self) -> u32 {
        match self.is_in_order() {
            true => self.first(),
            false => self.fact_after(0),
        }
    }

    /// The place of the fact after this one, or [`NIL`].
    pub fn fact_after(self, place: u32) -> u32 {
        if self.is_in_order() {
            return self.following(place);
        }
        let (rows, last) = (&self.layout.rows, self.last_in_order());
        let mut row = place;
        if row <= last {
            loop {
                row = after(self.facts.get(rows.link(row)));
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
        let mut came = match self.is_searched {
            true => from..self.last_row() + 1,
            false => 0..0,
        };
        came.find(|&row| self.has_come(row))
            .map_or(NIL, |row| last + row)
    }

    /// Hands the fact at this place on.
    pub fn with_fact<T>(self, place: u32, each: impl FnOnce(&[u64]) -> T) -> T {
        let row = match self.is_in_order() {
            true => place,
            false => match place.checked_sub(self.last_in_order() + 1) {
                Some(came) => came + 1,
                None if self.layout.kind == Kind::Rows => place,
                None => {
                    let key = self.facts.get(self.layout.rows.column(place, 0));
                    let row: Row = [key, self.value_of_pair(key)].into_iter().collect();
                    return each(&row[..self.layout.arity as usize]);
                }
            },
        };
        each(&self.row(row))
    }

    /// The words of a row.
    pub(super) fn row(self, row: u32) -> Row {
        let columns = 0..self.layout.arity as usize;
        columns.map(|column| self.word(row, column)).collect()
    }

    fn value_of_pair(self, key: u64) -> u64 {
        match self.layout.kind {
            Kind::Pair => self.value_of(key).unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether the order is among what conditions ask for.
    fn is_in_order(self) -> bool {
        self.layout.scanned || self.layout.kind == Kind::Single
    }

    /// The greatest number of a row of the order.
    fn last_in_order(self) -> u32 {
        self.layout.rows.homes + self.layout.rows.capacity
    }

    /// The greatest number of a row among what conditions ask for.
    fn last_row(self) -> u32 {
        match self.layout.kind {
            Kind::Word | Kind::Pair => self.layout.direct + self.layout.table.places,
            _ => self.last_in_order(),
        }
    }

    /// Whether a row of the order has not gone.
    fn is_still_there(self, row: u32) -> bool {
        let (facts, l) = (self.facts, self.layout);
        let key = facts.get(l.rows.column(row, 0));
        match l.kind {
            Kind::Word => facts.has_one(l, key),
            Kind::Pair => facts.find_pair(l, key) != NIL,
            _ => self.is_row(row),
        }
    }

    /// Whether there is a row of this number that is not in the order.
    fn has_come(self, row: u32) -> bool {
        let (facts, l) = (self.facts, self.layout);
        let number = u64::from(row - 1);
        match l.kind {
            Kind::Rows => {
                let first = after(facts.get(l.rows.link(0)));
                self.is_row(row) && first != row && facts.get(l.rows.link(row)) == 0
            }
            _ if row <= l.direct => {
                facts.bit(l.small, number) && facts.find_row(&l.rows, &[number]) == NIL
            }
            _ => {
                let key = self.word(row, 0);
                key != 0 && facts.find_row(&l.rows, &[key]) == NIL
            }
        }
    }

    /// Whether there is a row in this node.
    fn is_row(self, row: u32) -> bool {
        self.facts.find(self.layout, &self.row(row)) == row
    }
}
