//! Rows that a collection keeps, as one function writes many of them: with the words of a key and of a row's values
//! known to the compiler, and what is the same for all rows read and written once.

use core::mem;

use super::collect::{HEADER, Header, ORDER};
use super::heap::ENTRY;
use super::look::END;
use super::stack::Stack;

/// Where rows go. The least one of those with a key is at hand: whether a row that comes is the new one takes one
/// comparison.
pub(super) struct Kept<'a, const KEY: usize, const VALUES: usize> {
    /// The room behind the last row.
    free: &'a mut [u64],
    /// The number of the next row.
    count: usize,
    least: Least<KEY>,
}

/// The number of the least row, and its key.
struct Least<const KEY: usize> {
    number: usize,
    key: [u64; KEY],
}

/// What the collection is to be left with.
#[derive(Clone, Copy)]
pub(super) struct End<const KEY: usize, const VALUES: usize> {
    /// The words behind the last row.
    free: usize,
    /// How many rows there are.
    count: usize,
    /// The number of the least one.
    least: usize,
}

/// The words of a row: its number and its key, where there is one, and its values.
const fn stride(key: usize, values: usize) -> usize {
    match key {
        0 => values,
        _ => 1 + key + values,
    }
}

impl<'a, const KEY: usize, const VALUES: usize> Kept<'a, KEY, VALUES> {
    const STRIDE: usize = stride(KEY, VALUES);

    /// Goes on with the collection that is there.
    #[inline(always)]
    pub fn begin(stack: &'a mut Stack, at: usize) -> Self {
        let taken = stack.len() - at;
        let (taken, free) = stack.from(at).split_at_mut(taken);
        let mut kept = Kept {
            free,
            count: Header(taken[0]).total(),
            // Of equal keys the first row comes first, so the greatest key of all does for no row.
            least: Least {
                number: 0,
                key: [u64::MAX; KEY],
            },
        };
        if let (Some(first), [_, number, key, ..]) = (kept.least.key.first_mut(), &*taken) {
            (kept.least.number, *first) = (*number as usize, *key);
            if KEY > 1 {
                let rest = HEADER + kept.least.number * Self::STRIDE + ENTRY;
                kept.least.key[1..].copy_from_slice(&taken[rest..rest + KEY - 1]);
            }
        }
        kept
    }

    /// Keeps a row; false where there is no room for it.
    #[inline(always)]
    pub fn push(&mut self, key: [u64; KEY], values: [u64; VALUES]) -> bool {
        if self.free.len() < Self::STRIDE {
            return false;
        }
        let (row, free) = mem::take(&mut self.free).split_at_mut(Self::STRIDE);
        self.free = free;
        let (lead, rest) = row.split_at_mut(Self::STRIDE - VALUES);
        rest.copy_from_slice(&values);
        if let [number, rest @ ..] = lead {
            *number = self.count as u64;
            rest.copy_from_slice(&key);
        }
        if key < self.least.key {
            let number = self.count;
            self.least = Least { number, key };
        }
        self.count += 1;
        true
    }

    #[inline(always)]
    pub fn end(self) -> End<KEY, VALUES> {
        End {
            free: self.free.len(),
            count: self.count,
            least: self.least.number,
        }
    }
}

impl<const KEY: usize, const VALUES: usize> End<KEY, VALUES> {
    /// Writes down how many rows there are, and puts the least one first.
    #[inline(always)]
    pub fn write(self, stack: &mut Stack, at: usize) {
        stack.leave(self.free);
        let Some((header, rows)) = stack.from(at).split_first_mut() else {
            return;
        };
        let before = Header(*header).total();
        *header += (self.count - before) as u64 * Header::ONE_ROW;
        if KEY > 0 && self.least >= before.max(1) {
            // What moves of a row is still in the place of its number.
            let (first, behind) = rows.split_at_mut(ENTRY);
            let at = self.least * stride(KEY, VALUES) - ENTRY;
            first.swap_with_slice(&mut behind[at..at + ENTRY]);
        }
    }

