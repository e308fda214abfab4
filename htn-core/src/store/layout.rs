//! Layouts: the representation of each predicate, and its addresses in the fact buffer.
//!
//! A buffer begins with the hash of all facts, the stamp of their history, and a stamp for each predicate. The
//! predicates follow, each with the data that conditions read. At the end are the orders of predicates that no
//! condition scans, which only a state keeps.

use alloc::sync::Arc;

use super::trail::MARK;
use crate::tables::{Columns, RelId, Relation};

/// The addresses of the hash and the stamp of all facts.
pub(super) const HASH: u32 = 0;
pub(super) const STAMP: u32 = 1;
const STAMPS: u32 = 2;

/// Words below this have a bit each: numbers of actors and places, enums.
pub(super) const SMALL: u32 = 2_048;

/// The minimum and maximum of homes: keys with a node of their own. In between, there are as many as numbers from one
/// to the capacity need, and twice as many for keys with a value, whose numbers often have gaps.
const HOMES: [u32; 2] = [32, 1_024];

/// Up to this capacity, conditions scan all rows instead of using further indexes, because updating those takes longer.
const FEW: usize = 8;

/// The representation of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RelationKind {
    /// At most one fact: no columns, or `=> value`.
    Single,
    /// One column that no condition scans: bits, and a table of large words.
    Bits,
    /// One column that conditions scan: bits, and rows in order.
    Words,
    /// Rows, found by buckets.
    Rows,
}

/// The representation of a predicate and its addresses.
///
/// It is the same for all stores of a domain. Emitted code has it as a constant, so that its lookups have constant
/// addresses.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "reload", derive(PartialEq))]
pub struct Layout {
    pub(super) rel: RelId,
    pub(super) kind: RelationKind,
    /// True if conditions scan all facts.
    pub(super) scanned: bool,
    /// True if the predicate has a `=>`. `key` has the columns of the key, or all columns.
    pub(super) keyed: bool,
    pub(super) key: u16,
    pub(super) arity: u32,
    pub(super) capacity: u32,
    /// The address of the word whose low half is the number of facts.
    pub(super) count: u32,
    /// `Bits`, `Words`: the address of one bit for each small word. Keys with homes: one bit each, set if the key is
    /// present.
    pub(super) bits: u32,
    /// `Bits`: the address of the [`table`](super::table) of large words, and its number of places.
    pub(super) table: u32,
    pub(super) places: u32,

    // The rows: see [`rows`](super::rows). The rows of `Bits` are in the part that only a state keeps.
    /// The address of node 0, which is not a row. The node of a row has a word for buckets, its columns, its link in
    /// the order if that is kept here, its place in the order if rows move, and a link for each further index.
    pub(super) nodes: u32,
    /// The number of words of a node.
    pub(super) stride: u32,
    /// The number of homes. The word `w` below it, if it is a key by itself, has the node `w + 1`.
    pub(super) homes: u32,
    /// The shift from a hash to the number of a bucket.
    pub(super) shift: u32,
    /// The address of the link of node 0 in the order, and the distance of links: a node, or one word if the links are
    /// apart.
    pub(super) links: u32,
    pub(super) links_apart: u32,
    /// The offset in a node of its place in the order, or 0 if rows do not move.
    pub(super) place: u32,
    /// The further indexes, the offset of their links in a node, and the address of the chain heads of the first one.
    pub(super) indexes: &'static [Columns],
    pub(super) index_links: u32,
    pub(super) index_heads: u32,
    pub(super) buckets: u32,

    /// The address ranges of the predicate: its own data, and its order if that is apart.
    pub(super) own: [u32; 2],
    pub(super) order: [u32; 2],
}

/// The ends of the two parts of a buffer.
#[derive(Clone, Copy)]
struct Cursor {
    own: u128,
    order: u128,
}

impl Cursor {
    fn bytes(&self) -> u128 {
        self.order * size_of::<u64>() as u128
    }

    fn is_addressable(&self) -> bool {
        self.order <= MARK as u128 && self.bytes() <= isize::MAX as u128
    }

    /// Returns the number of words.
    fn words(&self) -> usize {
        let bytes = self.bytes();
        assert!(
            self.is_addressable(),
            "the capacities of the predicates are too large: the facts would take {bytes} bytes"
        );
        self.order as usize
    }
}

