//! Portfolios: plans with a minimum distance from each other.

use squad_htn::BudgetLeft;
use squad_htn::Portfolio;
use squad_htn::prelude::*;

use crate::common::Random;
use crate::drill::rounds;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Unit(u8);

htn_domain! {
    domain raid;
    agent Unit;
    predicate unit(Unit);
    predicate gate(u8);
    predicate road(u8, u8);

    operator march(who: Unit, to: u8) by who {}
    operator feint(who: Unit, at: u8) by who { cost 2.0; }
    operator storm(who: Unit, at: u8) by who {}
    operator dig_in(who: Unit) by who {}

    method take() if unit(a) && unit(b) && a != b && gate(here) && gate(there) {
        unordered {
            { go(a, here); feint(a, here); }
            { go(b, there); storm(b, there); }
        }
        dig_in(b);
    }
    method go(who: Unit, to: u8) {
        branch round_the_hill if road(by, to) { march(who, by); march(who, to); }
        branch straight { march(who, to); }
    }
    /// Nested choices.
    method campaign() if gate(here) {
        attack(here, 1);
        attack(here, 2);
        attack(here, 3);
        attack(here, 4);
    }
    method attack(here: u8, number: u8) { feint(Unit(number), here); }
    method attack(here: u8, number: u8) { storm(Unit(number), here); }
    method endless(n: u32) { dig_in(Unit(0)); endless(n + 1); }
    method some_then_endless() if unit(a) { storm(a, 1); }
    method some_then_endless() { endless(0); }
}

use raid::{Fact, Planner, State, Task};

fn country(random: &mut Random) -> State {
    let mut facts = Vec::new();
    facts.extend((0..2 + random.below(2) as u8).map(|unit| Fact::Unit(Unit(unit))));
    facts.extend((0..1 + random.below(3) as u8).map(Fact::Gate));
    for _ in 0..random.below(4) {
        facts.push(Fact::Road(
            10 + random.below(2) as u8,
            random.below(3) as u8,
        ));
    }
    State::from_facts(facts).unwrap()
}

fn steps(portfolio: &Portfolio<raid::Domain>) -> Vec<Vec<Task>> {
    let plans = portfolio.plans().iter();
    plans.map(|plan| plan.tasks().collect()).collect()
}

#[test]
fn portfolio_is_independent_of_budget() {
    let mut planner = Planner::with_limits(Limits::compact());
    let mut full = 0;
    for seed in rounds(25) {
        let mut random = Random::new(seed);
        let state = country(&mut random);
        let distance = [0.0, 0.1, 0.25, 0.5][random.below(4)];
        let count = 1 + random.below(12);
        // The naive selection.
        let mut expected: Vec<raid::Plan> = Vec::new();
        planner.start(&state, Task::Take);
        while expected.len() < count
            && planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found)
        {
            let plan = planner.plan().unwrap();
            if expected
                .iter()
                .all(|other| plan.distance(other).mean() >= distance)
            {
                expected.push(plan.clone());
            }
        }
        let there = match expected.len() == count {
            true => Progress::Found,
            false => Progress::NoPlan,
        };
        full += usize::from(there == Progress::Found);
        let expected: Vec<Vec<Task>> = expected.iter().map(|plan| plan.tasks().collect()).collect();

        let mut portfolio = Portfolio::new(count, distance);
        let whole =
            planner.find_different(&state, &(), Task::Take, &mut portfolio, Budget::unlimited());
        assert_eq!(whole, Ok(there), "seed {seed}");
        assert_eq!(steps(&portfolio), expected, "seed {seed}");
        let offered = portfolio.offered();
        for slice in [1, 7, 1_000] {
            portfolio.clear();
            planner.start(&state, Task::Take);
            let mut calls = 0;
            while planner.collect(&(), &mut portfolio, Budget::steps(slice)) == Ok(Progress::Paused)
            {
                calls += 1;
            }
            assert_eq!(
                steps(&portfolio),
                expected,
                "seed {seed}, slices of {slice}"
            );
            assert_eq!(
                portfolio.offered(),
                offered,
                "seed {seed}, slices of {slice}"
            );
            assert!(calls > 0 || slice > 1);
        }
        let mut kept = portfolio.clone();
        let again = portfolio
            .plans()
            .iter()
            .map(|plan| kept.nearest(plan).unwrap());
        assert!(again.eq(portfolio.plans().iter().map(|_| 0.0)));
    }
    assert!(
        full > 5 || std::env::var_os("HTN_SEED").is_some(),
        "{full} were full"
    );
}

