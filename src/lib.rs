//! Placeholder while the spine is built.
