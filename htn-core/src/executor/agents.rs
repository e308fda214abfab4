//! A table by agent.

use alloc::vec::Vec;

/// Values by agent. All memory is taken when it is made, and nothing else is needed to empty it than one addition.
#[derive(Clone, Debug)]
pub(super) struct AgentMap<V> {
    entries: Vec<Entry<V>>,
    /// Entries with another stamp are empty.
    stamp: u32,
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry<V> {
    agent: u64,
    value: V,
    stamp: u32,
}

impl<V: Copy + Default> AgentMap<V> {
    /// Room for so many agents.
    pub fn new(agents: usize) -> Self {
        let size = (agents.saturating_mul(2)).next_power_of_two().max(2);
        let empty = Entry {
            agent: 0,
            value: V::default(),
            stamp: 0,
        };
        AgentMap {
            entries: alloc::vec![empty; size],
            stamp: 1,
            shift: 64 - size.ilog2(),
        }
    }

    fn home(&self, agent: u64) -> usize {
        (agent.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.entries.len() - 1)
    }

    /// Where the agent is, or the empty place where it belongs.
    fn place(&self, agent: u64) -> usize {
        let mut at = self.home(agent);
        while self.is_taken(at) && self.entries[at].agent != agent {
            at = self.after(at);
        }
        at
    }

    fn is_taken(&self, at: usize) -> bool {
        self.entries[at].stamp == self.stamp
    }

    pub fn get(&self, agent: u64) -> Option<V> {
        let at = self.place(agent);
        self.is_taken(at).then(|| self.entries[at].value)
    }

    pub fn set(&mut self, agent: u64, value: V) {
        let at = self.place(agent);
        let stamp = self.stamp;
        self.entries[at] = Entry {
            agent,
            value,
            stamp,
        };
    }

    pub fn remove(&mut self, agent: u64) {
        let mut hole = self.place(agent);
        if !self.is_taken(hole) {
            return;
        }
        self.entries[hole].stamp = 0;
        let mut at = self.after(hole);
        // What was pushed on by the one that goes moves up, so that it is still found.
        while self.is_taken(at) {
            let mask = self.entries.len() - 1;
            let home = self.home(self.entries[at].agent);
            if (at.wrapping_sub(home) & mask) >= (at.wrapping_sub(hole) & mask) {
                self.entries[hole] = self.entries[at];
                self.entries[at].stamp = 0;
                hole = at;
            }
            at = self.after(at);
        }
    }

    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.iter_mut().for_each(|entry| entry.stamp = 0);
            self.stamp = 1;
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry<V>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn holds_what_a_map_holds() {
        let mut map = AgentMap::new(40);
        let mut model = BTreeMap::new();
        let mut seed = 0x1234_5678_9ABC_DEF1_u64;
        for round in 0..20_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let agent = (seed >> 8) % 37 << (seed % 3 * 20);
            match seed >> 60 {
                0..8 if model.len() < 40 || model.contains_key(&agent) => {
                    map.set(agent, round);
                    model.insert(agent, round);
                }
                8..15 => {
                    map.remove(agent);
                    model.remove(&agent);
                }
                _ if seed % 50 == 0 => {
                    map.clear();
                    model.clear();
                }
                _ => {}
            }
            assert_eq!(map.get(agent), model.get(&agent).copied());
        }
        assert!(
            model
                .iter()
                .all(|(&agent, &round)| map.get(agent) == Some(round))
        );
    }
}
