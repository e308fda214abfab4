//! Unusual names and shapes that a person may write and a macro may mishandle.

use squad_htn::prelude::*;

use crate::common::assert_plans;

struct World {
    value: i64,
}

htn_domain! {
    domain odd(world: &World);

    predicate item(i64);
    predicate pair(i64, i64);
    predicate wide(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);
    predicate row(i64);

    axiom even(n: i64) { n == 0 }
    axiom even(n: i64) { n > 0 && odd_number(n - 1) }
    axiom odd_number(n: i64) { n > 0 && even(n - 1) }
    axiom between(low: i64, high: i64, n: i64) { let n: i64 in low..high }
    axiom linked(a: i64, b: i64) { pair(a, b) || pair(b, a) }

    operator see(n: i64) {}
    operator two(a: i64, b: i64) {}
    operator all(
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        e: u8,
        f: u8,
        g: u8,
        h: u8,
        i: u8,
        j: u8,
        k: u8,
        l: u8,
        m: u8,
        n: u8,
        o: u8,
        p: u8
    ) {}
    operator put(n: i64) { add row(n); }

    // Names that generated code may use for itself.
    method names(slots: i64, value: i64) {
        if item(row) && let context: i64 = row + slots && let task: i64 = context + value
            && let fact: i64 = task + world.value && fact > value
        {
            let word: i64 = fact - context;
            let f0: i64 = word + slots;
            see(f0);
        }
    }
    method sorted_names(key: i64)
        if item(each) && let so_far: i64 = each * key
        sort by so_far + key - each
    {
        see(each);
    }
    method folded_names() if let acc: i64 = sum(value + slots; pair(value, slots)) { see(acc); }

    method negative() if pair(-1, y) && !item(-y) { two(-1, -y); }
    method negative_effects() { add row(-5); put(-6); for row(n) { see(n); } }

    method closure_names(n: i64) if [1, 2, 3].iter().any(|k| k + 1 == n + 1) { see(n); }
    method field_names(value: i64) if item(n) && n + world.value > value { see(n); }
    method struct_names(n: i64)
        if let sum: i64 = ({ struct Pair { n: i64, m: i64 } let p = Pair { n, m: 3 }; p.n + p.m })
    {
        see(sum);
    }

    method wide_rows() if wide(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) {
        all(p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a);
    }
    method wide_lookup(p: u8) if wide(a, b, _, _, _, _, _, _, _, _, _, _, _, _, 15, p) {
        two(a as i64, b as i64);
    }

    method captured(a: i64) {
        let b: i64 = a + 1; let c: i64 = b + 1; let d: i64 = c + 1; let e: i64 = d + 1;
        let f: i64 = e + 1;
        let g: i64 = f + 1; let h: i64 = g + 1; let i: i64 = h + 1; let j: i64 = i + 1;
        let k: i64 = j + 1;
        let l: i64 = k + 1; let m: i64 = l + 1; let n: i64 = m + 1; let o: i64 = n + 1;
        let p: i64 = o + 1;
        let q: i64 = p + 1; let r: i64 = q + 1; let s: i64 = r + 1; let t: i64 = s + 1;
        let u: i64 = t + 1;
        if item(x) {
            for item(y) {
                see(
                    a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + x + y
                );
            }
        }
    }

    method mutual(n: i64) {
        branch even if even(n) { see(0); }
        branch odd if odd_number(n) { see(1); }
    }
    method in_range() if between(2, 5, n) { see(n); }
    method is_in_range(n: i64) if between(2, 5, n) { see(n); }
    method open_range() if item(low) && between(low, 3, n) { two(low, n); }
    method either_way(a: i64) if linked(a, b) { two(a, b); }
    method swapped() if pair(a, b) && a < b || pair(b, a) && a > b { two(a, b); }
    method nested_not() if item(x) && !(pair(x, y) && !(pair(y, z) && !item(z))) { see(x); }
    method cast() if item(n) && n as u8 as i64 == n { see(n); }
    method generic() if item(n) && Vec::<i64>::from([n]).iter().copied().sum::<i64>() > 1 {
        see(n);
    }
    method compared(n: i64) if item(m) && (m < n) == (n > 2) { see(m); }
    method block_value(n: i64) { let x: i64 = if n > 2 { 1 } else { 2 }; see(x); }
    method literals() if let a: i64 = 0x10 && let b: i64 = 1_000 && let c: bool = 'x' < 'y' && c {
        two(a, b);
    }
    method strings() if item(n) && "a && b || !c".len() as i64 > n { see(n); }
}

