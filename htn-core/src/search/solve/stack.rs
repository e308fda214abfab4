//! Stacks of words in memory that is allocated once.

use alloc::boxed::Box;
use alloc::vec;

/// Collected rows, on two stacks for even and odd levels: a collection grows while rows of the next deeper level are
/// still being read, but never while those two levels down are.
#[derive(Clone, Debug)]
pub(crate) struct Stacks([Stack; 2]);

impl Stacks {
    pub fn new(capacity: usize) -> Stacks {
        Stacks([Stack::new(capacity), Stack::new(capacity)])
    }

    /// Returns the stack of the rows that are read at a level.
    #[inline(always)]
    pub fn read_at(&mut self, level: u32) -> &mut Stack {
        &mut self.0[level as usize & 1]
    }

    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|stack| stack.truncate(0));
    }

    /// Returns the high-water mark of either stack, in words.
    pub fn highest(&self) -> usize {
        let highest = |stack: &Stack| stack.highest.max(stack.len);
        highest(&self.0[0]).max(highest(&self.0[1]))
    }

    pub fn forget_highest(&mut self) {
        self.0.iter_mut().for_each(|stack| stack.highest = 0);
    }

    /// Returns the bytes of the memory.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|stack| size_of_val(&*stack.words)).sum()
    }
}

/// A stack of fixed capacity, so that claiming words is one comparison.
#[derive(Debug)]
pub(crate) struct Stack {
    words: Box<[u64]>,
    len: usize,
    highest: usize,
}

impl Stack {
    fn new(capacity: usize) -> Stack {
        Stack {
            words: vec![0; capacity].into(),
            len: 0,
            highest: 0,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the words in use.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// Returns the words from a place on: first those in use, then the free ones.
    #[inline(always)]
    pub fn from(&mut self, at: usize) -> &mut [u64] {
        &mut self.words[at..]
    }

    /// Claims words. Returns their place, or `None` if there is no room.
    #[inline(always)]
    pub fn take(&mut self, words: usize) -> Option<usize> {
        let at = self.len;
        if self.words.len() - at < words {
            return None;
        }
        self.len = at + words;
        Some(at)
    }

    /// Drops the words above a height. The high-water mark is recorded here, because claiming is more frequent.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.highest = self.highest.max(self.len);
        self.len = self.len.min(len);
    }
}

/// Copies only the words in use.
impl Clone for Stack {
    fn clone(&self) -> Stack {
        let mut stack = Stack::new(self.words.len());
        stack.words[..self.len].copy_from_slice(self.words());
        (stack.len, stack.highest) = (self.len, self.highest);
        stack
    }
}
