//! The facts of one predicate.

use alloc::boxed::Box;
use alloc::vec;

use super::NIL;
use super::hash::{Stamp, hash_columns, hash_words, seed};
use super::index::Indexes;
use crate::tables::{self, Arg, RelId, Slot};

/// The facts of one predicate: rows of words in numbered slots, in the order in which they were added.
///
/// A row keeps its slot for as long as it is there, and undoing brings it back into the same slot and to the same place
/// in every chain. So a slot's number is a valid place in a chain for whoever comes back to it by undoing.
#[derive(Clone, Debug)]
pub struct Relation {
    pub(super) arity: usize,
    pub(super) keyed: bool,
    /// Whether a replaced row may have to find its place in another bucket.
    pub(super) moves: bool,
    /// The words of a record.
    pub(super) stride: usize,
    /// A record a slot: the row, its hash among all facts, and where rows move, a number that rises with each row added.
    pub(super) records: Box<[u64]>,
    pub(super) indexes: Indexes,
    /// For a predicate of one column: bit `w` says whether the row `w` is there, for words below [`Relation::SMALL`].
    pub(super) small: Box<[u64]>,
    /// The number of the next row added.
    pub(super) next_place: u64,
    /// An entry for replacements that need not be undone.
    pub(super) spare: Box<[u64]>,
    /// Slots given back, as a stack: the first `freed` of these.
    pub(super) free: Box<[u32]>,
    pub(super) freed: u32,
    /// How many slots were ever used: all above are free too.
    pub(super) fresh: u32,
    pub(super) seed: u64,
    /// The sum of the hashes of all rows.
    pub(super) hash: u64,
    pub(super) stamp: Stamp,
}

impl Relation {
    /// Words below this are looked up by a bit: numbers of actors and places, enums.
    const SMALL: usize = 2_048;

    pub(super) fn new(id: RelId, row: &tables::Relation) -> Self {
        let arity = row.columns.len();
        let indexes = Indexes::new(row);
        let capacity = indexes.capacity() as usize;
        let moves = row.keyed && row.indexes.iter().any(|index| index.0 & !row.key.0 != 0);
        let stride = arity + 1 + usize::from(moves);
        let spare = if row.keyed {
            stride + indexes.count()
        } else {
            0
        };
        Relation {
            arity,
            keyed: row.keyed,
            moves,
            stride,
            records: vec![0; capacity * stride].into(),
            indexes,
            small: vec![
                0;
                if arity == 1 && !row.keyed {
                    Self::SMALL / 64
                } else {
                    0
                }
            ]
            .into(),
            next_place: 0,
            spare: vec![0; spare].into(),
            free: vec![0; capacity].into(),
            freed: 0,
            fresh: 0,
            seed: seed(u64::from(id.0)),
            hash: 0,
            stamp: Stamp::default(),
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        (self.fresh - self.freed) as usize
    }

    /// How many rows there can be.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.indexes.capacity() as usize
    }

    /// The words of a row.
    #[inline(always)]
    pub fn row(&self, row: u32) -> &[u64] {
        let at = row as usize * self.stride;
        &self.records[at..at + self.arity]
    }

    /// The first row, in the chain of the index, that may match the atom: its columns of that index are `Is`. The rows
    /// that do match are all in the chain, in the order of the relation.
    #[inline]
    pub fn seek(&self, index: u8, atom: &[Arg], slots: &[u64]) -> u32 {
        if let Some(column) = self.indexes.only_column(index as usize)
            && let Arg::Is(slot) = atom[column]
        {
            return self.seek_word(index, slots[slot.0 as usize]);
        }
        self.indexes.seek(index as usize, atom, slots)
    }

    /// The row after this one in the chain, or [`NIL`].
    #[inline]
    pub fn next(&self, index: u8, row: u32) -> u32 {
        self.indexes.next(index as usize, row)
    }

    /// The first row of the chain that holds all rows with the word in the only column of the index, or [`NIL`]. The
    /// chain may hold rows with other words too.
    #[inline]
    pub fn seek_word(&self, index: u8, word: u64) -> u32 {
        self.indexes.seek_word(index as usize, word)
    }

