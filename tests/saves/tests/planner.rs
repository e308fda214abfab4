//! Planners and plans that are saved: wherever a search is cut, it goes on to the same plans by the same steps.

use saves::rng::{Rng, seeds};
use saves::{Carry, Format, mutate};
use squad_htn::prelude::*;
use squad_htn::{Planner, Portfolio, State};

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
        branch next if parcel(what, to) && !delivered(what) && carrier(who) { carry(who, what, to); deliver_all(); }
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
        branch on_the_way if at(who, here) && road(here, next, toll) && open_or(next, to) sort by toll {
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

/// The rest of a search: its plans as they print, how it ends, and what it took. At most so many.
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

#[test]
fn a_search_goes_on_wherever_it_was_cut() {
    for loops in [false, true] {
        let mut one = planner(loops);
        one.start(&state(), Task::DeliverAll);
        for step in 0..if std::env::var_os("HTN_FULL").is_some() {
            4_000
        } else {
            500
        } {
            let other = one.carried(format(step));
            assert_eq!(one.seen(), other.seen());
            // Where it is saved once more before it has gone on.
            let again = other.carried(format(step + 1));
            if step % 4 == 0 {
                assert_eq!(rest(one.clone(), 8), rest(again, 8), "after {step} steps");
            } else {
                assert_eq!(rest(one.clone(), 3), rest(other, 3), "after {step} steps");
            }
            let _ = one.resume(&(), Budget::steps(1));
        }
    }
}

#[test]
fn a_search_for_the_best_plan_keeps_its_bound() {
    for steps in 0..400 {
        let mut one = planner(true);
        let best = one.find_best(&state(), &(), Task::DeliverAll, Budget::steps(steps));
        drop(best);
        let other = one.carried(format(steps));
        assert_eq!(rest(one, 4), rest(other, 4), "after {steps} steps");
    }
}

#[test]
fn a_search_that_leaps_has_leapt() {
    for steps in (0..4_000).step_by(37) {
        let mut one = planner(true);
        let mut kept = Portfolio::new(6, 0.2).leaping(true);
        let _ = one.find_different(
            &state(),
            &(),
            Task::DeliverAll,
            &mut kept,
            Budget::steps(steps),
        );
        let mut other = one.carried(format(steps));
        let mut others = kept.clone();
        let ends = [
            one.collect(&(), &mut kept, Budget::steps(5_000)),
            other.collect(&(), &mut others, Budget::steps(5_000)),
        ];
        assert_eq!(ends[0], ends[1], "after {steps} steps");
        let plans =
            |portfolio: &Portfolio<Domain>| format!("{portfolio:?} {}", portfolio.offered());
        assert_eq!(plans(&kept), plans(&others));
        assert_eq!(one.stats(), other.stats());
    }
}

#[test]
fn loops_that_are_looked_for_from_then_on_are_from_then_on() {
    for step in (0..300).step_by(11) {
        let mut one = planner(false);
        one.start(&state(), Task::DeliverAll);
        let _ = one.resume(&(), Budget::steps(step));
        one.detect_loops(true);
        let _ = one.resume(&(), Budget::steps(step / 2));
        let mut other = one.carried(format(step));
        // Of one that has yet to go over its steps, and of the next search.
        for planner in [&mut one, &mut other] {
            planner.detect_loops(false);
        }
        assert_eq!(
            rest(one.clone(), 4),
            rest(other.clone(), 4),
            "after {step} steps"
        );
        for planner in [&mut one, &mut other] {
            planner.detect_loops(true);
            planner.start(&state(), Task::DeliverAll);
        }
        assert_eq!(
            rest(one, 4),
            rest(other, 4),
            "after {step} steps, begun anew"
        );
    }
}

#[test]
fn a_planner_that_knows_of_nothing_is_one_that_knows_of_nothing() {
    let one = planner(true);
    for format in [Format::Json, Format::Postcard] {
        let mut other = one.carried(format);
        assert_eq!(one.seen(), other.seen());
        assert_eq!(other.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
    }
}

#[test]
fn a_plan_is_what_it_was() {
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
fn search_of_too_many_steps_is_not_loaded() {
    let mut planner = planner(false);
    planner.start(&state(), Task::DeliverAll);
    let _ = planner.resume(&(), Budget::steps(100));
    let text = saves::json(&planner);
    let longer = text.replace(
        "\"stats\":{\"steps\":100,",
        "\"stats\":{\"steps\":16777217,",
    );
    assert_ne!(text, longer);
    let error = serde_json::from_str::<Planner<Domain>>(&longer).unwrap_err();
    assert!(
        error.to_string().contains("16777217 steps is not loaded"),
        "{error}"
    );
}

#[test]
fn what_does_not_fit_is_an_error_that_names_the_limit() {
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
        steps: 3,
        ..Limits::compact()
    })
    .unwrap_err()
    .to_string();
    assert!(
        error.contains("`Limits::steps`") && error.contains("3 are allowed"),
        "{error}"
    );
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
        // Who loads one goes over all its steps.
        if let Ok(mut planner) = planner.map_err(drop)
            && planner.stats().steps < 10_000
        {
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

mod digits {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain digits;
        operator open(code: u32) {}
        pub method guess() if let code: u32 in 0..20_000_000 && code % 17_000_000 == 16_999_999 { open(code); }
    }
}

#[test]
fn long_search_keeps_its_plan_and_starts_again() {
    use digits::digits::{Action, Planner, State, Task};
    let mut one = Planner::with_limits(Limits::compact());
    one.start(&State::new(), Task::Guess);
    assert_eq!(one.resume(&(), Budget::unlimited()), Ok(Progress::Found));
    let mut other = one.carried(Format::Json);
    let code = |planner: &Planner| planner.plan().and_then(|plan| plan.actions().next());
    assert_eq!(code(&other), Some(Action::Open { code: 16_999_999 }));
    // There is one such code. The search that was not saved ends, and the other finds the code again.
    assert_eq!(one.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
    assert_eq!(
        other.resume(&(), Budget::steps(1_000)),
        Ok(Progress::Paused)
    );
    assert_eq!(other.stats().steps, 1_000);
    assert_eq!(other.resume(&(), Budget::unlimited()), Ok(Progress::Found));
    assert_eq!(code(&other), Some(Action::Open { code: 16_999_999 }));
}
