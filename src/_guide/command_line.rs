//! The command line: format and check domains, draw their graphs, and import problems from HDDL.
//!
//! `cargo install cargo-htn` installs a command that reads the domains and parts in Rust files. It compiles nothing, so it
//! answers in milliseconds.
//!
//! | command | result |
//! |---|---|
//! | `cargo htn fmt [--check] [FILES]` | formats the inside of `htn_domain!` and `htn_part!` |
//! | `cargo htn check FILES` | prints all errors of the domains, with the carets of rustc |
//! | `cargo htn graph FILE [--svg\|--dot\|--mermaid]` | prints the graph of a domain |
//! | `cargo htn import DOMAIN PROBLEM [--out FILE]` | writes a program from a domain and a problem in HDDL |
//!
//! The exit status is 0 if all is well, 1 if the command found something, and 2 if it was called in a wrong way.
//!
//! # Format on save
//!
//! rustfmt does not format the inside of macros. `cargo htn fmt FILE` does so for domains, and nothing else in the file
//! changes. Comments, Rust expressions, and line breaks between statements or conjuncts stay; the rest has one style:
//!
//! ```
//! # use squad_htn::prelude::*;
//! htn_domain! {
//!     domain patrol;
//!     predicate guard(u8) [8];
//!     predicate noise(place: u8) [8];
//!
//!     operator inspect(who: u8, place: u8) { delete noise(place); }
//!
//!     pub method keep_watch() {
//!         /// The nearest guard goes first.
//!         branch disturbed
//!             if noise(place) && guard(who)
//!                 && let far: u8 = who.abs_diff(place)
//!             sort by far
//!         {
//!             inspect(who, place);
//!         }
//!         branch quiet {}
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! Let your editor run `cargo htn fmt FILE` after it has saved a Rust file, or pass the text to `cargo htn fmt -`, which
//! formats the standard input and prints the result. The README of `cargo-htn` has the settings for VS Code, Helix, Vim and
//! Emacs. A domain with syntax errors is left alone, so saving an unfinished domain loses nothing.
//!
//! `cargo htn fmt --check` in CI lists the files that are not formatted.
//!
//! # Errors without a build
//!
//! `cargo htn check FILE` prints the same errors as the compiler, with the same carets. It does not know types: a `Place` in
//! the position of an `Actor` is an error of rustc. Parts are looked up in the files of the package, and a part is checked with
//! every domain of the package that uses it. What was not checked has a note: items under a `#[cfg]` that does not hold,
//! and domains with a part that was not found.
//!
//! For an editor, `cargo htn check --short -` reads the standard input and prints one line for each error:
//! `path:line:column: error: message`.
//!
//! # Problems from HDDL
//!
//! `cargo htn import domain.hddl problem.hddl --out src/main.rs` translates a hierarchical problem of the planning
//! competitions. The program that it writes contains an `htn_domain!` and the facts, and prints a plan:
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Movable { Truck, Parcel }
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Location { Depot, Shop }
//! htn_domain! {
//!     domain transport;
//!     predicate road(from: Location, to: Location) [2];
//!     predicate at(what: Movable, place: Location) [2];
//!
//!     operator drive(t: Movable, from: Location, to: Location) {
//!         if at(t, from) && road(from, to);
//!         delete at(t, from);
//!         add at(t, to);
//!     }
//!
//!     // `(:method m-is-there :parameters (?t - truck ?to - location) :task (get-to ?t ?to)
//!     //    :precondition (at ?t ?to) :ordered-subtasks ())`
//!     pub method get_to(t: Movable, to: Location) {
//!         branch m_is_there if at(t, to) {}
//!     }
//!
//!     // `(:method m-drive-via :parameters (?t - truck ?between ?to - location) :task (get-to ?t ?to)
//!     //    :ordered-subtasks (and (get-to ?t ?between) (drive ?t ?between ?to)))`
//!     method get_to(t: Movable, to: Location) {
//!         branch m_drive_via if road(between, to) { get_to(t, between); drive(t, between, to); }
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! HDDL gives the variables of a method their values before the search. The import binds them as late as possible, by facts
//! that a subtask needs and that nothing before it can bring about: here `road(between, to)`, the precondition of `drive`.
//! It also decides in which order alternatives are tried. The README of `cargo-htn` has a table of all translations.
//!
//! # As a library
//!
//! The command is a thin layer around the package `htn-lang`. Use that to read domains in your own tools: it returns the
//! errors, the declarations of a domain, and the formatted text as data.
