//! `count`, `sum`, `min`.

use squad_htn::prelude::*;

use super::{Construct, Problem, ROWS, flags, list, problem};

pub const ALL: &[Construct] = &[
    ("`count` of a generator with a test", 1, counted),
    ("`sum`", 1, summed),
    ("`min`", 1, least),
    ("`count(p(x, _))`, a row counted", 1, count_keyed),
    ("`count(p(x, _))` for each of many `x`", 1, count_each),
];

htn_domain! {
    domain counted;

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];

    operator say(n: u16) {}

    pub method go() {
        branch known if let n: usize = count(unit(x) && !busy(x)) { say(n as u16); }
    }
}

fn counted(rows: u16) -> Box<dyn Problem> {
    use counted::{Domain, Fact, Task};
    let busy = (0..rows).filter(|x| x % 8 == 3);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let by_hand = (list(rows), flags(busy));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, busy), (), steps| {
        let idle = units.iter().filter(|x| !busy[usize::from(**x)]).count();
        steps.push([idle as u16, 0, 0]);
    })
}

htn_domain! {
    domain summed;

    predicate unit(u16) [ROWS];
    predicate strength(u16 => u32) [ROWS];

    operator say(n: u32) {}

    pub method go() {
        branch known if let n: u32 = sum(s; unit(x) && strength(x, s)) { say(n); }
    }
}

fn summed(rows: u16) -> Box<dyn Problem> {
    use summed::{Domain, Fact, Task};
    let strength = |x: u16| u32::from(x * 7 % 10);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).map(|x| Fact::Strength(x, strength(x))));
    let by_hand = (
        list(rows),
        (0..ROWS as u16).map(strength).collect::<Vec<_>>(),
    );
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, strength), (), steps| {
            let sum: u32 = units.iter().map(|x| strength[usize::from(*x)]).sum();
            steps.push([sum as u16, 0, 0]);
        },
    )
}

htn_domain! {
    domain least;

    predicate unit(u16) [ROWS];
    predicate strength(u16 => u32) [ROWS];

    operator say(n: u32) {}

    pub method go() {
        branch known if let n: u32 = min(s; unit(x) && strength(x, s)) { say(n); }
        branch none {}
    }
}

fn least(rows: u16) -> Box<dyn Problem> {
    use least::{Domain, Fact, Task};
    let strength = |x: u16| 1_000 - u32::from(x * 7 % 64);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).map(|x| Fact::Strength(x, strength(x))));
    let by_hand = (
        list(rows),
        (0..ROWS as u16).map(strength).collect::<Vec<_>>(),
    );
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, strength), (), steps| {
            if let Some(least) = units.iter().map(|x| strength[usize::from(*x)]).min() {
                steps.push([least as u16, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain count_keyed;

    predicate hunts(u16, u16) [ROWS + 8];

    operator say(n: u16) {}

    pub method go(x: u16) {
        branch known if let n: usize = count(hunts(x, _)) { say(n as u16); }
    }
}

/// All pairs in one list, by hand: where counting was all, it would be a number that is kept.
fn count_keyed(rows: u16) -> Box<dyn Problem> {
    use count_keyed::{Domain, Fact, Task};
    const KEY: u16 = 5;
    let hunts = (0..8).map(|x| (x, ROWS as u16));
    let hunts = hunts.chain((0..rows).map(|y| (KEY, y)));
    let facts = hunts.clone().map(|(x, y)| Fact::Hunts(x, y));
    let by_hand = (KEY, hunts.collect::<Vec<_>>());
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go { x: KEY },
        by_hand,
        |(key, hunts), (), steps| {
            let count = hunts.iter().filter(|(x, _)| x == key).count();
            steps.push([count as u16, 0, 0]);
        },
    )
}

htn_domain! {
    domain count_each;

    predicate target(u16) [ROWS];
    predicate hunts(u16, u16) [2 * ROWS];

    operator take(y: u16) {}

    pub method go() {
        branch few if target(y) && let n: usize = count(hunts(_, y)) && n < 2 { take(y); }
        branch none {}
    }
}

/// Two hunt each target but the last, which one hunts; by hand there is a list of hunters for each.
fn count_each(rows: u16) -> Box<dyn Problem> {
    use count_each::{Domain, Fact, Task};
    let hunts = (0..rows).flat_map(move |y| {
        let hunters = if y + 1 == rows { 1 } else { 2 };
        (0..hunters).map(move |x| (x, y))
    });
    let facts = (0..rows).map(Fact::Target);
    let facts = facts.chain(hunts.clone().map(|(x, y)| Fact::Hunts(x, y)));
    let mut hunters = vec![Vec::new(); ROWS];
    hunts.for_each(|(x, y)| hunters[usize::from(y)].push(x));
    let by_hand = (list(rows), hunters);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(targets, hunters), (), steps| {
            if let Some(&y) = targets.iter().find(|y| hunters[usize::from(**y)].len() < 2) {
                steps.push([y, 0, 0]);
            }
        },
    )
}
