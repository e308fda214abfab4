//! Hashes of words. They decide nothing that can be seen: buckets are searched in order, and rows are compared.

use crate::tables::RelId;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const FINISHER: u64 = 0xD6E8_FEB8_6659_FD93;
const START: u64 = 0x2545_F491_4F6C_DD1D;

/// Takes a word into the hash that a bucket is chosen by, whose *high* bits are good: for runs of small numbers, and for
/// words that differ in their high bits only (packed handles, floats).
#[inline(always)]
pub const fn spread(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(32) ^ word).wrapping_mul(MULTIPLIER)
}

/// [`spread`] over some words. None give zero.
#[inline(always)]
pub fn spread_all(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, spread)
}

/// The hash of a row among all facts, good enough to be summed: rows with nearly the same words must not cancel out.
pub fn hash_row(words: &[u64], predicate: RelId) -> u64 {
    let hash = words
        .iter()
        .fold(START, |hash, &word| fold(hash ^ word, MULTIPLIER));
    fold(hash ^ seed(predicate), FINISHER)
}

/// Tells equal rows of different predicates apart. Not the hash of a short row itself: [`hash_row`] must not meet it
/// there, since what cancels out to zero stays zero.
const fn seed(predicate: RelId) -> u64 {
    fold(
        fold(START ^ predicate.0 as u64, MULTIPLIER) ^ MULTIPLIER,
        FINISHER,
    )
}

/// The stamp of a history to which an event is added: a hash of everything that was done from the beginning on.
pub const fn stamp_after(stamp: u64, event: u64) -> u64 {
    (stamp ^ event).wrapping_mul(MULTIPLIER)
}

#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64 keys in 64 buckets: the fullest one stays small for every shape of key that games have.
    #[test]
    fn buckets_fill_evenly() {
        type Key = fn(u64) -> u64;
        let small_numbers: Key = |i| i;
        let even_numbers: Key = |i| i * 2;
        let packed_handles: Key = |i| i << 32;
        let generations: Key = |i| i << 32 | i;
        let floats: Key = |i| u64::from((i as f32).to_bits());
        let doubles: Key = |i| (i as f64).to_bits();
        for key in [
            small_numbers,
            even_numbers,
            packed_handles,
            generations,
            floats,
            doubles,
        ] {
            let mut buckets = [0; 64];
            for i in 0..64 {
                buckets[(spread(0, key(i)) >> 58) as usize] += 1;
            }
            let fullest = buckets.into_iter().max();
            assert!(fullest <= Some(6), "keys like {:#x}: {fullest:?}", key(63));
        }
    }
}
