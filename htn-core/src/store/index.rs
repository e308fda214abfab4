//! Lookups that may have several answers: chains of rows, in the order of the relation.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::Range;

use super::NIL;
use super::hash::{spread, spread_columns};

/// The neighbours of a node in its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Link {
    pub prev: u32,
    pub next: u32,
}

impl Link {
    #[inline(always)]
    pub fn to_word(self) -> u64 {
        u64::from(self.next) << 32 | u64::from(self.prev)
    }

    #[inline(always)]
    pub fn from_word(word: u64) -> Self {
        Link {
            prev: word as u32,
            next: (word >> 32) as u32,
        }
    }
}

/// An index: every row is in one of its buckets, the one of the hash of its columns.
///
/// The chain of a bucket is a ring through a node for the bucket itself. So taking a row out, and putting it back
/// between the neighbours that it had, is the same few writes wherever it is, and does not ask which bucket it is in.
/// The node of a row has its number; those of the buckets follow.
#[derive(Clone, Debug)]
pub struct Index {
    columns: u16,
    /// Its column, where it has just one; else no column at all.
    pub only: u8,
    /// How far the hash is shifted down to the number of the bucket.
    shift: u8,
    /// The node of its first bucket.
    buckets: u32,
    nodes: Box<[Link]>,
}

impl Index {
    /// For so many rows, whose numbers are below `buckets`.
    pub fn new(columns: u16, capacity: u32, buckets: u32) -> Self {
        let bits = bucket_bits(capacity);
        let mut index = Index {
            columns,
            only: match columns.count_ones() {
                1 => columns.trailing_zeros() as u8,
                _ => u8::MAX,
            },
            shift: (64 - bits) as u8,
            buckets,
            nodes: vec![Link::default(); buckets as usize + (1 << bits)].into(),
        };
        index.clear();
        index
    }

    /// The node of the bucket of this hash.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> u32 {
        self.buckets + (hash >> self.shift) as u32
    }

    /// The node of the bucket of these words.
    #[inline(always)]
    fn bucket_of(&self, words: &[u64]) -> u32 {
        self.bucket(match words.get(usize::from(self.only)) {
            Some(&word) => spread(0, word),
            None => spread_columns(self.columns, |c| words[c]),
        })
    }

    /// The first row of the bucket of these words, by their columns.
    #[inline(always)]
    pub fn seek(&self, word: impl Fn(usize) -> u64) -> u32 {
        self.row_after(self.bucket(spread_columns(self.columns, word)))
    }

    /// The first row of the bucket of this word, where the index has one column.
    #[inline(always)]
    pub fn seek_word(&self, word: u64) -> u32 {
        self.row_after(self.bucket(spread(0, word)))
    }

    /// The row after this node in its chain.
    #[inline(always)]
    pub fn row_after(&self, node: u32) -> u32 {
        let row = self.nodes[node as usize].next;
        if row < self.buckets { row } else { NIL }
    }

    /// Puts the row at the end of its chain.
    #[inline(always)]
    pub fn append(&mut self, row: u32, words: &[u64]) {
        let next = self.bucket_of(words);
        let prev = self.nodes[next as usize].prev;
        self.insert(row, Link { prev, next });
    }

    /// Puts the row between two neighbours.
    #[inline(always)]
    pub fn insert(&mut self, row: u32, link: Link) {
        self.nodes[row as usize] = link;
        self.nodes[link.prev as usize].next = row;
        self.nodes[link.next as usize].prev = row;
    }

    /// Takes the row out of its chain, and tells where it was.
    #[inline(always)]
    pub fn unlink(&mut self, row: u32) -> Link {
        let link = self.nodes[row as usize];
        self.nodes[link.prev as usize].next = link.next;
        self.nodes[link.next as usize].prev = link.prev;
        link
    }

    /// Moves a row that had the one words and gets the others to another bucket, and tells where it was; nothing, where
    /// it stays in its bucket. There it comes between the rows added before and after it, as `places` numbers them.
    #[inline(always)]
    pub fn rebucket(&mut self, row: u32, old: &[u64], new: &[u64], places: &[u64]) -> Option<Link> {
        let mut next = self.bucket_of(new);
        if next == self.bucket_of(old) {
            return None;
        }
        let was = self.unlink(row);
        let mut prev = self.nodes[next as usize].prev;
        while prev < self.buckets && places[prev as usize] > places[row as usize] {
            next = prev;
            prev = self.nodes[prev as usize].prev;
        }
        self.insert(row, Link { prev, next });
        Some(was)
    }

    /// Undoes [`rebucket`](Index::rebucket), which noted where the row was, if it moved.
    #[inline(always)]
    pub fn rebucket_back(&mut self, row: u32, old: &[u64], new: &[u64], was: Link) {
        if self.bucket_of(old) != self.bucket_of(new) {
            self.unlink(row);
            self.insert(row, was);
        }
    }

    pub fn clear(&mut self) {
        let buckets = self.buckets as usize..;
        for (bucket, node) in (self.buckets..).zip(&mut self.nodes[buckets]) {
            *node = Link {
                prev: bucket,
                next: bucket,
            };
        }
    }

    /// Becomes like another one of the same shape, of which only these slots were ever used.
    pub fn copy_from(&mut self, other: &Index, slots: &[Range<usize>; 2]) {
        let [homes, others] = slots.clone();
        let buckets = self.buckets as usize..self.nodes.len();
        for used in [homes, others, buckets] {
            self.nodes[used.clone()].copy_from_slice(&other.nodes[used]);
        }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.nodes)
    }
}

/// How many bits number the buckets for so many rows: at least one, so that a hash can be shifted by the others.
pub fn bucket_bits(capacity: u32) -> u32 {
    capacity.max(2).next_power_of_two().ilog2()
}

#[cfg(test)]
impl Index {
    /// Whether the row belongs to a bucket.
    pub fn belongs(&self, bucket: u32, words: &[u64]) -> bool {
        self.bucket_of(words) == bucket
    }

    /// The node of each bucket, its chain, and the chain backwards.
    pub fn chains(
        &self,
    ) -> impl Iterator<Item = (u32, std::vec::Vec<u32>, std::vec::Vec<u32>)> + '_ {
        (self.buckets..self.nodes.len() as u32).map(move |bucket| {
            let walk = |step: fn(Link) -> u32| {
                let mut rows = std::vec::Vec::new();
                let mut node = step(self.nodes[bucket as usize]);
                while node != bucket {
                    rows.push(node);
                    node = step(self.nodes[node as usize]);
                }
                rows
            };
            (bucket, walk(|link| link.next), walk(|link| link.prev))
        })
    }
}
