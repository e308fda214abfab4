//! The facts of one predicate.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::NIL;
use super::hash::{START, Stamp, seed};
use super::index::{Indexes, hash_columns};
use crate::tables::{self, Arg, Columns, RelId};

/// The facts of one predicate: rows of words in numbered slots, in the order in which they were added.
///
/// A row keeps its slot for as long as it is there, and undoing brings it back into the same slot and to the same place
/// in every chain. So a slot's number is a valid place in a chain for whoever comes back to it by undoing.
#[derive(Clone, Debug)]
pub struct Relation {
    pub(super) arity: usize,
    pub(super) indexes: Indexes,
    /// The index of the order of all rows.
    pub(super) order: usize,
    /// The index of the key.
    pub(super) key: usize,
    pub(super) keyed: bool,
    pub(super) words: Box<[u64]>,
    /// Position numbers of rows, where a replaced row may have to find its place in another bucket; else empty.
    pub(super) places: Box<[u64]>,
    pub(super) next_place: u64,
    /// An entry for replacements that need not be undone.
    pub(super) spare: Box<[u64]>,
    /// Slots given back, as a stack: the first `freed` of these.
    pub(super) free: Box<[u32]>,
    pub(super) freed: usize,
    /// How many slots were ever used: all above are free too.
    pub(super) fresh: u32,
    pub(super) len: u32,
    capacity: u32,
    pub(super) seed: u64,
    /// The sum of the hashes of all rows.
    pub(super) hash: u64,
    pub(super) stamp: Stamp,
}

impl Relation {
    pub(super) fn new(id: RelId, row: &tables::Relation) -> Self {
        let arity = row.columns.len();
        let mut columns = Vec::from(row.indexes);
        let order = position_or_push(&mut columns, Columns(0));
        let key = position_or_push(&mut columns, row.key);
        let capacity = row.capacity.min(Indexes::most_rows(columns.len()));
        let rows_move = row.keyed && columns.iter().any(|index| index.0 & !row.key.0 != 0);
        Relation {
            arity,
            indexes: Indexes::new(&columns, capacity as u32),
            order,
            key,
            keyed: row.keyed,
            words: vec![0; capacity * arity].into(),
            places: vec![0; if rows_move { capacity } else { 0 }].into(),
            next_place: 0,
            spare: vec![0; if row.keyed { arity + columns.len() } else { 0 }].into(),
            free: vec![0; capacity].into(),
            freed: 0,
            fresh: 0,
            len: 0,
            capacity: capacity as u32,
            seed: seed(u64::from(id.0)),
            hash: 0,
            stamp: Stamp::default(),
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// How many rows there can be.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// The words of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u64] {
        let at = row as usize * self.arity;
        &self.words[at..at + self.arity]
    }

    /// The first row, in the chain of the index, that may match the atom: its columns of that index are `Is`. The rows
    /// that do match are all in the chain, in the order of the relation.
    #[inline]
    pub fn seek(&self, index: u8, atom: &[Arg], slots: &[u64]) -> u32 {
        self.indexes.seek(index as usize, atom, slots)
    }

    /// The row after this one in the chain, or [`NIL`].
    #[inline]
    pub fn next(&self, index: u8, row: u32) -> u32 {
        self.indexes.next(index as usize, row)
    }

    /// Whether the row matches the atom; writes what the atom binds (some of it even where it does not match).
    #[inline]
    pub fn matches(&self, row: u32, atom: &[Arg], slots: &mut [u64]) -> bool {
        for (&word, &arg) in self.row(row).iter().zip(atom) {
            match arg {
                Arg::Bind(slot) => slots[slot.0 as usize] = word,
                Arg::Is(slot) if slots[slot.0 as usize] != word => return false,
                Arg::Is(_) | Arg::Any => {}
            }
        }
        true
    }

    /// The first row that matches the atom, or [`NIL`]; writes what the atom binds.
    #[inline]
    pub fn probe(&self, index: u8, atom: &[Arg], slots: &mut [u64]) -> u32 {
        let mut row = self.seek(index, atom, slots);
        while row != NIL && !self.matches(row, atom, slots) {
            row = self.next(index, row);
        }
        row
    }

    /// Whether a row matches the atom, which binds nothing.
    #[inline]
    pub fn exists(&self, index: u8, atom: &[Arg], slots: &[u64]) -> bool {
        let mut row = self.seek(index, atom, slots);
        while row != NIL {
            let mut columns = self.row(row).iter().zip(atom);
            if columns.all(|(&word, &arg)| match arg {
                Arg::Is(slot) => slots[slot.0 as usize] == word,
                Arg::Bind(_) | Arg::Any => true,
            }) {
                return true;
            }
            row = self.next(index, row);
        }
        false
    }

    /// The slots of all rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let there = |row| (row != NIL).then_some(row);
        core::iter::successors(there(self.first()), move |&row| there(self.following(row)))
    }

    /// The first row in order, or [`NIL`].
    pub fn first(&self) -> u32 {
        self.indexes
            .first(self.order, self.indexes.bucket_of_hash(self.order, START))
    }

    /// The row after this one in order, or [`NIL`].
    pub fn following(&self, row: u32) -> u32 {
        self.indexes.next(self.order, row)
    }

    /// The sum of the hashes of all rows.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = size_of_val(&*self.words) + size_of_val(&*self.places);
        size_of::<Self>() + rows + size_of_val(&*self.free) + self.indexes.bytes()
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len == self.capacity
    }

    /// Whether the next row takes a slot that was never used.
    #[inline(always)]
    pub(super) fn next_is_fresh(&self) -> bool {
        self.freed == 0
    }

    /// The slot of the next row. There is one where the relation is not full.
    #[inline(always)]
    pub(super) fn next_slot(&self) -> u32 {
        match self.freed {
            0 => self.fresh,
            freed => self.free[freed - 1],
        }
    }

    /// The words that an entry for a removed or replaced row needs on the trail, between its headers.
    #[inline(always)]
    pub(super) fn entry_len(&self) -> usize {
        self.arity + self.indexes.count() + usize::from(!self.places.is_empty())
    }

    #[inline(always)]
    pub(super) fn hash_key(&self, words: &[u64]) -> u64 {
        hash_columns(words, self.indexes.columns(self.key))
    }

    /// The row with the key of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_key(&self, words: &[u64], hash: u64) -> u32 {
        let columns = self.indexes.columns(self.key);
        let mut row = self
            .indexes
            .first(self.key, self.indexes.bucket_of_hash(self.key, hash));
        while row != NIL {
            let here = self.row(row);
            let same = if self.keyed {
                let differs = |(c, (a, b)): (usize, (&u64, &u64))| a != b && columns >> c & 1 == 1;
                !here.iter().zip(words).enumerate().any(differs)
            } else {
                same_words(here, words)
            };
            if same {
                return row;
            }
            row = self.indexes.next(self.key, row);
        }
        NIL
    }
}

fn position_or_push(columns: &mut Vec<Columns>, wanted: Columns) -> usize {
    let at = columns.iter().position(|&index| index == wanted);
    at.unwrap_or_else(|| {
        columns.push(wanted);
        columns.len() - 1
    })
}

#[inline(always)]
pub(super) fn same_words(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}
