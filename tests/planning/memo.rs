//! The memo of failures: with it, a planner finds the same plans in the same order.

use squad_htn::prelude::*;
use squad_htn::{LimitKind, MemoError};

use crate::common::Random;

htn_domain! {
    domain quest;

    predicate at(=> u8);
    predicate road(u8, u8) [64];
    predicate lies(u8, u8) [16];
    predicate held(u8) [8];
    predicate needs(u8, u8) [16];
    predicate is_open(u8) [8];
    predicate tired(u8) [8];

    operator walk(to: u8) { if at(here) && road(here, to); add at(to); }
    operator grab(key: u8) {
        if at(here) && lies(key, here);
        delete lies(key, here);
        add held(key);
    }
    operator drop_key(key: u8) { if at(here) && held(key); delete held(key); add lies(key, here); }
    operator unlock(door: u8) {
        if at(door) && needs(door, key) && held(key) && !is_open(door);
        delete needs(door, key);
        add is_open(door);
    }
    operator rest(level: u8) { delete tired(level); }

    pub method reach(to: u8) {
        branch there if at(to) {}
        branch on if at(here) && road(here, next) { walk(next); reach(to); }
    }

    pub method collect(key: u8) {
        branch has if held(key) {}
        branch get if lies(key, place) { reach(place); grab(key); }
    }
    pub method collect(key: u8) if held(other) && other != key { swap(other); collect(key); }
    method swap(key: u8) { drop_key(key); }

    pub method open(door: u8) if needs(door, key) { collect(key); reach(door); unlock(door); }

    pub method open_all() {
        branch more if needs(door, _) { open(door); open_all(); }
        branch done {}
    }

    pub method both(a: u8, b: u8) {
        unordered { { open(a); } { if is_open(b) { rest(0); } else { open(b); } } }
        reach(0);
    }

    pub method wander(to: u8) {
        while tired(level) { rest(level); try_open(); }
        for needs(door, _) { open(door); }
        reach(to);
    }
    method try_open() {
        branch yes if needs(door, _) { open(door); }
        branch no {}
    }

    pub method nearest() if first(lies(key, place) sort by place) {
        reach(place);
        grab(key);
        open_all();
    }

    pub method counted(to: u8) {
        let doors: u8 = count_doors();
        if doors > 0 { open_all(); }
        reach(to);
    }
    method count_doors() -> u8 {
        branch some if needs(door, _) { return door; }
        branch none { return 0; }
    }
}

use quest::{Fact, Planner, State, Task};

const PLACES: usize = 5;

fn random_state(random: &mut Random) -> State {
    let mut state = State::new();
    let place = |random: &mut Random| random.below(PLACES) as u8;
    let mut facts = vec![Fact::At(place(random))];
    facts.extend((0..3 + random.below(11)).map(|_| Fact::Road(place(random), place(random))));
    facts.extend((0..random.below(4)).map(|key| Fact::Lies(key as u8, place(random))));
    facts.push(Fact::Lies(7, 9)); // out of reach
    for _ in 0..random.below(4) {
        facts.push(Fact::Needs(place(random), random.below(4) as u8));
    }
    facts.extend((0..random.below(2)).map(|level| Fact::Tired(level as u8)));
    for fact in facts {
        state.insert(fact).expect("it is small");
    }
    state
}

fn random_tasks(random: &mut Random) -> Vec<Task> {
    let place = |random: &mut Random| random.below(PLACES) as u8;
    let mut tasks = Vec::new();
    for _ in 0..1 + random.below(4) {
        tasks.push(match random.below(9) {
            0 => Task::Reach { to: place(random) },
            1 => Task::Collect { key: place(random) },
            2 => Task::Open {
                door: place(random),
            },
            3 => Task::OpenAll,
            4 => Task::Both {
                a: place(random),
                b: place(random),
            },
            5 => Task::Wander { to: place(random) },
            6 => Task::Nearest,
            7 => Task::Counted { to: place(random) },
            _ => Task::Walk { to: place(random) },
        });
    }
    tasks
}

/// The first plans of a search, its end, and the tasks that a memo refused.
#[derive(PartialEq, Debug)]
struct Found {
    plans: Vec<String>,
    /// The error, or whether there is no further plan. A search that takes too long has neither.
    end: Option<Result<(), SearchError>>,
    steps: u64,
    refused: u64,
}

const MOST_PLANS: usize = 40;

