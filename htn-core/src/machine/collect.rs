//! Collections: rows of values gathered from all solutions of a condition.
//!
//! A region of a heap is three header words and then rows of `stride` words. A row with a key is the key, the number
//! of the row (so that equal keys keep their order) and the values; the rows are then a binary heap with the least one
//! first, so that taking only the first solution does not pay for sorting the rest. Popped rows pile up behind the
//! heap, so a region popped to the end holds its rows in falling order.

use super::look::END;
use super::{Limit, Machine};
use crate::host::Host;
use crate::tables::{Collection, CollectionId, FnId, Slot};

/// Rows still in the heap.
const COUNT: usize = 0;
/// Rows in all.
const TOTAL: usize = 1;
/// Words of a row, and of what stands before its values.
const SHAPE: usize = 2;
const HEADER: usize = 3;

/// Where a collection's rows are and what they look like.
#[derive(Clone, Copy)]
pub(super) struct Region {
    side: usize,
    at: usize,
    stride: usize,
    prefix: usize,
}

impl Region {
    fn row(&self, index: usize) -> usize {
        self.at + HEADER + index * self.stride
    }
}

fn shape(collection: &Collection) -> (usize, usize) {
    let prefix = match collection.key {
        Some(_) => collection.key_words as usize + 1,
        None => 0,
    };
    (
        prefix + (collection.to.0 - collection.from.0) as usize,
        prefix,
    )
}

/// The slot that says which row is next.
fn cursor(of: &Collection) -> Slot {
    Slot(of.region.0 + 1)
}

impl Machine {
    fn collection(&self, id: CollectionId) -> Collection {
        self.tables.collections[id.0 as usize]
    }

    /// The region of a collection that is being read at the present level.
    fn region_at(&self, at: usize) -> Region {
        let side = (self.level as usize + 1) & 1;
        let shape = self.heaps[side][at + SHAPE];
        Region {
            side,
            at,
            stride: (shape >> 16) as usize,
            prefix: (shape & 0xffff) as usize,
        }
    }

    /// Makes room for `words` more collected words.
    fn room(&mut self, side: usize, words: usize) -> Result<(), Limit> {
        let high = self.heaps[side].len() + words;
        if high > self.limits.sort {
            return Err(Limit::Sort);
        }
        self.stats.used.sort = self.stats.used.sort.max(high);
        Ok(())
    }

    fn begin_region(&mut self, of: &Collection, side: usize) -> Result<usize, Limit> {
        self.room(side, HEADER)?;
        let (stride, prefix) = shape(of);
        let at = self.heaps[side].len();
        self.heaps[side].extend_from_slice(&[0, 0, (stride as u64) << 16 | prefix as u64]);
        self.set(of.region, at as u64);
        Ok(at)
    }

    /// `Op::Open`.
    pub(super) fn open(&mut self, id: CollectionId) -> Result<(), Limit> {
        let of = self.collection(id);
        self.level += 1;
        self.begin_region(&of, self.level as usize & 1)?;
        Ok(())
    }

    /// `Op::Close`.
    pub(super) fn close(&mut self, id: CollectionId) {
        self.level -= 1;
        let of = self.collection(id);
        self.set(cursor(&of), END + 1);
    }

    /// `Op::Push`.
    pub(super) fn push_row(&mut self, id: CollectionId, host: &dyn Host) -> Result<(), Limit> {
        let of = self.collection(id);
        let (stride, prefix) = shape(&of);
        let side = self.level as usize & 1;
        self.room(side, stride)?;
        let region = Region {
            side,
            at: self.slot(of.region) as usize,
            stride,
            prefix,
        };
        let heap = &mut self.heaps[side];
        let total = heap[region.at + TOTAL];
        let row = heap.len();
        heap.resize(row + stride, 0);
        let fp = self.fp as usize;
        if let Some(key) = of.key {
            let words = of.key_words as usize;
            host.key(
                key,
                &self.slots[fp..self.top as usize],
                &mut heap[row..row + words],
            );
            heap[row + words] = total;
        }
        heap[row + prefix..row + stride]
            .copy_from_slice(&self.slots[fp + of.from.0 as usize..fp + of.to.0 as usize]);
        heap[region.at + TOTAL] = total + 1;
        heap[region.at + COUNT] = total + 1;
        if prefix > 0 {
            self.sift_up(region, total as usize);
        }
        Ok(())
    }

    fn less(&self, region: Region, a: usize, b: usize) -> bool {
        let heap = &self.heaps[region.side];
        let (a, b) = (region.row(a), region.row(b));
        heap[a..a + region.prefix] < heap[b..b + region.prefix]
    }