impl Layout {
    const NONE: Layout = Layout {
        rel: RelId(0),
        kind: RelationKind::Single,
        scanned: false,
        keyed: false,
        key: 0,
        arity: 0,
        capacity: 0,
        count: 0,
        bits: 0,
        table: 0,
        places: 0,
        nodes: 0,
        stride: 0,
        homes: 0,
        shift: 0,
        links: 0,
        links_apart: 0,
        place: 0,
        indexes: &[],
        index_links: 0,
        index_heads: 0,
        buckets: 0,
        own: [0; 2],
        order: [0; 2],
    };

    /// Returns the layouts of all predicates of a domain.
    ///
    /// Capacities that need more memory than can be addressed are refused when a state is created, before anything uses
    /// these layouts.
    ///
    /// # Panics
    ///
    /// If there are not `N` predicates.
    pub const fn all<const N: usize>(relations: &[Relation]) -> [Layout; N] {
        assert!(relations.len() == N, "a layout a predicate");
        let mut cursor = Layout::begin(relations);
        let mut layouts = [Layout::NONE; N];
        let mut rel = 0;
        while rel < N {
            layouts[rel] = Layout::next(&relations[rel], rel, &mut cursor);
            rel += 1;
        }
        layouts
    }

    /// Returns the layouts at run time, and the number of words of a buffer.
    pub(super) fn collect(relations: &[Relation]) -> (Arc<[Layout]>, usize) {
        let mut cursor = Layout::begin(relations);
        let layouts = relations.iter().enumerate();
        let layouts = layouts.map(|(rel, row)| Layout::next(row, rel, &mut cursor));
        (layouts.collect(), cursor.words())
    }

    /// Returns the layouts and the number of words of a buffer, or `None` if that is more memory than can be addressed.
    #[cfg(feature = "reload")]
    pub fn checked(relations: &[Relation]) -> Option<(alloc::vec::Vec<Layout>, usize)> {
        let mut cursor = Layout::begin(relations);
        let layouts = relations.iter().enumerate();
        let layouts = layouts.map(|(rel, row)| Layout::next(row, rel, &mut cursor));
        let layouts = layouts.collect();
        cursor.is_addressable().then(|| (layouts, cursor.words()))
    }

    /// Returns the addresses of the first predicate and its order.
    const fn begin(relations: &[Relation]) -> Cursor {
        let own = Layout::sums(relations.len()) as u128;
        let mut cursor = Cursor { own, order: 0 };
        let mut rel = 0;
        while rel < relations.len() {
            Layout::next(&relations[rel], rel, &mut cursor);
            rel += 1;
        }
        Cursor {
            own,
            order: cursor.own,
        }
    }

    /// Returns the layout of a predicate at the cursor, and advances the cursor past it.
    const fn next(row: &Relation, rel: usize, cursor: &mut Cursor) -> Layout {
        let begin = *cursor;
        let capacity = row.capacity as u128;
        // With few rows there are no further indexes, and lookups scan all rows.
        let few = row.indexes.len() > 2 && row.capacity <= FEW;
        let scanned = row.scanned || few;
        let mut layout = Layout {
            rel: RelId(rel as u16),
            kind: match (row.columns.len(), row.keyed, row.key.0) {
                (_, _, 0) => RelationKind::Single,
                (1, false, _) if scanned => RelationKind::Words,
                (1, false, _) => RelationKind::Bits,
                _ => RelationKind::Rows,
            },
            scanned,
            keyed: row.keyed,
            key: row.key.0,
            arity: row.columns.len() as u32,
            capacity: number(capacity),
            ..Layout::NONE
        };
        match layout.kind {
            RelationKind::Single => layout.single(&mut cursor.own),
            RelationKind::Words => {
                layout.bits = take(&mut cursor.own, SMALL as u128 / 64);
                layout.homes = homes(capacity + 1);
                layout.rows(true, capacity, &mut cursor.own);
            }
            RelationKind::Bits => {
                layout.bits = take(&mut cursor.own, SMALL as u128 / 64);
                layout.rows(true, capacity, &mut cursor.order);
                layout.count = take(&mut cursor.own, 1);
                // A third of the places stays free, so that lookups are short.
                let places = capacity + capacity / 2 + 2;
                layout.table = take(&mut cursor.own, places);
                layout.places = number(places);
            }
            RelationKind::Rows => {
                if row.indexes.len() > 2 && row.capacity > FEW {
                    layout.indexes = row.indexes.split_at(2).1;
                }
                if layout.arity == 2 && row.keyed && row.key.0 == 1 {
                    layout.homes = homes(2 * (capacity + 1));
                    layout.bits = take(&mut cursor.own, layout.homes.div_ceil(64) as u128);
                }
                layout.rows(scanned, capacity, &mut cursor.own);
                if !scanned {
                    layout.links = take(&mut cursor.order, layout.homes as u128 + capacity + 1);
                    layout.links_apart = 1;
                }
            }
        }
        layout.own = [number(begin.own), number(cursor.own)];
        layout.order = [number(begin.order), number(cursor.order)];
        layout
    }

