//! The naive model: a list of rows a relation.

use std::iter::successors;
use std::vec;
use std::vec::Vec;

use crate::store::relation::Relation;
use crate::store::sums::{Keeps, Sums};
use crate::store::{Added, Full, NIL, Store};
use crate::tables::{self, Arg, Columns, Op, Param, Pc, RelId, Slot, TypeId};

const fn relation(
    name: &'static str,
    columns: usize,
    key: Option<u16>,
    capacity: usize,
    indexes: &'static [Columns],
) -> tables::Relation {
    const COLUMNS: &[Param] = &[Param {
        name: "",
        ty: TypeId(0),
        agent: false,
    }; 4];
    tables::Relation {
        name,
        doc: "",
        columns: COLUMNS.split_at(columns).0,
        key: Columns(match key {
            Some(key) => key,
            None => (1 << columns) - 1,
        }),
        keyed: key.is_some(),
        capacity,
        indexes,
    }
}

/// Predicates of every kind.
pub static RELATIONS: &[tables::Relation] = &[
    relation("alarm", 0, None, 4, &[Columns(0), Columns(0)]),
    relation("enemy", 1, None, 12, &[Columns(0), Columns(1)]),
    relation(
        "near",
        2,
        None,
        16,
        &[Columns(0), Columns(3), Columns(1), Columns(2)],
    ),
    relation(
        "path",
        3,
        None,
        40,
        &[Columns(0), Columns(7), Columns(5), Columns(2)],
    ),
    relation(
        "position",
        2,
        Some(1),
        10,
        &[Columns(0), Columns(1), Columns(2)],
    ),
    relation("score", 1, Some(0), 3, &[Columns(0), Columns(0)]),
    relation(
        "order",
        4,
        Some(3),
        14,
        &[Columns(0), Columns(3), Columns(4), Columns(9), Columns(2)],
    ),
    relation("never", 1, None, 0, &[Columns(0), Columns(1)]),
    relation("only", 1, None, 1, &[Columns(0), Columns(1)]),
    relation("ammo", 2, Some(1), 6, &[Columns(0), Columns(1)]),
    relation("listed", 1, None, 5, &[Columns(0), Columns(1)]),
];

/// Code that goes over some of them.
pub static CODE: &[Op] = &[
    Op::Each {
        rel: RelId(10),
        to: Slot(0),
        cursor: Slot(1),
        els: Pc(0),
    },
    Op::Has {
        rel: RelId(1),
        a: Slot(0),
        els: Pc(0),
    },
    Op::Get {
        rel: RelId(9),
        key: Slot(0),
        to: Slot(1),
        els: Pc(0),
    },
];

/// The facts of a relation, each with its place, as whoever looks at them sees them.
pub fn facts(relation: &Relation) -> Vec<(u32, Vec<u64>)> {
    let there = |place| (place != NIL).then_some(place);
    let places = successors(there(relation.first_fact()), |&place| {
        there(relation.fact_after(place))
    });
    places
        .map(|place| (place, relation.with_fact(place, <[u64]>::to_vec)))
        .collect()
}

#[derive(Clone)]
pub struct Model(Vec<Vec<Vec<u64>>>);

impl Model {
    pub fn new() -> Self {
        Model(vec![Vec::new(); RELATIONS.len()])
    }

    pub fn rows(&self, rel: RelId) -> &Vec<Vec<u64>> {
        &self.0[rel.0 as usize]
    }

    pub fn add(&mut self, rel: RelId, words: &[u64]) -> Result<Added, Full> {
        let shape = &RELATIONS[rel.0 as usize];
        let rows = &mut self.0[rel.0 as usize];
        let key = |row: &[u64]| select(row, shape.key.0);
        let full = rows.len() == shape.capacity;
        match rows.iter_mut().find(|row| key(row) == key(words)) {
            Some(row) if row == words => Ok(Added::There),
            Some(row) => {
                row.copy_from_slice(words);
                Ok(Added::Replaced)
            }
            None if full => Err(Full::Relation(rel)),
            None => {
                rows.push(words.to_vec());
                Ok(Added::New)
            }
        }
    }

    pub fn remove(&mut self, rel: RelId, words: &[u64]) -> bool {
        let nth = self.rows(rel).iter().position(|row| row == words);
        nth.map(|nth| self.remove_nth(rel, nth)).is_some()
    }

    pub fn remove_nth(&mut self, rel: RelId, nth: usize) {
        self.0[rel.0 as usize].remove(nth);
    }

    /// The rows that match. Slots below the number of columns hold `like`; those above are what the atom binds.
    pub fn matching(&self, rel: RelId, atom: &[Arg], like: &[u64]) -> Vec<Vec<u64>> {
        let fits = |row: &&Vec<u64>| {
            row.iter().zip(atom).all(|(word, arg)| match arg {
                Arg::Is(slot) => match like.get(slot.0 as usize) {
                    Some(like) => like == word,
                    None => row[slot.0 as usize - like.len()] == *word,
                },
                Arg::Bind(_) | Arg::Any => true,
            })
        };
        self.rows(rel).iter().filter(fits).cloned().collect()
    }

