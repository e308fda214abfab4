//! Scans: conditions over all rows of a predicate or all items of a list.

use squad_htn::prelude::*;

use super::{Construct, Game, Problem, ROWS, flags, last, list, problem};

pub const ALL: &[Construct] = &[
    ("generator with one test", 1, one_test),
    ("generator with two tests", 1, two_tests),
    ("range with a test", 1, range),
    ("range with a Rust test", 1, range_rust),
    ("items with a test", 1, items),
    ("two open columns with a test", 1, two_columns),
    ("three open columns with a test", 1, three_columns),
    ("keyed scan with a test", 1, keyed),
    ("value of a key with a test", 1, value),
];

htn_domain! {
    domain one_test;

    predicate unit(u16) [ROWS];
    predicate ready(u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && ready(x) { take(x); }
        branch none {}
    }
}

fn one_test(rows: u16) -> Box<dyn Problem> {
    use one_test::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit).chain(last(rows).map(Fact::Ready));
    let by_hand = (list(rows), flags(last(rows)));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, ready), (), steps| {
        if let Some(&x) = units.iter().find(|x| ready[usize::from(**x)]) {
            steps.push([x, 0, 0]);
        }
    })
}

htn_domain! {
    domain two_tests;

    predicate unit(u16) [ROWS];
    predicate ready(u16) [ROWS];
    predicate busy(u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && !busy(x) && ready(x) { take(x); }
        branch none {}
    }
}

fn two_tests(rows: u16) -> Box<dyn Problem> {
    use two_tests::{Domain, Fact, Task};
    let busy = (0..rows).filter(|x| x % 3 == 1);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let facts = facts.chain(last(rows).map(Fact::Ready));
    let by_hand = (list(rows), flags(busy), flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, busy, ready), (), steps| {
            for &x in &*units {
                if !busy[usize::from(x)] && ready[usize::from(x)] {
                    steps.push([x, 0, 0]);
                    return;
                }
            }
        },
    )
}

htn_domain! {
    domain range;

    predicate ready(u16) [ROWS];

    operator take(x: u16) {}

    pub method go(n: u16) {
        branch found if let x: u16 in 0..n && ready(x) { take(x); }
        branch none {}
    }
}

fn range(rows: u16) -> Box<dyn Problem> {
    use range::{Domain, Fact, Task};
    let by_hand = (rows, flags(last(rows)));
    problem::<Domain, _, _>(
        last(rows).map(Fact::Ready),
        (),
        Task::Go { n: rows },
        by_hand,
        |(n, ready), (), steps| {
            if let Some(x) = (0..*n).find(|x| ready[usize::from(*x)]) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain range_rust(game: &Game);

    operator take(x: u16) {}

    pub method go(n: u16) {
        branch found if let x: u16 in 0..n && game.open(x) { take(x); }
        branch none {}
    }
}

fn range_rust(rows: u16) -> Box<dyn Problem> {
    use range_rust::{Domain, Task};
    problem::<Domain, _, _>(
        [],
        Game::new(rows),
        Task::Go { n: rows },
        rows,
        |n, game, steps| {
            if let Some(x) = (0..*n).find(|x| game.open(*x)) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain items(game: &Game);

    predicate ready(u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch found if let x: u16 in game.items() && ready(x) { take(x); }
        branch none {}
    }
}

fn items(rows: u16) -> Box<dyn Problem> {
    use items::{Domain, Fact, Task};
    let facts = last(rows).map(Fact::Ready);
    problem::<Domain, _, _>(
        facts,
        Game::new(rows),
        Task::Go,
        flags(last(rows)),
        |ready, game, steps| {
            if let Some(x) = game.items().find(|x| ready[usize::from(*x)]) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain two_columns;

    predicate at(u16, u16) [ROWS];
    predicate safe(u16) [ROWS];

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found if at(x, y) && safe(y) { take(x, y); }
        branch none {}
    }
}

fn two_columns(rows: u16) -> Box<dyn Problem> {
    use two_columns::{Domain, Fact, Task};
    let at = (0..rows).map(|x| (x % 16, x));
    let facts = at.clone().map(|(x, y)| Fact::At(x, y));
    let facts = facts.chain(last(rows).map(Fact::Safe));
    let by_hand = (at.collect::<Vec<_>>(), flags(last(rows)));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(at, safe), (), steps| {
        if let Some(&(x, y)) = at.iter().find(|(_, y)| safe[usize::from(*y)]) {
            steps.push([x, y, 0]);
        }
    })
}

htn_domain! {
    domain three_columns;

    predicate road(u16, u16, u16) [ROWS];
    predicate safe(u16) [ROWS];

    operator take(x: u16, y: u16, z: u16) {}

    pub method go() {
        branch found if road(x, y, z) && safe(z) { take(x, y, z); }
        branch none {}
    }
}

fn three_columns(rows: u16) -> Box<dyn Problem> {
    use three_columns::{Domain, Fact, Task};
    let roads = (0..rows).map(|x| [x % 16, x / 16, x]);
    let facts = roads.clone().map(|[x, y, z]| Fact::Road(x, y, z));
    let facts = facts.chain(last(rows).map(Fact::Safe));
    let by_hand = (roads.collect::<Vec<_>>(), flags(last(rows)));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(roads, safe), (), steps| {
        if let Some(&road) = roads.iter().find(|[_, _, z]| safe[usize::from(*z)]) {
            steps.push(road);
        }
    })
}

htn_domain! {
    domain keyed;

    predicate at(u16, u16) [ROWS + 8];
    predicate safe(u16) [ROWS];

    operator take(y: u16) {}

    pub method go(x: u16) {
        branch found if at(x, y) && safe(y) { take(y); }
        branch none {}
    }
}

fn keyed(rows: u16) -> Box<dyn Problem> {
    use keyed::{Domain, Fact, Task};
    const KEY: u16 = 5;
    let facts = (0..8).map(|x| Fact::At(x, ROWS as u16));
    let facts = facts.chain((0..rows).map(|y| Fact::At(KEY, y)));
    let facts = facts.chain(last(rows).map(Fact::Safe));
    let mut at = vec![Vec::new(); ROWS];
    at[usize::from(KEY)] = list(rows);
    let by_hand = (KEY, at, flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go { x: KEY },
        by_hand,
        |(x, at, safe), (), steps| {
            let at = &at[usize::from(*x)];
            if let Some(&y) = at.iter().find(|y| safe[usize::from(**y)]) {
                steps.push([y, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain value;

    predicate unit(u16) [ROWS];
    predicate at(u16 => u16) [ROWS];
    predicate safe(u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && at(x, place) && safe(place) { take(x); }
        branch none {}
    }
}

fn value(rows: u16) -> Box<dyn Problem> {
    use value::{Domain, Fact, Task};
    let place = |x: u16| (x + 5) % 64;
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).map(|x| Fact::At(x, place(x))));
    let facts = facts.chain(last(rows).map(place).map(Fact::Safe));
    let at: Vec<u16> = (0..ROWS as u16).map(place).collect();
    let by_hand = (list(rows), at, flags(last(rows).map(place)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, at, safe), (), steps| {
            let is_safe = |x: &&u16| safe[usize::from(at[usize::from(**x)])];
            if let Some(&x) = units.iter().find(is_safe) {
                steps.push([x, 0, 0]);
            }
        },
    )
}
