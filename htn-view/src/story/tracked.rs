//! A list whose changes are known.

use std::ops::Deref;

/// A list that records which items have changed since they were last read with [`changed`](Self::changed).
#[derive(Clone, Debug)]
pub(crate) struct Tracked<T> {
    items: Vec<T>,
    /// The number of items that were read. Only changes of these are recorded.
    read: usize,
    /// The indices of changed items among those, in any order.
    changed: Vec<usize>,
}

impl<T> Default for Tracked<T> {
    fn default() -> Self {
        Tracked {
            items: Vec::new(),
            read: 0,
            changed: Vec::new(),
        }
    }
}

impl<T> Deref for Tracked<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> Tracked<T> {
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Returns an item, to change it.
    pub fn edit(&mut self, at: usize) -> &mut T {
        if at < self.read && self.changed.last() != Some(&at) {
            self.changed.push(at);
        }
        &mut self.items[at]
    }

    /// Keeps some items. Changes before are not known any more.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
        self.forget();
    }

    /// Returns the indices of changed and new items in ascending order, and counts all items as read.
    #[cfg(feature = "live-page")]
    pub fn changed(&mut self) -> impl Iterator<Item = usize> + use<T> {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        let new = std::mem::replace(&mut self.read, self.items.len())..self.items.len();
        changed.into_iter().chain(new)
    }

    /// Counts no item as read, so that changes are not recorded.
    pub fn forget(&mut self) {
        self.read = 0;
        self.changed = Vec::new();
    }
}

#[cfg(all(test, feature = "live-page"))]
mod tests {
    use super::*;

    #[test]
    fn changed_returns_edited_and_new_items_once() {
        let mut list = Tracked::default();
        for item in 0..3 {
            list.push(item);
        }
        *list.edit(1) += 10;
        assert_eq!(list.changed().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(list.changed().count(), 0);
        for at in [2, 0, 2] {
            *list.edit(at) += 10;
        }
        list.push(3);
        *list.edit(3) += 10;
        assert_eq!(list.changed().collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(*list, [10, 11, 22, 13]);
        list.forget();
        *list.edit(0) = 0;
        assert_eq!(list.changed().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
