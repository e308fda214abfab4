//! A table by agent.

use alloc::vec::Vec;
use core::marker::PhantomData;

/// A value of two words.
pub(super) trait Words: Copy {
    fn to_words(self) -> [u64; 2];
    fn from_words(words: [u64; 2]) -> Self;
}

/// Values by agent. All memory is taken when it is made (and not touched before it is used), and one addition empties
/// it.
#[derive(Clone, Debug)]
pub(super) struct AgentMap<V> {
    agents: Vec<u64>,
    values: Vec<[u64; 2]>,
    /// Entries with another stamp than the present one are empty.
    stamps: Vec<u32>,
    stamp: u32,
    shift: u32,
    value: PhantomData<V>,
}

impl<V: Words> AgentMap<V> {
    /// Room for so many agents.
    pub fn new(agents: usize) -> Self {
        let size = agents.saturating_mul(2).next_power_of_two().max(2);
        AgentMap {
            agents: alloc::vec![0; size],
            values: alloc::vec![[0, 0]; size],
            stamps: alloc::vec![0; size],
            stamp: 1,
            shift: 64 - size.ilog2(),
            value: PhantomData,
        }
    }

    fn mask(&self) -> usize {
        self.agents.len() - 1
    }

    fn home(&self, agent: u64) -> usize {
        (agent.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// Where the agent is, or the empty place where it belongs.
    fn place(&self, agent: u64) -> usize {
        let mut at = self.home(agent);
        while self.is_taken(at) && self.agents[at] != agent {
            at = (at + 1) & self.mask();
        }
        at
    }

    fn is_taken(&self, at: usize) -> bool {
        self.stamps[at] == self.stamp
    }

    pub fn get(&self, agent: u64) -> Option<V> {
        let at = self.place(agent);
        self.is_taken(at).then(|| V::from_words(self.values[at]))
    }

    pub fn set(&mut self, agent: u64, value: V) {
        let at = self.place(agent);
        self.agents[at] = agent;
        self.values[at] = value.to_words();
        self.stamps[at] = self.stamp;
    }

    pub fn remove(&mut self, agent: u64) {
        let mut hole = self.place(agent);
        if !self.is_taken(hole) {
            return;
        }
        self.stamps[hole] = 0;
        let mut at = (hole + 1) & self.mask();
        // What was pushed on by the one that goes moves up, so that it is still found.
        while self.is_taken(at) {
            let home = self.home(self.agents[at]);
            if (at.wrapping_sub(home) & self.mask()) >= (at.wrapping_sub(hole) & self.mask()) {
                self.agents[hole] = self.agents[at];
                self.values[hole] = self.values[at];
                self.stamps[hole] = self.stamp;
                self.stamps[at] = 0;
                hole = at;
            }
            at = (at + 1) & self.mask();
        }
    }

    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    pub fn bytes(&self) -> usize {
        self.agents.len() * (3 * size_of::<u64>() + size_of::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    impl Words for [u64; 2] {
        fn to_words(self) -> [u64; 2] {
            self
        }
        fn from_words(words: [u64; 2]) -> Self {
            words
        }
    }

    #[test]
    fn holds_what_a_map_holds() {
        let mut map = AgentMap::new(40);
        let mut model = BTreeMap::new();
        let mut seed = 0x1234_5678_9ABC_DEF1_u64;
        for round in 0..20_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let agent = ((seed >> 8) % 37) << (seed % 3 * 20);
            match seed >> 60 {
                0..8 if model.len() < 40 || model.contains_key(&agent) => {
                    map.set(agent, [round, seed]);
                    model.insert(agent, [round, seed]);
                }
                8..15 => {
                    map.remove(agent);
                    model.remove(&agent);
                }
                _ if seed.is_multiple_of(50) => {
                    map.clear();
                    model.clear();
                }
                _ => {}
            }
            assert_eq!(map.get(agent), model.get(&agent).copied());
        }
        let mut all = model.iter();
        assert!(all.all(|(&agent, &value)| map.get(agent) == Some(value)));
    }
}
