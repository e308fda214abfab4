//! The facts of a store in order, and the changes between two stores.

use crate::model::domain::Row;
use crate::store::{NIL, Store};
use crate::tables::{RelId, Relation};

/// Returns the facts of a predicate, in order.
pub(crate) fn rows(store: &Store, rel: RelId) -> impl Iterator<Item = Row> {
    let relation = store.rel(rel);
    let places = core::iter::successors(Some(relation.first_fact()), move |place| {
        Some(relation.fact_after(*place))
    });
    let places = places.take_while(|place| *place != NIL);
    places.map(move |place| relation.with_fact(place, |row| row.iter().copied().collect()))
}

/// A change of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowChange {
    Removed,
    /// Added, or another value for a key that has one.
    Added,
}

/// Calls a function for each change of the facts of a predicate. The removals and then the additions make `now` of
/// `before`, with the same order of facts.
///
/// A new fact is the last of its predicate, but the value of a key changes at its place. So facts that stay are first and in
/// their order, and a fact that was removed and added again is after them.
pub(crate) fn changes(
    before: &Store,
    now: &Store,
    (rel, relation): (RelId, &Relation),
    mut each: impl FnMut(RowChange, Row),
) {
    if before.stamp_of(rel) == now.stamp_of(rel) {
        return;
    }
    let has_same_key = |a: &Row, b: &Row| {
        let mut words = a.iter().zip(b).enumerate();
        words.all(|(column, (a, b))| a == b || relation.key.0 >> column & 1 == 0)
    };
    let mut rest = rows(now, rel).peekable();
    for old in rows(before, rel) {
        match rest.next_if(|row| has_same_key(&old, row)) {
            Some(row) if row == old => {}
            Some(row) => each(RowChange::Added, row),
            None => each(RowChange::Removed, old),
        }
    }
    rest.for_each(|row| each(RowChange::Added, row));
}
