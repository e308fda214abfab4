//! Rows that are looked at one after another, within a number of steps.

use super::Known;
use crate::store::NIL;
use crate::tables::RelId;

/// Rows of one word each, as an emitted function goes over them: those of a predicate of one column, items, or numbers.
///
/// Which of these they are is known where the function is written: the loop over them asks nothing more. Where it is, a
/// slot says, as it does for generators without tests: `cursor` is that of facts, `at` the first of the two of items and
/// numbers. A row is written to the slot `to`.
pub struct Rows<'a> {
    /// How many more rows may be looked at.
    pub(crate) left: i64,
    /// All items.
    items: &'a [u64],
}

impl<'a> Rows<'a> {
    #[inline(always)]
    pub(crate) fn new(left: i64) -> Rows<'a> {
        Rows { left, items: &[] }
    }

    #[inline(always)]
    pub(crate) fn of_items(items: &'a [u64], left: i64) -> Rows<'a> {
        Rows { left, items }
    }

    /// Goes on with the facts up to the one that is wanted: false where there is no other, or where no more may be
    /// looked at.
    #[inline(always)]
    pub fn facts(
        &mut self,
        k: Known<'_>,
        s: &mut [u64],
        rel: u16,
        cursor: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        let of = k.rel(RelId(rel));
        let (mut row, mut left) = (s[cursor] as u32, self.left);
        let mut found = false;
        while !found && left > 0 && row != NIL {
            (s[to], row) = of.one(row);
            left -= 1;
            found = wanted(self, s);
        }
        s[cursor] = u64::from(row);
        self.left = left;
        found
    }

    /// The same, for numbers: how many are left, and where they end.
    #[inline(always)]
    pub fn numbers(
        &mut self,
        s: &mut [u64],
        at: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        let (first, rest) = (s[at].wrapping_sub(s[at + 1]), s[at + 1]);
        let most = rest.min(self.left.max(0) as u64);
        for looked_at in 0..most {
            s[to] = first.wrapping_add(looked_at);
            if wanted(self, s) {
                s[at + 1] = rest - looked_at - 1;
                self.left -= looked_at as i64 + 1;
                return true;
            }
        }
        s[at + 1] = rest - most;
        self.left -= most as i64;
        false
    }

    /// The same, for items.
    #[inline(always)]
    pub fn items(
        &mut self,
        s: &mut [u64],
        at: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        let next = s[at + 1];
        // There is one: a place is one more than the number of an item.
        let rest = next
            .checked_sub(1)
            .and_then(|next| self.items.get(next as usize..));
        let rest = rest.unwrap_or_default();
        let most = rest.len().min(self.left.max(0) as usize);
        let found = rest[..most].iter().position(|word| {
            s[to] = *word;
            wanted(self, s)
        });
        let looked_at = found.map_or(most, |found| found + 1);
        s[at + 1] = next + looked_at as u64;
        self.left -= looked_at as i64;
        found.is_some()
    }
}
