//! Memory that a search hands over to a plan: its slots or its trail.

use alloc::boxed::Box;
use alloc::vec;
use core::mem::swap;
use core::ops::Deref;

/// Words of a plan, with the capacity of the search's memory, so that the two are swapped instead of copied.
#[derive(Debug)]
pub(crate) struct Words<T = u64> {
    all: Box<[T]>,
    /// The number of words in use.
    used: usize,
}

impl<T: Copy + Default> Words<T> {
    pub fn new(capacity: usize) -> Words<T> {
        let all = vec![T::default(); capacity].into();
        Words { all, used: 0 }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Swaps in `words`, of which `used` are in use, and leaves the own memory in their place.
    pub fn exchange(&mut self, words: &mut Box<[T]>, used: usize) {
        swap(&mut self.all, words);
        self.used = used;
    }

    /// Returns a copy whose capacity is the number of words in use.
    pub fn without_slack(&self) -> Words<T> {
        let all = Box::from(&**self);
        let used = self.used;
        Words { all, used }
    }

    /// Appends words. The capacity must suffice.
    pub fn extend_from_slice(&mut self, words: &[T]) {
        let end = self.used + words.len();
        self.all[self.used..end].copy_from_slice(words);
        self.used = end;
    }
}

impl<T> Deref for Words<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[..self.used]
    }
}

/// Copies the words in use, and keeps the capacity.
impl<T: Copy + Default> Clone for Words<T> {
    fn clone(&self) -> Self {
        let mut words = Words::new(self.all.len());
        words.extend_from_slice(self);
        words
    }
}
