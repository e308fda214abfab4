//! `find_best`: the cheapest plan.

use squad_htn::prelude::*;

use crate::common::{How, Random, search};
use crate::errand;

htn_domain! {
    domain shopping;

    predicate wanted(u8);
    predicate shop(u8, u32);
    predicate sells(u8, u8);
    predicate has(u8);

    operator buy(what: u8, place: u8, price: u32) {
        if !has(what) && let euros: f32 = price as f32;
        add has(what);
        cost euros;
    }
    internal operator done() {}

    method buy_all() { for wanted(what) { buy_somewhere(what); } done(); }
    method buy_somewhere(what: u8) if shop(place, price) && sells(place, what) {
        buy(what, place, price);
    }
    method never() if wanted(99) { done(); }
    method free() { done(); }
    method free() { done(); done(); }
    method free() {}
}

use shopping::Fact::{Sells, Shop, Wanted};
use shopping::{Planner, State, Task};

/// Random shops and wishes.
fn town(seed: u64) -> State {
    let mut random = Random::new(seed);
    let mut facts = Vec::new();
    for what in 0..3 {
        facts.push(Wanted(what));
    }
    for place in 0..5 {
        facts.push(Shop(place, random.below(9) as u32));
        for what in 0..3 {
            if random.below(3) > 0 {
                facts.push(Sells(place, what));
            }
        }
    }
    State::from_facts(facts).unwrap()
}

#[test]
fn best_plan_is_the_first_of_the_cheapest() {
    let mut planner = Planner::new();
    for seed in 0..50 {
        let state = town(seed);
        let all = search(&state, &(), &[Task::BuyAll], How::default());
        let cheapest = all.costs.iter().copied().fold(f32::INFINITY, f32::min);
        let best = planner
            .find_best(&state, &(), Task::BuyAll, Budget::unlimited())
            .unwrap();
        match best {
            None => assert!(all.plans.is_empty(), "seed {seed}"),
            Some(best) => {
                assert!(best.proven);
                assert_eq!(best.plan.cost(), cheapest, "seed {seed}");
                let first = all.costs.iter().position(|cost| *cost == cheapest).unwrap();
                let steps: Vec<String> = best.plan.tasks().map(|task| task.to_string()).collect();
                assert_eq!(steps, all.plans[first], "seed {seed}");
            }
        }
    }
}

#[test]
fn exhausted_budget_returns_best_plan_so_far() {
    let state = town(3);
    let mut planner = Planner::new();
    let proven = planner
        .find_best(&state, &(), Task::BuyAll, Budget::unlimited())
        .unwrap()
        .unwrap();
    let least = proven.plan.cost();
    let mut last = f32::INFINITY;
    let mut unproven = 0;
    for steps in 0..2_000 {
        let best = planner
            .find_best(&state, &(), Task::BuyAll, Budget::steps(steps))
            .unwrap();
        let Some(best) = best else {
            assert_eq!(last, f32::INFINITY, "a longer search found less");
            continue;
        };
        assert!(
            best.plan.cost() <= last,
            "a longer search found a worse plan"
        );
        last = best.plan.cost();
        assert!(!best.proven || last == least);
        unproven += u32::from(!best.proven);
    }
    assert!(unproven > 0);
    assert_eq!(last, least);
}

#[test]
fn best_of_no_plans_is_none() {
    let mut planner = Planner::new();
    assert!(
        planner
            .find_best(&town(1), &(), Task::Never, Budget::unlimited())
            .unwrap()
            .is_none()
    );
    assert!(
        planner
            .find_best(&town(1), &(), Task::BuyAll, Budget::steps(0))
            .unwrap()
            .is_none()
    );
}

#[test]
fn best_of_free_plans_is_the_first() {
    let mut planner = Planner::new();
    let best = planner
        .find_best(&town(1), &(), Task::Free, Budget::unlimited())
        .unwrap()
        .unwrap();
    assert!(best.proven);
    assert_eq!(best.plan.tasks().count(), 1);
}

#[test]
fn search_prunes_plans_over_the_best_cost() {
    let mut planner = Planner::new();
    let state = town(3);
    planner
        .find_best(&state, &(), Task::BuyAll, Budget::unlimited())
        .unwrap();
    let bounded = planner.stats().steps;
    planner.start(&state, Task::BuyAll);
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {}
    assert!(2 * bounded < planner.stats().steps, "{bounded}");
}

#[test]
fn next_search_has_no_cost_bound() {
    let mut planner = Planner::new();
    let state = town(3);
    planner
        .find_best(&state, &(), Task::BuyAll, Budget::unlimited())
        .unwrap();
    planner.start(&state, Task::BuyAll);
    let mut plans = 0;
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        plans += 1;
    }
    assert_eq!(
        plans,
        search(&state, &(), &[Task::BuyAll], How::default())
            .plans
            .len()
    );
}

