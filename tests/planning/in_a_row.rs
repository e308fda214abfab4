//! Operators that one generated function runs, alone or several in a row, compared with the same operators run op by op: with a
//! cost expression, and with predicates that a condition enumerates.

use squad_htn::prelude::*;

use crate::common::{How, Random, Search, search};

macro_rules! domain {
    ($name:ident, { $($cost:tt)* }, { $($more:tt)* }) => {
        htn_domain! {
            domain $name;

            predicate mark(u64) [4];
            predicate tie(u64, u64) [8];
            predicate place(u64 => u64) [4];
            predicate level(=> u64);
            predicate trio(u64, u64, u64) [8];
            predicate cell(u64, u64 => u64) [8];
            predicate alarm();
            predicate lot(u64) [5000];

            operator put(a: u64) { if !mark(a); add mark(a); $($cost)* }
            operator take(a: u64) { if mark(a); delete mark(a); $($cost)* }
            operator turn(a: u64) { add mark(a), lot(a); delete mark(a), lot(a); $($cost)* }
            operator pass(a: u64, b: u64) { if mark(a); delete mark(a); add mark(b); $($cost)* }
            operator tie_up(a: u64, b: u64) { if a != b || mark(a); add tie(a, b), lot(b); $($cost)* }
            operator loop_back(a: u64) { if !tie(a, a); add tie(a, a), place(a, a); $($cost)* }
            operator untie(a: u64, b: u64) { delete tie(a, b), place(a, b); add place(b, a); $($cost)* }
            operator go(a: u64, b: u64) { if place(a, here) && here != b; add place(a, b), lot(here); $($cost)* }
            operator leave(a: u64) { if place(a, here); delete place(a, here), lot(here.wrapping_add(1)); $($cost)* }
            operator rise() { if level(n) && n < 9; delete level(n); add level(n + 1), mark(n); $($cost)* }
            operator share(a: u64, b: u64) { if b != 0 && a / b < 3 && let c: u64 = a / b; add trio(a, b, c), cell(a, b, c); $($cost)* }
            operator clear(a: u64, b: u64) { delete cell(a, b, 0), trio(a, b, 0); add cell(b, a, a % 4); $($cost)* }
            operator ring() { if !alarm(); add alarm(); $($cost)* }
            operator nothing(a: u64) { $($cost)* }
            operator only(a: u64) { if a % 2 == 0 && let Some(b): Option<u64> = a.checked_sub(2) && lot(b); delete lot(b); $($cost)* }

            method one(a: u64, b: u64) { put(a); pass(a, b); take(b); turn(a); }
            method two(a: u64, b: u64) { tie_up(a, b); loop_back(b); untie(a, b); go(a, b); leave(a); nothing(a); put(b); }
            method three(a: u64, b: u64) { rise(); share(a, b); rise(); clear(b, a); clear(a, b); nothing(b); rise(); }
            method four(a: u64, b: u64) { turn(a); only(a); only(b); ring(); turn(b); nothing(a); }
            method long(a: u64, b: u64) {
                nothing(a); put(a); nothing(b); put(b); nothing(a); turn(a); nothing(b); take(a); nothing(a); take(b);
                nothing(a); put(a); nothing(b); put(b); nothing(a); turn(a); nothing(b); take(a); nothing(a); take(b);
                untie(a, b); go(b, a); leave(b);
            }
            method mixed(a: u64, b: u64) if lot(_) || mark(_) { unordered { one(a, b); { put(b); nothing(a); turn(b); } } leave(a); nothing(b); }
            method mixed(a: u64, b: u64) { unordered { { turn(a); put(b); } { unordered { { ring(); nothing(b); } one(b, a); } turn(a); } } nothing(a); nothing(b); }
            method some(a: u64, b: u64) { one(a, b); }
            method some(a: u64, b: u64) { two(a, b); }
            method some(a: u64, b: u64) { three(a, b); }
            method some(a: u64, b: u64) { four(a, b); }
            method some(a: u64, b: u64) { long(a, b); }
            method some(a: u64, b: u64) { nothing(a); }
            method several(a: u64, b: u64) { some(a, b); nothing(a); nothing(b); some(b, a); }
            $($more)*
        }
    };
}

domain!(quick, {}, {});
domain!(slow, { cost 1.0; }, {
    method all() if mark(x) && tie(x, _) && tie(_, y) && place(y, z) && place(_, z) && place(v, w) && lot(u) && w == v && u == z { delete mark(_); }
});

use quick::{Fact, State, Task};

const WORDS: [u64; 8] = [0, 1, 2, 3, 40, 2_000, 5_000, u64::MAX];

/// Returns random facts, some of which exceed the capacities.
fn facts(random: &mut Random) -> Vec<Fact> {
    let mut facts: Vec<Fact> = (0..random.below(12))
        .map(|_| {
            let [a, b, c] = [0; 3].map(|_| WORDS[random.below(WORDS.len())]);
            match random.below(8) {
                0 => Fact::Mark(a),
                1 => Fact::Tie(a, b),
                2 => Fact::Place(a, b),
                3 => Fact::Level(random.below(9) as u64),
                4 => Fact::Trio(a, b, c),
                5 => Fact::Cell(a, b, c),
                6 => Fact::Alarm,
                _ => Fact::Lot(a),
            }
        })
        .collect();
    facts.extend((0..random.below(3)).map(|i| Fact::Mark(i as u64)));
    facts
}

