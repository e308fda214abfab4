//! The rows of a collection with a sort key: the least one first, and a binary heap once another one is needed.
//!
//! A row begins with two words that move: its number and the first word of its key. The other words (the rest of the
//! key, then the values) stay at the place of the row's number, so that sorting moves only two words of a row. Numbers
//! break ties: equal keys keep their order.

use core::cmp::Ordering;

/// The number of words that move.
pub(super) const ENTRY: usize = 2;

/// The words of a row that move.
#[derive(Clone, Copy)]
struct HeapEntry {
    number: u64,
    key: u64,
}

/// The rows, without the header.
pub(super) struct Heap<'a> {
    words: &'a mut [u64],
    stride: usize,
    key_words: usize,
}

impl<'a> Heap<'a> {
    #[inline(always)]
    pub fn new(words: &'a mut [u64], stride: usize, key_words: usize) -> Heap<'a> {
        Heap {
            words,
            stride,
            key_words,
        }
    }

    #[inline(always)]
    fn entry(&self, place: usize) -> HeapEntry {
        let at = place * self.stride;
        let words = &self.words[at..at + ENTRY];
        HeapEntry {
            number: words[0],
            key: words[1],
        }
    }

    #[inline(always)]
    fn put(&mut self, place: usize, entry: HeapEntry) {
        let at = place * self.stride;
        let words = &mut self.words[at..at + ENTRY];
        words[0] = entry.number;
        words[1] = entry.key;
    }

    #[inline(always)]
    fn is_before(&self, a: HeapEntry, b: HeapEntry) -> bool {
        if a.key != b.key {
            return a.key < b.key;
        }
        let rest = match self.key_words {
            0 | 1 => Ordering::Equal,
            _ => self.rest_of_key(a).cmp(self.rest_of_key(b)),
        };
        rest.then(a.number.cmp(&b.number)).is_lt()
    }

    fn rest_of_key(&self, entry: HeapEntry) -> &[u64] {
        let at = entry.number as usize * self.stride + ENTRY;
        &self.words[at..at + self.key_words - 1]
    }

    /// Moves the last row, which is at the place of its number, to the front if it is the least.
    #[inline(always)]
    pub fn lead(&mut self, last: usize, key: u64) {
        let number = last as u64;
        let (new, first) = (HeapEntry { number, key }, self.entry(0));
        if self.is_before(new, first) {
            self.put(0, new);
            self.put(last, first);
        }
    }

    /// Inserts the row after the first `count` rows, which are a heap, into the heap.
    pub fn rise(&mut self, count: usize) {
        let entry = self.entry(count);
        let mut hole = count;
        while hole > 0 {
            let parent = (hole - 1) / 2;
            let above = self.entry(parent);
            if !self.is_before(entry, above) {
                break;
            }
            self.put(hole, above);
            hole = parent;
        }
        self.put(hole, entry);
    }

    /// Moves the least of `count` rows to the end of them.
    pub fn take_least(&mut self, count: usize) {
        let last = count - 1;
        let (least, entry) = (self.entry(0), self.entry(last));
        let mut hole = 0;
        loop {
            let left = 2 * hole + 1;
            if left >= last {
                break;
            }
            let (mut child, mut below) = (left, self.entry(left));
            if left + 1 < last {
                let right = self.entry(left + 1);
                if self.is_before(right, below) {
                    (child, below) = (left + 1, right);
                }
            }
            if !self.is_before(below, entry) {
                break;
            }
            self.put(hole, below);
            hole = child;
        }
        self.put(hole, entry);
        self.put(last, least);
    }

    /// Returns the number of the row at a place.
    #[inline(always)]
    pub fn number(&self, place: usize) -> usize {
        self.words[place * self.stride] as usize
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Returns the numbers of rows with these keys, in the order in which they leave the heap.
    fn taken<const K: usize>(keys: &[[u64; K]]) -> Vec<usize> {
        let stride = 1 + K + 1;
        let mut words = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            words.push(number as u64);
            words.extend(key);
            words.push(100 + number as u64);
            Heap::new(&mut words, stride, K).lead(number, key[0]);
        }
        let mut heap = Heap::new(&mut words, stride, K);
        let least = (!keys.is_empty()).then(|| heap.number(0));
        (1..keys.len()).for_each(|count| heap.rise(count));
        let mut order = Vec::new();
        for count in (1..=keys.len()).rev() {
            order.push(heap.number(0));
            heap.take_least(count);
        }
        let pile: Vec<usize> = (0..keys.len()).map(|place| heap.number(place)).collect();
        assert_eq!(order.first().copied(), least, "before there was a heap");
        assert!(pile.iter().eq(order.iter().rev()), "behind the heap");
        for number in 0..keys.len() {
            assert_eq!(words[number * stride + K + 1], 100 + number as u64);
        }
        order
    }

    fn sorted<const K: usize>(keys: &[[u64; K]]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|number| keys[*number]);
        order
    }

    #[test]
    fn rows_are_sorted_by_key_and_equal_keys_stay_in_order() {
        let mut state = 1u64;
        let mut word = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) % below
        };
        for count in 0..60 {
            for below in [1, 3, 1000] {
                let one: Vec<[u64; 1]> = (0..count).map(|_| [word(below)]).collect();
                assert_eq!(taken(&one), sorted(&one));
                let long: Vec<[u64; 3]> = (0..count)
                    .map(|_| [word(below), word(2), word(below)])
                    .collect();
                assert_eq!(taken(&long), sorted(&long));
            }
        }
    }
}
