//! Collections: rows of values gathered from all solutions of a condition.
//!
//! A region is a header word and then rows of `stride` words. A row without a key is its values. Rows with one begin
//! with their number and the key, and are a [`Heap`]: taking only the first solution does not pay for sorting the rest.
//! They become one when the second row is wanted, a row at a time; the one that was taken before leaves it then. Rows
//! that leave pile up behind the heap, so a region that was settled holds its rows in falling order.

use core::slice;

use super::heap::{ENTRY, Heap};
use super::look::END;
use super::stack::Stack;
use super::{Limit, Machine};
use crate::host::{Host, Sink};
use crate::tables::{Collection, CollectionId, FnId, Slot};

/// The word before the rows: how many there are, and what they look like. The tables do not say that where rows are
/// read through another collection than the one that gathered them.
#[derive(Clone, Copy)]
pub(super) struct Header(pub u64);

pub(super) const HEADER: usize = 1;

impl Header {
    // From the lowest bit: the words of a row, those of its key, the number of rows.
    const STRIDE_BITS: u32 = 17;
    const KEY_BITS: u32 = 8;
    pub const ONE_ROW: u64 = 1 << (Self::STRIDE_BITS + Self::KEY_BITS);

    pub fn new(key_words: usize, values: usize) -> Header {
        let stride = prefix(key_words) + values;
        Header((key_words as u64) << Self::STRIDE_BITS | stride as u64)
    }

    /// Rows in all.
    pub fn total(self) -> usize {
        (self.0 / Self::ONE_ROW) as usize
    }

    /// Words of a row.
    fn stride(self) -> usize {
        self.0 as usize % (1 << Self::STRIDE_BITS)
    }

    /// Words of the key; 0 without one.
    fn key_words(self) -> usize {
        (self.0 >> Self::STRIDE_BITS) as u8 as usize
    }

    fn with_one_more(self) -> u64 {
        self.0 + Self::ONE_ROW
    }
}

/// Words before a row's values.
#[inline(always)]
fn prefix(key_words: usize) -> usize {
    match key_words {
        0 => 0,
        words => words + 1,
    }
}

/// The region at a place: its header and its rows.
#[inline(always)]
fn region(heap: &mut Stack, at: usize) -> (Header, &mut [u64]) {
    match heap.from(at) {
        [header, rows @ ..] => (Header(*header), rows),
        rows => (Header(0), rows),
    }
}

/// The slot that says which row is next.
fn cursor(of: &Collection) -> Slot {
    Slot(of.region.0 + 1)
}

/// A cursor before the first row. Each row that has been read, or has left the heap, adds one.
const FIRST: u64 = END + 1;

/// A cursor while rows become a heap; those that are one are added.
pub(super) const ORDER: u64 = 1 << 63;

