//! Random numbers that are the same on every machine.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

/// Marsaglia's xorshift, 64 bits wide.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator. The seed is mixed first (splitmix), so neighbouring seeds give unrelated numbers.
    pub fn new(seed: u64) -> Rng {
        let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Xorshift never leaves zero.
        Rng((mixed ^ (mixed >> 31)).max(1))
    }

    /// Returns true if the state is valid. Zero, which xorshift never leaves, is not; it can only come from a save.
    #[cfg(feature = "json")]
    pub fn is_valid(&self) -> bool {
        self.0 != 0
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            return 0;
        }
        (self.next() % end as u64) as usize
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(0) as usize) as i32
    }

    /// Returns true with a probability of `chance` percent.
    pub fn percent(&mut self, chance: i32) -> bool {
        self.between(0, 99) < chance
    }

    /// Returns a random item.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
