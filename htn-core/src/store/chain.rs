//! Chains: doubly linked lists of rows, in the order in which the rows were added.
//!
//! A link is a word: the low half is the next row, the high half the previous row, or 0 for the head of the chain. The
//! head is a word like a link: its next row is the first, its previous row the last. So an empty chain is zero, and
//! adding or removing a row takes the same few writes anywhere in it.

use super::fact_buffer::{BufferWriter, WordRecorder};

/// The addresses of a chain: its head, the link of node 0, and the distance of links.
#[derive(Clone, Copy)]
pub struct NodeChain {
    pub head: u32,
    pub links: u32,
    pub apart: u32,
}

impl NodeChain {
    #[inline(always)]
    fn link(self, node: u32) -> u32 {
        match node {
            0 => self.head,
            row => self.links + row * self.apart,
        }
    }
}

/// Returns the next row of a link.
#[inline(always)]
pub fn after(link: u64) -> u32 {
    link as u32
}

/// Returns the previous row of a link.
#[inline(always)]
pub fn before(link: u64) -> u32 {
    (link >> 32) as u32
}

#[inline(always)]
fn with_after(link: u64, row: u32) -> u64 {
    link >> 32 << 32 | u64::from(row)
}

#[inline(always)]
fn with_before(link: u64, row: u32) -> u64 {
    u64::from(link as u32) | u64::from(row) << 32
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    /// Appends a row to a chain.
    #[inline(always)]
    pub fn append(&mut self, chain: NodeChain, row: u32) {
        let head = self.get(chain.head);
        let last = before(head);
        self.set(chain.link(row), with_before(0, last));
        if last == 0 {
            return self.set(chain.head, with_before(u64::from(row), row));
        }
        let at = chain.link(last);
        self.set(at, with_after(self.get(at), row));
        self.set(chain.head, with_before(head, row));
    }

    /// Inserts a row between two adjacent ones.
    pub fn insert(&mut self, chain: NodeChain, row: u32, prev: u32, next: u32) {
        self.set(chain.link(row), with_before(u64::from(next), prev));
        let at = chain.link(prev);
        self.set(at, with_after(self.get(at), row));
        let at = chain.link(next);
        self.set(at, with_before(self.get(at), row));
    }

    /// Removes a row from its chain.
    #[inline(always)]
    pub fn unlink(&mut self, chain: NodeChain, row: u32) {
        let link = self.get(chain.link(row));
        if link == 0 {
            // The chain has no other row.
            return self.set(chain.head, 0);
        }
        let at = chain.link(before(link));
        self.set(at, with_after(self.get(at), after(link)));
        let at = chain.link(after(link));
        self.set(at, with_before(self.get(at), before(link)));
    }
}
