//! Words that a plan takes over from the search: its slots, or its trail.

use alloc::boxed::Box;
use alloc::vec;
use core::mem::swap;
use core::ops::Deref;

/// As much memory as the search has for them, for which it can be exchanged: so nothing is copied.
#[derive(Debug)]
pub(crate) struct Words {
    all: Box<[u64]>,
    /// How many are in use.
    used: usize,
}

impl Words {
    pub fn new(capacity: usize) -> Words {
        let all = vec![0; capacity].into();
        Words { all, used: 0 }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Takes over words, of which so many are in use, and leaves other memory in their place.
    pub fn exchange(&mut self, words: &mut Box<[u64]>, used: usize) {
        swap(&mut self.all, words);
        self.used = used;
    }

    /// Takes words in behind the others. There must be room.
    pub fn extend_from_slice(&mut self, words: &[u64]) {
        let end = self.used + words.len();
        self.all[self.used..end].copy_from_slice(words);
        self.used = end;
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.all[..self.used]
    }
}

/// Copies what is in use.
impl Clone for Words {
    fn clone(&self) -> Self {
        let mut words = Words::new(self.all.len());
        words.extend_from_slice(self);
        words
    }
}
