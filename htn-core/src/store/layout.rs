//! Where the facts of each predicate lie in the image, and how they are represented.
//!
//! An image begins with the hash of all facts, the stamp of their history, and a stamp a predicate. The predicates follow,
//! each with all that conditions ask for; and behind them, for predicates that no condition goes over, the order of their
//! facts, which only a state keeps up to date.

use alloc::boxed::Box;

use super::hash::seed;
use super::trail::{MARK, note_about};
use crate::tables::{Columns, RelId, Relation};

/// The addresses of what is known of all facts together.
pub(super) const HASH: u32 = 0;
pub(super) const STAMP: u32 = 1;
const STAMPS: u32 = 2;

/// Words below this are looked up by a bit: numbers of actors and places, enums.
pub(super) const SMALL: u32 = 2_048;

/// The fewest keys that have a node of their own, and the most: between these, there are as many as numbers from one up
/// to the capacity need, and twice as many for keys that have a value, whose numbers often have gaps.
const DIRECT: [u128; 2] = [32, 1_024];

/// So few rows are gone through one by one, whatever they are looked up by: a change of further indexes takes longer.
const FEW: usize = 8;

/// How the facts of a predicate are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// One fact at most: no columns, or `=> value`.
    Single,
    /// One column: bits, and large words in a table; rows besides where their order is asked for.
    Word,
    /// Rows, found by buckets.
    Rows,
}

/// What searches change most: there are functions that do only this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quick {
    /// A `Word` that no condition goes over: its bits.
    Bits,
    /// A `Word`, in order: its homes.
    Homes,
    /// `key => value` that no condition goes over: its homes.
    Values,
    /// Other rows of two columns without further indexes.
    Pairs,
    Nothing,
}

/// Where the facts of a predicate lie, and how they are represented.
///
/// It is the same for all stores of a domain, and can be worked out while compiling: then what is looked up is at a
/// constant address.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub(super) rel: RelId,
    pub(super) kind: Kind,
    pub(super) quick: Quick,
    /// Whether conditions go over its facts.
    pub(super) scanned: bool,
    /// Whether its facts are rows, for whoever looks them up.
    pub(super) in_rows: bool,
    /// Whether it has a `=>`; and the columns of the key, or all.
    pub(super) keyed: bool,
    pub(super) key: u16,
    pub(super) arity: u32,
    pub(super) capacity: u32,
    /// The word whose low half is the number of facts.
    pub(super) count: u32,
    /// `Word`: a bit a small word.
    pub(super) bits: u32,
    /// `Word` that no condition goes over: its large words.
    pub(super) table: Table,
    /// `Single`, `Rows`: the facts. `Word` that is gone over: its words in order, beside the bits. `Word` that is not: the
    /// same in the part that only a state keeps up to date.
    pub(super) rows: Rows,
    /// The parts of the image that are its own: from the one address to the other, and of the order that only a state keeps.
    pub(super) own: [u32; 2],
    pub(super) order: [u32; 2],
    /// In the trail, at changes of facts of one column.
    pub(super) note: u32,
    pub(super) seed: u64,
}

/// A table of large words: see [`table`](super::table).
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub at: u32,
    /// How many words it has.
    pub places: u32,
}

/// Rows: see [`rows`](super::rows).
///
/// The node of a row has a word for buckets, its columns, its link in the order if that is kept here, its place in the
/// order if rows move, and a link a further index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// Where the node 0 is, which is no row.
    pub nodes: u32,
    /// The words of a node.
    pub stride: u32,
    pub capacity: u32,
    /// Whether the key are not all columns; and which they are then.
    pub keyed: bool,
    pub key: u16,
    /// Small words that are a key by themselves have a node each: that of the word `w` is `w + 1`. For the keys of values, a
    /// bit each says whether it is there.
    pub homes: u32,
    pub bits: u32,
    /// How far a hash is shifted down to the number of a bucket.
    pub shift: u32,
    /// The links of the order: where that of the node 0 is, and how far they are apart.
    pub links: u32,
    pub links_apart: u32,
    /// Whether the order is not among the nodes.
    pub order_is_apart: bool,
    /// In a node, the place in the order, or 0 where rows do not move.
    pub place: u32,
    /// What else rows are looked up by, the links of that in a node, and the heads of the first such index.
    pub indexes: &'static [Columns],
    pub index_links: u32,
    pub index_heads: u32,
    pub buckets: u32,
}

/// How far the image is filled.
#[derive(Clone, Copy)]
struct Cursor {
    own: u128,
    order: u128,
}