/// Returns the number of gates that these plans use.
fn gates(plans: &[raid::Plan]) -> usize {
    let gate = |plan: &raid::Plan| match plan.tasks().next() {
        Some(Task::Feint { at, .. } | Task::Storm { at, .. }) => at,
        other => panic!("{other:?}"),
    };
    let mut gates: Vec<u8> = plans.iter().map(gate).collect();
    gates.sort_unstable();
    gates.dedup();
    gates.len()
}

#[test]
fn leaping_search_finds_other_first_steps() {
    let mut planner = Planner::new();
    let state = State::from_facts((0..4).map(Fact::Gate)).unwrap();
    let mut plans = |leaps| {
        let mut portfolio = Portfolio::new(12, 0.1).leaping(leaps);
        let found = planner.find_different(
            &state,
            &(),
            Task::Campaign,
            &mut portfolio,
            Budget::unlimited(),
        );
        assert_eq!(found, Ok(Progress::Found));
        portfolio.into_plans()
    };
    assert_eq!((gates(&plans(false)), gates(&plans(true))), (1, 4));
}

#[test]
fn leaping_search_is_independent_of_budget() {
    let mut planner = Planner::with_limits(Limits::compact());
    for seed in rounds(25) {
        let mut random = Random::new(seed);
        let state = country(&mut random);
        let task = [Task::Take, Task::Campaign][random.below(2)];
        let mut leaping = Portfolio::new(6, 0.1).leaping(true);
        let whole = planner.find_different(&state, &(), task, &mut leaping, Budget::unlimited());
        let expected = steps(&leaping);
        for (number, plan) in leaping.plans().iter().enumerate() {
            let others = &leaping.plans()[..number];
            assert!(
                others
                    .iter()
                    .all(|other| plan.distance(other).mean() >= 0.1)
            );
            assert!(
                plan.schedule(&state, &()).is_ok(),
                "seed {seed}: it is a plan"
            );
        }
        // Plans that a leap skips are found later.
        let mut all = Portfolio::new(6, 0.1);
        let end = planner.find_different(&state, &(), task, &mut all, Budget::unlimited());
        assert!(end == whole || end == Ok(Progress::Found), "seed {seed}");
        assert_eq!(end.is_ok(), whole.is_ok(), "seed {seed}");
        let offered = leaping.offered();
        for slice in [1, 7, 100] {
            leaping.clear();
            let budget = || Budget::steps(slice);
            let mut end = planner.find_different(&state, &(), task, &mut leaping, budget());
            while end == Ok(Progress::Paused) {
                end = planner.collect(&(), &mut leaping, budget());
            }
            assert_eq!(end, whole, "seed {seed}");
            assert_eq!(leaping.offered(), offered, "seed {seed}");
            assert!(end != Ok(Progress::NoPlan) || !leaping.relax());
            assert_eq!(steps(&leaping), expected, "seed {seed}, slices of {slice}");
        }
    }
}

#[test]
fn kept_plans_can_be_executed() {
    let state = country(&mut Random::new(3));
    let mut planner = Planner::new();
    let mut portfolio = Portfolio::new(3, 0.3);
    let found =
        planner.find_different(&state, &(), Task::Take, &mut portfolio, Budget::unlimited());
    assert_eq!(found, Ok(Progress::Found));
    for plan in portfolio.into_plans() {
        let schedule = plan.schedule(&state, &()).unwrap();
        assert_eq!(schedule.steps().len(), plan.len());
        assert!(plan.to_string().contains("take"), "the tree is there");
    }
}

