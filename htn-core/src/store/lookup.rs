//! How rows are found.

use super::NIL;
use super::hash::{spread, spread_columns};
use super::relation::{Kind, Relation, SHORT};
use crate::tables::{Arg, Slot};

impl Relation {
    /// The first row, in the chain of the index, that may match the atom: its columns of that index are `Is`. The rows
    /// that do match are all in the chain, in the order of the relation. The chain of a key is its row alone.
    #[inline]
    pub fn seek(&self, index: u8, atom: &[Arg], slots: &[u64]) -> u32 {
        self.seek_by(index, |column| match atom.get(column) {
            Some(Arg::Is(slot)) => slots[slot.0 as usize],
            _ => 0,
        })
    }

    /// The same, with the words of the index's columns.
    #[inline]
    pub fn seek_by(&self, index: u8, word: impl Fn(usize) -> u64) -> u32 {
        match index {
            0 => self.first(),
            1 => self.find_by_key(word),
            _ => match self.indexes.get(usize::from(index) - 2) {
                Some(index) if index.only != u8::MAX => {
                    index.seek_word(word(usize::from(index.only)))
                }
                Some(index) => index.seek(word),
                None => self.first(),
            },
        }
    }

    /// Whether there is such an index, besides those of the order and the key: where rows are few there is none, and its
    /// chain is the order.
    #[inline(always)]
    pub fn has_index(&self, index: u8) -> bool {
        usize::from(index) < self.indexes.len() + 2
    }

    /// The first row of the chain that holds all rows with the word in the only column of the index, or [`NIL`]. The
    /// chain may hold rows with other words too.
    #[inline]
    pub fn seek_word(&self, index: u8, word: u64) -> u32 {
        match self.indexes.get(usize::from(index).wrapping_sub(2)) {
            Some(index) => index.seek_word(word),
            None if index == 1 => self.find_word(word),
            None => self.first(),
        }
    }

    /// The row after this one in the chain, or [`NIL`].
    #[inline]
    pub fn next(&self, index: u8, row: u32) -> u32 {
        match index {
            0 => self.following(row),
            1 => NIL,
            _ => match self.indexes.get(usize::from(index) - 2) {
                Some(index) => index.row_after(row),
                None => self.following(row),
            },
        }
    }

    /// The words of a row of a predicate of two columns, and the row after it in an index.
    #[inline]
    pub fn pair_in(&self, index: u8, row: u32) -> (&[u64; SHORT], u32) {
        (&self.nodes[row as usize].words, self.next(index, row))
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
                [Arg::Is(a)] if self.kind == Kind::One => return self.has_one(word(a)),
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
}

/// Lookups by the key. Each key has one row at most, so the order within its buckets is nothing that can be seen.
impl Relation {
    /// Whether the row of this one word is there, in a relation of one column without `=>`.
    #[inline(always)]
    pub fn has_one(&self, word: u64) -> bool {
        match self.small.get((word >> 6) as usize) {
            Some(bits) => bits >> (word & 63) & 1 == 1,
            None => self.has_large(word),
        }
    }

    /// Whether the row of these words is there, if there is a bit for it.
    #[inline(always)]
    pub(super) fn bit(&self, kind: Kind, words: &[u64]) -> Option<bool> {
        let (Kind::One, &[word]) = (kind, words) else {
            return None;
        };
        let bits = self.small.get((word >> 6) as usize)?;
        Some(bits >> (word & 63) & 1 == 1)
    }

    /// Whether the row of these words is there.
    pub(super) fn contains(&self, words: &[u64]) -> bool {
        match self.bit(self.kind, words) {
            Some(is_there) => is_there,
            None => self.find(words) != NIL,
        }
    }

    #[inline(never)]
    fn has_large(&self, word: u64) -> bool {
        self.find(&[word]) != NIL
    }

    /// The value of this key, in a predicate `key => value` of two columns.
    #[inline(always)]
    pub fn value_of(&self, key: u64) -> Option<u64> {
        match self.home(key) {
            Some(home) => {
                let node = self.nodes.get(home as usize)?;
                (node.same != NIL).then_some(node.words[1])
            }
            None => self.value_elsewhere(key),
        }
    }

    /// The same for a key that has no home.
    #[inline(never)]
    fn value_elsewhere(&self, key: u64) -> Option<u64> {
        let row = self.find_key(Kind::Pair, &[key]);
        (row != NIL).then(|| self.nodes[row as usize].words[1])
    }

    /// Whether the row of these two words is there, in a relation of two columns.
    #[inline]
    pub fn has_two(&self, a: u64, b: u64) -> bool {
        if self.kind == Kind::Two {
            self.find_key(Kind::Two, &[a, b]) != NIL
        } else if self.kind == Kind::Pair {
            let row = self.find_key(Kind::Pair, &[a]);
            row != NIL && self.nodes[row as usize].words[1] == b
        } else {
            self.find_other_two(a, b) != NIL
        }
    }

