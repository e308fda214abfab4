//! Mistakes in domains, one file each: see `tests/mistakes.rs`.
