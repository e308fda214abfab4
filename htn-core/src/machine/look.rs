//! Looking for rows: the generators of conditions, one row at a time.

use crate::store::{NIL, Relation};
use crate::tables::Arg;

/// A cursor that has nothing more to give.
pub(super) const END: u64 = NIL as u64;

/// A row that was found, and the one after it.
pub(super) enum Found {
    Row {
        next: u32,
    },
    None,
    /// The steps are used up before this row.
    Paused {
        at: u32,
    },
}

/// A row of one column.
#[inline(always)]
pub(super) fn one_word(relation: Relation<'_>, row: u32, to: &mut u64) -> Found {
    if row == NIL {
        return Found::None;
    }
    let (word, next) = relation.one(row);
    *to = word;
    Found::Row { next }
}

#[inline(always)]
pub(super) fn pair(
    relation: Relation<'_>,
    index: u8,
    mut row: u32,
    (column, is): (u8, u64),
    to: &mut u64,
    left: &mut i64,
) -> Found {
    loop {
        if row == NIL {
            return Found::None;
        }
        let next = relation.next(index, row);
        if relation.word(row, column as usize) == is {
            *to = relation.word(row, 1 - column as usize);
            return Found::Row { next };
        }
        row = next;
        // A row has been looked at, so even a budget of one step gets on.
        *left -= 1;
        if *left <= 0 && row != NIL {
            return Found::Paused { at: row };
        }
    }
}

/// A row of two columns, among all of them in order.
#[inline(never)]
pub(super) fn pair_of_few(
    relation: Relation<'_>,
    mut row: u32,
    (column, is): (u8, u64),
    to: &mut u64,
    left: &mut i64,
) -> Found {
    while row != NIL {
        let (words, next) = relation.two(row);
        if words[usize::from(column & 1)] == is {
            *to = words[usize::from(!column & 1)];
            return Found::Row { next };
        }
        row = next;
        *left -= 1;
        if *left <= 0 && row != NIL {
            return Found::Paused { at: row };
        }
    }
    Found::None
}

#[inline(never)]
pub(super) fn scan(
    relation: Relation<'_>,
    index: u8,
    mut row: u32,
    atom: &[Arg],
    frame: &mut [u64],
    left: &mut i64,
) -> Found {
    loop {
        if row == NIL {
            return Found::None;
        }
        let next = relation.next(index, row);
        if relation.matches(row, atom, frame) {
            return Found::Row { next };
        }
        row = next;
        // A row has been looked at, so even a budget of one step gets on.
        *left -= 1;
        if *left <= 0 && row != NIL {
            return Found::Paused { at: row };
        }
    }
}

#[inline(never)]
pub(super) fn find(relation: Relation<'_>, index: u8, atom: &[Arg], frame: &mut [u64]) -> bool {
    let mut row = relation.seek(index, atom, frame);
    while row != NIL {
        if relation.matches(row, atom, frame) {
            return true;
        }
        row = relation.next(index, row);
    }
    false
}
