//! Chains of rows: the order of a relation, and the order within each bucket of a lookup.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::NIL;
use super::hash::{START, hash_columns, take_in};
use crate::tables::{self, Arg, Columns};

/// The neighbours of a node in its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    prev: u32,
    next: u32,
}

impl Link {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self.prev) << 32 | u64::from(self.next)
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
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

impl Shape {
    /// The node of the bucket of this hash.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> u32 {
        self.buckets + (hash >> self.shift) as u32
    }

    /// The node of the bucket of these words.
    #[inline(always)]
    fn bucket_of(&self, words: &[u64]) -> u32 {
        self.bucket(hash_columns(words, self.columns))
    }
}

/// All the indexes of a relation: first the order of all rows, then the key, then the others. Each has every row in one
/// of its buckets: the one of the hash of its columns.
///
/// The chain of a bucket is a ring through a node for the bucket itself. So taking a row out, and putting it back
/// between the neighbours that it had, is the same few writes wherever it is, and does not ask which bucket it is in.
/// The nodes of an index lie side by side, its buckets first, then a node a slot.
#[derive(Clone, Debug)]
pub struct Indexes {
    shapes: Box<[Shape]>,
    /// The shape of the key, once more: every change needs it.
    key: Shape,
    nodes: Box<[Link]>,
    capacity: u32,
}

/// The node of the only bucket of the order of all rows, and of its first slot.
const ORDER: u32 = 0;
const ORDER_ROWS: u32 = 1;