#[test]
fn budget_counts_comparisons_of_plans() {
    let state = country(&mut Random::new(3));
    let mut planner = Planner::new();
    let mut portfolio = Portfolio::new(100, 0.01);
    let budget = Budget::steps(300);
    let progress = planner.find_different(&state, &(), Task::Take, &mut portfolio, budget);
    assert_eq!(progress, Ok(Progress::Paused));
    let searched = planner.stats().steps;
    assert!(searched + 50 < 300, "{searched} of 300 are the search's");
}

#[test]
fn portfolio_keeps_plans_found_before_a_limit() {
    let state = State::from_facts([Fact::Unit(Unit(1)), Fact::Unit(Unit(2))]).unwrap();
    let mut planner = Planner::with_limits(Limits::compact());
    let mut portfolio = Portfolio::new(10, 0.1);
    let task = Task::SomeThenEndless;
    let full = planner.find_different(&state, &(), task, &mut portfolio, Budget::unlimited());
    assert!(full.is_err());
    assert_eq!(portfolio.plans().len(), 2);
}

#[test]
fn empty_portfolio_starts_no_search() {
    let state = country(&mut Random::new(1));
    let mut planner = Planner::new();
    let mut portfolio = Portfolio::new(0, 0.5);
    let none = planner.find_different(&state, &(), Task::Take, &mut portfolio, Budget::unlimited());
    assert_eq!((none, planner.stats().steps), (Ok(Progress::Found), 0));
    let first = planner
        .find(&state, &(), Task::Take)
        .unwrap()
        .unwrap()
        .clone();
    assert!(!portfolio.offer(&first) && portfolio.nearest(&first).is_none());
}

/// A borrowed budget keeps its unused rest, as in all searches.
#[test]
fn borrowed_budget_keeps_its_rest() {
    let state = country(&mut Random::new(1));
    let mut planner = Planner::new();
    let mut frame = Budget::steps(1_000_000);
    let mut portfolio = Portfolio::new(2, 0.1);
    let found = planner.find_different(&state, &(), Task::Take, &mut portfolio, frame.by_ref());
    assert_eq!(found, Ok(Progress::Found));
    let BudgetLeft::Steps(first) = frame.left() else {
        panic!("{frame:?}");
    };
    assert!(first > 0 && first < 1_000_000, "{first}");
    let mut more = Portfolio::new(1, 0.1);
    let found = planner.collect(&(), &mut more, frame.by_ref());
    assert_eq!(found, Ok(Progress::Found));
    assert!(matches!(frame.left(), BudgetLeft::Steps(left) if left < first));
}

/// `prune_choices` works only after a plan, and `restart` only after the last plan.
#[test]
fn pruning_and_restarting_at_other_times_do_nothing() {
    let mut planner = Planner::with_limits(Limits::compact());
    assert!(!planner.prune_choices(0) && !planner.restart());

    let state = State::from_facts([Fact::Gate(1)]).unwrap();
    planner.start(&state, Task::Campaign);
    assert_eq!(planner.resume(&(), Budget::steps(3)), Ok(Progress::Paused));
    assert!(!planner.prune_choices(0) && !planner.restart());

    let count = |planner: &mut Planner| {
        let next = || planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found);
        core::iter::repeat_with(next)
            .take_while(|found| *found)
            .count()
    };
    assert_eq!(count(&mut planner), 16);
    assert!(!planner.prune_choices(0) && planner.restart());
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    assert!(!planner.restart());
    assert!(planner.prune_choices(1) && !planner.prune_choices(1));
    assert!(count(&mut planner) < 15);

    planner.start(&State::new(), Task::Endless { n: 0 });
    assert!(planner.resume(&(), Budget::unlimited()).is_err());
    assert!(!planner.prune_choices(0) && !planner.restart());
}
