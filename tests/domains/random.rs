//! Random numbers that are the same in every run.

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % bound
    }

    /// Returns a position on a map of 100 by 100.
    pub fn place(&mut self) -> (f32, f32) {
        let mut coordinate = || self.below(100_000) as f32 / 1_000.0;
        (coordinate(), coordinate())
    }
}
