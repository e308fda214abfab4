//! A priority queue of numbers, each in it at most once.

use super::indices::Index;
use crate::model::pool::{Memory, Pool};

/// A priority queue of the members of a table. The caller passes the order to each method.
///
/// Invariant: the order is the same in each call, and a member's rank does not change while it is queued, unless
/// [`Queue::put`] is called again.
#[derive(Clone, Debug)]
pub(super) struct Queue<I> {
    /// A binary heap.
    heap: Pool<I>,
    /// By member: its place in the heap, counted from 1, or 0 if it is not queued. Members after the last are not queued.
    places: Pool<u32>,
}

impl<I: Index> Queue<I> {
    /// Reserves memory for this many members.
    pub fn new(members: usize, memory: Memory) -> Self {
        Queue {
            heap: memory.pool(members),
            places: memory.pool(members),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Returns the first member.
    pub fn first(&self) -> Option<I> {
        self.heap.first().copied()
    }

    /// Returns true if a member is queued.
    #[cfg(feature = "serde")]
    pub fn has(&self, member: I) -> bool {
        self.heap.contains(&member)
    }

    /// Queues a member. If it is queued already, moves it to the place of its present rank.
    pub fn put(&mut self, member: I, before: impl Fn(I, I) -> bool) {
        if self.places.len() <= member.index() {
            self.places.resize(member.index() + 1, 0);
        }
        let at = match self.places[member.index()] {
            0 => {
                self.heap.push(member);
                self.places[member.index()] = self.heap.len() as u32;
                self.heap.len() - 1
            }
            place => place as usize - 1,
        };
        let at = self.up(at, &before);
        self.down(at, &before);
    }

    /// Removes and returns the first member.
    pub fn pop(&mut self, before: impl Fn(I, I) -> bool) -> Option<I> {
        let first = self.first()?;
        self.remove(first, before);
        Some(first)
    }

    /// Removes a member if it is queued.
    pub fn remove(&mut self, member: I, before: impl Fn(I, I) -> bool) {
        if self.heap.is_empty() {
            return;
        }
        let place = self.places.get(member.index()).copied();
        let Some(at) = (place.unwrap_or(0) as usize).checked_sub(1) else {
            return;
        };
        self.heap.swap_remove(at);
        self.places[member.index()] = 0;
        if at < self.heap.len() {
            self.places[self.heap[at].index()] = at as u32 + 1;
            let at = self.up(at, &before);
            self.down(at, &before);
        }
    }

    fn up(&mut self, mut at: usize, before: &impl Fn(I, I) -> bool) -> usize {
        while at > 0 {
            let above = (at - 1) / 2;
            if !before(self.heap[at], self.heap[above]) {
                break;
            }
            self.swap(at, above);
            at = above;
        }
        at
    }

    fn down(&mut self, mut at: usize, before: &impl Fn(I, I) -> bool) {
        loop {
            let mut least = at;
            for below in [2 * at + 1, 2 * at + 2] {
                if below < self.heap.len() && before(self.heap[below], self.heap[least]) {
                    least = below;
                }
            }
            if least == at {
                return;
            }
            self.swap(at, least);
            at = least;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a].index()] = a as u32 + 1;
        self.places[self.heap[b].index()] = b as u32 + 1;
    }

    pub fn bytes(&self) -> usize {
        self.heap.bytes() + self.places.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::indices::PlanSlot;
    use super::*;

    #[test]
    fn goes_in_the_order_of_a_sorted_set() {
        for memory in [Memory::Reserved, Memory::Growing] {
            goes_in_order(memory);
        }
    }

    fn goes_in_order(memory: Memory) {
        let mut queue = Queue::<PlanSlot>::new(50, memory);
        let mut ranks = [0_u64; 50];
        let mut model = BTreeSet::new();
        let mut seed = 0x1234_5678_9ABC_DEF1_u64;
        for _ in 0..20_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let number = (seed >> 8) as usize % 50;
            let member = PlanSlot::new(number);
            match seed >> 61 {
                0..4 => {
                    model.remove(&(ranks[number], number));
                    ranks[number] = (seed >> 20) % 1_000 * 50 + number as u64;
                    model.insert((ranks[number], number));
                    queue.put(member, |a, b| ranks[a.index()] < ranks[b.index()]);
                }
                4 | 5 => {
                    model.remove(&(ranks[number], number));
                    queue.remove(member, |a, b| ranks[a.index()] < ranks[b.index()]);
                }
                _ => {
                    let popped = queue.pop(|a, b| ranks[a.index()] < ranks[b.index()]);
                    assert_eq!(popped.map(PlanSlot::index), model.pop_first().map(|m| m.1));
                }
            }
            assert_eq!(
                queue.first().map(PlanSlot::index),
                model.first().map(|m| m.1)
            );
            assert_eq!(queue.is_empty(), model.is_empty());
        }
    }
}
