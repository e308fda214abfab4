//! The macros.
