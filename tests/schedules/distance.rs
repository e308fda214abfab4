//! The distance of plans, which is a metric.

use squad_htn::PlanTools;

use crate::common::Random;
use crate::drill::{Man, Plan, Task, Times, plan_of, rounds, steps};

fn plan(tasks: &[Task]) -> Plan {
    plan_of(tasks, &Times(vec![])).unwrap()
}

/// Returns a similar plan: a step is left out, repeated, swapped, or given to another agent.
fn near(random: &mut Random, tasks: &[Task]) -> Vec<Task> {
    let mut tasks = tasks.to_vec();
    for _ in 0..random.below(3) {
        let count = tasks.len();
        if count < 2 {
            break;
        }
        let (at, there) = (random.below(count), random.below(count));
        match random.below(3) {
            0 => drop(tasks.remove(at)),
            1 => tasks.swap(at, there),
            _ => tasks.insert(at, tasks[there]),
        }
    }
    // Steps that are impossible in this order are removed.
    while plan_of(&tasks, &Times(vec![])).is_none() {
        let conditional = |task: &Task| matches!(task, Task::GoIn { .. } | Task::Report { .. });
        let at = tasks.iter().position(conditional).unwrap();
        tasks.remove(at);
    }
    tasks
}

/// Returns true if two steps must keep their order: they share an agent, or one of them concerns all agents.
fn depend(one: Task, other: Task) -> bool {
    let for_all = |task: Task| matches!(task, Task::GlobalBlock { .. });
    let shares = one
        .agents()
        .any(|agent| other.agents().any(|named| named == agent));
    shares || for_all(one) || for_all(other)
}

/// Returns the relevant steps in canonical order: the first of all orders that swaps of independent neighbours
/// give.
fn first_order(tasks: &[Task]) -> Vec<String> {
    let mut left: Vec<Task> = tasks
        .iter()
        .copied()
        .filter(|task| *task != Task::Note)
        .collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let free = |at: &usize| left[..*at].iter().all(|before| !depend(*before, left[*at]));
        let at = (0..left.len())
            .filter(free)
            .min_by_key(|at| left[*at].to_string())
            .unwrap();
        order.push(left.remove(at).to_string());
    }
    order
}

#[test]
fn distance_is_a_metric() {
    let mut same = 0;
    for seed in rounds(500) {
        let mut random = Random::new(seed);
        let first = steps(&mut random, 10, 3);
        let second = near(&mut random, &first);
        let third = match random.below(3) {
            0 => steps(&mut random, 10, 3),
            1 => near(&mut random, &first),
            _ => near(&mut random, &second),
        };
        let plans = [&first, &second, &third].map(|tasks| plan(tasks));
        let apart = |one: usize, other: usize| plans[one].distance(&plans[other]).mean();
        for one in 0..3 {
            assert_eq!(apart(one, one), 0.0, "seed {seed}");
            for other in 0..3 {
                let parts = plans[one].distance(&plans[other]);
                for part in [parts.steps, parts.agents, parts.order] {
                    assert!((0.0..=1.0).contains(&part), "seed {seed}: {parts:?}");
                }
                assert_eq!(parts, plans[other].distance(&plans[one]), "seed {seed}");
                if one != other {
                    let third = 3 - one - other;
                    let detour = apart(one, third) + apart(third, other);
                    let straight = apart(one, other);
                    assert!(
                        straight <= detour + 1e-6,
                        "seed {seed}: {straight} > {detour}"
                    );
                }
            }
        }
        let equal = first_order(&first) == first_order(&second);
        assert_eq!(
            apart(0, 1) == 0.0,
            equal,
            "seed {seed}: {first:?} {second:?}"
        );
        same += usize::from(equal && first != second);
    }
    if std::env::var_os("HTN_SEED").is_none() {
        assert!(same > 10, "{same} that only interleave otherwise");
    }
}

#[test]
fn distances_match_values_by_hand() {
    let (a, b) = (Man(1), Man(2));
    let act = |who, key| Task::Act { who, key };
    let distance = |one: &[Task], other: &[Task]| {
        let parts = plan(one).distance(&plan(other));
        (parts.steps, parts.agents, parts.order)
    };
    let one = [act(a, 1), act(b, 2), act(a, 3)];
    // One step of three has another agent: of four steps, two are in each plan only.
    assert_eq!(
        distance(&one, &[act(a, 1), act(b, 2), act(b, 3)]),
        (0.0, 0.5, 0.5)
    );
    // Reversed: one step of a's sequence is in order, and all of b's.
    assert_eq!(
        distance(&one, &[act(a, 3), act(b, 2), act(a, 1)]),
        (0.0, 0.0, 0.5)
    );
    // Neighbours without a common agent may be swapped.
    assert_eq!(
        distance(&one, &[act(b, 2), act(a, 1), act(a, 3)]),
        (0.0, 0.0, 0.0)
    );
    // Disjoint plans, and empty plans.
    assert_eq!(
        distance(&one, &[Task::WaitABit { who: a }]),
        (1.0, 1.0, 1.0)
    );
    assert_eq!(distance(&one, &[]), (1.0, 1.0, 1.0));
    assert_eq!(distance(&[], &[]), (0.0, 0.0, 0.0));
    // Internal steps do not count.
    assert_eq!(
        distance(&one, &[Task::Note, act(a, 1), act(b, 2), act(a, 3)]),
        (0.0, 0.0, 0.0)
    );
    // The position of a barrier concerns all agents.
    let barrier = Task::GlobalBlock { a };
    let (before, behind) = ([barrier, act(b, 1)], [act(b, 1), barrier]);
    assert!(distance(&before, &behind).2 > 0.0);
}
