//! Ranges and collections, compared with equivalent conditions that have no fast path.

use squad_htn::prelude::*;

use crate::common::{Random, all_plans};

/// Returns a sort key for a number.
fn key(x: u8) -> f32 {
    [2.0, f32::NAN, 0.0, -1.0, -0.0, 2.0, f32::INFINITY, f32::NAN][usize::from(x % 8)]
}

fn plain<I>(items: I) -> I {
    items
}

htn_domain! {
    domain twins;

    predicate item(u8) [64];
    predicate pair(u8, u8) [64];
    predicate odd(u8) [64];
    predicate size(u8 => u8) [64];

    axiom below(n: u8, x: u8) { let x: u8 in 0..n }
    axiom below_too(n: u8, x: u8) { let x: u8 in self::plain(0..n) }
    axiom odd_or_below(n: u8, x: u8) { odd(x) && x < n } else { let x: u8 in 0..=n && !item(x) }
    axiom odd_or_below_too(n: u8, x: u8) {
        odd(x) && x < n
    } else {
        let x: u8 in self::plain(0..=n) && !item(x)
    }

    operator a(x: u8) {}
    operator b(x: u8, y: u8) {}
    operator c(x: u8, n: usize) {}

    method range(w: u8) if w == 0 && item(n) && below(n % 5, x) && odd(x) && x > 0 { b(n, x); }
    method twin(w: u8) if w == 0 && item(n) && below_too(n % 5, x) && odd(x) && x > 0 { b(n, x); }
    method range(w: u8) if w == 1 && item(n) && odd(x) && below(n, x) { b(n, x); }
    method twin(w: u8) if w == 1 && item(n) && odd(x) && below_too(n, x) { b(n, x); }
    method range(w: u8) if w == 2 && item(n) && odd_or_below(n % 7, x) { b(n, x); }
    method twin(w: u8) if w == 2 && item(n) && odd_or_below_too(n % 7, x) { b(n, x); }
    method range(w: u8) if w == 3 && item(n) && !(let x: u8 in 1..n % 9 && !odd(x) && !item(x)) {
        a(n);
    }
    method twin(w: u8)
        if w == 3 && item(n) && !(let x: u8 in self::plain(1..n % 9) && !odd(x) && !item(x))
    {
        a(n);
    }
    method range(w: u8)
        if w == 4 && item(n) && forall(let x: u8 in n..=n.wrapping_add(3) && !item(x) => odd(x))
    {
        a(n);
    }
    method twin(w: u8)
        if w == 4 && item(n)
            && forall(let x: u8 in self::plain(n..=n.wrapping_add(3)) && !item(x) => odd(x))
    {
        a(n);
    }
    method range(w: u8)
        if w == 5 && item(x) && let n: usize = count(let y: u8 in 0..x && (odd(y) || item(y)))
    {
        c(x, n);
    }
    method twin(w: u8)
        if w == 5 && item(x)
            && let n: usize = count(let y: u8 in self::plain(0..x) && (odd(y) || item(y)))
    {
        c(x, n);
    }
    method range(w: u8)
        if w == 6 && item(n)
            && let m: u8 = max(x; let x: u8 in 0..n && !odd(x) && let z: u8 in x..n && item(z))
    {
        b(n, m);
    }
    method twin(w: u8)
        if w == 6 && item(n)
            && let m: u8 = max(
                x;
                let x: u8 in self::plain(0..n) && !odd(x) && let z: u8 in self::plain(x..n)
                    && item(z)
            )
    {
        b(n, m);
    }
    method range(w: u8)
        if w == 7 && item(n) && let x: u8 in 0..n && !odd(x)
        sort by (self::key(x), n) desc
    {
        b(n, x);
    }
    method twin(w: u8)
        if w == 7 && item(n) && let x: u8 in self::plain(0..n) && !odd(x)
        sort by (self::key(x), n) desc
    {
        b(n, x);
    }
    method range(w: u8) if w == 8 {
        for let x: u8 in 2..6 && !odd(x) sort by self::key(x) {
            a(x);
            for let y: u8 in 0..x && odd(y) { b(x, y); }
        }
    }
    method twin(w: u8) if w == 8 {
        for let x: u8 in self::plain(2..6) && !odd(x) sort by self::key(x) {
            a(x);
            for let y: u8 in self::plain(0..x) && odd(y) { b(x, y); }
        }
    }
    method range(w: u8)
        if w == 9 && item(n) && first(let x: u8 in 0..n && let y: u8 in x..n && odd(y) && item(x))
    {
        b(x, y);
    }
    method twin(w: u8)
        if w == 9 && item(n)
            && first(
                let x: u8 in self::plain(0..n) && let y: u8 in self::plain(x..n) && odd(y)
                    && item(x)
            )
    {
        b(x, y);
    }

    // Collections of one column, and of two.
    method range(w: u8) if w == 10 && item(x) && !odd(x) sort by self::key(x) { a(x); }
    method twin(w: u8) if w == 10 && pair(x, _) && !odd(x) sort by self::key(x) { a(x); }
    method range(w: u8)
        if w == 11 && item(x)
        sort by (self::key(x), x % 3, self::key(x / 2)) desc
    {
        a(x);
    }
    method twin(w: u8)
        if w == 11 && pair(x, _)
        sort by (self::key(x), x % 3, self::key(x / 2)) desc
    {
        a(x);
    }
    method range(w: u8)
        if w == 12 && odd(n) && item(x) && let k: f32 = self::key(x) && x != n
        sort by (k, n)
    {
        b(n, x);
    }
    method twin(w: u8)
        if w == 12 && odd(n) && pair(x, _) && let k: f32 = self::key(x) && x != n
        sort by (k, n)
    {
        b(n, x);
    }
    method range(w: u8)
        if w == 13 && odd(n) && first(item(x) && x != n && size(x, s) sort by (s, self::key(x)))
        sort by (s, x) desc
    {
        b(n, x);
    }
    method twin(w: u8)
        if w == 13 && odd(n) && first(pair(x, _) && x != n && size(x, s) sort by (s, self::key(x)))
        sort by (s, x) desc
    {
        b(n, x);
    }
    method range(w: u8)
        if w == 14 && odd(n)
            && let m: u8 = min(
                x;
                first(item(x) && x > n sort by self::key(x)) && let z: u8 in [x, n] && item(z)
            )
        sort by m
    {
        b(n, m);
    }
    method twin(w: u8)
        if w == 14 && odd(n)
            && let m: u8 = min(
                x;
                first(pair(x, _) && x > n sort by self::key(x)) && let z: u8 in self::plain([x, n])
                    && pair(z, _)
            )
        sort by m
    {
        b(n, m);
    }
    method range(w: u8) if w == 15 {
        for item(x) && !odd(x) sort by self::key(x) desc { a(x); for item(y) && y < x { b(x, y); } }
    }
    method twin(w: u8) if w == 15 {
        for pair(x, _) && !odd(x) sort by self::key(x) desc {
            a(x);
            for pair(y, _) && y < x { b(x, y); }
        }
    }
    method range(w: u8)
        if w == 16 && odd(n) && let x: u8 in [3, n, 1, 4, 1, 5] && x != 4
            && let k: f32 = self::key(x)
        sort by (k, n)
    {
        b(n, x);
    }
    method twin(w: u8)
        if w == 16 && odd(n) && let x: u8 in [3, n, 1, 4, 1, 5] && let y: u8 in [x] && y != 4
            && let k: f32 = self::key(y)
        sort by (k, n)
    {
        b(n, y);
    }
}

use twins::{Fact, State, Task};

#[test]
fn fast_paths_keep_solutions_and_order() {
    let mut random = Random::new(5);
    let mut plans = [0; 17];
    for _ in 0..60 {
        let mut state = State::new();
        for _ in 0..random.below(9) {
            let x = random.below(12) as u8;
            state.insert(Fact::Item(x)).unwrap();
            state.insert(Fact::Pair(x, 0)).unwrap();
            state.insert(Fact::Size(x, random.below(3) as u8)).unwrap();
            state.insert(Fact::Odd(random.below(12) as u8)).unwrap();
        }
        for w in 0..17 {
            let quick = all_plans(&state, &(), Task::Range { w });
            assert_eq!(
                quick,
                all_plans(&state, &(), Task::Twin { w }),
                "{w} with {state}"
            );
            plans[usize::from(w)] += quick.len();
        }
    }
    assert!(plans.iter().all(|count| *count > 15), "{plans:?}");
}
