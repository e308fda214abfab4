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
//! | rename | a variable, a parameter, the context | all its places in the branch, the item or the domain |
//! | rename | a predicate, an axiom, a task | all its places in the domain |
//! | rename | a type | all its places in the domain and in the program |
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
//! - rust-analyzer expands the macro again after each keystroke in it, so a large domain costs more than a small one.
//!   [`htn_part!`](crate::htn_part) keeps the pieces small.
//! - Code under a `#[cfg]` that does not hold is not analysed, as in the rest of the program.
//! - The expansion for an editor has no tables and no functions. A build with rustc is not affected by it.
//!
//! `BENCHMARKS.md` has figures, measured by `scripts/editor/measure.sh`.
