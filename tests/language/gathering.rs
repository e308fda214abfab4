//! Nested generators whose solutions are collected by one function, which may pause at any row.

use squad_htn::LimitKind;
use squad_htn::prelude::*;

use crate::common::{self, How, Search, joined, search_cut};

htn_domain! {
    domain gathering;

    predicate a(u8);
    predicate b(u8);
    predicate c(u8);
    predicate near(u8, u8);
    predicate done(u8);

    operator one(x: u8) {}
    operator two(x: u8, y: u8) {}
    operator three(x: u8, y: u8, z: u8) {}
    internal operator finish(x: u8) { add done(x + y + z) for a(y) && b(z) && y < z; }

    method facts() if a(x) && b(y) && c(z) sort by (x + y) % z { three(x, y, z); }
    method tested()
        if a(x) && x > 1 && !done(x) && b(y) && y != x && c(z) && z > x
        sort by z - x desc
    {
        three(x, y, z);
    }
    method ranges() if a(x) && let y: u8 in x..4 && let z: u8 in y..=x + 1 sort by z % 3 {
        three(x, y, z);
    }
    method items()
        if let x: u8 in [3, 0, 2] && let y: u8 in (0..x).rev() && b(z) && z > y
        sort by z
    {
        three(x, y, z);
    }
    method mixed()
        if let x: u8 in 0..3 && b(y) && y > x && let z: u8 in [x, y, 9] && c(z)
        sort by y
    {
        three(x, y, z);
    }
    method last_empty() if a(x) && let y: u8 in x..2 sort by x { two(x, y); }
    method long_key() if a(x) && b(y) sort by (y, 9 - x) { two(x, y); }
    method behind_a_pair() if near(2, x) && b(y) && y > x && c(z) sort by y { three(x, y, z); }
    method inside() if a(x) && first(b(y) && c(z) && y > x sort by z desc) sort by y {
        three(x, y, z);
    }
    method twice() if a(x) sort by x desc { second(x); }
    method second(x: u8) if b(y) && c(z) && z > x sort by y { three(x, y, z); }
    method unsorted() { for a(x) && b(y) && x < y { two(x, y); } }
    method effects() if a(x) sort by x { finish(x); all_done(); }
    method all_done() { for done(x) { one(x); } }
}

use gathering::{Fact, State, Task};

const A: [u8; 4] = [2, 1, 3, 0];
const B: [u8; 3] = [4, 1, 3];
const C: [u8; 3] = [5, 2, 4];

fn facts() -> Vec<Fact> {
    let mut facts = vec![Fact::Near(1, 0), Fact::Near(2, 3), Fact::Near(2, 1)];
    facts.extend(A.map(Fact::A));
    facts.extend(B.map(Fact::B));
    facts.extend(C.map(Fact::C));
    facts
}

/// Searches, and asserts that the budget makes no difference.
fn search(facts: &[Fact], task: Task, how: How) -> Search {
    let state = State::from_facts(facts.iter().copied()).unwrap();
    search_cut(&state, &(), &[task], how, 1..=30)
}

/// Returns all triples that pass, in the order of nested loops, sorted by the key.
fn triples<K: Ord>(
    of: [&[u8]; 3],
    passes: impl Fn(u8, u8, u8) -> bool,
    key: impl Fn(u8, u8, u8) -> K,
) -> Vec<Vec<String>> {
    let mut all = vec![];
    for &x in of[0] {
        for &y in of[1] {
            all.extend(of[2].iter().map(|z| (x, y, *z)));
        }
    }
    all.retain(|&(x, y, z)| passes(x, y, z));
    all.sort_by_key(|&(x, y, z)| key(x, y, z));
    let steps = all.iter().map(|(x, y, z)| format!("three({x}, {y}, {z})"));
    steps.map(|step| vec![step]).collect()
}

