//! Planners and plans that are saved: wherever a search is cut, it starts again after loading.

use saves::rng::{Rng, seeds};
use saves::{Carry, Format, mutate};
use squad_htn::prelude::*;
use squad_htn::{Planner, State};

htn_domain! {
    /// Roads, tolls, and two who carry: costs, loops, collections, and conditions that are looked at again.
    pub domain haul;
    agent u8;
    predicate at(u8 => u8) [4];
    predicate carrier(u8) [4];
    predicate road(u8, u8, u32) [16];
    predicate parcel(u8, u8) [4];
    predicate open(u8) [8];
    predicate delivered(u8) [4];

    operator walk(who: u8, from: u8, to: u8, toll: u32) by who {
        cost toll as f32;
        if at(who, from);
        success add at(who, to);
    }
    operator drop(who: u8, what: u8) by who { success add delivered(what); }
    internal operator close(place: u8) { if open(place); delete open(place); undo unlock(place); }
    internal operator unlock(place: u8) { add open(place); }

    pub method deliver_all() {
        branch next if parcel(what, to) && !delivered(what) && carrier(who) {
            carry(who, what, to);
            deliver_all();
        }
        branch done {}
    }
    method carry(who: u8, what: u8, to: u8) if open(to) && !delivered(what) {
        close(to);
        go(who, to);
        drop(who, what);
        unlock(to);
    }
    method go(who: u8, to: u8) {
        branch there if at(who, to) {}
        branch on_the_way
            if at(who, here) && road(here, next, toll) && open_or(next, to)
            sort by toll
        {
            walk(who, here, next, toll);
            go(who, to);
        }
    }
    axiom open_or(a: u8, b: u8) { open(a) || a == b }
}

use haul::{Domain, Fact, Task};

fn state() -> State<Domain> {
    let roads = [
        (1, 2, 3),
        (2, 1, 3),
        (1, 3, 1),
        (3, 2, 1),
        (2, 4, 2),
        (3, 4, 5),
        (4, 1, 1),
    ];
    let roads = roads.map(|(a, b, toll)| Fact::Road(a, b, toll));
    let others = [
        Fact::Carrier(1),
        Fact::Carrier(2),
        Fact::At(1, 1),
        Fact::At(2, 3),
        Fact::Parcel(7, 4),
        Fact::Parcel(8, 2),
        Fact::Open(2),
        Fact::Open(3),
        Fact::Open(4),
    ];
    State::from_facts(roads.into_iter().chain(others)).expect("there is room")
}

fn planner(loops: bool) -> Planner<Domain> {
    let mut planner = Planner::with_limits(Limits {
        depth: 40,
        ..Limits::compact()
    });
    planner.detect_loops(loops);
    planner
}

/// Returns the rest of a search, up to `max` plans: their texts, the end, and the statistics.
fn rest(mut planner: Planner<Domain>, most: usize) -> Vec<String> {
    let mut told = vec![planner.seen()];
    while told.len() < most {
        match planner.resume(&(), Budget::unlimited()) {
            Ok(Progress::Found) => {
                told.push(format!("{}\n{}", planner.plan().unwrap(), planner.stats()))
            }
            ended => {
                told.push(format!("{ended:?} {}", planner.stats()));
                break;
            }
        }
    }
    told
}

/// Both formats in turn.
fn format(turn: u64) -> Format {
    match turn % 2 {
        0 => Format::Json,
        _ => Format::Postcard,
    }
}

/// Wherever a search is cut, the loaded planner is as it was right after the start.
#[test]
fn loaded_search_starts_again() {
    for loops in [false, true] {
        let mut one = planner(loops);
        one.start(&state(), Task::DeliverAll);
        let first = rest(one.clone(), 6);
        let (mut found, mut paused) = (0, 0);
        for step in 0..if std::env::var_os("HTN_FULL").is_some() {
            4_000
        } else {
            500
        } {
            // Also if it is saved once more before it has continued.
            let other = one.carried(format(step)).carried(format(step + 1));
            assert_eq!(rest(other, 6), first, "after {step} steps");
            match one.resume(&(), Budget::steps(1)) {
                Ok(Progress::Found) => found += 1,
                _ => paused += 1,
            }
        }
        assert!(found > 0 && paused > 300, "{found} found, {paused} paused");
    }
}

/// Tasks that may interleave still may after loading.
#[test]
fn loaded_search_for_unordered_tasks_starts_again() {
    let tasks = [(1, 7, 4), (2, 8, 2)].map(|(who, what, to)| Task::Carry { who, what, to });
    let mut one = planner(false);
    one.start_unordered(&state(), &tasks);
    let first = rest(one.clone(), 6);
    let mut in_order = planner(false);
    in_order.start_all(&state(), &tasks);
    assert_ne!(rest(in_order, 6), first);
    for step in 0..100 {
        let other = one.carried(format(step));
        assert_eq!(rest(other, 6), first, "after {step} steps");
        let _ = one.resume(&(), Budget::steps(1));
    }
}

#[test]
fn clone_continues_a_search_exactly() {
    let mut one = planner(true);
    one.start(&state(), Task::DeliverAll);
    for step in 0..500 {
        let _ = one.resume(&(), Budget::steps(1));
        let mut other = one.clone();
        let both = [&mut one, &mut other].map(|planner| {
            let progress = planner.resume(&(), Budget::steps(3));
            format!("{progress:?} {}", planner.seen())
        });
        assert_eq!(both[0], both[1], "after {step} steps");
    }
}

