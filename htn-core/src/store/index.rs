//! Chains of rows: the order of a relation, and the order within each bucket of a lookup.

use alloc::boxed::Box;
use alloc::vec;

use super::NIL;
use super::hash::{START, take_in};
use crate::tables::{Arg, Columns};

/// The neighbours of a row in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub prev: u32,
    pub next: u32,
}

impl Link {
    const NONE: Link = Link {
        prev: NIL,
        next: NIL,
    };

    #[inline(always)]
    pub fn to_word(self) -> u64 {
        u64::from(self.prev) << 32 | u64::from(self.next)
    }

    #[inline(always)]
    pub fn from_word(word: u64) -> Self {
        Link {
            prev: (word >> 32) as u32,
            next: word as u32,
        }
    }
}

/// The ends of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bucket {
    head: u32,
    tail: u32,
}

impl Bucket {
    const EMPTY: Bucket = Bucket {
        head: NIL,
        tail: NIL,
    };
}

/// What is fixed of an index.
#[derive(Clone, Copy, Debug)]
struct Shape {
    columns: u16,
    /// How far the hash is shifted down to the number of the bucket.
    shift: u8,
    /// Its first bucket.
    buckets: u32,
}

/// All the indexes of a relation. Each index has every row in one of its buckets: the one of the hash of its columns.
///
/// The links of a row lie side by side, index after index, because adding and removing touch them all.
#[derive(Clone, Debug)]
pub struct Indexes {
    shapes: Box<[Shape]>,
    buckets: Box<[Bucket]>,
    links: Box<[Link]>,
}

impl Indexes {
    pub fn new(columns: &[Columns], capacity: usize) -> Self {
        let mut buckets = 0;
        let shapes = columns.iter().map(|&Columns(columns)| {
            // At least two, so that the shift stays below 64; all rows of `Columns(0)` are in the first.
            let bits = match columns {
                0 => 1,
                _ => capacity.max(2).next_power_of_two().ilog2(),
            };
            let shape = Shape {
                columns,
                shift: (64 - bits) as u8,
                buckets,
            };
            buckets += if columns == 0 { 1 } else { 1 << bits };
            shape
        });
        Indexes {
            shapes: shapes.collect(),
            buckets: vec![Bucket::EMPTY; buckets as usize].into(),
            links: vec![Link::NONE; capacity * columns.len()].into(),
        }
    }

    #[inline(always)]
    pub fn count(&self) -> usize {
        self.shapes.len()
    }

    #[inline(always)]
    pub fn columns(&self, index: usize) -> u16 {
        self.shapes[index].columns
    }

    /// The bucket that the row belongs to.
    #[inline(always)]
    pub fn bucket(&self, index: usize, row: &[u64]) -> usize {
        let shape = self.shapes[index];
        self.bucket_of_hash(index, hash_columns(row, shape.columns))
    }

    #[inline(always)]
    pub fn bucket_of_hash(&self, index: usize, hash: u64) -> usize {
        let shape = self.shapes[index];
        shape.buckets as usize + (hash >> shape.shift) as usize
    }

    /// The first row of the bucket that the atom's bound columns select.
    #[inline(always)]
    pub fn seek(&self, index: usize, atom: &[Arg], slots: &[u64]) -> u32 {
        let shape = self.shapes[index];
        let mut hash = START;
        let mut columns = shape.columns;
        while columns != 0 {
            if let Arg::Is(slot) = atom[columns.trailing_zeros() as usize] {
                hash = take_in(hash, slots[slot.0 as usize]);
            }
            columns &= columns - 1;
        }
        self.buckets[shape.buckets as usize + (hash >> shape.shift) as usize].head
    }

    #[inline(always)]
    pub fn head(&self, bucket: usize) -> u32 {
        self.buckets[bucket].head
    }

    #[inline(always)]
    pub fn tail(&self, bucket: usize) -> u32 {
        self.buckets[bucket].tail
    }

    #[inline(always)]
    pub fn link(&self, index: usize, row: u32) -> Link {
        self.links[row as usize * self.shapes.len() + index]
    }

    /// Puts the row at the end of the chain.
    #[inline(always)]
    pub fn append(&mut self, index: usize, bucket: usize, row: u32) {
        let width = self.shapes.len();
        let Bucket { tail, .. } = self.buckets[bucket];
        self.links[row as usize * width + index] = Link {
            prev: tail,
            next: NIL,
        };
        self.buckets[bucket].tail = row;
        if tail == NIL {
            self.buckets[bucket].head = row;
        } else {
            self.links[tail as usize * width + index].next = row;
        }
    }

    /// Puts the row between two neighbours.
    #[inline(always)]
    pub fn insert(&mut self, index: usize, bucket: usize, row: u32, link: Link) {
        let width = self.shapes.len();
        self.links[row as usize * width + index] = link;
        if link.prev == NIL {
            self.buckets[bucket].head = row;
        } else {
            self.links[link.prev as usize * width + index].next = row;
        }
        if link.next == NIL {
            self.buckets[bucket].tail = row;
        } else {
            self.links[link.next as usize * width + index].prev = row;
        }
    }

    /// Takes the row out, and tells where it was.
    #[inline(always)]
    pub fn unlink(&mut self, index: usize, bucket: usize, row: u32) -> Link {
        let width = self.shapes.len();
        let link = self.links[row as usize * width + index];
        if link.prev == NIL {
            self.buckets[bucket].head = link.next;
        } else {
            self.links[link.prev as usize * width + index].next = link.next;
        }
        if link.next == NIL {
            self.buckets[bucket].tail = link.prev;
        } else {
            self.links[link.next as usize * width + index].prev = link.prev;
        }
        link
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::EMPTY);
    }

    /// Becomes like another one of the same shape, of which only the first `rows` slots were ever used.
    pub fn copy_from(&mut self, other: &Indexes, rows: usize) {
        let links = rows * self.shapes.len();
        self.links[..links].copy_from_slice(&other.links[..links]);
        self.buckets.copy_from_slice(&other.buckets);
    }

    /// The buckets of an index.
    #[cfg(test)]
    pub fn buckets_of(&self, index: usize) -> core::ops::Range<usize> {
        let end = self
            .shapes
            .get(index + 1)
            .map_or(self.buckets.len(), |next| next.buckets as usize);
        self.shapes[index].buckets as usize..end
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.shapes) + size_of_val(&*self.buckets) + size_of_val(&*self.links)
    }
}

/// The hash of some columns of a row.
#[inline(always)]
pub fn hash_columns(row: &[u64], mut columns: u16) -> u64 {
    let mut hash = START;
    while columns != 0 {
        hash = take_in(hash, row[columns.trailing_zeros() as usize]);
        columns &= columns - 1;
    }
    hash
}
