//! Stacks of words in memory that is taken once.

use alloc::boxed::Box;
use alloc::vec;

/// Collected rows. Collections nest; those of even and of odd depth are apart, because a collection grows while rows of
/// the next deeper ones are still being read, but never while those two levels down are.
#[derive(Clone, Debug)]
pub(crate) struct Stacks([Stack; 2]);

impl Stacks {
    pub fn new(capacity: usize) -> Stacks {
        Stacks([Stack::new(capacity), Stack::new(capacity)])
    }

    /// Where rows lie that are read inside so many collections that are being filled.
    #[inline(always)]
    pub fn read_at(&mut self, level: u32) -> &mut Stack {
        &mut self.0[level as usize & 1]
    }

    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|stack| stack.truncate(0));
    }

    /// How many words have been in use at once in either of them.
    pub fn highest(&self) -> usize {
        let highest = |stack: &Stack| stack.highest.max(stack.len);
        highest(&self.0[0]).max(highest(&self.0[1]))
    }

    pub fn forget_highest(&mut self) {
        self.0.iter_mut().for_each(|stack| stack.highest = 0);
    }

    /// The bytes that they take, whatever they hold.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|stack| size_of_val(&*stack.words)).sum()
    }
}

/// All its words are there from the beginning, so that taking some is one comparison and nothing ever grows.
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

    /// Lets go of what is above. How high it was is noted here, since there is less of this than of taking.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.highest = self.highest.max(self.len);
        self.len = self.len.min(len);
    }
}

/// Only what it holds is copied.
impl Clone for Stack {
    fn clone(&self) -> Stack {
        let mut stack = Stack::new(self.words.len());
        stack.words[..self.len].copy_from_slice(self.words());
        (stack.len, stack.highest) = (self.len, self.highest);
        stack
    }
}
