//! Axioms: with all arguments known, and with open ones.

use squad_htn::prelude::*;

use super::{Construct, Problem, ROWS, flags, last, list, problem};

pub const ALL: &[Construct] = &[
    ("axiom with `else`, bound", 1, otherwise),
    ("axiom of two clauses, bound", 1, two_clauses),
    ("recursive axiom", 1, recursive),
    ("axiom with one open column", 1, one_open),
    ("axiom with two open columns", 1, two_open),
    (
        "axiom of two clauses with one open column",
        1,
        two_clauses_open,
    ),
];

htn_domain! {
    domain otherwise;

    predicate unit(u16) [ROWS];
    predicate hurt(u16) [ROWS];
    predicate brave(u16) [ROWS];
    predicate armed(u16) [ROWS];

    axiom fights(x: u16) { hurt(x) && brave(x) } else { armed(x) }

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && fights(x) { take(x); }
        branch none {}
    }
}

fn otherwise(rows: u16) -> Box<dyn Problem> {
    use otherwise::{Domain, Fact, Task};
    let hurt = (0..rows).filter(|x| x % 2 == 0);
    let brave = (0..rows).filter(|x| x % 2 == 1);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(hurt.clone().map(Fact::Hurt));
    let facts = facts.chain(brave.clone().map(Fact::Brave));
    let facts = facts.chain(last(rows).map(Fact::Armed));
    let by_hand = (list(rows), flags(hurt), flags(brave), flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, hurt, brave, armed), (), steps| {
            let fights = |x: &&u16| {
                let x = usize::from(**x);
                hurt[x] && brave[x] || armed[x]
            };
            if let Some(&x) = units.iter().find(fights) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain two_clauses;

    predicate unit(u16) [ROWS];
    predicate strong(u16) [ROWS];
    predicate quick(u16) [ROWS];
    predicate armed(u16) [ROWS];

    axiom fights(x: u16) { strong(x) && quick(x) }
    axiom fights(x: u16) { armed(x) }

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && fights(x) { take(x); }
        branch none {}
    }
}

fn two_clauses(rows: u16) -> Box<dyn Problem> {
    use two_clauses::{Domain, Fact, Task};
    let strong = (0..rows).filter(|x| x % 2 == 0);
    let quick = (0..rows).filter(|x| x % 2 == 1);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(strong.clone().map(Fact::Strong));
    let facts = facts.chain(quick.clone().map(Fact::Quick));
    let facts = facts.chain(last(rows).map(Fact::Armed));
    let by_hand = (list(rows), flags(strong), flags(quick), flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, strong, quick, armed), (), steps| {
            let fights = |x: &&u16| {
                let x = usize::from(**x);
                strong[x] && quick[x] || armed[x]
            };
            if let Some(&x) = units.iter().find(fights) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain recursive;

    predicate on(u16 => u16) [ROWS];

    axiom above(x: u16, y: u16) { on(x, y) } else { on(x, z) && above(z, y) }

    operator take(x: u16, y: u16) {}

    pub method go(x: u16, y: u16) {
        branch above if above(x, y) { take(x, y); }
        branch beside {}
    }
}

/// A pile in which each block is on the next one. The goal is the lowest block, or one that is elsewhere.
fn recursive(rows: u16) -> Box<dyn Problem> {
    use recursive::{Domain, Fact, Task};
    let asked = if rows.is_multiple_of(2) { rows } else { 99 };
    let facts = (0..rows).map(|x| Fact::On(x, x + 1));
    let below = (0..=ROWS as u16).map(|x| if x < rows { x + 1 } else { u16::MAX });
    let by_hand = (0, asked, below.collect::<Vec<_>>());
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go { x: 0, y: asked },
        by_hand,
        |(x, y, on), (), steps| {
            let mut below = on[usize::from(*x)];
            while below != u16::MAX {
                if below == *y {
                    steps.push([*x, *y, 0]);
                    return;
                }
                below = on[usize::from(below)];
            }
        },
    )
}

htn_domain! {
    domain one_open;

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate armed(u16) [ROWS];

    axiom idle(x: u16) { unit(x) && !busy(x) }

    operator take(x: u16) {}

    pub method go() {
        branch found if idle(x) && armed(x) { take(x); }
        branch none {}
    }
}

fn one_open(rows: u16) -> Box<dyn Problem> {
    use one_open::{Domain, Fact, Task};
    let busy = (0..rows).filter(|x| x % 8 == 3);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let facts = facts.chain(last(rows).map(Fact::Armed));
    let by_hand = (list(rows), flags(busy), flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, busy, armed), (), steps| {
            for &x in &*units {
                if !busy[usize::from(x)] && armed[usize::from(x)] {
                    steps.push([x, 0, 0]);
                    return;
                }
            }
        },
    )
}

htn_domain! {
    domain two_open;

    predicate sees(u16, u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate near(u16) [ROWS];

    axiom may_attack(x: u16, y: u16) { sees(x, y) && !busy(x) }

    operator take(x: u16, y: u16) {}

    pub method go() {
        branch found if may_attack(x, y) && near(y) { take(x, y); }
        branch none {}
    }
}

fn two_open(rows: u16) -> Box<dyn Problem> {
    use two_open::{Domain, Fact, Task};
    let sees = (0..rows).map(|x| (x % 16, x));
    let facts = sees.clone().map(|(x, y)| Fact::Sees(x, y));
    let facts = facts.chain([Fact::Busy(3)]);
    let facts = facts.chain(last(rows).map(Fact::Near));
    let by_hand = (sees.collect::<Vec<_>>(), flags([3]), flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(sees, busy, near), (), steps| {
            for &(x, y) in &*sees {
                if !busy[usize::from(x)] && near[usize::from(y)] {
                    steps.push([x, y, 0]);
                    return;
                }
            }
        },
    )
}

htn_domain! {
    domain two_clauses_open;

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate guest(u16) [ROWS];
    predicate armed(u16) [ROWS];

    axiom idle(x: u16) { unit(x) && !busy(x) }
    axiom idle(x: u16) { guest(x) }

    operator take(x: u16) {}

    pub method go() {
        branch found if idle(x) && armed(x) { take(x); }
        branch none {}
    }
}

/// Half of them are guests.
fn two_clauses_open(rows: u16) -> Box<dyn Problem> {
    use two_clauses_open::{Domain, Fact, Task};
    let (units, guests) = (0..rows / 2, rows / 2..rows);
    let busy = units.clone().filter(|x| x % 8 == 3);
    let facts = units.clone().map(Fact::Unit);
    let facts = facts.chain(guests.clone().map(Fact::Guest));
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let facts = facts.chain(last(rows).map(Fact::Armed));
    let (units, guests) = (units.collect::<Vec<_>>(), guests.collect::<Vec<_>>());
    let by_hand = (units, flags(busy), guests, flags(last(rows)));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, busy, guests, armed), (), steps| {
            let idle = units.iter().filter(|x| !busy[usize::from(**x)]);
            if let Some(&x) = idle.chain(&*guests).find(|x| armed[usize::from(**x)]) {
                steps.push([x, 0, 0]);
            }
        },
    )
}
