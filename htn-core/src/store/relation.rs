//! The facts of one predicate.

use alloc::boxed::Box;
use alloc::vec;

use super::NIL;
use super::hash::{hash_row, seed};
use super::index::{Index, Link, bucket_bits};
use super::sums::Sums;
use crate::tables::{self, RelId};

/// The facts of one predicate: rows of words in numbered slots, in the order in which they were added.
///
/// A row keeps its slot for as long as it is there, and undoing brings it back into the same slot and to the same place
/// in every chain. So a slot's number is a valid place in a chain for whoever comes back to it by undoing.
///
/// Slots are numbered from one: the order is a ring through the node 0, which is [`NIL`]. The lowest are *homes*: small
/// words that are a key by themselves, numbers of actors and places, have a slot each that nobody else takes, so that a
/// key is found, and a row comes and goes, without a search. Rows of other keys take any of the slots above, and are
/// found by a bucket.
#[derive(Clone, Debug)]
pub struct Relation {
    pub(super) kind: Kind,
    /// The same, but [`Kind::Other`] where there are other indexes than the order and the key.
    pub(super) quick: Kind,
    /// Whether a search leaves the rows of small words alone: see [`unlisted`](super::unlisted).
    pub(super) unlisted: bool,
    /// Whether there are no other indexes than the order and the key.
    pub(super) plain: bool,
    /// Whether a replaced row may have to find its place in another bucket.
    pub(super) moves: bool,
    /// How far the hash of a key is shifted down to the number of its bucket.
    pub(super) key_shift: u8,
    pub(super) key: u16,
    pub(super) capacity: u32,
    /// How many more rows there can be.
    pub(super) room: u32,
    /// Words below this have a home: the slot of the word `w` is `w + 1`.
    pub(super) homes: u32,
    /// No row has ever stood in a home above this one.
    pub(super) reach: u32,
    /// The last slot above the homes that was ever used: all above it are free too.
    pub(super) fresh: u32,
    /// The last slot given back, or [`NIL`]; the others follow by `Node::same`.
    pub(super) freed: u32,
    /// The first row of each bucket of keys.
    pub(super) heads: Box<[u32]>,
    /// A node a slot, behind that of the ring.
    pub(super) nodes: Box<[Node]>,
    /// For a predicate of one column: bit `w` says whether the row `w` is there, for words below [`Relation::SMALL`].
    // Here, and not elsewhere in memory: one load less for what is asked most.
    pub(super) small: [u64; Relation::SMALL / 64],
    pub(super) arity: usize,
    /// The words of slot `n` begin at `n * arity`, where they are more than a node has room for.
    pub(super) long: Box<[u64]>,
    /// What else it is looked up by: `tables::Relation::indexes` from the third on, or none where rows are few.
    pub(super) indexes: Box<[Index]>,
    /// Where rows move: a number a slot that rises with each row added.
    pub(super) places: Box<[u64]>,
    /// The number of the next row added.
    pub(super) next_place: u64,
    /// An entry for replacements that need not be undone.
    pub(super) spare: Box<[u64]>,
    pub(super) seed: u64,
    pub(super) sums: Sums,
}

/// The kinds of relations that most are of have code of their own: with columns and key known, there are no loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// One column.
    One,
    /// Two columns.
    Two,
    /// Two columns, of which the first is the key.
    Pair,
    Other,
}

/// A row, and where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// In the order of all rows.
    pub link: Link,
    /// The next row in its bucket of keys; of a free slot, the one given back before it. Of a home, its own number
    /// where the row is there, and else [`NIL`].
    pub same: u32,
    /// Its bucket of keys, if it has no home.
    pub bucket: u32,
    /// The words of a row that has no more than these.
    pub words: [u64; SHORT],
}

impl Node {
    /// A free slot. In a home the key stands for good.
    fn new(slot: usize, homes: u32) -> Self {
        let mut node = Node::default();
        if (1..=homes as usize).contains(&slot) {
            node.words[0] = slot as u64 - 1;
        }
        node
    }
}

/// The words that a node has room for.
pub(super) const SHORT: usize = 2;

impl Relation {
    /// Words below this are looked up by a bit: numbers of actors and places, enums.
    pub(super) const SMALL: usize = 2_048;

    /// The fewest homes, and the most: between these, there are as many as numbers from one up to the capacity need, and
    /// twice as many for keys, whose numbers often have gaps.
    const HOMES: [u32; 2] = [32, 1_024];

    /// So few rows are gone through one by one, whatever they are looked up by: a change of other indexes takes longer.
    const FEW: u32 = 8;

