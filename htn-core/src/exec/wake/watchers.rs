//! Detects changed facts, and finds the plans or actions whose conditions read them.

use crate::exec::indices::Index;
use crate::exec::wake::inputs::{DomainInputs, Inputs};
use crate::model::pool::{Memory, Pool};
use crate::store::Store;
use crate::tables::{RelId, Tables};

/// The predicates that conditions read, with the versions of their facts at the last look.
///
/// Invariant: the version of a predicate is the store's at the last call of [`FactVersions::changed`].
#[derive(Clone)]
pub(in crate::exec) struct FactVersions {
    seen: Pool<(RelId, u64)>,
}

impl FactVersions {
    pub fn new(tables: &Tables, inputs: &DomainInputs) -> FactVersions {
        let read = inputs.all().facts;
        let mut seen = Pool::new(tables.relations.len());
        let all = (0..tables.relations.len()).map(|rel| RelId(rel as u16));
        seen.extend(all.filter(|rel| read & rel.bit() != 0).map(|rel| (rel, 0)));
        FactVersions { seen }
    }

    /// Returns the predicates that conditions read.
    pub fn predicates(&self) -> impl Iterator<Item = RelId> + '_ {
        self.seen.iter().map(|(rel, _)| *rel)
    }

    /// Forgets all versions, so that all facts count as changed.
    #[cfg(feature = "serde")]
    pub fn forget(&mut self) {
        for (_, seen) in self.seen.iter_mut() {
            // A version equals this with a probability of 1 in 2^64.
            *seen = u64::MAX;
        }
    }

    /// Returns the predicates whose facts have changed since the last call, as bits.
    pub fn changed(&mut self, store: &Store) -> u64 {
        let mut changed = 0;
        for (rel, seen) in self.seen.iter_mut() {
            let stamp = store.stamp_of(*rel);
            if *seen != stamp {
                *seen = stamp;
                changed |= rel.bit();
            }
        }
        changed
    }
}

/// For each input (a predicate, the game, the other plans) the set of members that watch it.
///
/// Invariant: `watching` has the number of bits of each input, and `count` the number of members with a bit.
#[derive(Clone)]
pub(in crate::exec) struct Watchers {
    /// For each group of 64 members: a word for each input, with a bit for each member.
    bits: Pool<u64>,
    /// The number of inputs that are predicates. The game and the other plans follow them.
    facts: usize,
    /// By input: the number of members that watch it.
    watching: Pool<u32>,
    /// The number of members that watch any input.
    count: usize,
}

impl Watchers {
    /// Reserves memory for this many members.
    pub fn new(tables: &Tables, members: usize, memory: Memory) -> Watchers {
        let facts = tables.relations.len().min(64);
        Watchers {
            bits: memory.pool(members.div_ceil(64) * (facts + 2)),
            facts,
            watching: memory.pool(facts + 2),
            count: 0,
        }
    }

    /// Returns the number of inputs.
    fn inputs(&self) -> usize {
        self.facts + 2
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Changes the inputs that a member watches.
    pub fn change(&mut self, member: impl Index, from: Inputs, to: Inputs) {
        self.count += usize::from(to != Inputs::NONE);
        self.count -= usize::from(from != Inputs::NONE);
        let (word, bit) = (member.index() / 64, 1 << (member.index() % 64));
        let inputs = self.inputs();
        self.watching.resize(inputs, 0);
        if self.bits.len() <= word * inputs {
            self.bits.resize((word + 1) * inputs, 0);
        }
        let mut differs = Inputs {
            facts: from.facts ^ to.facts,
            game: from.game ^ to.game,
            others: from.others ^ to.others,
        };
        while let Some(input) = self.take_input(&mut differs) {
            let bits = &mut self.bits[word * inputs + input];
            *bits ^= bit;
            match *bits & bit {
                0 => self.watching[input] -= 1,
                _ => self.watching[input] += 1,
            }
        }
    }

    /// Removes and returns the next of these inputs.
    #[inline]
    fn take_input(&self, inputs: &mut Inputs) -> Option<usize> {
        let fact = inputs.facts.trailing_zeros() as usize;
        if fact < self.facts {
            inputs.facts &= inputs.facts - 1;
            return Some(fact);
        }
        if core::mem::take(&mut inputs.game) {
            return Some(self.facts);
        }
        core::mem::take(&mut inputs.others).then_some(self.facts + 1)
    }

    /// Returns the members that watch any of these inputs, in order.
    pub fn of<I: Index>(&self, changed: Inputs) -> impl Iterator<Item = I> {
        let words = if self.is_watched(changed) {
            usize::MAX
        } else {
            0
        };
        let words = self.bits.chunks_exact(self.inputs()).take(words);
        words.enumerate().flat_map(move |(word, bits)| {
            let mut left = self.of_word(bits, changed);
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then(|| I::new(64 * word + bit))
            })
        })
    }

    /// Returns true if a member watches any of these inputs.
    fn is_watched(&self, mut inputs: Inputs) -> bool {
        while let Some(input) = self.take_input(&mut inputs) {
            if self.watching.get(input).is_some_and(|count| *count > 0) {
                return true;
            }
        }
        false
    }

    /// Returns the members of a group of 64 that watch any of these inputs, as bits.
    #[inline]
    fn of_word(&self, bits: &[u64], mut inputs: Inputs) -> u64 {
        let mut all = 0;
        while let Some(input) = self.take_input(&mut inputs) {
            all |= bits[input];
        }
        all
    }

    pub fn bytes(&self) -> usize {
        self.bits.bytes() + self.watching.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::exec::indices::PlanSlot;
    use crate::tables::{Columns, Relation};

    static PREDICATES: [Relation; 70] = [Relation {
        name: "",
        doc: "",
        columns: &[],
        key: Columns(0),
        keyed: false,
        capacity: 1,
        indexes: &[],
        scanned: true,
    }; 70];

    #[test]
    fn watchers_of_a_change_are_those_of_a_model() {
        let growing = [Memory::Reserved, Memory::Growing];
        for (predicates, memory) in [3, 64, 70]
            .into_iter()
            .flat_map(|count| growing.map(|memory| (count, memory)))
        {
            let tables = Tables {
                relations: &PREDICATES[..predicates],
                ..Tables::EMPTY
            };
            let known = 1_u64
                .checked_shl(predicates as u32)
                .map_or(!0, |end| end - 1);
            let mut watchers = Watchers::new(&tables, 100, memory);
            let mut model = [Inputs::NONE; 100];
            let mut seed = 0x1234_5678_9ABC_DEF1_u64;
            for _ in 0..5_000 {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let inputs = |seed: u64| Inputs {
                    facts: seed & (seed >> 9) & (seed >> 23) & known,
                    game: seed.is_multiple_of(7),
                    others: seed.is_multiple_of(11),
                };
                let (member, to) = ((seed >> 40) as usize % 100, inputs(seed));
                let from = core::mem::replace(&mut model[member], to);
                watchers.change(PlanSlot::new(member), from, to);
                let changed = inputs(seed.rotate_left(17));
                let touches = |one: Inputs| {
                    one.facts & changed.facts != 0
                        || one.game && changed.game
                        || one.others && changed.others
                };
                let found: Vec<PlanSlot> = watchers.of(changed).collect();
                let expected = (0..100).filter(|member| touches(model[*member]));
                assert!(expected.map(PlanSlot::new).eq(found));
                let is_empty = model.iter().all(|inputs| *inputs == Inputs::NONE);
                assert_eq!(watchers.is_empty(), is_empty);
            }
        }
    }
}
