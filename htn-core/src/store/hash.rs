//! Hashes of words. They decide nothing that can be seen: buckets are searched in order, and rows are compared.

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const FINISHER: u64 = 0xD6E8_FEB8_6659_FD93;
const START: u64 = 0x2545_F491_4F6C_DD1D;

/// Takes a word into the hash that a bucket is chosen by, whose *high* bits are good: for runs of small numbers, and for
/// words that differ in their high bits only (packed handles, floats).
#[inline(always)]
pub const fn spread(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(32) ^ word).wrapping_mul(MULTIPLIER)
}

/// [`spread`] over some columns of a row. No columns give zero.
#[inline(always)]
pub fn spread_columns(mut columns: u16, word: impl Fn(usize) -> u64) -> u64 {
    let mut hash = 0;
    while columns != 0 {
        hash = spread(hash, word(columns.trailing_zeros() as usize));
        columns &= columns - 1;
    }
    hash
}

/// The hash of a row among all facts, good enough to be summed: rows with nearly the same words must not cancel out.
pub fn hash_row(words: &[u64], seed: u64) -> u64 {
    let hash = words
        .iter()
        .fold(START, |hash, &word| fold(hash ^ word, MULTIPLIER));
    fold(hash ^ seed, FINISHER)
}

/// Tells equal rows of different relations apart. Not the hash of a short row itself: [`hash_row`] must not meet it
/// there, since what cancels out to zero stays zero.
pub const fn seed(relation: u64) -> u64 {
    fold(fold(START ^ relation, MULTIPLIER) ^ MULTIPLIER, FINISHER)
}

#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

/// A hash of everything that was ever done to a relation and not undone.
///
/// Each event is taken in by a step that can be taken back without keeping the old value, so undoing costs no memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp(u64);

impl Stamp {
    const BACK: u64 = inverse(MULTIPLIER);

    #[inline(always)]
    pub fn take_in(&mut self, event: u64) {
        self.0 = (self.0 ^ event).wrapping_mul(MULTIPLIER);
    }

    #[inline(always)]
    pub fn take_back(&mut self, event: u64) {
        self.0 = self.0.wrapping_mul(Self::BACK) ^ event;
    }

    #[inline(always)]
    pub fn word(self) -> u64 {
        self.0
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each round doubles the bits that are right, and an odd
/// number is its own inverse in the lowest three.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_can_be_taken_back() {
        let mut stamp = Stamp::default();
        let events = [3, u64::MAX, 0, 0x1234_5678_9ABC_DEF0];
        let mut seen = std::vec![stamp];
        for event in events {
            stamp.take_in(event);
            assert!(!seen.contains(&stamp));
            seen.push(stamp);
        }
        for event in events.into_iter().rev() {
            assert_eq!(seen.pop(), Some(stamp));
            stamp.take_back(event);
        }
        assert_eq!(stamp, Stamp::default());
    }

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
