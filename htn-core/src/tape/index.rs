//! The numbers of questions by their hashes.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The numbers of questions by their hashes, in the order in which they came.
#[derive(Clone, Debug)]
pub(super) enum Index {
    /// By bits of the hash: of questions that were asked here. Where the next number is found goes on from there, one
    /// place after the other; 0 is no number, others are one more. More than half of the places are free.
    Asked(Vec<u32>),
    /// Of questions from outside, whose hashes anybody could choose so that they share their bits.
    Read(BTreeMap<u64, u32>),
}

impl Index {
    /// The number of a question, of which `hashes` tells the hash for a number.
    pub fn find(&self, hash: u64, hashes: impl Fn(u32) -> u64) -> Option<u32> {
        match self {
            Index::Asked(places) if places.is_empty() => None,
            Index::Asked(places) => places[place(places, hash, hashes)].checked_sub(1),
            Index::Read(numbers) => numbers.get(&hash).copied(),
        }
    }

    /// Adds a question, which has the next number.
    pub fn add(&mut self, hash: u64, number: u32, hashes: impl Fn(u32) -> u64) {
        match self {
            Index::Asked(places) => {
                if places.len() <= 2 * number as usize + 2 {
                    *places = vec![0; (4 * (number as usize + 1)).next_power_of_two().max(16)];
                    for before in 0..number {
                        let at = place(places, hashes(before), &hashes);
                        places[at] = before + 1;
                    }
                }
                let at = place(places, hash, hashes);
                places[at] = number + 1;
            }
            Index::Read(numbers) => _ = numbers.insert(hash, number),
        }
    }

    /// Forgets all of them; the memory stays.
    pub fn clear(&mut self) {
        match self {
            Index::Asked(places) => places.fill(0),
            Index::Read(numbers) => numbers.clear(),
        }
    }

    /// The bytes that it takes beyond its own size.
    #[cfg(feature = "serde")]
    pub fn bytes(&self) -> usize {
        match self {
            Index::Asked(places) => places.capacity() * size_of::<u32>(),
            Index::Read(numbers) => numbers.len() * size_of::<(u64, u32)>(),
        }
    }
}

/// Where a question is, or is to be.
fn place(places: &[u32], hash: u64, hashes: impl Fn(u32) -> u64) -> usize {
    let mask = places.len() - 1;
    let mut at = hash as usize & mask;
    while let Some(number) = places[at].checked_sub(1)
        && hashes(number) != hash
    {
        at = (at + 1) & mask;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_find_what_was_added() {
        // They share their bits, and come round at the end.
        let hashes: Vec<u64> = (0..500).map(|n| 0xF | (n % 7) << 4 | n << 40).collect();
        for mut index in [Index::Asked(Vec::new()), Index::Read(BTreeMap::new())] {
            for round in 0..2 {
                for (number, hash) in (0..).zip(&hashes) {
                    let of = |number: u32| hashes[number as usize];
                    assert_eq!(index.find(*hash, of), None, "{round}");
                    index.add(*hash, number, of);
                    assert_eq!(index.find(*hash, of), Some(number), "{round}");
                }
                let of = |number: u32| hashes[number as usize];
                for (number, hash) in (0..).zip(&hashes) {
                    assert_eq!(index.find(*hash, of), Some(number), "{round}");
                }
                index.clear();
            }
        }
    }
}
