//! The facts that the game changed between two ticks.

use alloc::vec::Vec;

use super::call::read_row;
use super::tick::EncodedItems;
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::Row;
use crate::persist::schema::Schema;
use crate::store::{NIL, Store};
use crate::tables::{RelId, Tables};

/// The facts of a predicate, in order.
pub(super) fn rows(store: &Store, rel: RelId) -> impl Iterator<Item = Row> {
    let relation = store.rel(rel);
    let places = core::iter::successors(Some(relation.first_fact()), move |place| {
        Some(relation.fact_after(*place))
    });
    let places = places.take_while(|place| *place != NIL);
    places.map(move |place| relation.with_fact(place, |row| row.iter().copied().collect()))
}

/// What changed, as it is written; nothing where nothing did.
///
/// Facts come at the end of their predicate, but for the value of a key that is there, which changes at its place. So what
/// is left of the former facts stands in front in its order, and a fact that went and came again stands behind.
pub(super) fn changes(before: &Store, now: &Store, tables: &Tables, out: &mut Encoder) {
    let (mut gone, mut put) = (EncodedItems::default(), EncodedItems::default());
    for (number, relation) in (0..).zip(tables.relations) {
        let rel = RelId(number);
        if before.stamp_of(rel) == now.stamp_of(rel) {
            continue;
        }
        let same_key = |a: &Row, b: &Row| {
            let mut words = a.iter().zip(b).enumerate();
            words.all(|(column, (a, b))| a == b || relation.key.0 >> column & 1 == 0)
        };
        gone.clear();
        put.clear();
        let mut left = rows(now, rel).peekable();
        for old in rows(before, rel) {
            match left.next_if(|row| same_key(&old, row)) {
                Some(row) if row == old => {}
                Some(row) => put.push(|out| write_row(out, &row)),
                None => gone.push(|out| write_row(out, &old)),
            }
        }
        left.for_each(|row| put.push(|out| write_row(out, &row)));
        if gone.count + put.count > 0 {
            out.number(number.into());
            gone.append(out);
            put.append(out);
        }
    }
}

pub(super) fn write_row(out: &mut Encoder, row: &Row) {
    row.iter().for_each(|word| out.number(*word));
}

/// What changed of a predicate.
#[derive(Clone, Debug)]
pub(super) struct PredicateDelta {
    /// Its number in the journal.
    pub predicate: usize,
    pub gone: Vec<Row>,
    pub put: Vec<Row>,
}

/// Reads all that is there, with the columns of the journal's predicates.
pub(super) fn read_changes(mut from: Decoder<'_>, schema: &Schema) -> Read<Vec<PredicateDelta>> {
    let mut changed = Vec::new();
    while !from.0.is_empty() {
        let predicate: usize = from.small()?;
        let columns = schema.columns().nth(predicate).ok_or(DecodeError)?;
        changed.push(PredicateDelta {
            predicate,
            gone: read_rows(&mut from, columns)?,
            put: read_rows(&mut from, columns)?,
        });
    }
    Ok(changed)
}

pub(super) fn read_rows(from: &mut Decoder<'_>, columns: usize) -> Read<Vec<Row>> {
    let count: usize = from.small()?;
    // Of no columns there is one fact at most; others take a byte each at least.
    if count > from.0.len().max(1) {
        return Err(DecodeError);
    }
    (0..count).map(|_| read_row(from, columns)).collect()
}
