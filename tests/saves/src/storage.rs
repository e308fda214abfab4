//! A domain with a predicate for each representation of facts in a state, and random states with a long history.

use squad_htn::prelude::*;

use crate::rng::Rng;

htn_domain! {
    pub domain storage;
    /// Bits, and large words in a table: no condition scans it.
    predicate flag(u16) [40];
    /// Bits, and rows in order: a condition scans it.
    predicate mark(u16) [40];
    /// Rows, found by nodes of small keys and buckets of large ones. The order is stored apart, since no condition scans it.
    predicate value(u16 => u16) [40];
    /// Rows with a chain for each bucket of an index.
    predicate pair(u16, u16) [40];
    /// Rows that move from one chain of an index to another when their value changes.
    predicate owner(u16 => u16, u16) [40];
    /// Rows with a key of two columns.
    predicate triple(u16, u16 => u16) [24];
    /// Rows without an index, because the capacity is small.
    predicate few(u16, u16) [6];
    predicate current(=> u16);
    predicate lone();

    operator turn(x: u16, y: u16) {
        if !flag(x);
        add flag(x);
        add value(x, y);
        delete pair(x, _);
        add owner(y, x, 1);
        add triple(x, y, 7);
        add current(x);
    }
    operator back(x: u16) {
        delete mark(x);
        delete flag(x);
        add pair(x, 3);
        add few(x, 1);
        add lone();
    }
    /// Has plans of each length up to `rounds`.
    pub method play(rounds: u16) {
        branch by_pairs if rounds > 0 && mark(x) && pair(x, y) { turn(x, y); play(rounds - 1); }
        branch by_owners if rounds > 0 && owner(x, y, 1) && pair(_, y) && !few(x, _) {
            back(x);
            play(rounds - 1);
        }
        branch by_values if rounds > 0 && triple(x, y, _) && value(y, z) && few(_, z) {
            turn(x, z);
            play(rounds - 1);
        }
        branch by_few if rounds > 0 && few(x, y) && !lone() { back(x); turn(y, x); }
        branch end if mark(_) {}
    }
}
use storage::{Fact, State};

/// Returns a number that has a node, is near the end of the numbers with bits, or is above it, with equal chances.
fn number(rng: &mut Rng) -> u16 {
    match rng.below(3) {
        0 => 5_000 + rng.below(12) as u16 * 64,
        1 => 2_040 + rng.below(16) as u16,
        _ => rng.below(8) as u16,
    }
}

fn random_fact(rng: &mut Rng) -> Fact {
    let (a, b, c) = (number(rng), number(rng), number(rng));
    match rng.below(12) {
        0 => Fact::Flag(a),
        1 | 2 => Fact::Mark(a),
        3 => Fact::Value(a, b),
        4 | 5 => Fact::Pair(a, b),
        6 | 7 => Fact::Owner(a, b, c % 2),
        8 | 9 => Fact::Triple(a, b, c),
        10 => Fact::Few(a, b),
        _ if a % 2 == 0 => Fact::Current(b),
        _ => Fact::Lone,
    }
}

/// Returns a state after a random sequence of insertions and removals.
pub fn random_state(rng: &mut Rng) -> State {
    let mut state = State::new();
    for _ in 0..rng.below(400) {
        let removable: Vec<Fact> = if rng.chance(35) {
            state.facts().collect()
        } else {
            Vec::new()
        };
        if removable.is_empty() {
            // An insertion into a full predicate fails and changes nothing.
            let _ = state.insert(random_fact(rng));
        } else {
            state.remove(*rng.pick(&removable));
        }
    }
    state
}