/// Takes one more row into the heap, or when all are there, the least one out: the cursor after that.
#[inline(never)]
fn order(rows: &mut [u64], header: Header, cursor: u64) -> u64 {
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

// Rows have few values, for which a call of `memcpy` takes longer than the copying: it needs none for lengths that the
// compiler knows.

#[inline(always)]
fn copy(values: &[u64], to: &mut [u64]) {
    match (values, to) {
        (&[a], [to]) => *to = a,
        (&[a, b], to @ [_, _]) => to.copy_from_slice(&[a, b]),
        (&[a, b, c], to @ [_, _, _]) => to.copy_from_slice(&[a, b, c]),
        (&[a, b, c, d], to @ [_, _, _, _]) => to.copy_from_slice(&[a, b, c, d]),
        (values, to) => to.copy_from_slice(values),
    }
}

/// Loads the values of the row that is first in the order of keys.
#[inline(always)]
fn load_first(rows: &[u64], header: Header, of: &Collection, window: &mut [u64]) {
    let values = rows[0] as usize * header.stride() + prefix(header.key_words());
    let to = &mut window[of.from.0 as usize..of.to.0 as usize];
    copy(&rows[values..values + to.len()], to);
}

/// Begins a collection: where it is, if there is room.
#[inline(always)]
pub(super) fn begin(heap: &mut Stack, header: Header) -> Option<u64> {
    let at = heap.take(HEADER)?;
    heap.from(at)[0] = header.0;
    Some(at as u64)
}

/// Collects items: where they begin, if there is room for all.
#[inline(always)]
pub(super) fn collect(heap: &mut Stack, items: impl FnOnce(&mut Sink<'_>)) -> Option<u64> {
    let mut sink = Sink::new(heap.from(heap.len()));
    items(&mut sink);
    let (count, full) = (sink.count, sink.full);
    let first = if full { None } else { heap.take(count) };
    first.map(|first| first as u64)
}

impl Machine {
    #[inline(always)]
    fn collection(&self, id: CollectionId) -> &'static Collection {
        &self.tables.collections[id.0 as usize]
    }

    /// `Op::Open`.
    #[inline(always)]
    pub(super) fn open(&mut self, fp: usize, id: CollectionId) -> Result<(), Limit> {
        let of = self.collection(id);
        self.level += 1;
        let heap = &mut self.heaps[self.level as usize & 1];
        let key_words = match of.key {
            Some(_) => of.key_words as usize,
            None => 0,
        };
        let header = Header::new(key_words, (of.to.0 - of.from.0) as usize);
        let at = begin(heap, header).ok_or(Limit::Sort)?;
        self.stats.used.sort = self.stats.used.sort.max(heap.len());
        self.slots[fp + of.region.0 as usize] = at;
        Ok(())
    }

    /// `Op::Close`.
    #[inline(always)]
    pub(super) fn close(&mut self, fp: usize, id: CollectionId) {
        self.level -= 1;
        let of = self.collection(id);
        self.slots[fp + cursor(of).0 as usize] = FIRST;
    }

    /// `Op::Push`.
    #[inline(never)]
    pub(super) fn push_row(
        &mut self,
        fp: usize,
        id: CollectionId,
        host: &dyn Host,
    ) -> Result<(), Limit> {
        let of = self.collection(id);
        // Most have a key of one word. It comes first: what is not yet known need not be kept over the call.
        let (Some(key), 1) = (of.key, of.key_words) else {
            return self.push_plain_or_long(fp, of, host);
        };
        let mut word = 0;
        let window = &self.slots[fp..self.top as usize];
        host.key(key, window, slice::from_mut(&mut word));
        let (header, rows, row) = self.claim_row(fp, of)?;
        let heap = &mut self.heaps[self.level as usize & 1];
        let (rows, number) = (heap.from(rows), header.total());
        let (lead, to) = rows[row..row + header.stride()].split_at_mut(ENTRY);
        lead.copy_from_slice(&[number as u64, word]);
        copy(&self.slots[fp..][of.from.0 as usize..of.to.0 as usize], to);
        Heap::new(rows, header.stride(), 1).lead(number, word);
        Ok(())
    }

    #[inline(never)]
    fn push_plain_or_long(
        &mut self,
        fp: usize,
        of: &Collection,
        host: &dyn Host,
    ) -> Result<(), Limit> {
        let (header, rows, row) = self.claim_row(fp, of)?;
        let heap = &mut self.heaps[self.level as usize & 1];
        let (rows, number) = (heap.from(rows), header.total());
        let window = &self.slots[fp..self.top as usize];
        let key_words = header.key_words();
        let (lead, to) = rows[row..row + header.stride()].split_at_mut(prefix(key_words));
        copy(&window[of.from.0 as usize..of.to.0 as usize], to);
        if let (Some(key), [its_number, words @ ..]) = (of.key, lead) {
            *its_number = number as u64;
            host.key(key, window, words);
            let first = words.first().copied().unwrap_or(0);
            Heap::new(rows, header.stride(), key_words).lead(number, first);
        }
        Ok(())
    }

    /// Counts one more row, for which there is room: returns the region's header before that, where its rows begin, and
    /// where among them this one does.
    #[inline(always)]
    fn claim_row(&mut self, fp: usize, of: &Collection) -> Result<(Header, usize, usize), Limit> {
        let heap = &mut self.heaps[self.level as usize & 1];
        let at = self.slots[fp + of.region.0 as usize] as usize;
        let header = Header(heap.from(at)[0]);
        let Some(row) = heap.take(header.stride()) else {
            return Err(Limit::Sort);
        };
        self.stats.used.sort = self.stats.used.sort.max(heap.len());
        heap.from(at)[0] = header.with_one_more();
        Ok((header, at + HEADER, row - at - HEADER))
    }

    /// `Op::First`: loads the least row of a collection with a key, where there is one.
    #[inline(never)]
    pub(super) fn first_row(&mut self, fp: usize, id: CollectionId) -> bool {
        let of = self.collection(id);
        // What was filled is now read.
        let heap = &mut self.heaps[self.level as usize & 1];
        self.level -= 1;
        let window = &mut self.slots[fp..self.top as usize];
        let at = window[of.region.0 as usize] as usize;
        let (header, _) = region(heap, at);
        let total = header.total();
        if total == 0 {
            heap.truncate(at);
            return false;
        }
        self.stats.bindings += 1;
        window[cursor(of).0 as usize] = if total > 1 {
            ORDER + 1
        } else {
            // Nobody comes back: all that was collected later is gone already.
            heap.truncate(at);
            END
        };
        // Last of all: nothing need be kept over what it may call.
        load_first(region(heap, at).1, header, of, window);
        true
    }

    /// `Op::Next`: loads the next row, where there is one; `None` where it is not known yet which that is.
    #[inline(never)]
    pub(super) fn next_row(&mut self, fp: usize, id: CollectionId) -> Option<bool> {
        let of = self.collection(id);
        let window = &mut self.slots[fp..self.top as usize];
        let cursor = cursor(of).0 as usize;
        let next = window[cursor];
        if next == END {
            return Some(false);
        }
        let at = window[of.region.0 as usize] as usize;
        let heap = &mut self.heaps[(self.level as usize + 1) & 1];
        let (header, rows) = region(heap, at);
        let after = order(rows, header, next);
        window[cursor] = after;
        if after >= ORDER {
            return None;
        }
        self.stats.bindings += 1;
        load_first(rows, header, of, window);
        if after - FIRST + 1 == header.total() as u64 {
            heap.truncate(at);
            window[cursor] = END;
        }
        Some(true)
    }

    /// `Op::Settle`: one row at a time; true when all are in order.
    pub(super) fn settle_row(&mut self, id: CollectionId) -> bool {
        let of = self.collection(id);
        let at = self.slot(of.region) as usize;
        let next = self.slot(cursor(of));
        let heap = &mut self.heaps[(self.level as usize + 1) & 1];
        let (header, rows) = region(heap, at);
        let total = header.total() as u64;
        if header.key_words() == 0 || total == 0 || next == FIRST + total {
            self.set(cursor(of), 0);
            return true;
        }
        let next = if next == FIRST { ORDER + 1 } else { next };
        let after = order(rows, header, next);
        self.set(cursor(of), after);
        false
    }

    /// Loads row `index` of a settled region into the slots of `id`: false past the last one.
    pub(super) fn load_settled(&mut self, id: CollectionId, at: u64, index: u64) -> bool {
        let of = self.collection(id);
        let (at, index, fp) = (at as usize, index as usize, self.fp as usize);
        let heap = &mut self.heaps[(self.level as usize + 1) & 1];
        let (header, rows) = region(heap, at);
        if index >= header.total() {
            return false;
        }
        let (stride, key_words) = (header.stride(), header.key_words());
        let row = match key_words {
            0 => index,
            _ => Heap::new(rows, stride, key_words).number(header.total() - 1 - index),
        };
        let values = &rows[row * stride + prefix(key_words)..];
        let to = &mut self.slots[fp + of.from.0 as usize..fp + of.to.0 as usize];
        copy(&values[..to.len()], to);
        true
    }

    /// `Op::Row`: loads the next row and moves the cursor on.
    pub(super) fn row(&mut self, id: CollectionId) -> bool {
        let of = self.collection(id);
        let index = self.slot(cursor(of));
        self.set(cursor(of), index + 1);
        self.load_settled(id, self.slot(of.region), index)
    }

    /// `Op::Items`.
    pub(super) fn collect_items(
        &mut self,
        f: FnId,
        at: Slot,
        host: &dyn Host,
    ) -> Result<(), Limit> {
        let heap = &mut self.heaps[(self.level as usize + 1) & 1];
        let window = &self.slots[self.fp as usize..self.top as usize];
        let first = collect(heap, |sink| host.items(f, window, sink)).ok_or(Limit::Sort)?;
        self.stats.used.sort = self.stats.used.sort.max(heap.len());
        self.set(at, first);
        self.set(Slot(at.0 + 1), first + END + 1);
        Ok(())
    }

    /// `Op::Item`: the next item, where there is one.
    #[inline(always)]
    pub(super) fn next_item(&mut self, at: usize) -> Option<u64> {
        let next = self.slots[at + 1];
        if next == END {
            return None;
        }
        let item = (next - END - 1) as usize;
        // What was collected later is gone when the search comes back here: these items end where the heap does.
        let heap = &mut self.heaps[(self.level as usize + 1) & 1];
        let word = heap.words().get(item).copied();
        if item + 1 >= heap.len() {
            heap.truncate(self.slots[at] as usize);
            self.slots[at + 1] = END;
        } else {
            self.slots[at + 1] = next + 1;
        }
        word
    }
}
