//! Answers of Rust expressions that are kept, to be given again instead of asking the game.
//!
//! A search, or a tick, follows from its facts and from what the game answers. So whoever has those answers can go over it
//! again, whatever has become of the game since: a search that was saved, a journal that is played.
//!
//! An expression that mentions the context is a *question*, together with the values of the variables that it sees. A
//! [`Tape`] has the answers of each question in the order in which they were given. In which order questions were asked need
//! not be known: each question follows from the answers before it.
//!
//! | file | what it has |
//! |---|---|
//! | `answers` | [`Tape`]: questions and their answers |
//! | `index` | questions by their hashes |
//! | `known` | [`Known`]: the last answers, so that a journal has only those that are news; [`Played`]: what is given again |
//! | `deck` | [`Deck`]: where tapes are put to be recorded and played, between the domain's functions and the game |

mod answers;
mod deck;
mod index;
mod known;

pub(crate) use answers::{Run, Tape};
pub use deck::Deck;
pub(crate) use known::{Known, Played};
