//! Collections: rows of values from all solutions of a condition.
//!
//! A region is a header word and then rows of `stride` words. A row without a key consists of its values. A row with a
//! key begins with its number and the key, and the rows form a [`Heap`], so that a search that uses only the first
//! solution does not sort the rest. The heap is built when the second row is needed, one row at a time; the first row
//! leaves it then. Rows that leave are stored after the heap, so a settled region has its rows in descending order.

use super::heap::{ENTRY, Heap};
use super::stack::Stack;

/// The word before the rows: their number and their form.
#[derive(Clone, Copy)]
struct CollectionHeader(u64);

const HEADER: usize = 1;

impl CollectionHeader {
    // From the lowest bit: the words of a row, those of its key, the number of rows.
    const STRIDE_BITS: u32 = 17;
    const KEY_BITS: u32 = 8;
    const ONE_ROW: u64 = 1 << (Self::STRIDE_BITS + Self::KEY_BITS);

    fn new(key_words: usize, values: usize) -> CollectionHeader {
        let stride = stride(key_words, values);
        CollectionHeader((key_words as u64) << Self::STRIDE_BITS | stride as u64)
    }

    /// The number of rows.
    fn total(self) -> usize {
        (self.0 / Self::ONE_ROW) as usize
    }

    /// The number of words of a row.
    fn stride(self) -> usize {
        self.0 as usize % (1 << Self::STRIDE_BITS)
    }

    /// The number of words of the key, or 0.
    fn key_words(self) -> usize {
        (self.0 >> Self::STRIDE_BITS) as u8 as usize
    }
}

/// Returns the number of words of a row. Rows without values have one word each, so that they can be counted.
#[inline(always)]
fn stride(key_words: usize, values: usize) -> usize {
    (prefix(key_words) + values).max(1)
}

/// Returns the number of words before the values of a row.
#[inline(always)]
fn prefix(key_words: usize) -> usize {
    match key_words {
        0 => 0,
        words => words + 1,
    }
}

/// Returns the header and the rows of a region.
#[inline(always)]
fn region(stack: &mut Stack, at: usize) -> (CollectionHeader, &mut [u64]) {
    match stack.from(at) {
        [header, rows @ ..] => (CollectionHeader(*header), rows),
        rows => (CollectionHeader(0), rows),
    }
}

/// A cursor after the last row.
pub(super) const END: u64 = 0;

/// A cursor before the first row. Each row that was read, or has left the heap, adds one.
const FIRST: u64 = END + 1;

/// A cursor while the heap is built. Each row that is in the heap adds one.
const ORDER: u64 = 1 << 63;

/// Adds one more row to the heap or, once all are in it, removes the least one. Returns the next cursor.
#[inline(never)]
fn order(rows: &mut [u64], header: CollectionHeader, cursor: u64) -> u64 {
    let mut heap = Heap::new(rows, header.stride(), header.key_words());
    let total = header.total() as u64;
    let gone = match cursor.checked_sub(ORDER) {
        Some(count) if count < total => {
            heap.rise(count as usize);
            return cursor + 1;
        }
        Some(_) => 0,
        None => cursor - FIRST,
    };
    heap.take_least((total - gone) as usize);
    FIRST + gone + 1
}

/// Copies values. A call of `memcpy` costs more than copying the few values of a row.
#[inline(always)]
fn copy(values: &[u64], to: &mut [u64]) {
    match (to, values) {
        ([a], [x, ..]) => *a = *x,
        ([a, b], [x, y, ..]) => (*a, *b) = (*x, *y),
        (to, values) => to
            .iter_mut()
            .zip(values)
            .for_each(|(to, value)| *to = *value),
    }
}

/// Loads the values of the first row in the order of keys.
#[inline(always)]
fn load_first(rows: &[u64], header: CollectionHeader, to: &mut [u64]) {
    let values = rows[0] as usize * header.stride() + prefix(header.key_words());
    copy(&rows[values..], to);
}

/// Begins a collection. Returns its place, or `None` if there is no room.
#[inline]
pub(super) fn open(stack: &mut Stack, key_words: usize, values: usize) -> Option<u64> {
    let at = stack.take(HEADER)?;
    stack.from(at)[0] = CollectionHeader::new(key_words, values).0;
    Some(at as u64)
}

