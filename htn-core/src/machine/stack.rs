//! A stack of words in memory that is taken once.

use alloc::boxed::Box;
use alloc::vec;

/// All its words are there from the beginning, so that taking some is one comparison and nothing ever grows.
#[derive(Debug)]
pub(super) struct Stack {
    words: Box<[u64]>,
    len: usize,
}

impl Stack {
    pub fn new(capacity: usize) -> Stack {
        Stack {
            words: vec![0; capacity].into(),
            len: 0,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The words that it holds.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// The words from a place on: those that it holds, and behind them those that are free.
    #[inline(always)]
    pub fn from(&mut self, at: usize) -> &mut [u64] {
        &mut self.words[at..]
    }

    /// Takes some words, if there are so many: where they are.
    #[inline(always)]
    pub fn take(&mut self, words: usize) -> Option<usize> {
        let at = self.len;
        if self.words.len() - at < words {
            return None;
        }
        self.len = at + words;
        Some(at)
    }

    /// Lets so many words be free.
    #[inline(always)]
    pub fn leave(&mut self, free: usize) {
        self.len = self.words.len() - free;
    }

    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The bytes that it takes, whatever it holds.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// Only what it holds is copied.
impl Clone for Stack {
    fn clone(&self) -> Stack {
        let mut stack = Stack::new(self.words.len());
        stack.clone_from(self);
        stack
    }

    fn clone_from(&mut self, source: &Stack) {
        if self.words.len() == source.words.len() {
            self.words[..source.len].copy_from_slice(source.words());
            self.len = source.len;
        } else {
            *self = source.clone();
        }
    }
}
