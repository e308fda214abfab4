//! Memory that is taken once, or as it is needed.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// When memory is taken that limits allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    /// All of it when its owner is made: nothing is allocated afterwards.
    Reserved,
    /// As it is needed, and kept from then on: whoever holds no more than it ever did allocates nothing.
    Growing,
}

impl Memory {
    /// A pool for at most so many items. Where it grows, its owner sees to it that it does not become larger.
    pub fn pool<T>(self, most: usize) -> Pool<T> {
        Pool::new(match self {
            Memory::Reserved => most,
            Memory::Growing => 0,
        })
    }
}

/// A vector whose clone has the same capacity: a planner that was cloned does not allocate either.
#[derive(Debug)]
pub(crate) struct Pool<T>(Vec<T>);

impl<T> Pool<T> {
    pub fn new(capacity: usize) -> Self {
        Pool(Vec::with_capacity(capacity))
    }

    /// Takes an item; false where it is full.
    // The compiler, told that there is room, does not prepare for growing. A vector has the capacity it was made with: the
    // standard library promises no less, and takes no more.
    #[inline(always)]
    #[must_use]
    pub fn take(&mut self, item: T) -> bool {
        let has_room = self.0.len() < self.0.capacity();
        if has_room {
            self.0.push(item);
        }
        has_room
    }

    /// Takes all these items, or none where they do not fit.
    #[inline(always)]
    #[must_use]
    pub fn take_all(&mut self, items: impl ExactSizeIterator<Item = T>) -> bool {
        let has_room = items.len() <= self.0.capacity() - self.0.len();
        if has_room {
            self.0.extend(items);
        }
        has_room
    }

    /// The bytes that it takes, whatever it holds.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }
}

impl<T: Clone> Pool<T> {
    /// A copy that has room for what is in it, and for no more.
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