/// Adds a row. Returns false if there is no room.
#[inline(always)]
pub(super) fn push(stack: &mut Stack, at: usize, key: &[u64], values: &[u64]) -> bool {
    let stride = stride(key.len(), values.len());
    let Some(row) = stack.take(stride) else {
        return false;
    };
    let rows = &mut stack.from(at)[HEADER..];
    let place = row - at - HEADER;
    let number = place / stride;
    let new = &mut rows[place..][..stride];
    let Some((first, rest)) = key.split_first() else {
        copy(values, new);
        return true;
    };
    new[0] = number as u64;
    new[1] = *first;
    copy(rest, &mut new[ENTRY..]);
    copy(values, &mut new[ENTRY + rest.len()..]);
    if number > 0 {
        Heap::new(rows, stride, key.len()).lead(number, *first);
    }
    true
}

/// Keeps only the least row, for a condition of which only the first solution counts. Returns false if there is no
/// room.
#[inline(always)]
pub(super) fn push_least(stack: &mut Stack, at: usize, key: &[u64], values: &[u64]) -> bool {
    if stack.len() == at + HEADER {
        return push(stack, at, key, values);
    }
    let row = &mut stack.from(at)[HEADER + 1..][..key.len() + values.len()];
    let (least, kept) = row.split_at_mut(key.len());
    if key < &*least {
        copy(key, least);
        copy(values, kept);
    }
    true
}

/// Completes a collection: records the number of its rows.
#[inline]
pub(super) fn close(stack: &mut Stack, at: usize) {
    let words = stack.len() - at - HEADER;
    let (header, _) = region(stack, at);
    let rows = words / header.stride();
    stack.from(at)[0] = header.0 + rows as u64 * CollectionHeader::ONE_ROW;
}

/// Loads the least row of a collection with a key, if any. The cursor is at the end if there is no other row.
#[inline]
pub(super) fn first(stack: &mut Stack, at: usize, to: &mut [u64]) -> Option<u64> {
    let (header, rows) = region(stack, at);
    let total = header.total();
    if total == 0 {
        return None;
    }
    load_first(rows, header, to);
    Some(if total > 1 { ORDER + 1 } else { END })
}

/// The result of advancing a cursor.
pub(super) enum Moved {
    /// The next row is loaded.
    Row,
    /// There is no further row.
    None,
    /// The next row is not known yet. Advance again.
    NotYet,
}

/// Advances to the next row.
#[inline]
pub(super) fn next(stack: &mut Stack, at: usize, cursor: &mut u64, to: &mut [u64]) -> Moved {
    if *cursor == END {
        return Moved::None;
    }
    let (header, rows) = region(stack, at);
    *cursor = order(rows, header, *cursor);
    if *cursor >= ORDER {
        return Moved::NotYet;
    }
    load_first(rows, header, to);
    if *cursor - FIRST + 1 == header.total() as u64 {
        *cursor = END;
    }
    Moved::Row
}

/// Moves one more row to its place. Returns true when all are sorted.
pub(super) fn settle(stack: &mut Stack, at: usize, cursor: &mut u64) -> bool {
    let (header, rows) = region(stack, at);
    let total = header.total() as u64;
    if header.key_words() == 0 || total == 0 || *cursor == FIRST + total {
        return true;
    }
    let from = if *cursor == END { ORDER + 1 } else { *cursor };
    *cursor = order(rows, header, from);
    false
}

/// Returns the number of rows of a settled region.
pub(crate) fn settled_rows(stack: &mut Stack, at: usize) -> usize {
    region(stack, at).0.total()
}

/// Loads row `index` of a settled region. Returns false past the last one.
#[inline(always)]
pub(crate) fn load_settled(stack: &mut Stack, at: usize, index: usize, to: &mut [u64]) -> bool {
    let (header, rows) = region(stack, at);
    if index >= header.total() {
        return false;
    }
    let values = match header.key_words() {
        0 => &rows[index * header.stride()..],
        _ => sorted_values(rows, header, index),
    };
    copy(values, to);
    true
}

/// Returns the values of a row of a settled region with a key.
#[inline(never)]
fn sorted_values(rows: &mut [u64], header: CollectionHeader, index: usize) -> &[u64] {
    let (stride, key_words) = (header.stride(), header.key_words());
    let row = Heap::new(rows, stride, key_words).number(header.total() - 1 - index);
    &rows[row * stride + prefix(key_words)..]
}
