//! The benchmark domains on their instances. Each plan is executed by a small simulator with the rules of the
//! world, or compared with the result of the benchmark's hand-written code.

mod common;
mod domains;

use common::{How, all_plans, joined, search};
use domains::{blocks, haul, logistics, queens, restrain, rts};
use squad_htn::prelude::*;

#[path = "../benches/speed/hand/haul.rs"]
mod haul_by_hand;
#[path = "../benches/speed/hand/rts.rs"]
mod rts_by_hand;
#[path = "simulate/blocks.rs"]
mod simulate_blocks;
#[path = "simulate/logistics.rs"]
mod simulate_logistics;
#[path = "simulate/queens.rs"]
mod simulate_queens;

fn first_only() -> How {
    How {
        plans: 1,
        limits: Limits {
            steps: 8_192,
            ..Limits::default()
        },
        ..How::default()
    }
}

fn plan_blocks(name: &str) {
    let state = blocks::state(name);
    let found = search(&state, &(), &[blocks::blocks::Task::Solve], first_only());
    assert_eq!(found.plans.len(), 1, "{:?}", found.end);
    let mut planner = blocks::blocks::Planner::with_limits(first_only().limits);
    let plan = planner
        .find(&state, &(), blocks::blocks::Task::Solve)
        .unwrap()
        .unwrap();
    simulate_blocks::check(&domains::instance::load(name), plan.tasks());
}

#[test]
fn blocks_10() {
    plan_blocks("blocks10");
}

#[test]
fn blocks_50() {
    plan_blocks("blocks50");
}

#[test]
fn blocks_100() {
    plan_blocks("blocks100");
}

#[test]
fn blocks_300() {
    plan_blocks("blocks300");
}

fn plan_logistics(name: &str) {
    use logistics::Package;
    use logistics::logistics::{Planner, Task};
    let state = logistics::state(name);
    let task = Task::DeliverFrom {
        package: Package(1),
    };
    let found = search(&state, &(), &[task], first_only());
    assert_eq!(found.plans.len(), 1, "{:?}", found.end);
    let mut planner = Planner::with_limits(first_only().limits);
    let plan = planner.find(&state, &(), task).unwrap().unwrap();
    simulate_logistics::check(&domains::instance::load(name), plan.tasks());
    let steps: Vec<Task> = plan.tasks().collect();
    // A strand for each package instead of a block inside a block for each.
    let found = search(&state, &(), &[Task::DeliverAll], first_only());
    assert_eq!(found.plans.len(), 1, "{:?}", found.end);
    let plan = planner
        .find(&state, &(), Task::DeliverAll)
        .unwrap()
        .unwrap();
    assert_eq!(plan.tasks().collect::<Vec<_>>(), steps);
}

#[test]
fn logistics_10() {
    plan_logistics("logistics10");
}

#[test]
fn logistics_30() {
    plan_logistics("logistics30");
}

#[test]
fn logistics_60() {
    plan_logistics("logistics60");
}

fn rows(plan: &[String]) -> Vec<u8> {
    let row = |step: &String| {
        let (_, row) = step
            .trim_end_matches(')')
            .split_once(", ")
            .expect("put(column, row)");
        row.parse().expect("a number")
    };
    plan.iter().map(row).collect()
}

fn first_queens(n: u8, expected: &[u8]) {
    let state = queens::queens::State::from_facts([queens::queens::Fact::Size(n)]).unwrap();
    let task = queens::queens::Task::Place { column: 1 };
    let found = search(&state, &(), &[task], first_only());
    assert_eq!(rows(&found.plans[0]), expected);

    use queens::queens_by_lines::{Fact, State, Task};
    let state = State::from_facts([Fact::Size(n)]).unwrap();
    let found = search(&state, &(), &[Task::Place { column: 1 }], first_only());
    assert_eq!(rows(&found.plans[0]), expected);
}

#[test]
fn queens_8() {
    first_queens(8, &[1, 5, 8, 6, 3, 7, 2, 4]);
}

#[test]
fn queens_12() {
    first_queens(12, &[1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]);
}

#[test]
fn all_queens_6_in_order() {
    let state = queens::queens::State::from_facts([queens::queens::Fact::Size(6)]).unwrap();
    let plans = all_plans(&state, &(), queens::queens::Task::Place { column: 1 });
    let found: Vec<Vec<u8>> = plans.iter().map(|plan| rows(plan)).collect();
    assert_eq!(found, simulate_queens::all(6));
}

fn restrains(name: &str, squad: u16, target: u16, partner: u16) {
    let (state, game) = restrain::instance(name);
    let plans = all_plans(&state, &game, restrain::restraint::Task::SquadRestrain);
    let (squad, target, partner) = (
        restrain::member(squad),
        restrain::suspect(target),
        restrain::member(partner),
    );
    let expected = format!(
        "reserve({squad:?}); reserve({partner:?}); reserve({target:?}); \
         restrain({squad:?}, {target:?}); restrain_complement({partner:?}, {target:?}); \
         global_block({squad:?}); free({squad:?}); free({partner:?}); free({target:?})"
    );
    assert_eq!(joined(&plans)[0], expected);
}

#[test]
fn restrain_4x6() {
    restrains("restrain", 3, 3, 4);
}

#[test]
fn restrain_16x64() {
    restrains("restrain16x64", 2, 47, 11);
}

/// The number of instances per domain that are compared with hand-written code.
const INSTANCES: u64 = 8;

#[test]
fn rts_plans_equal_hand_written_code() {
    use rts_by_hand::{Base, Step};
    for seed in 0..INSTANCES {
        let (state, map) = rts::instance(seed);
        let found = search(&state, &map, &[rts::rts::Task::Develop], first_only());
        assert_eq!(found.plans.len(), 1, "{:?}", found.end);
        let mut planner = rts::rts::Planner::with_limits(first_only().limits);
        let plan = planner
            .find(&state, &map, rts::rts::Task::Develop)
            .unwrap()
            .unwrap();
        let ours: Vec<Step> = plan.tasks().map(Step::of).collect();
        let start = Base::new(state.facts());
        let mut by_hand = start.clone();
        // Twice, like the benchmark: the changes of the first run must be undone.
        for _ in 0..2 {
            let mut steps = Vec::new();
            by_hand.copy_from(&start);
            by_hand.develop(&map, &mut steps);
            assert_eq!(ours, steps);
        }
    }
}

#[test]
fn haul_plans_equal_hand_written_code() {
    use haul_by_hand::{Haul, Step};
    for seed in 0..INSTANCES {
        let (state, roads) = haul::instance(seed);
        let found = search(
            &state,
            &roads,
            &[haul::haul::Task::DeliverAll],
            first_only(),
        );
        assert_eq!(found.plans.len(), 1, "{:?}", found.end);
        let mut planner = haul::haul::Planner::with_limits(first_only().limits);
        let plan = planner
            .find(&state, &roads, haul::haul::Task::DeliverAll)
            .unwrap()
            .unwrap();
        let ours: Vec<Step> = plan.tasks().map(Step::of).collect();
        let start = Haul::new(state.facts());
        let mut by_hand = start.clone();
        // Twice, like the benchmark: the changes of the first run must be undone.
        for _ in 0..2 {
            let mut steps = Vec::new();
            by_hand.copy_from(&start);
            by_hand.solve(&roads, &mut steps);
            assert_eq!(ours, steps);
        }
    }
}