    /// The store holds these rows in this order, also of unlisted relations: nothing is being tried.
    pub fn check_order(&self, store: &Store) {
        for (id, rows) in self.0.iter().enumerate() {
            let facts = facts(store.rel(RelId(id as u16)));
            assert!(facts.iter().map(|(_, row)| row).eq(rows));
        }
    }

    /// The store holds these rows, in this order, in every chain. Of unlisted relations it holds them in any order.
    pub fn check(&self, store: &Store, keeps: Keeps) {
        let mut hash = Store::new(RELATIONS).hash();
        for (id, rows) in self.0.iter().enumerate() {
            let relation = store.rel(RelId(id as u16));
            let mut found: Vec<_> = facts(relation).into_iter().map(|(_, row)| row).collect();
            let mut rows = rows.clone();
            if relation.unlisted {
                found.sort();
                rows.sort();
            }
            assert_eq!(found, rows, "{}", RELATIONS[id].name);
            assert_eq!(relation.len(), rows.len());
            let hashes = rows.iter().map(|row| relation.hash_words(row));
            hash = hashes.fold(hash, u64::wrapping_add);
            check_chains(relation);
        }
        if keeps != Keeps::Nothing {
            assert_eq!(store.hash(), hash);
        }
        assert_eq!(store.len(), self.0.iter().map(Vec::len).sum::<usize>());
        if self.0.iter().map(Vec::len).sum::<usize>() == 0 {
            assert_eq!(hash, 0);
        }
    }
}

/// Each chain of each index holds just its rows, in the order of the relation, linked both ways.
fn check_chains(relation: &Relation) {
    let rows: Vec<u32> = relation.ring().collect();
    let indexes = &relation.indexes;
    for index in indexes {
        for (bucket, chain, mut backwards) in index.chains() {
            let belongs = |&&row: &&u32| index.belongs(bucket, relation.row(row));
            let expected = rows.iter().filter(belongs);
            assert!(chain.iter().eq(expected));
            backwards.reverse();
            assert_eq!(chain, backwards);
        }
    }
    let mut back = Vec::new();
    let mut row = relation.nodes[NIL as usize].link.prev;
    while row != NIL {
        back.push(row);
        row = relation.nodes[row as usize].link.prev;
    }
    back.reverse();
    assert_eq!(rows, back);
    for &row in &rows {
        let found = relation.find(relation.row(row));
        assert!(found == row || relation.unlisted && relation.is_home(row));
    }
    let mut keys = 0;
    for (bucket, &head) in relation.heads.iter().enumerate() {
        let mut row = head;
        while row != NIL {
            assert_eq!(relation.nodes[row as usize].bucket as usize, bucket);
            row = relation.nodes[row as usize].same;
            keys += 1;
        }
    }
    let homeless = rows.iter().filter(|&&row| !relation.is_home(row));
    assert_eq!(keys, homeless.count());
    for home in 1..=relation.homes {
        let there = relation.nodes[home as usize].same != NIL;
        assert!(there == rows.contains(&home) || relation.unlisted);
    }
}

fn select(row: &[u64], columns: u16) -> Vec<u64> {
    let selected = row
        .iter()
        .enumerate()
        .filter(|(c, _)| columns >> c & 1 == 1);
    selected.map(|(_, &word)| word).collect()
}

/// All that must come back when changes are undone: rows by place, in order, the slots of the order, the free slots, and
/// everything that decides how later changes come out.
pub type Image = Vec<(Vec<(u32, Vec<u64>)>, Vec<u32>, Vec<u32>, [u64; 4])>;

pub fn image(store: &Store, keeps: Keeps) -> Image {
    let of = |relation: &Relation| {
        let mut rows = facts(relation);
        for (row, words) in &mut rows {
            words.extend(relation.places.get(*row as usize));
        }
        let there = |row| (row != NIL).then_some(row);
        let free = successors(there(relation.freed), |&row| {
            there(relation.nodes[row as usize].same)
        });
        let Sums { hash, stamp } = relation.sums;
        let sums = match keeps {
            Keeps::HashAndStamp => [hash, stamp.word()],
            // The hash is checked against the rows.
            Keeps::Hash | Keeps::Nothing => [0, 0],
        };
        let numbers = [
            u64::from(relation.fresh),
            relation.next_place,
            sums[0],
            sums[1],
        ];
        (rows, relation.ring().collect(), free.collect(), numbers)
    };
    (0..RELATIONS.len())
        .map(|id| of(store.rel(RelId(id as u16))))
        .collect()
}
