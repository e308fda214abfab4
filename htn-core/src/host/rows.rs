//! Rows that are looked at one after another, within a number of steps.

use crate::store::{NIL, Relation};

/// Rows of one word each, as emitted functions see them: those of a predicate of one column, items, or numbers.
///
/// Which of these they are is known where the function is written: the loop over them asks nothing more.
pub struct Rows<'a> {
    source: Source<'a>,
    /// How many more rows may be looked at.
    pub(crate) left: i64,
}

enum Source<'a> {
    Facts {
        of: &'a Relation,
        next: u32,
    },
    Items {
        all: &'a [u64],
        next: usize,
    },
    /// Those before `end`, as many as are left.
    Numbers {
        end: u64,
        rest: u64,
    },
}

impl<'a> Rows<'a> {
    #[inline(always)]
    pub(crate) fn of_facts(of: &'a Relation, next: u32, left: i64) -> Rows<'a> {
        let source = Source::Facts { of, next };
        Rows { source, left }
    }

    #[inline(always)]
    pub(crate) fn of_items(all: &'a [u64], next: usize, left: i64) -> Rows<'a> {
        let source = Source::Items { all, next };
        Rows { source, left }
    }

    #[inline(always)]
    pub(crate) fn of_numbers(end: u64, rest: u64, left: i64) -> Rows<'a> {
        let source = Source::Numbers { end, rest };
        Rows { source, left }
    }

    /// Where it goes on; of numbers, how many are left.
    #[inline(always)]
    pub(crate) fn next_place(&self) -> u64 {
        match self.source {
            Source::Facts { next, .. } => u64::from(next),
            Source::Items { next, .. } => next as u64,
            Source::Numbers { rest, .. } => rest,
        }
    }

    /// Goes on with the facts up to the one that is wanted: false where there is no other, or where no more may be
    /// looked at.
    #[inline(always)]
    pub fn facts(&mut self, mut wanted: impl FnMut(u64) -> bool) -> bool {
        let Source::Facts { of, next } = &mut self.source else {
            return false;
        };
        let (of, mut row, mut left) = (*of, *next, self.left);
        let mut found = false;
        while !found && left > 0 && row != NIL {
            let (word, following) = of.one(row);
            row = following;
            left -= 1;
            found = wanted(word);
        }
        (*next, self.left) = (row, left);
        found
    }

    /// The same, for numbers.
    #[inline(always)]
    pub fn numbers(&mut self, mut wanted: impl FnMut(u64) -> bool) -> bool {
        let Source::Numbers { end, rest } = &mut self.source else {
            return false;
        };
        let most = (*rest).min(self.left.max(0) as u64);
        let first = end.wrapping_sub(*rest);
        let mut looked_at = 0;
        let mut found = false;
        while !found && looked_at < most {
            found = wanted(first.wrapping_add(looked_at));
            looked_at += 1;
        }
        *rest -= looked_at;
        self.left -= looked_at as i64;
        found
    }

    /// The same, for items.
    #[inline(always)]
    pub fn items(&mut self, mut wanted: impl FnMut(u64) -> bool) -> bool {
        let Source::Items { all, next } = &mut self.source else {
            return false;
        };
        let rest = all.get(*next..).unwrap_or_default();
        let most = rest.len().min(self.left.max(0) as usize);
        let found = rest[..most].iter().position(|word| wanted(*word));
        let looked_at = found.map_or(most, |at| at + 1);
        *next += looked_at;
        self.left -= looked_at as i64;
        found.is_some()
    }
}
