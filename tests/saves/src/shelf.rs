//! A domain with a predicate for each way in which facts are kept, and states of it with a long history.

use squad_htn::prelude::*;

use crate::rng::Rng;

htn_domain! {
    pub domain shelf;
    /// Bits, and large words in a table: nothing goes over it.
    predicate flag(u16) [40];
    /// Bits, and rows in order.
    predicate mark(u16) [40];
    /// Nodes of small keys, and buckets for large ones; the order lies apart.
    predicate value(u16 => u16) [40];
    /// Rows with chains for what they are looked up by.
    predicate pair(u16, u16) [40];
    /// A table like `Indexed`, whose rows may move from one chain to another.
    predicate owner(u16 => u16, u16) [40];
    /// The key has two columns.
    predicate triple(u16, u16 => u16) [24];
    /// So few that there are no chains.
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
    /// There are plans of any length up to so many rounds.
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
use shelf::{Fact, State};

/// A small number as often as a large one.
fn number(rng: &mut Rng) -> u16 {
    match rng.below(3) {
        0 => 5_000 + rng.below(12) as u16 * 64,
        1 => 2_040 + rng.below(16) as u16,
        _ => rng.below(8) as u16,
    }
}

fn fact(rng: &mut Rng) -> Fact {
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

/// A state in which facts have come, gone and come again.
pub fn random_state(rng: &mut Rng) -> State {
    let mut state = State::new();
    for _ in 0..rng.below(400) {
        let there: Vec<Fact> = match rng.chance(35) {
            true => state.facts().collect(),
            false => Vec::new(),
        };
        match there.is_empty() {
            // Without room, the shelf does not change.
            true => _ = state.insert(fact(rng)),
            false => _ = state.remove(*rng.pick(&there)),
        }
    }
    state
}
