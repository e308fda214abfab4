//! A small generator of random numbers.

/// A generator: xorshift.
pub struct Rng(u64);

impl Rng {
    /// The one that a number stands for.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below another one.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n.max(1) as u64) as usize
    }

    /// Returns true with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random element.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The seeds of a run: those that are usual, `HTN_FULL=1` many more, `HTN_SEED=n` one of them.
pub fn seeds(usual: u64, full: u64) -> std::ops::Range<u64> {
    let told = std::env::var("HTN_SEED").ok();
    match told.and_then(|seed| seed.parse().ok()) {
        Some(seed) => seed..seed + 1,
        None if std::env::var_os("HTN_FULL").is_some() => 0..full,
        None => 0..usual,
    }
}
