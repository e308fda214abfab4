//! Why a search came out as it did, as text and as data.
//!
//! `cargo test --features explain --test explain`
#![cfg(feature = "explain")]

#[path = "explain/restraint.rs"]
mod restraint;

use restraint::restraint::{Fact, Task};
use restraint::{Actor, readme};

#[test]
fn a_plan() {
    let (game, state) = readme();
    let why = state
        .explain(&game, Task::RestrainNearest)
        .expect("it is a task");
    println!("{why}");
}

#[test]
fn no_plan() {
    let (game, mut state) = readme();
    let why = |state: &restraint::restraint::State| {
        let why = state.explain(&game, Task::RestrainNearest);
        println!("{:#}", why.expect("it is a task"));
    };
    for who in 1..=3 {
        state.insert(Fact::Reserved(Actor(who))).expect("it fits");
    }
    why(&state);
    state.insert(Fact::Restrained(Actor(4))).expect("it fits");
    state.insert(Fact::Restrained(Actor(5))).expect("it fits");
    why(&state);
    state.remove(Fact::Surrendered(Actor(4)));
    state.remove(Fact::Surrendered(Actor(5)));
    why(&state);
    let why = state.explain(
        &game,
        Task::Together {
            who: Actor(1),
            target: Actor(4),
        },
    );
    println!("{:#}", why.expect("it is a task"));
}