    fn swap(&mut self, region: Region, a: usize, b: usize) {
        let (a, b) = (region.row(a), region.row(b));
        for word in 0..region.stride {
            self.heaps[region.side].swap(a + word, b + word);
        }
    }

    fn sift_up(&mut self, region: Region, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.less(region, at, parent) {
                break;
            }
            self.swap(region, at, parent);
            at = parent;
        }
    }

    /// Moves the least row of the heap behind it; returns its number.
    fn pop_least(&mut self, region: Region) -> usize {
        let count = self.heaps[region.side][region.at + COUNT] as usize - 1;
        self.heaps[region.side][region.at + COUNT] = count as u64;
        self.swap(region, 0, count);
        let mut at = 0;
        loop {
            let left = 2 * at + 1;
            if left >= count {
                break;
            }
            let right = left + 1;
            let child = if right < count && self.less(region, right, left) {
                right
            } else {
                left
            };
            if !self.less(region, child, at) {
                break;
            }
            self.swap(region, at, child);
            at = child;
        }
        count
    }

    #[inline]
    fn load(&mut self, region: Region, row: usize, of: &Collection) {
        let from = region.row(row) + region.prefix;
        let words = (of.to.0 - of.from.0) as usize;
        let to = self.fp as usize + of.from.0 as usize;
        if words == 1 {
            self.slots[to] = self.heaps[region.side][from];
            return;
        }
        self.slots[to..to + words].copy_from_slice(&self.heaps[region.side][from..from + words]);
    }

    /// `Op::Next`: loads the next row, where there is one.
    #[inline]
    pub(super) fn next_row(&mut self, id: CollectionId) -> bool {
        let of = self.collection(id);
        let at = self.slot(cursor(&of));
        if at == END {
            return false;
        }
        let region = self.region_at(self.slot(of.region) as usize);
        let heap = &self.heaps[region.side];
        let (total, count) = (heap[region.at + TOTAL], heap[region.at + COUNT]);
        if count == 0 {
            self.heaps[region.side].truncate(region.at);
            return false;
        }
        let (row, more) = match region.prefix {
            0 => (at - END - 1, at - END < total),
            _ => {
                let row = self.pop_least(region) as u64;
                (row, row > 0)
            }
        };
        self.stats.bindings += 1;
        self.load(region, row as usize, &of);
        if more {
            self.set(cursor(&of), at + 1);
        } else {
            // Nobody comes back: all that was collected later is gone already.
            self.set(cursor(&of), END);
            self.heaps[region.side].truncate(region.at);
        }
        true
    }

    /// `Op::Settle`: one row at a time; true when all are in order.
    pub(super) fn settle_row(&mut self, id: CollectionId) -> bool {
        let of = self.collection(id);
        let region = self.region_at(self.slot(of.region) as usize);
        if region.prefix > 0 && self.heaps[region.side][region.at + COUNT] > 0 {
            self.pop_least(region);
            return false;
        }
        self.set(cursor(&of), 0);
        true
    }

    /// Loads row `index` of a settled region into the slots of `id`: false past the last one.
    pub(super) fn load_settled(&mut self, id: CollectionId, at: u64, index: u64) -> bool {
        let of = self.collection(id);
        let region = self.region_at(at as usize);
        let total = self.heaps[region.side][region.at + TOTAL];
        if index >= total {
            return false;
        }
        let row = if region.prefix > 0 {
            total - 1 - index
        } else {
            index
        };
        self.load(region, row as usize, &of);
        true
    }

    /// `Op::Row`: loads the next row and moves the cursor on.
    pub(super) fn row(&mut self, id: CollectionId) -> bool {
        let of = self.collection(id);
        let index = self.slot(cursor(&of));
        self.set(cursor(&of), index + 1);
        self.load_settled(id, self.slot(of.region), index)
    }

    /// `Op::Items`.
    pub(super) fn collect_items(
        &mut self,
        f: FnId,
        at: Slot,
        host: &dyn Host,
    ) -> Result<(), Limit> {
        let side = (self.level as usize + 1) & 1;
        let heap = &mut self.heaps[side];
        let (first, limit, mut all) = (heap.len() as u64, self.limits.sort, true);
        let window = &self.slots[self.fp as usize..self.top as usize];
        host.items(f, window, &mut |word| {
            if heap.len() < limit {
                heap.push(word);
            } else {
                all = false;
            }
        });
        if !all {
            return Err(Limit::Sort);
        }
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
        let word = heap.get(item).copied();
        if item + 1 >= heap.len() {
            heap.truncate(self.slots[at] as usize);
            self.slots[at + 1] = END;
        } else {
            self.slots[at + 1] = next + 1;
        }
        word
    }
}