impl Cursor {
    /// How many words that is.
    const fn words(&self) -> usize {
        match self.order <= MARK as u128 && self.order <= isize::MAX as u128 / 8 {
            true => self.order as usize,
            false => refuse(self.order * size_of::<u64>() as u128),
        }
    }
}

/// Says how many bytes the facts would take, which can't be held. Numbers are not printed while compiling, so this writes
/// them itself.
#[cold]
const fn refuse(bytes: u128) -> ! {
    const SAYS: &[u8] = b"the capacities of the predicates are too large: the facts would take ";
    let mut text = *b"the capacities of the predicates are too large: the facts would take \
                      000000000000000000000000000000000000000 bytes";
    let (mut rest, mut at) = (bytes, text.len() - b" bytes".len());
    while at > SAYS.len() {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    // Without the zeros before it.
    let mut digits = SAYS.len();
    while digits + 1 < text.len() && text[digits] == b'0' {
        digits += 1;
    }
    let mut to = SAYS.len();
    while digits < text.len() {
        text[to] = text[digits];
        (to, digits) = (to + 1, digits + 1);
    }
    match core::str::from_utf8(text.split_at(to).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("the capacities of the predicates are too large"),
    }
}

impl Layout {
    const NONE: Layout = Layout {
        rel: RelId(0),
        kind: Kind::Single,
        quick: Quick::Nothing,
        scanned: false,
        in_rows: false,
        keyed: false,
        key: 0,
        arity: 0,
        capacity: 0,
        count: 0,
        bits: 0,
        table: Table { at: 0, places: 0 },
        rows: Rows::NONE,
        own: [0; 2],
        order: [0; 2],
        note: 0,
        seed: 0,
    };

    /// The layouts of all predicates of a domain.
    ///
    /// # Panics
    ///
    /// Where there are not `N` of them, or where their capacities take more memory than can be addressed: then the
    /// message says how much, also while compiling.
    pub const fn all<const N: usize>(relations: &[Relation]) -> [Layout; N] {
        assert!(relations.len() == N, "a layout a predicate");
        let mut cursor = Layout::begin(relations);
        let mut layouts = [Layout::NONE; N];
        let mut rel = 0;
        while rel < N {
            layouts[rel] = Layout::next(&relations[rel], rel, &mut cursor);
            rel += 1;
        }
        cursor.words();
        layouts
    }

    /// The same while running, and the words of an image.
    pub(super) fn collect(relations: &[Relation]) -> (Box<[Layout]>, usize) {
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
        // Further indexes are there for who goes over them.
        let scanned = row.scanned || row.indexes.len() > 2;
        let kind = match (row.columns.len(), row.keyed, row.key.0) {
            (_, _, 0) => Kind::Single,
            (1, false, _) => Kind::Word,
            _ => Kind::Rows,
        };
        let mut layout = Layout {
            rel: RelId(rel as u16),
            kind,
            scanned,
            in_rows: scanned || matches!(kind, Kind::Single | Kind::Rows),
            keyed: row.keyed,
            key: row.key.0,
            arity: row.columns.len() as u32,
            capacity: number(capacity),
            note: note_about(RelId(rel as u16)),
            seed: seed(rel as u64),
            ..Layout::NONE
        };
        match kind {
            Kind::Single => {
                layout.rows = Rows::single(row.columns.len() as u32, &mut cursor.own);
                layout.count = layout.rows.links;
            }
            Kind::Word => {
                layout.bits = take(&mut cursor.own, SMALL as u128 / 64);
                if scanned {
                    let homes = direct(capacity + 1);
                    layout.rows = Rows::words(homes, capacity, &mut cursor.own);
                    layout.count = layout.rows.nodes;
                } else {
                    layout.count = take(&mut cursor.own, 1);
                    layout.table = Table::new(capacity, &mut cursor.own);
                    layout.rows = Rows::words(0, capacity, &mut cursor.order);
                }
            }
            Kind::Rows => {
                layout.rows = Rows::new(row, scanned, cursor);
                layout.count = layout.rows.nodes;
            }
        }
        let is_plain = layout.arity == 2 && layout.rows.indexes.is_empty();
        layout.quick = match (kind, scanned) {
            (Kind::Word, false) => Quick::Bits,
            (Kind::Word, true) => Quick::Homes,
            (Kind::Rows, false) if is_plain && layout.rows.homes > 0 => Quick::Values,
            (Kind::Rows, _) if is_plain => Quick::Pairs,
            _ => Quick::Nothing,
        };
        layout.own = [number(begin.own), number(cursor.own)];
        layout.order = [number(begin.order), number(cursor.order)];
        layout
    }

    /// How many words are known of all facts of so many predicates together.
    pub(super) const fn sums(predicates: usize) -> usize {
        STAMPS as usize + predicates
    }

    /// The address of the stamp of its history.
    pub(super) const fn stamp(&self) -> u32 {
        STAMPS + self.rel.0 as u32
    }
}

impl Table {
    /// At most two thirds of the places are taken, so that searches end soon.
    const fn new(capacity: u128, at: &mut u128) -> Table {
        let places = capacity + capacity / 2 + 2;
        Table {
            at: take(at, places),
            places: number(places),
        }
    }
}

impl Rows {
    const NONE: Rows = Rows {
        nodes: 0,
        stride: 0,
        capacity: 0,
        keyed: false,
        key: 0,
        homes: 0,
        bits: 0,
        shift: 0,
        links: 0,
        links_apart: 0,
        order_is_apart: false,
        place: 0,
        indexes: &[],
        index_links: 0,
        index_heads: 0,
        buckets: 0,
    };

    /// One row at most. The link of node 0 is zero or one, which is where the order begins and how many rows there are;
    /// that of node 1 is zero.
    const fn single(arity: u32, at: &mut u128) -> Rows {
        let stride = arity + 2;
        let nodes = take(at, 2 * stride as u128);
        Rows {
            nodes,
            stride,
            capacity: 1,
            links: nodes.wrapping_add(1 + arity),
            links_apart: stride,
            ..Rows::NONE
        }
    }

    /// The words of a node of one column with its link.
    pub const OF_ONE: u32 = 3;

    /// Rows of one column, in order.
    const fn words(homes: u128, capacity: u128, at: &mut u128) -> Rows {
        let rows = Rows {
            stride: Rows::OF_ONE,
            homes: homes as u32,
            ..Rows::NONE
        };
        rows.place_at(capacity, 2, at)
    }

    /// Rows of any columns. Their order is among the nodes if it is scanned.
    const fn new(row: &Relation, scanned: bool, cursor: &mut Cursor) -> Rows {
        let capacity = row.capacity as u128;
        let arity = row.columns.len() as u32;
        let indexes: &'static [Columns] = match row.indexes.len() > 2 && row.capacity > FEW {
            true => row.indexes.split_at(2).1,
            false => &[],
        };
        let link = 1 + arity;
        let place = link + scanned as u32;
        let moves = row.keyed && {
            let (mut n, mut moves) = (0, false);
            while n < indexes.len() {
                moves |= indexes[n].0 & !row.key.0 != 0;
                n += 1;
            }
            moves
        };
        let homes = match (row.columns.len(), row.keyed, row.key.0) {
            (2, true, 1) => direct(2 * (capacity + 1)),
            _ => 0,
        };
        let rows = Rows {
            stride: place + moves as u32 + indexes.len() as u32,
            keyed: row.keyed,
            key: row.key.0,
            homes: homes as u32,
            bits: take(&mut cursor.own, homes.div_ceil(64)),
            order_is_apart: !scanned,
            place: if moves { place } else { 0 },
            indexes,
            index_links: place + moves as u32,
            ..Rows::NONE
        };
        let mut rows = rows.place_at(capacity, link, &mut cursor.own);
        if !scanned {
            rows.links = take(&mut cursor.order, homes + capacity + 1);
            rows.links_apart = 1;
        }
        rows
    }

    /// Nodes for so many rows, whose link is at a place in a node.
    const fn place_at(self, capacity: u128, link: u32, at: &mut u128) -> Rows {
        // Each bucket begins in a node. There are two at least, so that a hash can be shifted.
        let buckets = match capacity {
            0..4 => 2,
            more => (more + 1).next_power_of_two() / 2,
        };
        let nodes = match self.homes as u128 + capacity {
            0..2 => 2,
            more => more,
        };
        let nodes = take(at, (nodes + 1) * self.stride as u128);
        Rows {
            nodes,
            capacity: number(capacity),
            shift: u64::BITS - buckets.ilog2(),
            links: nodes.wrapping_add(link),
            links_apart: self.stride,
            index_heads: take(at, buckets * self.indexes.len() as u128),
            buckets: number(buckets),
            ..self
        }
    }
}

/// How many keys have a node of their own, where so many would be good.
const fn direct(wanted: u128) -> u128 {
    let [fewest, most] = DIRECT;
    match wanted.next_power_of_two() {
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
    match number > u32::MAX as u128 {
        true => u32::MAX,
        false => number as u32,
    }
}