    /// One word of a row.
    #[inline(always)]
    pub fn word(&self, row: u32, column: usize) -> u64 {
        self.records[row as usize * self.stride + column]
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

    /// Whether a row matches the atom, which binds nothing.
    #[inline]
    pub fn exists(&self, index: u8, atom: &[Arg], slots: &[u64]) -> bool {
        // The common tests on whole rows: with the number of columns known, there is no loop over them.
        if index == 1 {
            let word = |slot: Slot| slots[slot.0 as usize];
            match *atom {
                [Arg::Is(a)] => return self.has_one(word(a)),
                [Arg::Is(a), Arg::Is(b)] => return self.has_two(word(a), word(b)),
                _ => {}
            }
        }
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
        self.indexes.first()
    }

    /// The row after this one in order, or [`NIL`].
    pub fn following(&self, row: u32) -> u32 {
        self.indexes.next(0, row)
    }

    /// The sum of the hashes of all rows.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = size_of_val(&*self.records) + size_of_val(&*self.free);
        size_of::<Self>()
            + rows
            + size_of_val(&*self.spare)
            + size_of_val(&*self.small)
            + self.indexes.bytes()
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.fresh - self.freed == self.indexes.capacity()
    }

    /// The slot of the next row, and whether it was never used. There is one where the relation is not full.
    #[inline(always)]
    pub(super) fn next_slot(&self) -> (u32, bool) {
        match self.freed {
            0 => (self.fresh, true),
            freed => (self.free[freed as usize - 1], false),
        }
    }

    /// The words that an entry for a removed or replaced row needs on the trail, between its headers: the record, and
    /// a word an index.
    #[inline(always)]
    pub(super) fn entry_len(&self) -> usize {
        self.stride + self.indexes.count()
    }

    /// Whether these are the words of the row.
    #[inline(always)]
    pub(super) fn holds(&self, row: u32, words: &[u64]) -> bool {
        self.agrees(row, words, u16::MAX)
    }

    /// Whether the row has these words in these columns. A loop, since rows are too short for a call of `memcmp`.
    #[inline(always)]
    fn agrees(&self, row: u32, words: &[u64], columns: u16) -> bool {
        let at = row as usize * self.stride;
        let here = &self.records[at..at + words.len()];
        (0..words.len()).all(|c| here[c] == words[c] || columns >> c & 1 == 0)
    }

    /// Whether the row of this one word is there, in a relation of one column.
    #[inline(always)]
    pub fn has_one(&self, word: u64) -> bool {
        match self.small.get((word >> 6) as usize) {
            Some(bits) => bits >> (word & 63) & 1 == 1,
            None => self.has_large(word),
        }
    }

    /// Whether the row of these two words is there, in a relation of two columns.
    #[inline]
    pub fn has_two(&self, a: u64, b: u64) -> bool {
        let words = [a, b];
        let row = self.find_key(&words, self.hash_key(&words));
        row != NIL && (!self.keyed || self.holds(row, &words))
    }

    #[inline(never)]
    fn has_large(&self, word: u64) -> bool {
        let row = self.find_key(&[word], self.hash_key(&[word]));
        row != NIL && self.holds(row, &[word])
    }

    /// The first word of a row.
    #[inline(always)]
    pub fn first_word(&self, row: u32) -> u64 {
        self.word(row, 0)
    }

    /// Notes that the row in a slot comes or goes.
    #[inline(always)]
    pub(super) fn flip(&mut self, word: u64) {
        if let Some(bits) = self.small.get_mut((word >> 6) as usize) {
            *bits ^= 1 << (word & 63);
        }
    }

    #[inline(always)]
    pub(super) fn hash_key(&self, words: &[u64]) -> u64 {
        match self.keyed {
            true => hash_columns(words, self.indexes.key_columns()),
            false => hash_words(words),
        }
    }

    /// The row with the key of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_key(&self, words: &[u64], hash: u64) -> u32 {
        if let [word] = *words
            && let Some(bits) = self.small.get((word >> 6) as usize)
            && bits >> (word & 63) & 1 == 0
        {
            return NIL;
        }
        let mut row = self.indexes.first_of_key(hash);
        while row != NIL {
            let columns = match self.keyed {
                true => self.indexes.key_columns(),
                false => u16::MAX,
            };
            if self.agrees(row, words, columns) {
                return row;
            }
            row = self.indexes.next_of_key(row);
        }
        NIL
    }
}