impl Indexes {
    pub fn new(row: &tables::Relation) -> Self {
        let others = row.indexes.get(2..).unwrap_or_default();
        let columns = [Columns(0), row.key];
        let columns = columns.iter().chain(others);
        // Numbers of nodes must fit: an index has up to two buckets a row.
        let most = (NIL as usize / 4) / (others.len() + 2);
        let capacity = row.capacity.min(most) as u32;
        let mut nodes = 0;
        let shapes = columns.map(|&Columns(columns)| {
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
            key: shapes[1],
            shapes: shapes.into(),
            nodes: vec![Link { prev: 0, next: 0 }; nodes as usize].into(),
            capacity,
        };
        indexes.clear();
        indexes
    }

    #[inline(always)]
    pub fn count(&self) -> usize {
        self.shapes.len()
    }

    #[inline(always)]
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    #[inline(always)]
    pub fn key_columns(&self) -> u16 {
        self.key.columns
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
        self.row_of(shape, self.nodes[shape.bucket(hash) as usize].next)
    }

    /// The column of an index that has only one.
    #[inline(always)]
    pub fn only_column(&self, index: usize) -> Option<usize> {
        let columns = self.shapes[index].columns;
        (columns.count_ones() == 1).then(|| columns.trailing_zeros() as usize)
    }

    /// The first row of the bucket of this word, in an index of one column.
    #[inline(always)]
    pub fn seek_word(&self, index: usize, word: u64) -> u32 {
        let shape = &self.shapes[index];
        let bucket = shape.bucket(take_in(START, word));
        self.row_of(shape, self.nodes[bucket as usize].next)
    }

    /// The first row of all.
    #[inline(always)]
    pub fn first(&self) -> u32 {
        self.row_of(&self.shapes[0], self.nodes[ORDER as usize].next)
    }

    /// The row after this one in its chain.
    #[inline(always)]
    pub fn next(&self, index: usize, row: u32) -> u32 {
        let shape = &self.shapes[index];
        self.row_of(shape, self.nodes[(shape.rows + row) as usize].next)
    }

    /// The first row whose key may have this hash.
    #[inline(always)]
    pub fn first_of_key(&self, hash: u64) -> u32 {
        self.row_of(&self.key, self.nodes[self.key.bucket(hash) as usize].next)
    }

    /// The row after this one in the chain of its key.
    #[inline(always)]
    pub fn next_of_key(&self, row: u32) -> u32 {
        self.row_of(&self.key, self.nodes[(self.key.rows + row) as usize].next)
    }

    #[inline(always)]
    fn row_of(&self, shape: &Shape, node: u32) -> u32 {
        let row = node.wrapping_sub(shape.rows);
        if row < self.capacity { row } else { NIL }
    }

    /// Puts the row at the end of its chains.
    #[inline(always)]
    pub fn append(&mut self, row: u32, words: &[u64], key_hash: u64) {
        append(&mut self.nodes, ORDER, ORDER_ROWS + row);
        let bucket = self.key.bucket(key_hash);
        append(&mut self.nodes, bucket, self.key.rows + row);
        for shape in &self.shapes[2..] {
            append(&mut self.nodes, shape.bucket_of(words), shape.rows + row);
        }
    }

    /// Takes the row out of its chains.
    #[inline(always)]
    pub fn unlink(&mut self, row: u32) {
        unlink(&mut self.nodes, ORDER_ROWS + row);
        unlink(&mut self.nodes, self.key.rows + row);
        for shape in &self.shapes[2..] {
            unlink(&mut self.nodes, shape.rows + row);
        }
    }

    /// Takes the row out of its chains, and notes where it was, a word an index.
    #[inline(always)]
    pub fn unlink_noting(&mut self, row: u32, notes: &mut [u64]) {
        for (shape, note) in self.shapes.iter().zip(notes) {
            *note = unlink(&mut self.nodes, shape.rows + row).to_word();
        }
    }

    /// Puts the row back where it was.
    #[inline(always)]
    pub fn relink(&mut self, row: u32, notes: &[u64]) {
        for (shape, &note) in self.shapes.iter().zip(notes) {
            insert(&mut self.nodes, shape.rows + row, Link::from_word(note));
        }
    }

    /// Moves the row, whose words have changed, to the buckets where it belongs now, and notes where it was. There it
    /// comes between the rows added before and after it, as `place` numbers them. The order and the key stay.
    pub fn rebucket(
        &mut self,
        row: u32,
        (old, new): (&[u64], &[u64]),
        notes: &mut [u64],
        place: impl Fn(u32) -> u64,
    ) {
        for (shape, note) in self.shapes[2..].iter().zip(&mut notes[2..]) {
            let bucket = shape.bucket_of(new);
            if bucket == shape.bucket_of(old) {
                continue;
            }
            *note = unlink(&mut self.nodes, shape.rows + row).to_word();
            let mut next = bucket;
            let mut prev = self.nodes[bucket as usize].prev;
            while prev != bucket && place(prev - shape.rows) > place(row) {
                next = prev;
                prev = self.nodes[prev as usize].prev;
            }
            insert(&mut self.nodes, shape.rows + row, Link { prev, next });
        }
    }

    /// Takes back what [`rebucket`](Indexes::rebucket) did.
    pub fn rebucket_back(&mut self, row: u32, (old, new): (&[u64], &[u64]), notes: &[u64]) {
        for (shape, &note) in self.shapes[2..].iter().zip(&notes[2..]) {
            if shape.bucket_of(new) != shape.bucket_of(old) {
                unlink(&mut self.nodes, shape.rows + row);
                insert(&mut self.nodes, shape.rows + row, Link::from_word(note));
            }
        }
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

    /// Whether the row belongs to a bucket.
    #[cfg(test)]
    pub fn belongs(&self, index: usize, bucket: u32, words: &[u64]) -> bool {
        self.shapes[index].bucket_of(words) == bucket
    }

    /// The node of each bucket of an index, its chain, and the chain backwards.
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

/// Puts a node at the end of a chain.
#[inline(always)]
fn append(nodes: &mut [Link], bucket: u32, node: u32) {
    let prev = nodes[bucket as usize].prev;
    nodes[node as usize] = Link { prev, next: bucket };
    nodes[prev as usize].next = node;
    nodes[bucket as usize].prev = node;
}

/// Puts a node between two neighbours.
#[inline(always)]
fn insert(nodes: &mut [Link], node: u32, link: Link) {
    nodes[node as usize] = link;
    nodes[link.prev as usize].next = node;
    nodes[link.next as usize].prev = node;
}

/// Takes a node out, and tells where it was.
#[inline(always)]
fn unlink(nodes: &mut [Link], node: u32) -> Link {
    let link = nodes[node as usize];
    nodes[link.prev as usize].next = link.next;
    nodes[link.next as usize].prev = link.prev;
    link
}
