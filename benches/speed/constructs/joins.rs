//! Joins: conditions over pairs of rows.

use squad_htn::prelude::*;

use super::{Construct, Game, INNER, Problem, ROWS, flags, last, list, problem};

pub const ALL: &[Construct] = &[
    ("join of pairs, Rust test", INNER, join_rust),
    ("join of pairs, one test", INNER, join),
    ("join of pairs, three tests", INNER, join_three),
];

htn_domain! {
    domain join_rust(game: &Game);

    predicate unit(u16) [ROWS];
    predicate target(u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found if unit(x) && target(y) && game.suits(x, y) { take(x, y); }
        branch none {}
    }
}

fn join_rust(rows: u16) -> Box<dyn Problem> {
    use join_rust::{Domain, Fact, Task};
    let facts = (0..rows)
        .map(Fact::Unit)
        .chain((0..INNER).map(Fact::Target));
    let by_hand = (list(rows), list(INNER));
    problem::<Domain, _, _>(
        facts,
        Game::new(rows),
        Task::Go,
        by_hand,
        |(units, targets), game, steps| {
            for &x in &*units {
                for &y in &*targets {
                    if game.suits(x, y) {
                        steps.push([x, y, 0]);
                        return;
                    }
                }
            }
        },
    )
}

htn_domain! {
    domain join;

    predicate unit(u16) [ROWS];
    predicate target(u16) [ROWS];
    predicate sees(u16, u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found if unit(x) && target(y) && sees(x, y) { take(x, y); }
        branch none {}
    }
}

/// The last unit sees the last target.
fn join(rows: u16) -> Box<dyn Problem> {
    use join::{Domain, Fact, Task};
    let facts = (0..rows)
        .map(Fact::Unit)
        .chain((0..INNER).map(Fact::Target));
    let facts = facts.chain(last(rows).map(|x| Fact::Sees(x, INNER - 1)));
    let by_hand = (list(rows), list(INNER), seen(rows));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, targets, sees), (), steps| {
            for &x in &*units {
                for &y in &*targets {
                    if sees[usize::from(x)][usize::from(y)] {
                        steps.push([x, y, 0]);
                        return;
                    }
                }
            }
        },
    )
}

/// By unit, then by target.
fn seen(rows: u16) -> Vec<[bool; INNER as usize]> {
    let mut seen = vec![[false; INNER as usize]; ROWS];
    last(rows).for_each(|x| seen[usize::from(x)][usize::from(INNER) - 1] = true);
    seen
}

htn_domain! {
    domain join_three;

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate target(u16) [ROWS];
    predicate hidden(u16) [ROWS];
    predicate sees(u16, u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found if unit(x) && !busy(x) && target(y) && !hidden(y) && sees(x, y) {
            take(x, y);
        }
        branch none {}
    }
}

fn join_three(rows: u16) -> Box<dyn Problem> {
    use join_three::{Domain, Fact, Task};
    let facts = (0..rows)
        .map(Fact::Unit)
        .chain((0..INNER).map(Fact::Target));
    let facts = facts.chain([Fact::Hidden(2)]);
    let facts = facts.chain(last(rows).map(|x| Fact::Sees(x, INNER - 1)));
    let by_hand = (list(rows), flags([]), list(INNER), flags([2]), seen(rows));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, busy, targets, hidden, sees), (), steps| {
            for &x in &*units {
                if busy[usize::from(x)] {
                    continue;
                }
                for &y in &*targets {
                    if !hidden[usize::from(y)] && sees[usize::from(x)][usize::from(y)] {
                        steps.push([x, y, 0]);
                        return;
                    }
                }
            }
        },
    )
}
