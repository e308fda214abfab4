//! Domains that are read again while the program runs.

mod changes;
mod errors;
mod game;
mod running;
