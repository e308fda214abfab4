//! A loaded state leads to the same plans in the same order, and the same statistics.

use saves::rng::{Rng, seeds};
use saves::storage::{random_state, storage};
use saves::{json, loaded, saved};
use squad_htn::prelude::*;
use storage::{Domain, Fact, Planner, State, Task};

/// All that a search does, in short.
fn searched(planner: &mut Planner, state: &State) -> Vec<(Vec<Task>, Stats)> {
    planner.start(state, Task::Play { rounds: 3 });
    let mut found = Vec::new();
    while found.len() < 40 {
        match planner.resume(&(), Budget::steps(20_000)) {
            Ok(Progress::Found) => {
                let steps = planner.plan().map(|plan| plan.tasks().collect());
                found.push((steps.unwrap_or_default(), planner.stats()));
            }
            Ok(_) | Err(_) => break,
        }
    }
    found.push((Vec::new(), planner.stats()));
    found
}

#[test]
fn what_follows_is_the_same() {
    let mut planner = Planner::with_limits(Limits::compact());
    let mut other = Planner::with_limits(Limits::compact());
    let mut plans = 0;
    for seed in seeds(300, 20_000) {
        let mut rng = Rng::new(seed);
        let state = random_state(&mut rng);
        let from_text: State = serde_json::from_str(&json(&state)).expect("it loads");
        let from_bytes: State = loaded(&saved(&state)).expect("it loads");
        let expected = searched(&mut planner, &state);
        for again in [from_text, from_bytes] {
            assert!(again.facts().eq(state.facts()), "seed {seed}");
            assert_eq!(searched(&mut other, &again), expected, "seed {seed}");
            assert_eq!(saved(&again), saved(&state), "seed {seed}");
        }
        plans += expected.len() - 1;
    }
    assert!(
        plans > 300 || std::env::var_os("HTN_SEED").is_some(),
        "{plans} plans say little"
    );
}

#[test]
fn bytes_are_few() {
    let facts = (0..20).map(Fact::Mark);
    let state = State::from_facts(facts).expect("they fit");
    let header = saved(&squad_htn::save::Header::of::<Domain>()).len();
    // A byte for each fact, and two for the predicate and the number of facts.
    assert_eq!(saved(&state).len(), header + 20 + "state".len() + 1 + 3);
}