    pub(super) fn new(id: RelId, row: &tables::Relation) -> Self {
        let arity = row.columns.len();
        // Numbers of nodes must fit: an index has up to two buckets a row.
        let capacity = row.capacity.min(u32::MAX as usize / 8) as u32;
        let others = match capacity <= Self::FEW {
            true => [].iter(),
            false => row.indexes.get(2..).unwrap_or_default().iter(),
        };
        let moves = row.keyed && others.clone().any(|index| index.0 & !row.key.0 != 0);
        let kind = match (arity, row.keyed, row.key.0) {
            (1, false, _) => Kind::One,
            (2, false, _) => Kind::Two,
            (2, true, 1) => Kind::Pair,
            _ => Kind::Other,
        };
        let [fewest, most] = Self::HOMES;
        let numbers = (capacity + 1).next_power_of_two();
        let homes = match kind {
            Kind::One => numbers.clamp(fewest, most),
            Kind::Pair => (2 * numbers).clamp(fewest, most),
            Kind::Two | Kind::Other => 0,
        };
        let slots = homes as usize + capacity as usize + 1;
        let zeros = |words: usize, wanted: bool| vec![0; if wanted { words } else { 0 }].into();
        Relation {
            kind,
            quick: if others.len() == 0 { kind } else { Kind::Other },
            unlisted: false,
            plain: others.len() == 0,
            moves,
            key_shift: (64 - bucket_bits(capacity)) as u8,
            key: row.key.0,
            capacity,
            room: capacity,
            homes,
            reach: NIL,
            fresh: homes,
            freed: NIL,
            heads: vec![NIL; 1 << bucket_bits(capacity)].into(),
            nodes: (0..slots).map(|slot| Node::new(slot, homes)).collect(),
            small: [0; Self::SMALL / 64],
            arity,
            long: zeros(slots * arity, arity > SHORT),
            places: zeros(slots, moves),
            next_place: 0,
            spare: zeros(arity + others.len(), row.keyed),
            indexes: others
                .map(|index| Index::new(index.0, capacity, slots as u32))
                .collect(),
            seed: seed(u64::from(id.0)),
            sums: Sums::default(),
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        (self.capacity - self.room) as usize
    }

    /// How many rows there can be.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// The words of a row.
    #[inline(always)]
    pub fn row(&self, row: u32) -> &[u64] {
        match self.arity <= SHORT {
            true => &self.nodes[row as usize].words[..self.arity],
            false => &self.long[row as usize * self.arity..][..self.arity],
        }
    }

    /// One word of a row.
    #[inline(always)]
    pub fn word(&self, row: u32, column: usize) -> u64 {
        match self.arity <= SHORT {
            true => self.nodes[row as usize].words[column],
            false => self.long[row as usize * self.arity + column],
        }
    }

    /// The word of a row of a predicate of one column, and the row after it in order.
    #[inline(always)]
    pub fn one(&self, row: u32) -> (u64, u32) {
        debug_assert!(!self.unlisted, "nobody goes over these");
        let node = &self.nodes[row as usize];
        (node.words[0], node.link.next)
    }

    /// The words of a row of two columns, and the row after it in order.
    #[inline(always)]
    pub fn two(&self, row: u32) -> (&[u64; SHORT], u32) {
        debug_assert!(!self.unlisted, "nobody goes over these");
        let node = &self.nodes[row as usize];
        (&node.words, node.link.next)
    }

    /// The slots of all rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let there = |row| (row != NIL).then_some(row);
        core::iter::successors(there(self.first()), move |&row| there(self.following(row)))
    }

    /// The first row in order, or [`NIL`].
    #[inline(always)]
    pub fn first(&self) -> u32 {
        self.following(NIL)
    }

    /// The row after this one in order, or [`NIL`].
    #[inline(always)]
    pub fn following(&self, row: u32) -> u32 {
        debug_assert!(!self.unlisted, "nobody goes over these");
        self.nodes[row as usize].link.next
    }

    /// The sum of the hashes of all rows.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.sums.hash
    }

    /// See [`Store::stamp`](super::Store::stamp).
    #[inline]
    pub fn stamp(&self) -> u64 {
        self.sums.stamp.word()
    }

    /// The hash of a row among all facts.
    pub(super) fn hash_of(&self, row: u32) -> u64 {
        self.hash_words(self.row(row))
    }

    pub(super) fn hash_words(&self, words: &[u64]) -> u64 {
        hash_row(words, self.seed)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.heads)
            + size_of_val(&*self.nodes)
            + size_of_val(&*self.long)
            + size_of_val(&*self.places)
            + size_of_val(&*self.spare)
            + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}
