//! Reaching a limit returns an error that names it, and the planner works again afterwards.

use squad_htn::prelude::*;
use squad_htn::{Domain, LimitKind};

use crate::common::{How, Search, search};
use crate::domains::restrain;
use crate::errand::{Fact, Planner, State, Task, row};
use crate::expected::play;

/// A field of [`Limits`], to read and to change.
type Field = (LimitKind, fn(&mut Limits) -> &mut usize);

const FIELDS: [Field; 8] = [
    (LimitKind::Depth, |limits| &mut limits.depth),
    (LimitKind::Steps, |limits| &mut limits.steps),
    (LimitKind::Bindings, |limits| &mut limits.bindings),
    (LimitKind::Trail, |limits| &mut limits.trail),
    (LimitKind::Sort, |limits| &mut limits.sort),
    (LimitKind::Choices, |limits| &mut limits.choices),
    (LimitKind::Tasks, |limits| &mut limits.tasks),
    (LimitKind::Checks, |limits| &mut limits.checks),
];

fn plan(state: &State, task: Task, limits: Limits) -> Search {
    search(
        state,
        &(),
        &[task],
        How {
            limits,
            ..How::default()
        },
    )
}

#[test]
fn defaults_are_generous_and_compact_ones_are_small() {
    assert!(Limits::default().depth >= 4_096 && Limits::default().steps >= 4_096);
    assert_eq!(
        (Limits::compact().depth, Limits::compact().steps),
        (256, 128)
    );
    assert_eq!(Planner::new().limits(), Limits::default());
    assert_eq!(
        Planner::with_limits(Limits::compact()).limits(),
        Limits::compact()
    );
}

#[test]
fn limits_beyond_memory_are_an_error() {
    let (state, task) = (row(3), Task::Travel { to: 3 });
    for (_, field) in FIELDS {
        for absurd in [usize::MAX, usize::MAX / 2, isize::MAX as usize / 64] {
            let mut limits = Limits::compact();
            *field(&mut limits) = absurd;
            let mut planner = Planner::with_limits(limits);
            planner.detect_loops(true);
            assert_eq!(planner.limits(), limits);
            for mut planner in [planner.clone(), planner] {
                let full = planner.find(&state, &(), task).unwrap_err();
                let SearchError::OutOfMemory { bytes } = full else {
                    panic!("{full}");
                };
                assert!(bytes >= absurd, "{full}");
                let message = full.to_string();
                assert!(message.contains("help: lower"), "{message}");
                assert!(planner.plan().is_none());
            }
        }
    }
}

/// Plans with exactly the used limits, and with one less of each. Returns the kinds that were used.
fn needs_what_it_used<D: Domain>(
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    task: D::Task,
) -> Vec<LimitKind> {
    let plan = |limits| {
        let how = How {
            limits,
            ..How::default()
        };
        search(state, context, &[task], how)
    };
    let whole = plan(Limits::default());
    assert_eq!(whole.end, Ok(()), "{task}");
    assert!(whole.plans.len() > 1, "{task}");
    let used = whole.stats.used;
    assert!(
        plan(used) == whole,
        "{task}: the high-water marks would have done"
    );

    let mut seen = Vec::new();
    for (kind, field) in FIELDS {
        let mut limits = used;
        let most = *field(&mut limits);
        if most == 0 {
            continue;
        }
        let capacity = most - 1;
        *field(&mut limits) = capacity;
        let cut = plan(limits);
        assert_eq!(
            cut.end,
            Err(SearchError::Limit { kind, capacity }),
            "{task}"
        );
        let same = whole.plans.starts_with(&cut.plans);
        assert!(same, "{task}: the plans before the error are the same");
        seen.push(kind);
    }
    seen
}

#[test]
fn high_water_marks_suffice_as_limits() {
    let state = row(8);
    let mut seen = Vec::new();
    for task in [
        Task::Collect { to: 8 },
        Task::Wander,
        Task::Travel { to: 7 },
    ] {
        seen.extend(needs_what_it_used(&state, &(), task));
    }
    let (state, game) = restrain::instance("restrain");
    let task = restrain::restraint::Task::SquadRestrain;
    seen.extend(needs_what_it_used(&state, &game, task));
    let script = [
        play::Fact::Mark(1),
        play::Fact::Script(0, 5, 1, 2),
        play::Fact::Script(1, 0, 0, 0),
    ];
    let state = play::State::from_facts(script).expect("they fit");
    seen.extend(needs_what_it_used(
        &state,
        &(),
        play::Task::Watch { a: 1, b: 2 },
    ));
    for (what, _) in FIELDS {
        assert!(seen.contains(&what), "{what} was never used");
    }
}

