//! Vectors of bounded size, allocated at once or as needed.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The time of allocation, within the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    /// All memory is allocated when the owner is created.
    Reserved,
    /// Memory is allocated as needed and kept: there is no allocation below the high-water mark.
    Growing,
}

impl Memory {
    /// Creates a pool for at most `most` items. The owner of a growing pool checks the limit itself.
    pub fn pool<T>(self, most: usize) -> Pool<T> {
        Pool::new(match self {
            Memory::Reserved => most,
            Memory::Growing => 0,
        })
    }
}

/// A vector whose clone has the same capacity, so that a cloned planner does not allocate either.
#[derive(Debug)]
pub(crate) struct Pool<T>(Vec<T>);

impl<T> Pool<T> {
    pub fn new(capacity: usize) -> Self {
        Pool(Vec::with_capacity(capacity))
    }

    /// Appends an item. Returns false if the pool is full.
    // Because of the capacity check, the compiler knows that `push` does not grow. `Vec` guarantees at least the requested capacity, and
    // the standard library allocates exactly that.
    #[inline(always)]
    #[must_use]
    pub fn take(&mut self, item: T) -> bool {
        let has_room = self.0.len() < self.0.capacity();
        if has_room {
            self.0.push(item);
        }
        has_room
    }

    /// Appends all items, or none if they do not fit.
    #[inline(always)]
    #[must_use]
    pub fn take_all(&mut self, items: impl ExactSizeIterator<Item = T>) -> bool {
        let has_room = items.len() <= self.0.capacity() - self.0.len();
        if has_room {
            self.0.extend(items);
        }
        has_room
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }
}

impl<T: Clone> Pool<T> {
    /// Returns a copy whose capacity is its length.
    pub fn without_slack(&self) -> Self {
        Pool(self.0.clone())
    }
}

impl<T: Clone> Clone for Pool<T> {
    fn clone(&self) -> Self {
        let mut pool = Pool::new(self.0.capacity());
        pool.0.extend_from_slice(&self.0);
        pool
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl<T> Deref for Pool<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Pool<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
