//! Trail entries and earlier facts, for saves.

use super::trail::{MARK, change_note};
use super::{Entry, Store};
use crate::tables::RelId;

impl Store {
    /// Returns a copy of the facts as they were before these changes.
    pub(crate) fn before(&self, entries: &[Entry]) -> Store {
        let mut store = self.clone();
        store.image.restore(entries, |_| {});
        store
    }
}

/// Returns an entry that records a change of a one-column fact and restores nothing.
pub(crate) fn mark_entry(rel: RelId, word: u64) -> Entry {
    [u64::from(change_note(rel)) << 32 | u64::from(MARK), word]
}