fn search(planner: &mut Planner, state: &State, tasks: &[Task], slice: u64) -> Found {
    planner.start_all(state, tasks);
    let mut plans = Vec::new();
    let mut end = None;
    while plans.len() < MOST_PLANS && planner.stats().steps < 60_000 {
        match planner.resume(&(), Budget::steps(slice)) {
            Ok(Progress::Found) => plans.push(planner.plan().expect("it was found").to_string()),
            Ok(Progress::NoPlan) => end = Some(Ok(())),
            Ok(_) => continue,
            Err(error) => end = Some(Err(error)),
        }
        if end.is_some() {
            break;
        }
    }
    let stats = planner.stats();
    Found {
        plans,
        end,
        steps: stats.steps,
        refused: stats.remembered,
    }
}

#[test]
fn memo_changes_no_plan() {
    let (mut refused, mut compared) = (0, 0);
    let first: u64 = std::env::var("HTN_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let cases = if std::env::var_os("HTN_FULL").is_some() {
        200_000
    } else {
        1_500
    };
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        let (state, tasks) = (random_state(&mut random), random_tasks(&mut random));
        let mut planner = Planner::with_limits(Limits {
            depth: 60,
            ..Limits::compact()
        });
        planner.detect_loops(random.below(4) > 0);
        let slice = [3, 50, 100_000][random.below(3)];
        let plain = search(&mut planner, &state, &tasks, slice);
        if !matches!(plain.end, Some(Ok(()))) && plain.plans.len() < MOST_PLANS {
            continue;
        }
        compared += 1;
        for entries in [1, 20, 5_000] {
            planner.remember(entries).expect("it is small");
            let found = search(&mut planner, &state, &tasks, slice);
            let case = format!("seed {seed}, {entries} entries, {tasks:?} in\n{state}");
            assert_eq!(found.plans, plain.plans, "{case}");
            if plain.plans.len() < MOST_PLANS {
                assert_eq!(found.end, plain.end, "{case}");
            }
            let other = search(&mut planner.clone(), &state, &tasks, 7);
            assert_eq!(other, found, "{case}");
            refused += found.refused;
        }
        planner.forget();
        assert_eq!(
            search(&mut planner, &state, &tasks, slice),
            plain,
            "seed {seed}"
        );
    }
    assert!(
        compared > cases / 2 && refused > 1_000,
        "{compared} compared, {refused} refused"
    );
}

htn_domain! {
    /// Grammars whose rules are facts: a symbol from 10 on is replaced by the two symbols of one of its rules.
    domain grammar;

    predicate rule(u8, u8, u8) [32];
    predicate bit(u8) [4];

    operator set(n: u8) { add bit(n); }
    operator clear(n: u8) { delete bit(n); }
    operator need(n: u8) { if bit(n); }
    operator need_not(n: u8) { if !bit(n); }

    pub method derive(n: u8) {
        branch set if n < 2 { set(n); }
        branch clear if n < 4 { clear(n - 2); }
        branch need if n < 6 { need(n - 4); }
        branch need_not if n < 8 { need_not(n - 6); }
        branch empty if n < 10 {}
        branch replace if rule(n, a, b) { derive(a); derive(b); }
    }

    pub method goal(n: u8, bit: u8) { derive(n); need(bit); derive(n); }
}

#[test]
fn memo_changes_no_derivation() {
    let symbol = |random: &mut Random| random.below(14) as u8;
    let (mut refused, mut compared) = (0, 0);
    let first: u64 = std::env::var("HTN_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let cases = if std::env::var_os("HTN_FULL").is_some() {
        500_000
    } else {
        3_000
    };
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        let mut state = grammar::State::new();
        for _ in 0..4 + random.below(8) {
            let n = 10 + random.below(4) as u8;
            let rule = grammar::Fact::Rule(n, symbol(&mut random), symbol(&mut random));
            state.insert(rule).expect("there is room");
        }
        let n = 10 + random.below(4) as u8;
        let task = match random.below(3) {
            0 => grammar::Task::Derive { n },
            _ => grammar::Task::Goal {
                n,
                bit: random.below(2) as u8,
            },
        };
        let mut planner = grammar::Planner::with_limits(Limits {
            depth: 40,
            ..Limits::compact()
        });
        planner.detect_loops(true);
        let all = |planner: &mut grammar::Planner| {
            planner.start_all(&state, &[task, grammar::Task::Need { n: 0 }]);
            let mut plans = Vec::new();
            while planner.stats().steps < 30_000 {
                match planner.resume(&(), Budget::steps(1_000)) {
                    Ok(Progress::Found) => plans.push(planner.plan().map(|plan| plan.to_string())),
                    Ok(Progress::NoPlan) => return Some(plans),
                    Ok(_) => {}
                    Err(_) => return None,
                }
            }
            None
        };
        let Some(plain) = all(&mut planner) else {
            continue;
        };
        compared += 1;
        for entries in [3, 5_000] {
            planner.remember(entries).expect("it is small");
            assert_eq!(
                all(&mut planner),
                Some(plain.clone()),
                "seed {seed}, {entries} entries"
            );
            refused += planner.stats().remembered;
        }
    }
    assert!(
        compared > cases / 3 && refused > cases,
        "{compared} compared, {refused} refused"
    );
}

