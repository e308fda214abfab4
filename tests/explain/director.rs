//! `Director::explain` explains the search that the director would begin.

use squad_htn::LimitKind;
use squad_htn::explain::Found;
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Man(pub u8);

htn_domain! {
    domain post;
    agent Man;
    predicate member(Man);
    predicate held(Man);
    predicate wanted(u8);
    predicate depth(=> u32);
    predicate log(u8) [2];

    internal operator hold(who: Man) { if !held(who); add held(who); undo free(who); }
    internal operator free(who: Man) { delete held(who); }
    internal operator note(x: u8) { add log(x); undo forget(x); }
    internal operator forget(x: u8) { delete log(x); }
    operator act(who: Man, x: u8) by who { success delete wanted(x); }

    pub method serve() {
        branch b if wanted(x) && member(who) && !held(who) sort by x {
            note(x); hold(who); act(who, x); global_block(who); free(who);
        }
    }
    // Without a check for loops, the first way of `inner` never ends.
    pub method around() { branch again if member(_) { inner(); } }
    method inner() { branch back { around(); } }
    method inner() { branch out if wanted(x) && member(who) { act(who, x); } }
    pub method blocks() { if member(_) { inner_blocks(); } }
    method inner_blocks() { branch back { blocks(); } }
    method inner_blocks() { branch out if wanted(x) && member(who) { act(who, x); } }
    pub method deep() { branch b if depth(n) { deeper(n); serve(); } }
    method deeper(n: u32) {
        branch down if n > 0 { deeper(n - 1); }
        branch bottom {}
    }
}

use post::{Director, Fact, Task};

/// Returns the result of the last search for the root task.
fn searched(director: &Director) -> Result<Option<Vec<Task>>, SearchError> {
    let planner = director.planner().expect("it has its own");
    match planner.plan() {
        Some(plan) => Ok(Some(plan.tasks().collect())),
        // Without a plan, a finished search returns its error again.
        None => planner.clone().resume(&(), Budget::steps(0)).map(|_| None),
    }
}

#[track_caller]
fn explained(director: &Director) -> Result<Option<Vec<Task>>, SearchError> {
    let why = director.explain(&()).expect("an existing task");
    let differs = why.differs.as_deref();
    assert_ne!(differs, Some("this explains another search"), "{why}");
    match why.found {
        Found::Plan(steps) => Ok(Some(steps)),
        Found::NoPlan => Ok(None),
        Found::Error(full) => Err(full),
        _ => panic!("{why}"),
    }
}

fn insert(director: &mut Director, facts: &[Fact]) {
    for fact in facts {
        director.state_mut().insert(*fact).expect("it fits");
    }
}

#[test]
fn replace_is_explained_as_if_the_plan_had_made_way() {
    for policy in [Policy::Replace, Policy::Preempt] {
        let mut director = Director::new(Task::Serve).policy(policy).interval(5);
        insert(&mut director, &[Fact::Member(Man(1)), Fact::Wanted(3)]);
        for _ in 0..12 {
            director.tick(&(), Budget::unlimited());
        }
        assert!(director.state().contains(Fact::Held(Man(1))));
        let plan = explained(&director)
            .expect("it has an answer")
            .expect("it has a plan");
        assert!(plan.contains(&Task::Act { who: Man(1), x: 3 }));
    }
    // A plan that is added to those that run has no agent.
    let mut director = Director::new(Task::Serve).interval(5);
    insert(&mut director, &[Fact::Member(Man(1)), Fact::Wanted(3)]);
    for _ in 0..12 {
        director.tick(&(), Budget::unlimited());
    }
    assert_eq!(explained(&director), Ok(None));
}

#[test]
fn loops_are_rejected_as_by_the_director() {
    for task in [Task::Around, Task::Blocks] {
        let mut director = Director::new(task).detect_loops(true);
        insert(&mut director, &[Fact::Member(Man(1)), Fact::Wanted(3)]);
        let why = director.explain(&()).expect("an existing task");
        let text = why.to_string();
        assert!(
            matches!(&why.found, Found::Plan(plan) if plan.len() == 1),
            "{text}"
        );
        assert_eq!(why.differs, None, "{text}");
        assert!(text.contains("refused as a loop"), "{text}");
        let mut director = Director::new(task);
        insert(&mut director, &[Fact::Member(Man(1)), Fact::Wanted(3)]);
        assert!(explained(&director).is_err());
    }
}

