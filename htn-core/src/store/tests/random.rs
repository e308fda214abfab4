//! Random numbers with a seed that is printed.

use std::println;

/// A random number generator: xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Returns a value for a column: one of a few, so that equal rows are frequent. They are small numbers, numbers at
    /// the boundaries of the representations (32 homes, 2,048 bits), packed handles, and floats.
    pub fn value(&mut self) -> u64 {
        let small = self.below(4) as u64;
        match self.below(9) {
            0 => small << 32,
            1 => (small as f64).to_bits(),
            2 => u64::MAX - small,
            3 => 30 + small,
            4 => 2_046 + small,
            _ => small,
        }
    }
}

/// Runs ten seeds with a tenth of the operations each: of `full` if `HTN_FULL` is set, otherwise of `quick`. `HTN_SEED=n`
/// runs seed `n` only.
pub fn each_seed(quick: usize, full: usize, mut run: impl FnMut(u64, usize)) {
    let all = if std::env::var_os("HTN_FULL").is_some() {
        full
    } else {
        quick
    };
    let one = std::env::var("HTN_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = one.map_or(1..11, |seed| seed..seed + 1);
    for seed in seeds {
        println!("HTN_SEED={seed}");
        run(seed, all / 10);
    }
}