#[test]
fn search_at_the_smallest_limits_ends_in_an_error() {
    // The high-water marks of a new planner.
    let nothing = Planner::new().stats().used;
    for task in [Task::Collect { to: 8 }, Task::Wander, Task::Walk { to: 1 }] {
        assert!(plan(&row(8), task, nothing).end.is_err(), "{task}");
        for small in 1..12 {
            let mut limits = nothing;
            for (_, field) in FIELDS {
                *field(&mut limits) = small;
            }
            // It may return an error, but must not panic or depend on slices.
            plan(&row(8), task, limits);
        }
    }
}

#[test]
fn planner_works_again_after_an_error() {
    let mut planner = Planner::with_limits(Limits {
        steps: 3,
        ..Limits::default()
    });
    let state = row(8);
    let full = SearchError::Limit {
        kind: LimitKind::Steps,
        capacity: 3,
    };
    assert_eq!(
        planner.find(&state, &(), Task::Collect { to: 8 }).err(),
        Some(full)
    );
    assert!(planner.plan().is_none());
    assert_eq!(planner.resume(&(), Budget::unlimited()), Err(full));
    assert_eq!(planner.resume(&(), Budget::steps(0)), Err(full));
    let plan = planner
        .find(&state, &(), Task::Travel { to: 3 })
        .unwrap()
        .unwrap();
    assert_eq!(plan.tasks().count(), 3);
    let full = planner
        .find(&state, &(), Task::Endless)
        .map(|_| ())
        .unwrap_err();
    assert!(
        matches!(
            full,
            SearchError::Limit {
                kind: LimitKind::Depth,
                ..
            }
        ),
        "{full}"
    );
    assert!(
        planner
            .find(&state, &(), Task::Travel { to: 3 })
            .unwrap()
            .is_some()
    );
}

#[test]
fn endless_recursion_ends_in_an_error() {
    let found = plan(&row(2), Task::Endless, Limits::default());
    let full = found.end.unwrap_err();
    assert_eq!(
        full,
        SearchError::Limit {
            kind: LimitKind::Depth,
            capacity: Limits::default().depth
        }
    );
    let message = full.to_string();
    assert!(
        message.contains("`depth`") && message.contains("4096"),
        "{message}"
    );
}

#[test]
fn circular_axiom_ends_in_an_error() {
    let state = State::from_facts([Fact::At(0), Fact::Road(0, 1), Fact::Road(1, 0)]).unwrap();
    assert!(
        plan(&state, Task::Travel { to: 5 }, Limits::default())
            .end
            .is_err()
    );
}

#[test]
fn full_predicate_error_names_it() {
    let full = plan(&row(2), Task::TooMany, Limits::default())
        .end
        .unwrap_err();
    assert_eq!(
        full,
        SearchError::PredicateFull {
            predicate: "carried",
            capacity: 8
        }
    );
    assert!(full.to_string().contains("`carried`"));
}

htn_domain! {
    domain woven;

    predicate tie(u64);
    operator a(x: u64) {}
    method each() { for tie(b) && b > 0 { a(b); } a(9); }
    method both() { unordered { { each(); } { a(1); } } }
}

#[test]
fn step_count_is_the_same_with_a_full_trail() {
    let state = woven::State::new();
    let used = search(&state, &(), &[woven::Task::Both], How::default())
        .stats
        .used;
    for trail in 0..used.trail {
        let limits = Limits { trail, ..used };
        let how = How {
            limits,
            ..How::default()
        };
        // `search` compares the result with that of a sliced search.
        assert!(search(&state, &(), &[woven::Task::Both], how).end.is_err());
    }
}

htn_domain! {
    domain endless;

    operator o(x: u64) {}
    method plain() if let x: u64 in 0u64.. { o(x); }
    method sorted() if let x: u64 in core::iter::repeat(7) && x > 3 sort by x { o(x); }
    method each() { for let x: u64 in core::iter::repeat(7) { o(x); } }
}

/// Items are collected until the limit is reached.
#[test]
fn endless_iterator_hits_sort_limit() {
    use endless::Task::{Each, Plain, Sorted};
    for task in [Plain, Sorted, Each] {
        let mut planner = endless::Planner::new();
        let found = planner.find(&endless::State::new(), &(), task);
        let full = found
            .map(|_| ())
            .expect_err("there is no room for all of them");
        assert!(
            matches!(
                full,
                SearchError::Limit {
                    kind: LimitKind::Sort,
                    ..
                }
            ),
            "{task}: {full}"
        );
    }
}