#[test]
fn limits_are_those_of_the_director() {
    let limits = Limits {
        depth: 20,
        ..Limits::compact()
    };
    let mut director = Director::with_limits(Task::Deep, limits);
    let facts = [Fact::Member(Man(1)), Fact::Wanted(3), Fact::Depth(50)];
    insert(&mut director, &facts);
    let why = director.explain(&()).expect("an existing task");
    let Found::Error(full) = why.found else {
        panic!("{why}");
    };
    let depth = SearchError::Limit {
        kind: LimitKind::Depth,
        capacity: 20,
    };
    assert_eq!(full, depth);
    assert!(why.differs.is_some());
    // Deeper than an explanation can go: what the planner finds is known all the same.
    let mut director = Director::new(Task::Deep);
    insert(&mut director, &facts);
    insert(&mut director, &[Fact::Depth(1_000)]);
    let why = director.explain(&()).expect("an existing task");
    assert!(matches!(why.found, Found::Plan(_)), "{why}");
    assert!(why.differs.is_some());
}

#[test]
fn squad_without_planner_is_explained() {
    let mut scheduler = post::SquadScheduler::with_limits(Limits::compact());
    let id = scheduler.add(Task::Deep);
    let squad = scheduler.squad_mut(id).expect("it is there");
    let facts = [Fact::Member(Man(1)), Fact::Wanted(3), Fact::Depth(5)];
    insert(squad, &facts);
    assert!(squad.planner().is_none());
    assert!(matches!(explained(squad), Ok(Some(_))));
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// A mission of random settings, facts and reports.
fn mission(seed: u64) -> (Director, Random) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let tasks = [Task::Serve, Task::Around, Task::Blocks, Task::Deep];
    let policies = [Policy::Accumulate, Policy::Replace, Policy::Preempt];
    let limits = Limits {
        depth: 8 + random.below(40) as usize,
        ..Limits::compact()
    };
    let director = Director::with_limits(tasks[random.below(4) as usize], limits)
        .policy(policies[random.below(3) as usize])
        .detect_loops(random.below(2) == 0)
        .interval(1 + random.below(6) as u32);
    (director, random)
}

fn change(director: &mut Director, random: &mut Random) {
    let man = Man(1 + random.below(2) as u8);
    let x = random.below(4) as u8;
    match random.below(8) {
        0..=2 => _ = director.state_mut().insert(Fact::Wanted(x)),
        3 => {
            _ = director
                .state_mut()
                .insert(Fact::Depth(random.below(60) as u32))
        }
        4 | 5 => _ = director.state_mut().insert(Fact::Member(man)),
        6 => _ = director.state_mut().remove(Fact::Member(man)),
        _ => {
            let plans = director.executor().plans();
            let running: Vec<_> = plans
                .flat_map(|plan| {
                    plan.steps()
                        .filter_map(|step| step.action)
                        .collect::<Vec<_>>()
                })
                .collect();
            for id in running {
                let outcome = match random.below(3) {
                    0 => Outcome::Failure,
                    _ => Outcome::Success,
                };
                // It may have ended by itself.
                let _ = director.finish(id, outcome);
            }
        }
    }
}

/// Compares an explanation with the next search. `None` if the tick changes anything before it searches.
fn compare(director: &Director, seed: u64) -> Option<bool> {
    let mut director = director.clone();
    // Reports of the game are processed before.
    for _ in 0..3 {
        director.tick(&(), Budget::steps(0));
    }
    let facts = |director: &Director| director.state().facts().collect::<Vec<_>>();
    let (before, answers) = (facts(&director), director.answers());
    if director.searching().is_some() || director.events().next().is_some() {
        return None;
    }
    let expected = explained(&director);
    let repairs = director.search_steps().repairs;
    director.replan_now();
    director.tick(&(), Budget::unlimited());
    let same = facts(&director) == before && director.search_steps().repairs == repairs;
    if !same || director.answers() != answers + 1 {
        return None;
    }
    assert_eq!(expected, searched(&director), "seed {seed}: {director}");
    Some(expected.is_err())
}

/// Invariant: a director finds what it explains, if nothing happens in between.
#[test]
fn next_search_finds_the_explained_plan() {
    let missions = match std::env::var_os("HTN_FULL") {
        Some(_) => 3_000,
        None => 60,
    };
    let (mut compared, mut errors) = (0, 0);
    for seed in 1..=missions {
        let (mut director, mut random) = mission(seed);
        for _ in 0..25 {
            change(&mut director, &mut random);
            director.tick(&(), Budget::unlimited());
            if random.below(4) == 0
                && let Some(is_error) = compare(&director, seed)
            {
                compared += 1;
                errors += u64::from(is_error);
            }
        }
    }
    println!("{compared} searches compared, {errors} with errors");
    assert!(
        compared > missions && errors * 20 > compared,
        "{compared}, {errors}"
    );
}

#[test]
fn full_predicate_is_named_in_the_explanation() {
    let mut director = Director::new(Task::Serve);
    let facts = [
        Fact::Member(Man(1)),
        Fact::Wanted(3),
        Fact::Log(0),
        Fact::Log(1),
    ];
    insert(&mut director, &facts);
    let why = director.explain(&()).expect("an existing task");
    let text = why.to_string();
    let first = text.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("serve(): no answer, predicate `log` is full: it holds 2 facts"),
        "{text}"
    );
}
