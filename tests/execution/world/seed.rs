//! Episodes are made from a seed, and can be run again.

/// Prints the seed of an episode that goes wrong.
pub struct Seed(pub u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}: run again with HTN_SEED={}", self.0, self.0);
        }
    }
}