    /// The row of these words, or [`NIL`], in a relation of the kind `Two`.
    #[inline(always)]
    pub(super) fn find_two(&self, a: u64, b: u64) -> u32 {
        self.find_key(Kind::Two, &[a, b])
    }

    /// The row of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find(&self, words: &[u64]) -> u32 {
        match (self.kind, words) {
            (Kind::One, &[a]) => self.find_key(Kind::One, &[a]),
            (Kind::Two, &[a, b]) => self.find_key(Kind::Two, &[a, b]),
            (Kind::Pair, &[a, b]) => match self.find_key(Kind::Pair, &[a, b]) {
                row if row != NIL && self.nodes[row as usize].words[1] == b => row,
                _ => NIL,
            },
            _ => self.find_other(words),
        }
    }

    #[inline(never)]
    fn find_other_two(&self, a: u64, b: u64) -> u32 {
        self.find_other(&[a, b])
    }

    #[inline(never)]
    fn find_other(&self, words: &[u64]) -> u32 {
        match self.find_key(Kind::Other, words) {
            row if row != NIL && self.row(row) == words => row,
            _ => NIL,
        }
    }

    /// The row with the key of these words, or [`NIL`].
    #[inline(always)]
    fn find_key(&self, kind: Kind, words: &[u64]) -> u32 {
        self.find_in(kind, self.bucket_of(kind, words), words)
    }

    /// The row whose key has these words in its columns, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_by_key(&self, word: impl Fn(usize) -> u64) -> u32 {
        match self.kind {
            Kind::One | Kind::Pair => self.find_word(word(0)),
            _ => self.find_with(word),
        }
    }

    /// The row with this key of one column, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_word(&self, word: u64) -> u32 {
        match (self.home(word), self.kind) {
            (Some(home), _) => self.nodes[home as usize].same,
            (None, Kind::One | Kind::Pair) => self.find_key(Kind::Pair, &[word]),
            _ => self.find_other_word(word),
        }
    }

    #[inline(never)]
    fn find_other_word(&self, word: u64) -> u32 {
        self.find_with(|_| word)
    }

    /// The same, where the key is not known to have one column.
    #[inline(always)]
    pub(super) fn find_with(&self, word: impl Fn(usize) -> u64) -> u32 {
        if self.key == 0 {
            return self.first();
        }
        let bucket = self.bucket(spread_columns(self.key, &word));
        self.walk(bucket, |row| self.agrees(row, &word))
    }

    /// The slot of the row of this key, if it has one of its own.
    #[inline(always)]
    pub(super) fn home(&self, word: u64) -> Option<u32> {
        (word < u64::from(self.homes)).then(|| word as u32 + 1)
    }

    /// Whether the word has a bit, in a relation of one column.
    #[inline(always)]
    pub(super) fn is_small(&self, word: u64) -> bool {
        word >> 6 < self.small.len() as u64
    }

    /// Whether the slot is a home, and not one for any row.
    #[inline(always)]
    pub(super) fn is_home(&self, row: u32) -> bool {
        row <= self.homes
    }

    /// The bucket of the key of these words.
    #[inline(always)]
    pub(super) fn bucket_of(&self, kind: Kind, words: &[u64]) -> usize {
        self.bucket(match kind {
            Kind::One | Kind::Pair => spread(0, words[0]),
            Kind::Two => spread(spread(0, words[0]), words[1]),
            Kind::Other => spread_columns(self.key, |c| words[c]),
        })
    }

    #[inline(always)]
    pub(super) fn bucket(&self, hash: u64) -> usize {
        (hash >> self.key_shift) as usize
    }

    /// The row with the key of these words, or [`NIL`]; the bucket is that of the key.
    #[inline(always)]
    pub(super) fn find_in(&self, kind: Kind, bucket: usize, words: &[u64]) -> u32 {
        let short = |row: u32| self.nodes[row as usize].words;
        match kind {
            Kind::One | Kind::Pair => match self.home(words[0]) {
                Some(home) => self.nodes[home as usize].same,
                None => self.walk(bucket, |row| short(row)[0] == words[0]),
            },
            Kind::Two => self.walk(bucket, |row| {
                let here = short(row);
                here[0] == words[0] && here[1] == words[1]
            }),
            Kind::Other => self.walk(bucket, |row| self.agrees(row, |c| words[c])),
        }
    }

    /// The row of the bucket that is meant, or [`NIL`].
    #[inline(always)]
    fn walk(&self, bucket: usize, is_meant: impl Fn(u32) -> bool) -> u32 {
        let mut row = self.heads[bucket];
        while row != NIL && !is_meant(row) {
            row = self.nodes[row as usize].same;
        }
        row
    }

    /// Whether the row has these words in the columns of the key.
    #[inline(always)]
    fn agrees(&self, row: u32, word: impl Fn(usize) -> u64) -> bool {
        let mut row = self.row(row).iter().enumerate();
        row.all(|(c, &here)| self.key >> c & 1 == 0 || here == word(c))
    }
}
