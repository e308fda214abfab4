//! What a plan takes over from the search: its slots, or its trail.

use alloc::boxed::Box;
use alloc::vec;
use core::mem::swap;
use core::ops::Deref;

/// As much memory as the search has for them, for which it can be exchanged: so nothing is copied.
#[derive(Debug)]
pub(crate) struct Words<T = u64> {
    all: Box<[T]>,
    /// How many are in use.
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

    /// Takes over words, of which so many are in use, and leaves other memory in their place.
    pub fn exchange(&mut self, words: &mut Box<[T]>, used: usize) {
        swap(&mut self.all, words);
        self.used = used;
    }

    /// A copy that has room for what is in use, and for no more.
    pub fn without_slack(&self) -> Words<T> {
        let all = Box::from(&**self);
        let used = self.used;
        Words { all, used }
    }

    /// Takes in as many more as are missing to so many, for which more memory may be taken.
    #[cfg(feature = "serde")]
    pub fn pad(&mut self, used: usize) {
        let mut all = core::mem::take(&mut self.all).into_vec();
        all.resize(used.max(self.used), T::default());
        self.all = all.into();
        self.used = self.all.len();
    }

    /// Takes words in behind the others. There must be room.
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

/// Copies what is in use.
impl<T: Copy + Default> Clone for Words<T> {
    fn clone(&self) -> Self {
        let mut words = Words::new(self.all.len());
        words.extend_from_slice(self);
        words
    }
}