#[test]
fn collected_solutions_are_independent_of_budget() {
    let numbers: Vec<u8> = (0..10).collect();
    let check = |task: Task, expected: Vec<Vec<String>>| {
        assert!(!expected.is_empty());
        assert_eq!(search(&facts(), task, How::default()).plans, expected);
    };
    let any = |_, _, _| true;
    check(
        Task::Facts,
        triples([&A, &B, &C], any, |x, y, z| (x + y) % z),
    );
    check(
        Task::Tested,
        triples(
            [&A, &B, &C],
            |x, y, z| x > 1 && y != x && z > x,
            |x, _, z| 9 + x - z,
        ),
    );
    check(
        Task::Ranges,
        triples(
            [&A, &numbers, &numbers],
            |x, y, z| (x..4).contains(&y) && (y..=x + 1).contains(&z),
            |_, _, z| z % 3,
        ),
    );
    check(
        Task::Items,
        triples(
            [&[3, 0, 2], &[2, 1, 0], &B],
            |x, y, z| y < x && z > y,
            |_, _, z| z,
        ),
    );
    check(
        Task::Mixed,
        triples(
            [&[0, 1, 2], &B, &C],
            |x, y, z| y > x && (z == x || z == y || z == 9),
            |_, y, _| y,
        ),
    );
    check(
        Task::BehindAPair,
        triples([&[3, 1], &B, &C], |x, y, _| y > x, |_, y, _| y),
    );
    check(
        Task::Twice,
        triples([&A, &B, &C], |x, _, z| z > x, |x, y, _| (9 - x, y)),
    );
}

#[test]
fn pairs_and_collections_of_other_kinds() {
    let plans = |task| {
        let plans = search(&facts(), task, How::default()).plans.into_iter();
        plans.map(|plan| plan.join("; ")).collect::<Vec<_>>()
    };
    assert_eq!(
        plans(Task::LastEmpty),
        ["two(0, 0)", "two(0, 1)", "two(1, 1)"]
    );
    assert_eq!(
        plans(Task::LongKey)[..3],
        ["two(3, 1)", "two(2, 1)", "two(1, 1)"]
    );
    assert_eq!(
        plans(Task::Inside),
        [
            "three(2, 4, 5)",
            "three(1, 4, 5)",
            "three(3, 4, 5)",
            "three(0, 4, 5)"
        ]
    );
    assert_eq!(
        plans(Task::Unsorted),
        ["two(2, 4); two(2, 3); two(1, 4); two(1, 3); two(3, 4); two(0, 4); two(0, 1); two(0, 3)"]
    );
    assert_eq!(
        plans(Task::Effects)[0],
        "finish(0); one(6); one(5); one(4); one(7); one(1); one(3)"
    );
}

#[test]
fn level_without_rows_has_no_solutions() {
    for missing in [Fact::A as fn(u8) -> Fact, Fact::B, Fact::C] {
        let mut left = facts();
        left.retain(|fact| !(0..10).any(|x| *fact == missing(x)));
        for task in [Task::Facts, Task::Tested] {
            assert!(search(&left, task, How::default()).plans.is_empty());
        }
        search(&left, Task::Mixed, How::default());
        search(&left, Task::Items, How::default());
    }
}

#[test]
fn collection_over_limit_errs_at_any_budget() {
    let tasks = [Task::Facts, Task::Items, Task::Mixed, Task::LongKey];
    for task in tasks {
        for sort in 1..40 {
            let limits = Limits {
                sort,
                ..Limits::default()
            };
            let how = How {
                limits,
                ..How::default()
            };
            let found = search(&facts(), task, how);
            if let Err(full) = found.end {
                assert!(
                    matches!(
                        full,
                        SearchError::Limit {
                            kind: LimitKind::Sort,
                            ..
                        }
                    ),
                    "{full}"
                );
            }
        }
    }
}

htn_domain! {
    domain nested;

    predicate a(u8);
    operator three(x: u8, y: u8, z: u8) {}

    method sorted() if a(x) && let y: u8 in ys(x) && let z: u8 in zs(y) sort by 0u8 {
        three(x, y, z);
    }
    method every() { for a(x) && let y: u8 in ys(x) && let z: u8 in zs(y) { three(x, y, z); } }
}

fn ys(x: u8) -> [u8; 2] {
    [10 * x + 1, 10 * x + 2]
}

/// Returns nothing for every second `y`.
fn zs(y: u8) -> Vec<u8> {
    match y % 10 {
        2 => vec![],
        _ => vec![100 + y, 101 + y],
    }
}

#[test]
fn empty_inner_collection_keeps_the_outer_one() {
    let state = nested::State::from_facts([1, 2, 3].map(nested::Fact::A)).expect("they fit");
    let mut expected = Vec::new();
    for x in 1..=3 {
        for y in ys(x) {
            expected.extend(zs(y).iter().map(|z| format!("three({x}, {y}, {z})")));
        }
    }
    let plans = |task| joined(&common::search(&state, &(), &[task], How::default()).plans);
    assert_eq!(plans(nested::Task::Every), [expected.join("; ")]);
    assert_eq!(plans(nested::Task::Sorted), expected);
}
