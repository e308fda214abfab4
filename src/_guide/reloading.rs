//! Reloading: change a domain while the game runs.
//!
//! With the feature `reload`, a running game reads a domain again from its source. It needs no compiler: conditions, branches
//! and bodies change within milliseconds. The feature is for development builds. Without it, nothing of this is in a program.
//!
//! ```toml
//! [features]
//! reload = ["squad-htn/reload"]
//! ```
//!
//! # In a game
//!
//! [`Source::compiled`](crate::reload::Source::compiled) finds the file that contains the `htn_domain!` of a domain, and
//! [`load`](crate::reload::Source::load) compiles it. [`Director::reload`](crate::Director::reload) takes the result over:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     pub domain watch;
//!     agent u8;
//!     predicate guard(u8) [8];
//!     operator patrol(who: u8) by who {}
//!     operator rest(who: u8) by who {}
//!     pub method watch() {
//!         branch strong if guard(who) && who > 3 { patrol(who); }
//!         branch weak if guard(who) { rest(who); }
//!     }
//! }
//!
//! # #[cfg(feature = "reload")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use squad_htn::reload::Source;
//!
//! # let source = Source::file("watch.htn");
//! # let text = String::from(
//! #     "domain watch; agent u8; predicate guard(u8) [8]; operator patrol(who: u8) by who {} operator rest(who: u8) by who {}
//! #     pub method watch() { branch strong if guard(who) && who > 1 { patrol(who); } branch weak if guard(who) { rest(who); } }",
//! # );
//! # let load = || source.load_text(text.clone());
//! # /*
//! let source = Source::compiled::<watch::Domain>()?;
//! let load = || source.load();
//! # */
//! let mut director = watch::Director::new(watch::Task::Watch);
//! director.state_mut().insert(watch::Fact::Guard(2))?;
//!
//! // The file now has `who > 1`.
//! match load() {
//!     Ok(domain) => director.reload(&domain)?,
//!     // An error has the file, the line and carets, as from rustc. The game keeps the domain that it has.
//!     Err(error) => eprintln!("{error}"),
//! }
//! for _frame in 0..3 {
//!     director.tick(&(), Budget::unlimited());
//! }
//! assert!(matches!(director.commands().next(), Some(Command::Start { action: watch::Action::Patrol { who: 2 }, .. })));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "reload"))]
//! # fn main() {}
//! ```
//!
//! [`SquadScheduler::reload`](crate::SquadScheduler::reload) does the same for all squads. The example `squad` does it for
//! its own domain: run `cargo run --features reload --example squad -- --reload`, and edit `examples/squad/domain`.
//!
//! In Bevy, the plugin `SquadReloadPlugin` watches the file, reloads the squads of the domain, and writes a message about each
//! reload: run `cargo run -p bevy_squad_htn --features reload --example reloading`, and edit that example.
//!
//! A domain may also be in a text file of its own, without the macro: [`Source::file`](crate::reload::Source::file) reads any
//! file that does not end with `.rs` so. The program still needs the `htn_domain!` that it was compiled with.
//!
//! # What may change
//!
//! | may change | needs a rebuild |
//! |---|---|
//! | conditions, `sort by`, branches and their order | predicates and their columns |
//! | bodies of methods, effects and conditions of operators | names, parameters and agents of operators |
//! | axioms | names and parameters of public tasks |
//! | methods that are not public | the type of agents, the context, `use` |
//! | capacities, if the present facts fit | types that the domain does not mention yet |
//!
//! A change in the right column is an error that names the item and says what to restore.
//!
//! # Rust expressions
//!
//! Only rustc compiles Rust, so a reloaded domain uses the expressions of the compiled one: each whole expression, each call and
//! field of the context, and each constant whose name is in capitals, with any variables of the same types. Literals,
//! comparisons, arithmetic, `!`, `&&` and `||` around them are evaluated while the game runs. If `game.distance(who, target)`
//! and `game.is_hidden(target)` occur somewhere, then `game.distance(target, who) < 300.0 && !game.is_hidden(who)` works at once.
//! All else is the error *needs a rebuild*, with carets under the expression.
//!
//! Computed integers wrap around, and a division by zero is 0: a mistake in an expression must not end the game. Values of the
//! domain's own types are compared by their words, as facts are. A call inside of a closure, a block or a macro can be used only
//! together with all of it.
//!
//! # What happens to a mission
//!
//! - **Facts** stay, in their order. If they do not fit a new capacity, the reload is refused with a
//!   [`CapacityError`](crate::CapacityError).
//! - **Searches** start again.
//! - **Running plans** continue if all that they still rely on is the same: the operators of steps that have not ended, the
//!   conditions of the branches above these, and what may have to be undone. A plan that relies on a change is abandoned with its
//!   `undo`, by the code that it was made with; its event has
//!   [`AbandonReason::DomainChanged`](crate::AbandonReason::DomainChanged).
//! - **Saves** name the version of the domain that the director runs. A program that was compiled from that source loads them;
//!   any other program loads the facts, with `load_matching`. If methods were added or items were reordered by a reload, only
//!   `load_matching` loads such a save.
//! - **Journals** continue. A replay runs the domain of its program, so it shows a difference where the reload has one.
//!
//! # Limits
//!
//! - The functions that query axioms use the compiled axioms.
//! - Explanations and traces (feature `explain`) are those of the compiled domain.
//! - [`TreeNode::task`](crate::TreeNode::task) is `None` for a method that a reload has added, because the type of tasks has no
//!   variant for it. Such a method cannot be a `later` task.
//! - Rust must know the type of each call on the context by itself: a method that is generic over its result does not compile
//!   with this feature.
//! - Items under a `#[cfg]` are read if [`Source::cfg`](crate::reload::Source::cfg) names the option.
//! - Each reload leaks its tables: some hundred kilobytes for a large domain.
