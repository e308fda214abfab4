//! `sort by`: the first of the sorted rows.

use squad_htn::prelude::*;

use super::{Construct, Game, INNER, Problem, ROWS, flags, last, list, problem};

pub const ALL: &[Construct] = &[
    ("sort over one column", 1, one_column),
    ("sort over pairs", INNER, pairs),
    ("sort over a scan of two columns", 1, two_columns),
    (
        "`first` with a sort, for each of many rows",
        INNER,
        first_of,
    ),
];

htn_domain! {
    domain one_column(game: &Game);

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];

    operator take(x: u16) {}

    pub method go(y: u16) {
        branch nearest if unit(x) && !busy(x) sort by game.distance(x, y) { take(x); }
        branch none {}
    }
}

fn one_column(rows: u16) -> Box<dyn Problem> {
    use one_column::{Domain, Fact, Task};
    let busy = (0..rows).filter(|x| x % 8 == 3);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let by_hand = (list(rows), flags(busy), 7);
    problem::<Domain, _, _>(
        facts,
        Game::new(rows),
        Task::Go { y: 7 },
        by_hand,
        |(units, busy, y), game, steps| {
            let mut nearest = (f32::INFINITY, u16::MAX);
            for &x in &*units {
                if !busy[usize::from(x)] {
                    let distance = game.distance(x, *y);
                    if distance < nearest.0 {
                        nearest = (distance, x);
                    }
                }
            }
            if nearest.1 != u16::MAX {
                steps.push([nearest.1, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain pairs(game: &Game);

    predicate unit(u16) [ROWS];
    predicate target(u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch nearest if unit(x) && target(y) sort by game.distance(x, y) { take(x, y); }
        branch none {}
    }
}

fn pairs(rows: u16) -> Box<dyn Problem> {
    use pairs::{Domain, Fact, Task};
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
            let mut nearest = (f32::INFINITY, u16::MAX, 0);
            for &x in &*units {
                for &y in &*targets {
                    let distance = game.distance(x, y);
                    if distance < nearest.0 {
                        nearest = (distance, x, y);
                    }
                }
            }
            if nearest.1 != u16::MAX {
                steps.push([nearest.1, nearest.2, 0]);
            }
        },
    )
}

htn_domain! {
    domain two_columns(game: &Game);

    predicate sees(u16, u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch nearest if sees(x, y) sort by game.distance(x, y) { take(x, y); }
        branch none {}
    }
}

fn two_columns(rows: u16) -> Box<dyn Problem> {
    use two_columns::{Domain, Fact, Task};
    let sees = (0..rows).map(|x| (x, 17 * (x + 1) % 64));
    let facts = sees.clone().map(|(x, y)| Fact::Sees(x, y));
    let by_hand = sees.collect::<Vec<_>>();
    problem::<Domain, _, _>(
        facts,
        Game::new(rows),
        Task::Go,
        by_hand,
        |sees, game, steps| {
            let mut nearest = (f32::INFINITY, u16::MAX, 0);
            for &(x, y) in &*sees {
                let distance = game.distance(x, y);
                if distance < nearest.0 {
                    nearest = (distance, x, y);
                }
            }
            if nearest.1 != u16::MAX {
                steps.push([nearest.1, nearest.2, 0]);
            }
        },
    )
}

htn_domain! {
    domain first_of(game: &Game);

    predicate target(u16) [ROWS];
    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate helps(u16, u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found
            if target(y) && first(unit(x) && !busy(x) sort by game.distance(x, y)) && helps(x, y)
        {
            take(x, y);
        }
        branch none {}
    }
}

/// Any unit helps with the last target, and none with another one.
fn first_of(rows: u16) -> Box<dyn Problem> {
    use first_of::{Domain, Fact, Task};
    let facts = (0..rows)
        .map(Fact::Target)
        .chain((0..INNER).map(Fact::Unit));
    let facts = facts.chain([Fact::Busy(3)]);
    let facts = facts.chain(last(rows).flat_map(|y| (0..INNER).map(move |x| Fact::Helps(x, y))));
    let mut helps = vec![[false; INNER as usize]; ROWS];
    last(rows).for_each(|y| helps[usize::from(y)] = [true; INNER as usize]);
    let by_hand = (list(rows), list(INNER), flags([3]), helps);
    problem::<Domain, _, _>(
        facts,
        Game::new(rows),
        Task::Go,
        by_hand,
        |(targets, units, busy, helps), game, steps| {
            for &y in &*targets {
                let mut nearest = (f32::INFINITY, u16::MAX);
                for &x in &*units {
                    if !busy[usize::from(x)] {
                        let distance = game.distance(x, y);
                        if distance < nearest.0 {
                            nearest = (distance, x);
                        }
                    }
                }
                if nearest.1 != u16::MAX && helps[usize::from(y)][usize::from(nearest.1)] {
                    steps.push([nearest.1, y, 0]);
                    return;
                }
            }
        },
    )
}
