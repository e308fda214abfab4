//! Domains in an editor: completion, documentation and renames inside of `htn_domain!` and `htn_part!`.
//!
//! An editor with [rust-analyzer](https://rust-analyzer.github.io) understands domains without any setup. Its procedural
//! macros must be enabled (`rust-analyzer.procMacro.enable`), which is the default.
//!
//! | you do | on | you get |
//! |---|---|---|
//! | type | a condition, an effect, a body, an item | the predicates, axioms, tasks, variables and keywords that fit; methods and fields of the context |
//! | hover | a predicate, an axiom, a task | its declaration and doc comment |
//! | hover | a keyword | what it means, with an example |
//! | go to definition, find references | names, variables, types, branches | the declaration, and all uses in the domain |
//! | rename | a variable or a parameter | all its places in the item |
//! | rename | a type, or the context | all places in the domain and in the program |
//!
//! An unfinished domain keeps its names: while you type in one item, the others stay known, and the rest of the program
//! keeps the types of the domain.
//!
//! # Formatting and errors
//!
//! The editor displays the errors of the macro as soon as rust-analyzer expands it, and those of rustc after a save.
//! [`cargo htn`](super::command_line) formats domains on save, and prints errors without a build.
//!
//! # Limits
//!
//! - `Fact::SquadMember` in the program and `squad_member` in the domain are two names. A rename changes one of them, and
//!   rustc then reports the other.
//! - rust-analyzer expands the macro after each keystroke in it. A domain of a hundred methods takes some tenths of a second
//!   of processor time for that; the table has the figures. Parts keep the pieces small: [`htn_part!`](crate::htn_part).
//! - The expansion for an editor has no tables and no functions. A build with rustc is not affected by it.
//!
//! # Measured
//!
