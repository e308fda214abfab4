//! The macros of `squad-htn`.
#![forbid(unsafe_code)]

mod analyse;
mod ast;
mod derive_term;
mod errors;
mod lower;
mod modes;
mod parse;
mod resolve;
mod spelling;
mod split;
mod suggest;
mod text;
mod types;