use odd::Fact::{Item, Pair, Wide};
use odd::{State, Task};

const WORLD: World = World { value: 100 };

#[track_caller]
fn check(task: Task, facts: impl IntoIterator<Item = odd::Fact>, expected: &[&str]) {
    assert_plans(&State::from_facts(facts).unwrap(), &WORLD, task, expected);
}

#[test]
fn variables_may_have_any_name() {
    check(Task::Names { slots: 2, value: 3 }, [Item(1)], &["see(105)"]);
    check(
        Task::SortedNames { key: 3 },
        [Item(4), Item(1)],
        &["see(1)", "see(4)"],
    );
    check(Task::FoldedNames, [Pair(1, 2), Pair(3, 4)], &["see(10)"]);
    check(Task::ClosureNames { n: 2 }, [], &["see(2)"]);
    check(Task::ClosureNames { n: 4 }, [], &[]);
    check(
        Task::FieldNames { value: 101 },
        [Item(1), Item(2)],
        &["see(2)"],
    );
    check(Task::StructNames { n: 4 }, [], &["see(7)"]);
}

#[test]
fn negative_numbers_are_values() {
    check(
        Task::Negative,
        [Pair(-1, 5), Pair(1, 5), Pair(-1, 6), Item(-6)],
        &["two(-1, -5)"],
    );
    check(
        Task::NegativeEffects,
        [],
        &["add row(-5); put(-6); see(-5); see(-6)"],
    );
}

#[test]
fn many_columns_and_variables_are_accepted() {
    let wide = Wide(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16);
    let turned = "all(16, 15, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)";
    check(Task::WideRows, [wide], &[turned]);
    check(Task::WideLookup { p: 16 }, [wide], &["two(0, 1)"]);
    check(Task::WideLookup { p: 17 }, [wide], &[]);
    let sum: i64 = (0..=20).sum();
    let expected = format!("see({}); see({})", sum + 2, sum + 3);
    let second = format!("see({}); see({})", sum + 3, sum + 4);
    check(
        Task::Captured { a: 0 },
        [Item(1), Item(2)],
        &[&expected, &second],
    );
}

#[test]
fn axioms_call_one_another() {
    check(Task::Mutual { n: 10 }, [], &["see(0)"]);
    check(Task::Mutual { n: 7 }, [], &["see(1)"]);
    check(Task::InRange, [], &["see(2)", "see(3)", "see(4)"]);
    check(Task::IsInRange { n: 4 }, [], &["see(4)"]);
    check(Task::IsInRange { n: 5 }, [], &[]);
    check(
        Task::OpenRange,
        [Item(1), Item(2)],
        &["two(1, 1)", "two(1, 2)", "two(2, 2)"],
    );
    check(
        Task::EitherWay { a: 2 },
        [Pair(1, 2), Pair(2, 3)],
        &["two(2, 3)", "two(2, 1)"],
    );
}

#[test]
fn unusual_conditions_are_accepted() {
    let pairs = [Pair(1, 2), Pair(5, 4), Pair(3, 3)];
    check(Task::Swapped, pairs, &["two(1, 2)", "two(2, 1)"]);
    let facts = [
        Item(1),
        Item(2),
        Item(3),
        Pair(1, 2),
        Pair(2, 9),
        Pair(3, 7),
    ];
    check(Task::NestedNot, facts, &["see(1)"]);
    check(Task::Cast, [Item(255), Item(256)], &["see(255)"]);
    check(Task::Generic, [Item(1), Item(2)], &["see(2)"]);
    check(Task::Compared { n: 3 }, [Item(1), Item(3)], &["see(1)"]);
    check(Task::Compared { n: 1 }, [Item(0), Item(3)], &["see(3)"]);
    check(Task::BlockValue { n: 3 }, [], &["see(1)"]);
    check(Task::Literals, [], &["two(16, 1000)"]);
    check(Task::Strings, [Item(11), Item(12)], &["see(11)"]);
}
