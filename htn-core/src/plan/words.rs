//! The words of a plan: frames of its nodes and steps.

use alloc::vec;
use alloc::vec::Vec;
use core::mem::swap;
use core::ops::Deref;

/// As much memory as the slots of a search, for which it can be exchanged: so a plan need not be copied.
#[derive(Debug)]
pub(crate) struct Words {
    all: Vec<u64>,
    /// How many are in use.
    used: usize,
}

impl Words {
    pub fn new(capacity: usize) -> Words {
        let all = vec![0; capacity];
        Words { all, used: 0 }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Takes over the slots of a search, of which so many are in use, and leaves it other memory.
    pub fn take_over(&mut self, slots: &mut Vec<u64>, used: usize) {
        swap(&mut self.all, slots);
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
