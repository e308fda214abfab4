//! The facts that the game changed between two ticks.

use alloc::vec::Vec;

use super::names::read_row;
use crate::bytes::{In, Out, Read, Senseless};
use crate::domain::Row;
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
pub(super) fn changes(before: &Store, now: &Store, tables: &Tables, out: &mut Out) {
    let (mut gone, mut put) = (Out::default(), Out::default());
    for (rel, relation) in tables.relations.iter().enumerate() {
        let number = rel as u64;
        let rel = RelId(rel as u16);
        if before.stamp_of(rel) == now.stamp_of(rel) {
            continue;
        }
        let same_key = |a: &Row, b: &Row| {
            let mut words = a.iter().zip(b).enumerate();
            words.all(|(column, (a, b))| a == b || relation.key.0 >> column & 1 == 0)
        };
        (gone.0.clear(), put.0.clear());
        let mut counts = [0_u64; 2];
        let mut write = |to: usize, row: &Row| {
            counts[to] += 1;
            let out = [&mut gone, &mut put].into_iter().nth(to);
            if let Some(out) = out {
                row.iter().for_each(|word| out.number(*word));
            }
        };
        let mut left = rows(now, rel).peekable();
        for old in rows(before, rel) {
            match left.next_if(|row| same_key(&old, row)) {
                Some(row) if row == old => {}
                Some(row) => write(1, &row),
                None => write(0, &old),
            }
        }
        left.for_each(|row| write(1, &row));
        if counts == [0, 0] {
            continue;
        }
        out.number(number);
        for (count, rows) in counts.into_iter().zip([&gone, &put]) {
            out.number(count);
            out.0.extend_from_slice(&rows.0);
        }
    }
}

/// What changed of a predicate.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    /// Its number in the journal.
    pub predicate: usize,
    pub gone: Vec<Row>,
    pub put: Vec<Row>,
}

/// Reads all that is there, by the numbers of columns of the journal's predicates.
pub(super) fn read_changes(mut from: In<'_>, arity: &[usize]) -> Read<Vec<Changed>> {
    let mut changed = Vec::new();
    while !from.0.is_empty() {
        let predicate: usize = from.small()?;
        let columns = *arity.get(predicate).ok_or(Senseless)?;
        changed.push(Changed {
            predicate,
            gone: read_rows(&mut from, columns)?,
            put: read_rows(&mut from, columns)?,
        });
    }
    Ok(changed)
}

pub(super) fn read_rows(from: &mut In<'_>, columns: usize) -> Read<Vec<Row>> {
    let count: usize = from.small()?;
    // Of no columns there is one fact at most; others take a byte each at least.
    if count > from.0.len().max(1) {
        return Err(Senseless);
    }
    (0..count).map(|_| read_row(from, columns)).collect()
}