#[test]
fn error_before_first_plan_is_returned() {
    let mut planner = errand::Planner::new();
    let state = errand::row(2);
    let best = planner.find_best(&state, &(), errand::Task::Endless, Budget::unlimited());
    assert!(best.is_err());
}

htn_domain! {
    /// A plan, and a cheaper one whose conditions change during the plan.
    pub domain ties;

    agent u8;

    predicate tie(u8, u8) [4];

    operator go(who: u8) by who {}
    internal operator untie() { delete tie(1, 2); }

    pub method all() { go(1); go(2); }
    pub method all() if tie(1, 2) && !tie(2, 1) { untie(); go(3); }
}

#[test]
fn best_plan_over_checks_limit_errs_at_any_budget() {
    let state = ties::State::from_facts([ties::Fact::Tie(1, 2)]).expect("they fit");
    let fits = |checks: usize, budget| {
        let mut planner = ties::Planner::with_limits(Limits {
            checks,
            ..Limits::compact()
        });
        match planner.find_best(&state, &(), ties::Task::All, budget) {
            Ok(best) => best.map(|best| best.plan.cost()),
            Err(full) => {
                assert!(full.to_string().contains("checks"), "{full}");
                Some(0.0)
            }
        }
    };
    assert_eq!(fits(8, Budget::unlimited()), Some(1.0));
    assert_eq!(fits(1, Budget::unlimited()), Some(0.0));
    for steps in 0..40 {
        let (roomy, tight) = (fits(8, Budget::steps(steps)), fits(1, Budget::steps(steps)));
        assert_eq!(
            tight,
            roomy.map(|cost| if cost == 1.0 { 0.0 } else { cost })
        );
    }
}

const PRICES: [f32; 7] = [2.0, 3.0, 4.0, 5.0, f32::MAX, f32::INFINITY, f32::NAN];
const MAX: usize = 4;
const MUCH: usize = 5;
const NAN: usize = 6;

htn_domain! {
    /// Costs that are infinite, huge or not a number.
    pub domain priceless;

    predicate way(u8, usize);
    predicate gone(u8);

    operator go(price: usize) { cost PRICES[price]; }
    operator leave(n: u8) { add gone(n); }

    pub method any() if way(n, price) { go(price); leave(n); }
    pub method all() { for way(n, price) { go(price); leave(n); } }
}

/// Returns ways with these prices, numbered from 1.
fn ways(prices: &[usize]) -> priceless::State {
    let ways = (1..).zip(prices);
    let ways = ways.map(|(n, price)| priceless::Fact::Way(n, *price));
    priceless::State::from_facts(ways).expect("they fit")
}

#[test]
fn plans_with_non_finite_costs_are_found() {
    use priceless::Task::{All, Any};
    for price in [MAX, MUCH, NAN] {
        let state = ways(&[price, price]);
        for (task, plans) in [(Any, 2), (All, 1)] {
            let mut planner = priceless::Planner::new();
            planner.start(&state, task);
            let found = (0..)
                .take_while(|_| planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found));
            assert_eq!(found.count(), plans, "{task} for {}", PRICES[price]);
        }
    }
}

#[test]
fn non_finite_costs_rank_last() {
    let best = |prices: &[usize]| {
        let mut planner = priceless::Planner::new();
        let task = priceless::Task::Any;
        let best = planner.find_best(&ways(prices), &(), task, Budget::unlimited());
        let best = best.expect("it fits").expect("there is a plan");
        assert!(best.proven);
        best.plan.tasks().last()
    };
    for (prices, wanted) in [
        (&[NAN, 1, 0, NAN][..], 3),
        (&[1, NAN, 2], 1),
        (&[MUCH, 3, MUCH], 2),
        (&[MUCH, MUCH], 1),
        (&[NAN, NAN], 1),
    ] {
        let wanted = priceless::Task::Leave { n: wanted };
        assert_eq!(best(prices), Some(wanted), "{prices:?}");
    }
}

htn_domain! {
    /// Parts in one of several ways each. The cheapest way of each comes last.
    pub domain workshop;

    predicate stock(=> u8);
    predicate many(u8) [8];

    operator buy(n: u8) { cost 5.0; }
    operator make(n: u8) { if stock(k) && k > 0; add stock(k - 1); cost 2.5; }
    operator check() {}
    internal operator note() {}
    operator weigh(n: u8) { cost f32::from(n); }
    method part(n: u8) { buy(n); }
    method part(n: u8) { make(n); note(); }
    pub method machine() { part(1); part(2); part(3); part(4); check(); }
    pub method strands() { unordered { part(1); { part(2); check(); } { part(3); part(4); } } }
    pub method rounds() { for many(n) { part(n); } part(9); check(); }
    pub method weights() { for many(n) { part(n); weigh(n); } }
    pub method endless() { part(1); endless(); }
    pub method choice() { endless(); }
    pub method choice() { part(1); check(); }
    pub method returned() { let n = number(); part(n); part(n); }
    method number() -> u8 if many(n) { part(n); return n; }
    pub method repeated() { while stock(n) && n > 1 { make(n); } part(5); }
}