    /// Lays out at most one row. The link of node 0 is 0 or 1: it is both the start of the order and the number of
    /// rows. The link of node 1 is 0.
    const fn single(&mut self, at: &mut u128) {
        self.stride = self.arity + 2;
        self.nodes = take(at, 2 * self.stride as u128);
        self.links = self.nodes.wrapping_add(1 + self.arity);
        self.links_apart = self.stride;
        self.count = self.links;
    }

    /// Lays out nodes for `capacity` rows, with links in the order or without.
    const fn rows(&mut self, linked: bool, capacity: u128, at: &mut u128) {
        let (link, moves) = (1 + self.arity, self.rows_move());
        self.place = if moves { link + linked as u32 } else { 0 };
        self.index_links = link + linked as u32 + moves as u32;
        self.stride = self.index_links + self.indexes.len() as u32;
        // Each bucket has its head in a node. There are at least two, so that a hash can be shifted.
        let buckets = match capacity {
            0..4 => 2,
            more => (more + 1).next_power_of_two() / 2,
        };
        let nodes = match self.homes as u128 + capacity {
            0..2 => 2,
            more => more,
        };
        self.nodes = take(at, (nodes + 1) * self.stride as u128);
        self.count = self.nodes;
        self.links = self.nodes.wrapping_add(link);
        self.links_apart = self.stride;
        self.shift = u64::BITS - buckets.ilog2();
        self.buckets = number(buckets);
        self.index_heads = take(at, buckets * self.indexes.len() as u128);
    }

    /// Returns true if a row that is replaced may move to another bucket of an index.
    const fn rows_move(&self) -> bool {
        let (mut index, mut moves) = (0, false);
        while index < self.indexes.len() {
            moves |= self.keyed && self.indexes[index].0 & !self.key != 0;
            index += 1;
        }
        moves
    }

    /// Returns the number of words that conditions read: all but the orders that only a state keeps.
    pub const fn words_read(layouts: &[Layout]) -> usize {
        let (mut rel, mut end) = (0, 0);
        while rel < layouts.len() {
            if layouts[rel].own[1] > end {
                end = layouts[rel].own[1];
            }
            rel += 1;
        }
        end as usize
    }

    /// Returns the number of columns.
    pub const fn arity(&self) -> usize {
        self.arity as usize
    }

    /// Returns true if readers find the facts as rows.
    #[inline(always)]
    pub(super) const fn in_rows(&self) -> bool {
        !matches!(self.kind, RelationKind::Bits)
    }

    /// Returns true if the links of the order are apart from the rows.
    #[inline(always)]
    pub(super) const fn order_is_apart(&self) -> bool {
        self.links_apart == 1
    }

    /// Returns the number of words before the first predicate: the hash and the stamps.
    pub(super) const fn sums(predicates: usize) -> usize {
        STAMPS as usize + predicates
    }

    /// The number of words of a node with one column and a link.
    pub(super) const OF_ONE: u32 = 3;

    /// Returns the address of the stamp of the predicate's history.
    pub(super) const fn stamp(&self) -> u32 {
        STAMPS + self.rel.0 as u32
    }
}

/// Returns the number of homes for a wanted number.
const fn homes(wanted: u128) -> u32 {
    let [fewest, most] = HOMES;
    match number(wanted.next_power_of_two()) {
        wanted if wanted < fewest => fewest,
        wanted if wanted > most => most,
        wanted => wanted,
    }
}

/// Allocates a number of words. Returns their address.
const fn take(at: &mut u128, words: u128) -> u32 {
    let address = number(*at);
    *at += words;
    address
}

/// Converts a number. One that does not fit belongs to a layout that is refused later.
const fn number(number: u128) -> u32 {
    if number > u32::MAX as u128 {
        u32::MAX
    } else {
        number as u32
    }
}
