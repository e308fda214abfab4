//! Tests that look for rows: negation, `forall`, many columns, open columns.

use squad_htn::prelude::*;

use super::{Construct, Problem, ROWS, flags, last, list, odd_one, problem};

pub const ALL: &[Construct] = &[
    ("negation with a generator inside", 1, negation),
    ("`forall`", 1, forall),
    ("test of three columns", 1, three_columns),
    ("`!p(x, _)`", 1, not_any),
    ("disjunction as a test", 1, either),
];

htn_domain! {
    domain negation;

    predicate unit(u16) [ROWS];
    predicate awake(u16) [ROWS];

    operator rest() {}

    pub method go() {
        branch all_asleep if !(unit(x) && awake(x)) { rest(); }
        branch not_all {}
    }
}

fn negation(rows: u16) -> Box<dyn Problem> {
    use negation::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(odd_one(rows).map(Fact::Awake));
    let by_hand = (list(rows), flags(odd_one(rows)));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, awake), (), steps| {
        if !units.iter().any(|x| awake[usize::from(*x)]) {
            steps.push([0; 3]);
        }
    })
}

htn_domain! {
    domain forall;

    predicate unit(u16) [ROWS];
    predicate ready(u16) [ROWS];

    operator leave() {}

    pub method go() {
        branch together if forall(unit(x) => ready(x)) { leave(); }
        branch not_yet {}
    }
}

fn forall(rows: u16) -> Box<dyn Problem> {
    use forall::{Domain, Fact, Task};
    let ready = (0..rows).filter(|x| odd_one(rows).all(|odd| odd != *x));
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(ready.clone().map(Fact::Ready));
    let by_hand = (list(rows), flags(ready));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, ready), (), steps| {
        if units.iter().all(|x| ready[usize::from(*x)]) {
            steps.push([0; 3]);
        }
    })
}

htn_domain! {
    domain three_columns;

    predicate unit(u16) [ROWS];
    predicate post(u16, u16, u16) [ROWS];

    operator take(x: u16) {}

    pub method go(y: u16, z: u16) {
        branch found if unit(x) && post(x, y, z) { take(x); }
        branch none {}
    }
}

fn three_columns(rows: u16) -> Box<dyn Problem> {
    use three_columns::{Domain, Fact, Task};
    let posts = (0..rows).map(|x| [x, u16::from(x + 1 == rows), 2]);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(posts.clone().map(|[x, y, z]| Fact::Post(x, y, z)));
    let mut post = vec![[[false; 4]; 4]; ROWS];
    for [x, y, z] in posts.map(|post| post.map(usize::from)) {
        post[x][y][z] = true;
    }
    let by_hand = (list(rows), post, [1u16, 2]);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go { y: 1, z: 2 },
        by_hand,
        |(units, post, at), (), steps| {
            let [y, z] = at.map(usize::from);
            if let Some(&x) = units.iter().find(|x| post[usize::from(**x)][y][z]) {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain not_any;

    predicate unit(u16) [ROWS];
    predicate hunts(u16, u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch idle if unit(x) && !hunts(x, _) { take(x); }
        branch none {}
    }
}

fn not_any(rows: u16) -> Box<dyn Problem> {
    use not_any::{Domain, Fact, Task};
    let hunts = (0..rows.saturating_sub(1)).map(|x| (x, 63 - x));
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(hunts.clone().map(|(x, y)| Fact::Hunts(x, y)));
    let mut hunted = vec![Vec::new(); ROWS];
    hunts.for_each(|(x, y)| hunted[usize::from(x)].push(y));
    let by_hand = (list(rows), hunted);
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, hunts), (), steps| {
        if let Some(&x) = units.iter().find(|x| hunts[usize::from(**x)].is_empty()) {
            steps.push([x, 0, 0]);
        }
    })
}

htn_domain! {
    domain either;

    predicate unit(u16) [ROWS];
    predicate strong(u16) [ROWS];
    predicate quick(u16) [ROWS];
    predicate armed(u16) [ROWS];

    operator take(x: u16) {}

    pub method go() {
        branch found if unit(x) && (strong(x) && quick(x) || armed(x)) { take(x); }
        branch none {}
    }
}

fn either(rows: u16) -> Box<dyn Problem> {
    use either::{Domain, Fact, Task};
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
