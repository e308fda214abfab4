//! Planning never allocates: a planner reserves all memory when it is created.

mod allocations;
mod domains;

use allocations::calls_during;
use domains::{blocks, logistics, queens, restrain};
use squad_htn::prelude::*;
use squad_htn::{Domain, Planner, State};

/// Finds up to this many plans in slices, and asserts that nothing was allocated or freed.
fn assert_quiet<D: Domain>(
    state: &State<D>,
    context: &D::Context<'_>,
    task: D::Task,
    most: usize,
    slice: u64,
) {
    let mut planner = Planner::<D>::with_limits(Limits {
        steps: 8_192,
        ..Limits::default()
    });
    let mut found = 0;
    let mut steps = 0;
    for _ in 0..2 {
        found = 0;
        let calls = calls_during(|| {
            planner.start(state, task);
            loop {
                match planner.resume(context, Budget::steps(slice)) {
                    Ok(Progress::Paused | Progress::Waiting) => {}
                    Ok(Progress::Found) => {
                        found += 1;
                        steps += planner.plan().map_or(0, |plan| plan.tasks().count());
                        if found == most {
                            return;
                        }
                    }
                    Ok(Progress::NoPlan) | Err(_) => return,
                }
            }
        });
        assert_eq!(calls, 0, "the allocator was called while planning");
    }
    assert!(found > 0 && steps > 0);
}

#[test]
fn allocation_counter_counts() {
    assert!(calls_during(|| drop(Box::new(1))) >= 2);
    assert_eq!(calls_during(|| ()), 0);
}

#[test]
fn blocks_world() {
    for name in ["blocks10", "blocks50", "blocks100"] {
        let state = blocks::state(name);
        assert_quiet(&state, &(), blocks::blocks::Task::Solve, 3, 64);
    }
}

#[test]
fn logistics_world() {
    use logistics::Package;
    use logistics::logistics::Task;
    for name in ["logistics10", "logistics60"] {
        let state = logistics::state(name);
        assert_quiet(
            &state,
            &(),
            Task::DeliverFrom {
                package: Package(1),
            },
            3,
            1_000,
        );
    }
}

#[test]
fn n_queens() {
    use queens::{queens as by_axiom, queens_by_lines as by_lines};
    let state = by_axiom::State::from_facts([by_axiom::Fact::Size(6)]).unwrap();
    assert_quiet(&state, &(), by_axiom::Task::Place { column: 1 }, 100, 7);
    let state = by_lines::State::from_facts([by_lines::Fact::Size(8)]).unwrap();
    assert_quiet(
        &state,
        &(),
        by_lines::Task::Place { column: 1 },
        100,
        u64::MAX,
    );
}

#[test]
fn restraint() {
    for name in ["restrain", "restrain16x64"] {
        let (state, game) = restrain::instance(name);
        assert_quiet(
            &state,
            &game,
            restrain::restraint::Task::SquadRestrain,
            50,
            100,
        );
    }
}

#[test]
fn best_plan_and_reached_limit() {
    let (state, game) = restrain::instance("restrain");
    let task = restrain::restraint::Task::SquadRestrain;
    let mut planner = restrain::restraint::Planner::new();
    let calls = calls_during(|| {
        let best = planner.find_best(&state, &game, task, Budget::unlimited());
        assert!(best.is_ok_and(|best| best.is_some_and(|best| best.proven)));
    });
    assert_eq!(calls, 0);

    let mut small = restrain::restraint::Planner::with_limits(Limits {
        steps: 2,
        ..Limits::compact()
    });
    let calls = calls_during(|| assert!(small.find(&state, &game, task).is_err()));
    assert_eq!(calls, 0);
}

#[test]
fn inserted_and_removed_facts() {
    use restrain::{member, restraint::Fact};
    let (mut state, _) = restrain::instance("restrain");
    let calls = calls_during(|| {
        for n in 0..1_000 {
            let fact = Fact::Reserved(member(n % 40));
            if state.contains(fact) {
                state.remove(fact);
            } else {
                assert_eq!(state.insert(fact), Ok(true));
            }
        }
    });
    assert_eq!(calls, 0);
}

htn_domain! {
    domain camp;
    predicate sees(u8, u16) [64];
    predicate at(u8 => u16) [64];
    operator shout(guard: u8) {}
    pub method watch() if sees(guard, _) && at(guard, _) { shout(guard); }
}

#[test]
fn sync_does_not_allocate() {
    use camp::{Fact, rows};
    let mut state = camp::State::new();
    let calls = calls_during(|| {
        for frame in 1..20 {
            let sees = (0..40).map(|n| Fact::Sees(n as u8, n * frame % 23));
            let at = (0..40).map(|n| Fact::At(n as u8, n * frame % 23));
            let synced = state.sync(rows::sees, sees).expect("there is room");
            assert!(synced.is_changed());
            state.sync(rows::at, at).expect("there is room");
        }
    });
    assert_eq!(calls, 0, "the allocator was called while synchronising");
}