    /// Loads the least row, where there is one: whether there is, and the cursor after that.
    #[inline(always)]
    pub fn load(self, stack: &mut Stack, at: usize, to: &mut [u64]) -> (bool, u64) {
        if self.count > 0 {
            let values = HEADER + self.least * stride(KEY, VALUES) + 1 + KEY;
            to.copy_from_slice(&stack.from(at)[values..values + VALUES]);
        }
        if self.count > 1 {
            return (true, ORDER + 1);
        }
        // Nobody comes back: all that was collected later is gone already.
        stack.truncate(at);
        (self.count > 0, END)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::heap::Heap;
    use super::*;

    /// A collection of these keys, each with its number as its value, written so many rows a call.
    fn gathered<const KEY: usize>(keys: &[[u64; KEY]], together: usize) -> Stack {
        let mut stack = Stack::new(200);
        // Something stands before it.
        let at = stack.take(7).expect("there is room") + 6;
        for (call, keys) in keys.chunks(together).enumerate() {
            let mut kept = Kept::begin(&mut stack, at);
            for (i, key) in keys.iter().enumerate() {
                assert!(kept.push(*key, [(call * together + i) as u64]));
            }
            kept.end().write(&mut stack, at);
        }
        assert_eq!(stack.len(), 7 + keys.len() * stride(KEY, 1));
        assert_eq!(Header(stack.words()[at]).total(), keys.len());
        stack
    }

    /// The values of a collection, in the order in which they are taken.
    fn taken<const KEY: usize>(mut stack: Stack, count: usize) -> Vec<u64> {
        let (rows, stride) = (&mut stack.from(7)[..], stride(KEY, 1));
        let value = |rows: &[u64]| rows[rows[0] as usize * stride + 1 + KEY];
        let least = (count > 0).then(|| value(rows));
        (1..count).for_each(|count| Heap::new(rows, stride, KEY).rise(count));
        let mut order = Vec::new();
        for count in (1..=count).rev() {
            order.push(value(rows));
            Heap::new(rows, stride, KEY).take_least(count);
        }
        assert_eq!(order.first().copied(), least, "before there was a heap");
        order
    }

    fn sorted<const KEY: usize>(keys: &[[u64; KEY]]) -> Vec<u64> {
        let mut order: Vec<u64> = (0..keys.len() as u64).collect();
        order.sort_by_key(|number| keys[*number as usize]);
        order
    }

    #[test]
    fn rows_are_a_collection_however_many_are_written_in_a_call() {
        let mut state = 1u64;
        let mut word = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) % below
        };
        for (count, together) in (0..30).flat_map(|count| [1, 2, 3, 30].map(|n| (count, n))) {
            for below in [1, 3, 1000] {
                let one: Vec<[u64; 1]> = (0..count).map(|_| [!word(below)]).collect();
                assert_eq!(taken::<1>(gathered(&one, together), count), sorted(&one));
                let long: Vec<[u64; 3]> = (0..count)
                    .map(|_| [word(below), word(2), word(below)])
                    .collect();
                assert_eq!(taken::<3>(gathered(&long, together), count), sorted(&long));
            }
            let plain = gathered(&alloc::vec![[]; count], together);
            assert!(plain.words()[7..].iter().copied().eq(0..count as u64));
        }
    }

    #[test]
    fn a_row_that_does_not_fit_is_not_kept() {
        let mut stack = Stack::new(8);
        let at = stack.take(1).expect("there is room");
        let mut kept = Kept::begin(&mut stack, at);
        assert!(kept.push([5], [0]));
        assert!(kept.push([4], [1]));
        assert!(!kept.push([3], [2]));
        kept.end().write(&mut stack, at);
        assert_eq!(stack.len(), 7);
        assert_eq!(stack.words()[1..], [1, 4, 0, 0, 5, 1]);
    }
}
