//! The facts that the game changed between two ticks.

use alloc::vec::Vec;

use super::call::read_row;
use super::tick::EncodedItems;
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::Row;
use crate::persist::changes::{RowChange, changes};
use crate::persist::schema::Schema;
use crate::store::Store;
use crate::tables::{RelId, Tables};

/// Writes the changes of facts, by predicate. Writes nothing if nothing changed.
pub(super) fn write_changes(
    before: &Store,
    now: &Store,
    tables: &'static Tables,
    out: &mut Encoder,
) {
    let (mut gone, mut put) = (EncodedItems::default(), EncodedItems::default());
    for (rel, relation) in (0..).map(RelId).zip(tables.relations) {
        gone.clear();
        put.clear();
        changes(before, now, (rel, relation), |change, row| {
            let list = match change {
                RowChange::Removed => &mut gone,
                RowChange::Added => &mut put,
            };
            list.push(|out| write_row(out, &row));
        });
        if gone.count + put.count > 0 {
            out.number(rel.0.into());
            gone.append(out);
            put.append(out);
        }
    }
}

pub(super) fn write_row(out: &mut Encoder, row: &Row) {
    row.iter().for_each(|word| out.number(*word));
}

/// The changes of the facts of a predicate.
#[derive(Clone, Debug)]
pub(super) struct PredicateDelta {
    /// Its number in the journal.
    pub predicate: usize,
    pub gone: Vec<Row>,
    pub put: Vec<Row>,
}

/// Reads changes, with the columns of the predicates of the journal.
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
    // A predicate without columns has at most one fact. Other facts have at least one byte each.
    if count > from.0.len().max(1) {
        return Err(DecodeError);
    }
    (0..count).map(|_| read_row(from, columns)).collect()
}
