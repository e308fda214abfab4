//! Chains of rows: the order of a relation, and the order within each bucket of a lookup.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::NIL;
use super::hash::{START, take_in};
use crate::tables::{Arg, Columns};

/// The neighbours of a node in its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub prev: u32,
    pub next: u32,
}

impl Link {
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

/// What is fixed of an index.
#[derive(Clone, Copy, Debug)]
struct Shape {
    columns: u16,
    /// How far the hash is shifted down to the number of the bucket.
    shift: u8,
    /// The node of its first bucket.
    buckets: u32,
    /// The node of its first slot.
    rows: u32,
}

/// All the indexes of a relation. Each index has every row in one of its buckets: the one of the hash of its columns.
///
/// The chain of a bucket is a ring through a node for the bucket itself. So taking a row out, and putting it back
/// between the neighbours that it had, is the same few writes wherever it is, and does not ask which bucket it is in.
/// The nodes of an index lie side by side, its buckets first, then a node a slot.
#[derive(Clone, Debug)]
pub struct Indexes {
    shapes: Box<[Shape]>,
    nodes: Box<[Link]>,
    capacity: u32,
}

impl Indexes {
    pub fn new(columns: &[Columns], capacity: u32) -> Self {
        let mut nodes = 0;
        let shapes = columns.iter().map(|&Columns(columns)| {
            // At least one bit, so that the shift stays below 64; the hash of no columns has its top bit clear.
            let bits = match columns {
                0 => 1,
                _ => capacity.max(2).next_power_of_two().ilog2(),
            };
            let buckets = nodes;
            let rows = buckets + if columns == 0 { 1 } else { 1 << bits };
            nodes = rows + capacity;
            Shape {
                columns,
                shift: (64 - bits) as u8,
                buckets,
                rows,
            }
        });
        let shapes: Vec<Shape> = shapes.collect();
        let mut indexes = Indexes {
            shapes: shapes.into(),
            nodes: vec![Link { prev: 0, next: 0 }; nodes as usize].into(),
            capacity,
        };
        indexes.clear();
        indexes
    }

    /// So many rows at most, for the numbers of the nodes of so many indexes to fit.
    pub fn most_rows(indexes: usize) -> usize {
        (NIL as usize / 4) / indexes.max(1)
    }

    #[inline(always)]
    pub fn count(&self) -> usize {
        self.shapes.len()
    }

    #[inline(always)]
    pub fn columns(&self, index: usize) -> u16 {
        self.shapes[index].columns
    }

    /// The node of the bucket that the row belongs to.
    #[inline(always)]
    pub fn bucket(&self, index: usize, row: &[u64]) -> u32 {
        self.bucket_of_hash(index, hash_columns(row, self.shapes[index].columns))
    }

    /// The node of the bucket of the rows with this hash.
    #[inline(always)]
    pub fn bucket_of_hash(&self, index: usize, hash: u64) -> u32 {
        let shape = &self.shapes[index];
        shape.buckets + (hash >> shape.shift) as u32
    }

    /// The first row of the bucket that the atom's bound columns select.
    #[inline(always)]
    pub fn seek(&self, index: usize, atom: &[Arg], slots: &[u64]) -> u32 {
        let shape = &self.shapes[index];
        let mut hash = START;
        let mut columns = shape.columns;
        while columns != 0 {
            if let Arg::Is(slot) = atom[columns.trailing_zeros() as usize] {
                hash = take_in(hash, slots[slot.0 as usize]);
            }
            columns &= columns - 1;
        }
        let bucket = shape.buckets + (hash >> shape.shift) as u32;
        self.row_of(shape, self.nodes[bucket as usize].next)
    }

    /// The first row of the bucket.
    #[inline(always)]
    pub fn first(&self, index: usize, bucket: u32) -> u32 {
        self.row_of(&self.shapes[index], self.nodes[bucket as usize].next)
    }

    /// The row after this one in its chain.
    #[inline(always)]
    pub fn next(&self, index: usize, row: u32) -> u32 {
        let shape = &self.shapes[index];
        self.row_of(shape, self.nodes[(shape.rows + row) as usize].next)
    }

    #[inline(always)]
    fn row_of(&self, shape: &Shape, node: u32) -> u32 {
        let row = node.wrapping_sub(shape.rows);
        if row < self.capacity { row } else { NIL }
    }

    /// Puts the row at the end of the chain.
    #[inline(always)]
    pub fn append(&mut self, index: usize, bucket: u32, row: u32) {
        let link = Link {
            prev: self.nodes[bucket as usize].prev,
            next: bucket,
        };
        self.insert(index, row, link);
    }

    /// Puts the row between two neighbours.
    #[inline(always)]
    pub fn insert(&mut self, index: usize, row: u32, link: Link) {
        let node = self.shapes[index].rows + row;
        self.nodes[node as usize] = link;
        self.nodes[link.prev as usize].next = node;
        self.nodes[link.next as usize].prev = node;
    }

    /// Takes the row out, and tells where it was.
    #[inline(always)]
    pub fn unlink(&mut self, index: usize, row: u32) -> Link {
        let link = self.nodes[(self.shapes[index].rows + row) as usize];
        self.nodes[link.prev as usize].next = link.next;
        self.nodes[link.next as usize].prev = link.prev;
        link
    }

    /// The neighbours that the row has in the bucket where the rows are in order of `places`, indexed by row.
    pub fn find_place(&self, index: usize, bucket: u32, row: u32, places: &[u64]) -> Link {
        let shape = &self.shapes[index];
        let mut link = Link {
            prev: self.nodes[bucket as usize].prev,
            next: bucket,
        };
        while link.prev != bucket
            && places[(link.prev - shape.rows) as usize] > places[row as usize]
        {
            link = Link {
                prev: self.nodes[link.prev as usize].prev,
                next: link.prev,
            };
        }
        link
    }

    pub fn clear(&mut self) {
        for shape in &self.shapes {
            for bucket in shape.buckets..shape.rows {
                self.nodes[bucket as usize] = Link {
                    prev: bucket,
                    next: bucket,
                };
            }
        }
    }

    /// Becomes like another one of the same shape, of which only the first `rows` slots were ever used.
    pub fn copy_from(&mut self, other: &Indexes, rows: u32) {
        for shape in &self.shapes {
            let used = shape.buckets as usize..(shape.rows + rows) as usize;
            self.nodes[used.clone()].copy_from_slice(&other.nodes[used]);
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.shapes) + size_of_val(&*self.nodes)
    }

    /// The chain of each bucket of an index, and the rows backwards.
    #[cfg(test)]
    pub fn chains(&self, index: usize) -> impl Iterator<Item = (u32, Vec<u32>, Vec<u32>)> + '_ {
        let shape = &self.shapes[index];
        (shape.buckets..shape.rows).map(move |bucket| {
            let walk = |step: fn(Link) -> u32| {
                let mut rows = Vec::new();
                let mut node = step(self.nodes[bucket as usize]);
                while node != bucket {
                    rows.push(self.row_of(shape, node));
                    node = step(self.nodes[node as usize]);
                }
                rows
            };
            (bucket, walk(|link| link.next), walk(|link| link.prev))
        })
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