fn workshop() -> workshop::State {
    use workshop::Fact::{Many, Stock};
    workshop::State::from_facts([Stock(2), Many(1), Many(2), Many(3)]).expect("they fit")
}

// Bounds leave out only what can't be the best plan.
#[test]
fn bounds_save_steps_and_change_nothing() {
    use workshop::Task::*;
    let state = workshop();
    let mut saved = 0;
    for task in [Machine, Strands, Rounds, Weights, Returned, Repeated] {
        let all = search(&state, &(), &[task], How::default());
        let cheapest = all.costs.iter().copied().fold(f32::INFINITY, f32::min);
        let first = all.costs.iter().position(|cost| *cost == cheapest);
        let expected = &all.plans[first.expect("there are plans")];
        let steps = [false, true].map(|bounds| {
            let mut planner = workshop::Planner::new();
            planner.use_bounds(bounds);
            let best = planner.find_best(&state, &(), task, Budget::unlimited());
            let best = best.expect("it fits").expect("there is a plan");
            let steps: Vec<String> = best.plan.tasks().map(|step| step.to_string()).collect();
            assert!(best.proven);
            assert_eq!((&steps, best.plan.cost()), (expected, cheapest), "{task}");
            planner.stats().steps
        });
        assert!(steps[1] <= steps[0], "{task}: {steps:?}");
        saved += steps[0] - steps[1];
    }
    assert!(saved > 50, "{saved}");
}

// Bounds leave out only what costs as much as a plan that was found.
#[test]
fn search_for_the_first_plan_reaches_limits_as_always() {
    let mut planner = workshop::Planner::new();
    let task = workshop::Task::Choice;
    let best = planner.find_best(&workshop(), &(), task, Budget::unlimited());
    assert!(matches!(best, Err(SearchError::Limit { .. })));
}

#[test]
fn resume_finds_ever_cheaper_plans() {
    let state = workshop();
    for slice in [1, 2, 7, 1_000_000] {
        let mut planner = workshop::Planner::new();
        planner.start_best(&state, workshop::Task::Machine);
        assert!(planner.best().is_none());
        let mut costs = Vec::new();
        loop {
            match planner.resume(&(), Budget::steps(slice)) {
                Ok(Progress::Found) => {
                    let plan = planner.plan().expect("it was found");
                    costs.push(plan.cost());
                    let best = planner.best().expect("it was found");
                    assert!(!best.proven && best.plan.cost() == plan.cost());
                }
                Ok(Progress::NoPlan) => break,
                other => assert_eq!(other, Ok(Progress::Paused)),
            }
            // There is a plan at any time after the first.
            let best = planner.best().map(|best| best.plan.cost());
            assert_eq!(best, costs.last().copied());
        }
        assert_eq!(costs, [21.0, 18.5, 16.0], "{slice} steps a call");
        let best = planner.best().expect("it was found");
        assert!(best.proven && best.plan.cost() == 16.0);
        assert_eq!(
            planner.resume(&(), Budget::unlimited()),
            Ok(Progress::NoPlan)
        );
        // It can begin again, and any other search finds all plans.
        assert!(planner.restart());
        assert_eq!(
            planner.resume(&(), Budget::unlimited()),
            Ok(Progress::Found)
        );
        planner.start(&state, workshop::Task::Machine);
        let mut plans = 0;
        while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
            plans += 1;
            assert!(planner.best().is_none());
        }
        assert_eq!(plans, 11);
    }
}

// A search for the best plan is data like any other.
#[test]
fn paused_search_for_the_best_plan_is_cloned() {
    let state = workshop();
    let mut planner = workshop::Planner::new();
    planner.start_best(&state, workshop::Task::Strands);
    let mut progress = planner.resume(&(), Budget::steps(50));
    let mut twin = planner.clone();
    let mut last = [0.0; 2];
    for (planner, last) in [&mut planner, &mut twin].into_iter().zip(&mut last) {
        while progress != Ok(Progress::NoPlan) {
            progress = planner.resume(&(), Budget::steps(3));
        }
        *last = planner.best().expect("there is a plan").plan.cost();
        progress = Ok(Progress::Paused);
    }
    assert_eq!(last, [16.0; 2]);
    assert_eq!(planner.stats(), twin.stats());
}
