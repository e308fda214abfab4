//! The naive model: a list of rows a predicate.

use std::vec;
use std::vec::Vec;

use super::super::chain::{after, before};
use super::super::hash::hash_row;
use super::super::layout::RelationKind;
use super::super::rows::columns;
use crate::store::relation::PredicateFacts;
use crate::store::{Added, Full, NIL, Store};
use crate::tables::{self, Arg, Columns, Param, RelId, TypeId};

/// Returns a predicate with this number of columns and, if given, a key of these columns.
pub const fn predicate(
    columns: usize,
    key: Option<u16>,
    capacity: usize,
    scanned: bool,
    indexes: &'static [Columns],
) -> tables::Relation {
    const COLUMNS: &[Param] = &[Param {
        name: "",
        ty: TypeId(0),
        agent: false,
    }; 4];
    tables::Relation {
        name: "",
        doc: "",
        columns: COLUMNS.split_at(columns).0,
        key: Columns(match key {
            Some(key) => key,
            None => (1 << columns) - 1,
        }),
        keyed: key.is_some(),
        capacity,
        indexes,
        scanned,
    }
}

/// The facts of a predicate as readers see them.
pub fn facts(relation: PredicateFacts<'_>) -> Vec<Vec<u64>> {
    let mut facts = Vec::new();
    let mut place = relation.first_fact();
    while place != NIL {
        facts.push(relation.with_fact(place, <[u64]>::to_vec));
        place = relation.fact_after(place);
    }
    facts
}

#[derive(Clone)]
pub struct Model {
    shapes: &'static [tables::Relation],
    rows: Vec<Vec<Vec<u64>>>,
}

impl Model {
    pub fn new(shapes: &'static [tables::Relation]) -> Self {
        Model {
            shapes,
            rows: vec![Vec::new(); shapes.len()],
        }
    }

    pub fn rows(&self, rel: RelId) -> &Vec<Vec<u64>> {
        &self.rows[rel.0 as usize]
    }

    pub fn add(&mut self, rel: RelId, words: &[u64]) -> Result<Added, Full> {
        let shape = &self.shapes[rel.0 as usize];
        let rows = &mut self.rows[rel.0 as usize];
        let key = |row: &[u64]| columns(shape.key.0).map(|c| row[c]).collect::<Vec<_>>();
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
        nth.map(|nth| self.rows[rel.0 as usize].remove(nth))
            .is_some()
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

    /// Checks that the store has these rows in this order, including predicates that no condition scans. No search may be
    /// in progress.
    pub fn check_order(&self, store: &Store) {
        for (id, rows) in self.rows.iter().enumerate() {
            assert_eq!(&facts(store.rel(RelId(id as u16))), rows, "predicate {id}");
        }
    }

    /// Checks that the store has these rows, in this order if the order is known, and their hash if it is kept.
    pub fn check(&self, store: &Store, hash_is_kept: bool) {
        let mut hash = 0u64;
        for (id, rows) in self.rows.iter().enumerate() {
            let relation = store.rel(RelId(id as u16));
            let (mut found, mut rows) = (facts(relation), rows.clone());
            let l = relation.layout;
            if store.is_searched && !l.scanned {
                found.sort();
                rows.sort();
            }
            assert_eq!(found, rows, "predicate {id}");
            assert_eq!(relation.facts.len(l), rows.len());
            let hashes = rows.iter().map(|row| hash_row(row, l.rel));
            hash = hashes.fold(hash, u64::wrapping_add);
            if l.kind != RelationKind::Single {
                check_chains(relation, &self.rows[id]);
            }
        }
        if hash_is_kept {
            assert_eq!(store.hash(), hash);
        }
        assert_eq!(store.len(), self.rows.iter().map(Vec::len).sum::<usize>());
    }
}

/// Each chain holds just its rows, in the order of the predicate, linked both ways.
fn check_chains(relation: PredicateFacts<'_>, rows: &[Vec<u64>]) {
    let (facts, l) = (relation.facts, relation.layout);
    let walk = |head: u32, link: &dyn Fn(u32) -> u32, step: fn(u64) -> u32| {
        let (mut rows, mut row) = (Vec::new(), step(facts.get(head)));
        while row != NIL {
            rows.push(row);
            row = step(facts.get(link(row)));
        }
        rows
    };
    let both_ways = |head: u32, link: &dyn Fn(u32) -> u32| {
        let (rows, mut back) = (walk(head, link, after), walk(head, link, before));
        back.reverse();
        assert_eq!(rows, back);
        rows
    };
    if l.scanned {
        let order = both_ways(l.links, &|row| l.link(row));
        assert!(
            order
                .into_iter()
                .map(|row| relation.row(row).to_vec())
                .eq(rows.iter().cloned())
        );
    }
    for (index, of) in (0..).zip(l.indexes) {
        let head_of = |row: &[u64]| l.index_head(index, columns(of.0).map(|c| row[c]));
        let heads = l.index_heads + index * l.buckets;
        for head in heads..heads + l.buckets {
            let chain = both_ways(head, &|row| l.index_link(index, row));
            let chain = chain.into_iter().map(|row| relation.row(row).to_vec());
            let expected = rows.iter().filter(|row| head_of(row) == head);
            assert!(expected.cloned().eq(chain));
        }
    }
}
