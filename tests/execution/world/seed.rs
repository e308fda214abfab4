//! Episodes are generated from a seed, so that they can be repeated.

/// Prints the seed if an episode panics.
pub struct Seed(pub u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}: run again with HTN_SEED={}", self.0, self.0);
        }
    }
}