#[test]
fn hopeless_search_ends_early() {
    // Every pair of places is connected, so there are factorially many ways, and no key for the door.
    let mut state = State::new();
    for a in 0..7 {
        for b in (0..7).filter(|b| *b != a) {
            state.insert(Fact::Road(a, b)).expect("it is small");
        }
    }
    for fact in [Fact::At(0), Fact::Needs(3, 1), Fact::Lies(1, 9)] {
        state.insert(fact).expect("it is small");
    }
    let mut planner = Planner::new();
    planner.detect_loops(true);
    planner.remember(1_000).expect("it is small");
    let found = planner.find(&state, &(), Task::Open { door: 3 });
    assert!(found.expect("no limit is reached").is_none());
    let stats = planner.stats();
    assert!(stats.remembered > 0 && stats.steps < 10_000, "{stats}");
    planner.forget();
    planner.start(&state, Task::Open { door: 3 });
    let progress = planner.resume(&(), Budget::steps(10 * stats.steps));
    assert_eq!(progress, Ok(Progress::Paused));
}

#[test]
fn memo_may_be_set_during_a_search() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let (state, tasks) = (random_state(&mut random), random_tasks(&mut random));
        let mut planner = Planner::with_limits(Limits {
            depth: 60,
            ..Limits::compact()
        });
        planner.detect_loops(true);
        let plain = search(&mut planner, &state, &tasks, 100_000);
        if plain.end != Some(Ok(())) {
            continue;
        }
        planner.start_all(&state, &tasks);
        let mut plans = Vec::new();
        loop {
            match random.below(4) {
                0 => planner.remember(100).expect("it is small"),
                1 => planner.forget(),
                _ => {}
            }
            match planner
                .resume(&(), Budget::steps(20))
                .expect("no limit was reached before")
            {
                Progress::Found => plans.push(planner.plan().expect("it was found").to_string()),
                Progress::NoPlan => break,
                _ => {}
            }
        }
        assert_eq!(plans, plain.plans);
    }
}

#[test]
fn memo_without_entries_is_an_error() {
    let mut planner = Planner::new();
    let error = planner.remember(0).unwrap_err();
    assert_eq!(error, MemoError::Empty);
    assert_eq!(
        error.to_string(),
        "a memo of 0 entries remembers nothing; help: pass the number of failures to remember, \
         or call `Planner::forget` to remove the memo"
    );
    let error = planner.remember(usize::MAX).unwrap_err();
    assert!(matches!(error, MemoError::OutOfMemory { .. }), "{error}");
}

#[test]
fn best_plan_is_the_same_with_a_memo() {
    let mut random = Random::new(11);
    for _ in 0..100 {
        let state = random_state(&mut random);
        let mut planner = Planner::with_limits(Limits {
            depth: 60,
            ..Limits::compact()
        });
        planner.detect_loops(true);
        let best = |planner: &mut Planner| {
            let best = planner.find_best(&state, &(), Task::OpenAll, Budget::steps(100_000));
            best.map(|best| best.map(|best| (best.plan.to_string(), best.proven)))
        };
        let plain = best(&mut planner);
        if !matches!(plain, Ok(Some((_, true)) | None)) {
            continue;
        }
        planner.remember(500).expect("it is small");
        assert_eq!(best(&mut planner), plain);
    }
}

#[test]
fn search_with_a_memo_reaches_limits_as_errors() {
    let mut planner = Planner::with_limits(Limits {
        tasks: 4,
        ..Limits::compact()
    });
    planner.remember(16).expect("it is small");
    let mut state = State::from_facts([Fact::At(0)]).expect("it is small");
    for place in 0..8 {
        state
            .insert(Fact::Road(place, place + 1))
            .expect("it is small");
    }
    let error = planner
        .find(&state, &(), Task::Reach { to: 8 })
        .unwrap_err();
    assert!(
        matches!(
            error,
            SearchError::Limit {
                kind: LimitKind::Tasks,
                ..
            }
        ),
        "{error}"
    );
}