#[test]
fn search_that_is_over_is_not_saved() {
    let mut full = planner(false);
    full.start(&state(), Task::DeliverAll);
    while let Ok(Progress::Found | Progress::Paused) = full.resume(&(), Budget::unlimited()) {}
    let mut none = planner(true);
    none.start(
        &State::new(),
        Task::Carry {
            who: 1,
            what: 1,
            to: 1,
        },
    );
    assert_eq!(none.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
    for planner in [full, none] {
        let mut other = planner.carried(Format::Json);
        assert_eq!(other.stats(), Stats::default());
        assert_eq!(other.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
    }
}

#[test]
fn idle_planner_loads_as_idle_planner() {
    let one = planner(true);
    for format in [Format::Json, Format::Postcard] {
        let mut other = one.carried(format);
        assert_eq!(one.seen(), other.seen());
        assert_eq!(other.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
    }
}

#[test]
fn plan_round_trips_with_costs_and_checks() {
    let mut planner = planner(true);
    let state = state();
    planner.start(&state, Task::DeliverAll);
    let mut at = 0;
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        at += 1;
        let plan = planner.plan().unwrap();
        let text = saves::json(plan);
        let other: squad_htn::Plan<Domain> = match at % 2 {
            0 => serde_json::from_str(&text).unwrap(),
            _ => saves::loaded(&saves::saved(plan)).unwrap(),
        };
        assert_eq!(plan.to_string(), other.to_string());
        assert_eq!(plan.cost(), other.cost());
        assert_eq!(saves::json(&other), text, "saved once more");
        for step in 0..plan.len() {
            assert!(
                plan.expected(step).eq(other.expected(step)),
                "before step {step}"
            );
            assert_eq!(plan.cost_of(step), other.cost_of(step));
        }
        // It is carried out in the same way.
        let follow = |plan: &squad_htn::Plan<Domain>| {
            let (mut executor, mut state) = (
                haul::Executor::with_limits(Limits::compact()),
                state.clone(),
            );
            executor.submit(plan, 0).expect("it fits");
            let mut told = Vec::new();
            for _ in 0..30 {
                for command in executor.tick(&mut state, &()) {
                    if let Command::Start { id, .. } = command {
                        executor.finish(id, Outcome::Success).expect("it runs");
                    }
                }
                told.extend(executor.events().map(|event| event.to_string()));
            }
            told
        };
        assert_eq!(follow(plan), follow(&other));
    }
    assert!(at > 10, "only {at} plans");
}

#[test]
fn save_beyond_a_limit_names_the_limit() {
    let mut planner = planner(true);
    planner
        .find(&state(), &(), Task::DeliverAll)
        .expect("there is room")
        .expect("there is a plan");
    let text = saves::json(&planner);
    let load = |limits| {
        let mut text = serde_json::Deserializer::from_str(&text);
        Planner::<Domain>::deserialize_with_limits(&mut text, limits)
    };
    assert!(load(Limits::compact()).is_ok());
    let error = load(Limits {
        tasks: 0,
        ..Limits::compact()
    })
    .unwrap_err()
    .to_string();
    assert!(error.contains("`Limits::tasks`"), "{error}");
}

#[test]
fn mutated_planners_and_plans_are_refused_or_go_on() {
    let mut searches = Vec::new();
    let mut found = Vec::new();
    let mut planner = planner(true);
    planner.start(&state(), Task::DeliverAll);
    for _ in 0..60 {
        let _ = planner.resume(&(), Budget::steps(17));
        searches.push(serde_json::to_value(&planner).unwrap());
        found.extend(
            planner
                .plan()
                .map(|plan| serde_json::to_value(plan).unwrap()),
        );
    }
    let mut loaded = [0, 0];
    for seed in seeds(2_000, 500_000) {
        let rng = &mut Rng::new(seed);
        let (mut save, other) = (rng.pick(&searches).clone(), rng.pick(&searches));
        mutate::structure(rng, &mut save["saved"], &other["saved"]);
        let planner = Planner::<Domain>::deserialize_with_limits(save, Limits::compact());
        if let Ok(mut planner) = planner {
            loaded[0] += 1;
            let again = planner.carried(Format::Postcard);
            assert_eq!(planner.seen(), again.seen(), "seed {seed}");
            let _ = planner.resume(&(), Budget::steps(500));
            let _ = planner.seen();
        }
        let (mut save, other) = (rng.pick(&found).clone(), rng.pick(&found));
        mutate::structure(rng, &mut save["saved"], &other["saved"]);
        let plan = serde_json::from_value::<squad_htn::Plan<Domain>>(save);
        if let Ok(plan) = plan {
            loaded[1] += 1;
            let _ = format!("{plan} {}", plan.cost());
            let expected: usize = (0..plan.len())
                .map(|step| plan.expected(step).count())
                .sum();
            let _ = expected;
            let mut executor = haul::Executor::with_limits(Limits::compact()).stall_timeout(3);
            let mut state = state();
            if executor.submit(&plan, 0).is_err() {
                continue;
            }
            for _ in 0..40 {
                for command in executor.tick(&mut state, &()) {
                    if let Command::Start { id, .. } = command {
                        executor.finish(id, Outcome::Success).expect("it runs");
                    }
                }
                let _ = executor.seen();
            }
            assert_eq!(executor.plans().count(), 0, "seed {seed}: {executor}");
        }
    }
    println!("{loaded:?} were loaded");
}
