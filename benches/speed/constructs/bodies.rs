//! Statements and effects, a step each. What is changed is put back before the next plan, by both.

use std::collections::VecDeque;

use squad_htn::prelude::*;

use super::{Construct, Problem, ROWS, flags, list, problem};

pub const ALL: &[Construct] = &[
    ("`for`", 1, each),
    ("`for` with `if`", 1, each_if),
    ("`while`", 1, again),
    ("method that calls itself", 1, calls),
    ("keyed change", 1, change),
    ("delete and add of three columns", 1, three_columns),
    ("`delete p(x, _)`", 1, delete_all),
    ("`add … for …`, a row", 1, add_for),
];

htn_domain! {
    domain each;

    predicate unit(u16) [ROWS];

    operator call(x: u16) {}

    pub method go() {
        for unit(x) { call(x); }
    }
}

fn each(rows: u16) -> Box<dyn Problem> {
    use each::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit);
    problem::<Domain, _, _>(facts, (), Task::Go, list(rows), |units, (), steps| {
        for &x in &*units {
            steps.push([x, 0, 0]);
        }
    })
}

htn_domain! {
    domain each_if;

    predicate unit(u16) [ROWS];
    predicate far(u16) [ROWS];

    operator call(x: u16) {}

    pub method go() {
        for unit(x) {
            if far(x) { call(x); }
        }
    }
}

fn each_if(rows: u16) -> Box<dyn Problem> {
    use each_if::{Domain, Fact, Task};
    let far = (0..rows).filter(|x| x % 2 == 0);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(far.clone().map(Fact::Far));
    let by_hand = (list(rows), flags(far));
    problem::<Domain, _, _>(facts, (), Task::Go, by_hand, |(units, far), (), steps| {
        for &x in &*units {
            if far[usize::from(x)] {
                steps.push([x, 0, 0]);
            }
        }
    })
}

htn_domain! {
    domain again;

    predicate waits(u16) [ROWS];

    operator serve(x: u16) { delete waits(x); }

    pub method go() {
        while waits(x) { serve(x); }
    }
}

fn again(rows: u16) -> Box<dyn Problem> {
    use again::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Waits);
    let by_hand = (list(rows), VecDeque::with_capacity(ROWS));
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(start, waiting), (), steps| {
            waiting.clear();
            waiting.extend(&*start);
            while let Some(x) = waiting.pop_front() {
                steps.push([x, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain calls;

    operator call(x: u16) {}

    pub method go(n: u16) {
        branch more if n > 0 { call(n); go(n - 1); }
        branch done {}
    }
}

fn calls(rows: u16) -> Box<dyn Problem> {
    use calls::{Domain, Task};
    problem::<Domain, _, _>([], (), Task::Go { n: rows }, rows, |n, (), steps| {
        for x in (1..=*n).rev() {
            steps.push([x, 0, 0]);
        }
    })
}

htn_domain! {
    domain change;

    predicate unit(u16) [ROWS];
    predicate ammo(u16 => u16) [ROWS];

    operator load(x: u16) {
        if ammo(x, n);
        add ammo(x, n + 1);
    }

    operator say(n: u16) {}

    pub method go() {
        for unit(x) { load(x); }
        if ammo(0, n) { say(n); }
    }
}

fn change(rows: u16) -> Box<dyn Problem> {
    use change::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).map(|x| Fact::Ammo(x, 10 + x)));
    let ammo: Vec<u16> = (0..rows).map(|x| 10 + x).collect();
    let by_hand = (list(rows), ammo.clone(), ammo);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, start, ammo), (), steps| {
            ammo.copy_from_slice(start);
            for &x in &*units {
                ammo[usize::from(x)] += 1;
                steps.push([x, 0, 0]);
            }
            if let Some(&n) = ammo.first() {
                steps.push([n, 0, 0]);
            }
        },
    )
}

htn_domain! {
    domain three_columns;

    predicate unit(u16) [ROWS];
    predicate post(u16, u16, u16) [ROWS];

    operator shift(x: u16) {
        delete post(x, 0, 1);
        add post(x, 1, 2);
    }

    operator say(x: u16) {}

    pub method go() {
        for unit(x) { shift(x); }
        if !post(0, 0, 1) && post(0, 1, 2) { say(0); }
    }
}

fn three_columns(rows: u16) -> Box<dyn Problem> {
    use three_columns::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).map(|x| Fact::Post(x, 0, 1)));
    let mut post = vec![[[false; 4]; 4]; usize::from(rows)];
    post.iter_mut().for_each(|post| post[0][1] = true);
    let by_hand = (list(rows), post.clone(), post);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, start, post), (), steps| {
            post.copy_from_slice(start);
            for &x in &*units {
                let post = &mut post[usize::from(x)];
                post[0][1] = false;
                post[1][2] = true;
                steps.push([x, 0, 0]);
            }
            if post.first().is_some_and(|post| !post[0][1] && post[1][2]) {
                steps.push([0; 3]);
            }
        },
    )
}

htn_domain! {
    domain delete_all;

    predicate unit(u16) [ROWS];
    predicate hunts(u16, u16) [2 * ROWS];

    operator forget(x: u16) { delete hunts(x, _); }

    operator say(x: u16) {}

    pub method go() {
        for unit(x) { forget(x); }
        if !hunts(0, _) { say(0); }
    }
}

/// Each hunts two; by hand there is room for two at each, and how many there are.
fn delete_all(rows: u16) -> Box<dyn Problem> {
    use delete_all::{Domain, Fact, Task};
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain((0..rows).flat_map(|x| [Fact::Hunts(x, 0), Fact::Hunts(x, 1)]));
    let hunts: Vec<u8> = (0..ROWS as u16)
        .map(|x| if x < rows { 2 } else { 0 })
        .collect();
    let by_hand = (list(rows), hunts.clone(), hunts);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go,
        by_hand,
        |(units, start, hunts), (), steps| {
            hunts.copy_from_slice(start);
            for &x in &*units {
                hunts[usize::from(x)] = 0;
                steps.push([x, 0, 0]);
            }
            if hunts[0] == 0 {
                steps.push([0; 3]);
            }
        },
    )
}

htn_domain! {
    domain add_for;

    predicate unit(u16) [ROWS];
    predicate busy(u16) [ROWS];
    predicate ready(u16) [ROWS];

    operator prepare() { add ready(x) for unit(x) && !busy(x); }

    operator say(x: u16) {}

    pub method go(x: u16) {
        prepare();
        if ready(x) { say(x); }
    }
}

fn add_for(rows: u16) -> Box<dyn Problem> {
    use add_for::{Domain, Fact, Task};
    let busy = (0..rows).filter(|x| x % 8 == 3);
    let facts = (0..rows).map(Fact::Unit);
    let facts = facts.chain(busy.clone().map(Fact::Busy));
    let asked = rows.saturating_sub(1);
    let by_hand = (list(rows), flags(busy), flags([]), asked);
    problem::<Domain, _, _>(
        facts,
        (),
        Task::Go { x: asked },
        by_hand,
        |(units, busy, ready, asked), (), steps| {
            ready.fill(false);
            steps.push([0; 3]);
            for &x in &*units {
                if !busy[usize::from(x)] {
                    ready[usize::from(x)] = true;
                }
            }
            if ready[usize::from(*asked)] {
                steps.push([*asked, 0, 0]);
            }
        },
    )
}