fn slow_fact(fact: Fact) -> slow::Fact {
    use slow::Fact as Slow;
    match fact {
        Fact::Mark(a) => Slow::Mark(a),
        Fact::Tie(a, b) => Slow::Tie(a, b),
        Fact::Place(a, b) => Slow::Place(a, b),
        Fact::Level(a) => Slow::Level(a),
        Fact::Trio(a, b, c) => Slow::Trio(a, b, c),
        Fact::Cell(a, b, c) => Slow::Cell(a, b, c),
        Fact::Alarm => Slow::Alarm,
        Fact::Lot(a) => Slow::Lot(a),
    }
}

/// Returns the facts at the end of each plan.
fn ends<D>(state: &squad_htn::State<D>, task: D::Task) -> Vec<Vec<String>>
where
    D: for<'c> squad_htn::Domain<Context<'c> = ()>,
{
    let mut planner = squad_htn::Planner::<D>::new();
    planner.start(state, task);
    let mut ends = Vec::new();
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        let mut facts: Vec<String> = planner.facts().map(|fact| fact.to_string()).collect();
        facts.sort();
        ends.push(facts);
    }
    ends
}

#[test]
fn operators_in_a_row_match_op_by_op() {
    let mut random = Random::new(11);
    let (mut plans, mut errors, mut lengths) = (0, 0, 0);
    for round in 0..1_200 {
        let facts: Vec<Fact> = facts(&mut random);
        let (mut state, mut slow_state) = (State::new(), slow::State::new());
        for fact in facts {
            let taken = state.insert(fact);
            assert_eq!(taken.is_ok(), slow_state.insert(slow_fact(fact)).is_ok());
        }
        let [a, b] = [0; 2].map(|_| WORDS[random.below(WORDS.len())]);
        let (task, slow_task) = match round % 3 {
            0 => (Task::Some { a, b }, slow::Task::Some { a, b }),
            1 => (Task::Several { a, b }, slow::Task::Several { a, b }),
            _ => (Task::Mixed { a, b }, slow::Task::Mixed { a, b }),
        };
        let how = How {
            detect_loops: random.below(3) == 0,
            plans: 12,
            ..How::default()
        };
        let quick = search(&state, &(), &[task], how);
        let slow = search(&slow_state, &(), &[slow_task], how);
        let seen = |of: &Search| (of.plans.clone(), of.costs.clone(), of.trees.clone(), of.end);
        assert_eq!(seen(&quick), seen(&slow), "{task} with {state}");
        if quick.plans.len() < 12 && quick.end.is_ok() {
            assert_eq!(
                ends(&state, task),
                ends(&slow_state, slow_task),
                "{task} with {state}"
            );
        }
        plans += quick.plans.len();
        lengths += quick.plans.iter().map(Vec::len).sum::<usize>();
        errors += usize::from(quick.end.is_err());
    }
    assert!(
        plans > 3_000 && errors > 200 && lengths > 7 * plans,
        "{plans}, {errors}, {lengths}"
    );
}

htn_domain! {
    domain prices;

    operator at(price: f32) { cost price; }
    operator one(a: u8) {}
    operator other(a: u8) {}

    method equal(a: u8) { at(0.07); one(a); one(a); }
    method equal(a: u8) { at(0.07); other(a); other(a); }
    method less(a: u8) { at(2.002); }
    method less(a: u8) { at(0.002); one(a); other(a); }
    method any(a: u8) if let n: u16 in 0..400u16 {
        at(f32::from(n * 7 % 400) * 0.01);
        one(a);
        one(a);
        one(a);
        one(a);
        one(a);
    }
    method any(a: u8) if let n: u16 in 0..400u16 {
        at(f32::from(n * 7 % 400) * 0.01);
        one(a);
        one(a);
        again(a);
    }
    method again(a: u8) { other(a); other(a); other(a); }
}

/// Costs are added one by one in all forms, because sums of floats depend on the order.
#[test]
fn best_plan_is_independent_of_rounding() {
    use prices::{Planner, State, Task};
    let state = State::new();
    let mut planner = Planner::new();
    for task in [
        Task::Equal { a: 1 },
        Task::Less { a: 1 },
        Task::Any { a: 1 },
    ] {
        let all = search(&state, &(), &[task], How::default());
        let cheapest = all.costs.iter().copied().fold(f32::INFINITY, f32::min);
        let at = all
            .costs
            .iter()
            .position(|cost| *cost == cheapest)
            .expect("a plan");
        let best = planner.find_best(&state, &(), task, Budget::unlimited());
        let best = best.unwrap().expect("a plan");
        assert_eq!(best.plan.cost(), cheapest, "{task}");
        let steps: Vec<String> = best.plan.tasks().map(|task| task.to_string()).collect();
        assert_eq!(steps, all.plans[at], "{task}");
    }
}
