//! Where the facts of each predicate lie in the image, and how they are represented.
//!
//! An image begins with the hash of all facts, the stamp of their history, and a stamp a predicate. The predicates follow,
//! each with all that conditions ask for; and behind them, for predicates that no condition goes over, the order of their
//! facts, which only a state keeps up to date.

use alloc::sync::Arc;

use super::trail::MARK;
use crate::tables::{Columns, RelId, Relation};

/// The addresses of what is known of all facts together.
pub(super) const HASH: u32 = 0;
pub(super) const STAMP: u32 = 1;
const STAMPS: u32 = 2;

/// Words below this are looked up by a bit: numbers of actors and places, enums.
pub(super) const SMALL: u32 = 2_048;

/// The fewest keys that have a node of their own, and the most: between these, there are as many as numbers from one up
/// to the capacity need, and twice as many for keys that have a value, whose numbers often have gaps.
const HOMES: [u32; 2] = [32, 1_024];

/// So few rows are gone through one by one, whatever they are looked up by: a change of further indexes takes longer.
const FEW: usize = 8;

/// How the facts of a predicate are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RelationKind {
    /// One fact at most: no columns, or `=> value`.
    Single,
    /// One column that no condition goes over: bits, and large words in a table.
    Bits,
    /// One column: bits, and rows in order.
    Words,
    /// Rows, found by buckets.
    Rows,
}

/// Where the facts of a predicate lie, and how they are represented.
///
/// It is the same for all stores of a domain, and can be worked out while compiling: then what is looked up is at a
/// constant address.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub(super) rel: RelId,
    pub(super) kind: RelationKind,
    /// Whether conditions go over all its facts.
    pub(super) scanned: bool,
    /// Whether it has a `=>`; and the columns of the key, or all.
    pub(super) keyed: bool,
    pub(super) key: u16,
    pub(super) arity: u32,
    pub(super) capacity: u32,
    /// The word whose low half is the number of facts.
    pub(super) count: u32,
    /// `Bits`, `Words`: a bit a small word. Keys with homes: a bit each, which says whether it is there.
    pub(super) bits: u32,
    /// `Bits`: its large words, and how many places for them there are: see [`table`](super::table).
    pub(super) table: u32,
    pub(super) places: u32,

    // The rows: see [`rows`](super::rows). Those of `Bits` are in the part that only changes
    // that may stand keep up to date.
    /// Where the node 0 is, which is no row. The node of a row has a word for buckets, its columns, its link in the order if
    /// that is kept here, its place in the order if rows move, and a link a further index.
    pub(super) nodes: u32,
    /// The words of a node.
    pub(super) stride: u32,
    /// Small words that are a key by themselves have a node each: that of the word `w` is `w + 1`.
    pub(super) homes: u32,
    /// How far a hash is shifted down to the number of a bucket.
    pub(super) shift: u32,
    /// The links of the order: where that of the node 0 is, and how far they are apart: a node, or a word where they are not
    /// among the nodes.
    pub(super) links: u32,
    pub(super) links_apart: u32,
    /// In a node, the place in the order, or 0 where rows do not move.
    pub(super) place: u32,
    /// What else rows are looked up by, the links of that in a node, and the heads of the first such index.
    pub(super) indexes: &'static [Columns],
    pub(super) index_links: u32,
    pub(super) index_heads: u32,
    pub(super) buckets: u32,

    /// The parts of the image that are its own: from the one address to the other, and of the order that lies apart.
    pub(super) own: [u32; 2],
    pub(super) order: [u32; 2],
}

/// How far the image is filled.
#[derive(Clone, Copy)]
struct Cursor {
    own: u128,
    order: u128,
}

impl Cursor {
    /// How many words that is.
    fn words(&self) -> usize {
        let bytes = self.order * size_of::<u64>() as u128;
        assert!(
            self.order <= MARK as u128 && bytes <= isize::MAX as u128,
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

    /// The layouts of all predicates of a domain.
    ///
    /// Capacities that take more memory than can be addressed are refused where a state is made, and not while compiling:
    /// nobody reads by these layouts before that.
    ///
    /// # Panics
    ///
    /// Where there are not `N` of them.
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

    /// The same while running, and the words of an image.
    pub(super) fn collect(relations: &[Relation]) -> (Arc<[Layout]>, usize) {
        let mut cursor = Layout::begin(relations);
        let layouts = relations.iter().enumerate();
        let layouts = layouts.map(|(rel, row)| Layout::next(row, rel, &mut cursor));
        (layouts.collect(), cursor.words())
    }

    /// Where the first predicate and its order lie.
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

    /// The layout of a predicate at the cursor, which goes on behind it.
    const fn next(row: &Relation, rel: usize, cursor: &mut Cursor) -> Layout {
        let begin = *cursor;
        let capacity = row.capacity as u128;
        // Where rows are too few for further indexes, who would go over these goes over all rows.
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
                // A third of the places stays free, so that searches end soon.
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

    /// One row at most. The link of node 0 is zero or one, which is where the order begins and how many rows there are;
    /// that of node 1 is zero.
    const fn single(&mut self, at: &mut u128) {
        self.stride = self.arity + 2;
        self.nodes = take(at, 2 * self.stride as u128);
        self.links = self.nodes.wrapping_add(1 + self.arity);
        self.links_apart = self.stride;
        self.count = self.links;
    }

    /// Nodes for so many rows, with their links or without.
    const fn rows(&mut self, linked: bool, capacity: u128, at: &mut u128) {
        let (link, moves) = (1 + self.arity, self.rows_move());
        self.place = if moves { link + linked as u32 } else { 0 };
        self.index_links = link + linked as u32 + moves as u32;
        self.stride = self.index_links + self.indexes.len() as u32;
        // Each bucket begins in a node. There are two at least, so that a hash can be shifted.
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

    /// Whether a row that is replaced may belong to another bucket of an index.
    const fn rows_move(&self) -> bool {
        let (mut index, mut moves) = (0, false);
        while index < self.indexes.len() {
            moves |= self.keyed && self.indexes[index].0 & !self.key != 0;
            index += 1;
        }
        moves
    }

    /// How many columns there are.
    pub const fn arity(&self) -> usize {
        self.arity as usize
    }

    /// Whether its facts are rows, for whoever looks them up.
    #[inline(always)]
    pub(super) const fn in_rows(&self) -> bool {
        !matches!(self.kind, RelationKind::Bits)
    }

    /// Whether the order lies apart from the rows.
    #[inline(always)]
    pub(super) const fn order_is_apart(&self) -> bool {
        self.links_apart == 1
    }

    /// How many words are known of all facts of so many predicates together.
    pub(super) const fn sums(predicates: usize) -> usize {
        STAMPS as usize + predicates
    }

    /// The words of a node of one column with its link.
    pub(super) const OF_ONE: u32 = 3;

    /// The address of the stamp of its history.
    pub(super) const fn stamp(&self) -> u32 {
        STAMPS + self.rel.0 as u32
    }
}

/// How many keys have a node of their own, where so many would be good.
const fn homes(wanted: u128) -> u32 {
    let [fewest, most] = HOMES;
    match number(wanted.next_power_of_two()) {
        wanted if wanted < fewest => fewest,
        wanted if wanted > most => most,
        wanted => wanted,
    }
}

/// The address of so many words, which are taken.
const fn take(at: &mut u128, words: u128) -> u32 {
    let address = number(*at);
    *at += words;
    address
}

/// A number that fits, or else belongs to a layout that is refused.
const fn number(number: u128) -> u32 {
    if number > u32::MAX as u128 {
        u32::MAX
    } else {
        number as u32
    }
}
