//! Bounds of explanations, and the notes at the cuts.

use squad_htn::explain::{Answer, ExplainError, Explainer, Found};
use squad_htn::prelude::*;
use squad_htn::reference::Bounds;

use crate::assert_text;
use crate::raid::raid::Task;
use crate::raid::{Fact, Man, place};

#[test]
fn endless_search_is_inconclusive() {
    let (game, state) = place();
    let why = Explainer::new(&state, &game).deepest(5);
    let why = why
        .explain(Task::Endless { n: 0 })
        .expect("an existing task");
    assert!(matches!(why.found, Found::Unknown(_)));
    assert_text("limits_endless", why);
}

#[test]
fn deep_search_is_explained_on_a_2_mib_stack() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Endless { n: 0 });
    let text = why.expect("an existing task").to_string();
    assert!(
        text.ends_with("not finished, cut here: it goes deeper\n"),
        "{text}"
    );
}

#[test]
fn explain_over_work_bound_is_inconclusive() {
    let (game, state) = place();
    let bounds = Bounds {
        work: 40,
        ..Bounds::default()
    };
    let why = Explainer::new(&state, &game).bounds(bounds);
    let why = why.explain(Task::Choices).expect("an existing task");
    assert_text("limits_work", why);
}

#[test]
fn first_and_last_of_many_attempts_are_shown() {
    let (game, state) = place();
    let why = state
        .explain(&game, Task::Choices)
        .expect("an existing task");
    assert_eq!(why.left_out, 0);
    assert_text("limits_many", why);
}

#[test]
fn thousands_of_attempts_are_cut_with_a_note() {
    let (game, mut state) = place();
    for who in 4..=20 {
        state.insert(Fact::Man(Man(who))).expect("it fits");
    }
    // 20 * 20 * 20 solutions, each with a body of four tasks.
    let why = Explainer::new(&state, &game).nodes(50);
    let why = why.explain(Task::Choices).expect("an existing task");
    assert!(matches!(why.found, Found::NoPlan));
    let text = why.to_string();
    assert!(text.lines().count() < 60, "{text}");
    let few = Explainer::new(&state, &game).nodes(6);
    let few = few.explain(Task::Choices).expect("an existing task");
    assert!(few.left_out > 0);
    let last = few.to_string();
    let last = last.lines().last().unwrap_or_default();
    assert!(last.starts_with("cut at the marked places: "), "{last}");
}

#[test]
fn step_is_not_explained_as_task() {
    let (game, state) = place();
    let task = Task::Endless { n: 0 };
    assert!(state.why_not(&game, task, "", []).is_ok());
    let error = state.why_not(&game, task, "x", []).map(|_| ());
    assert_eq!(
        error,
        Err(ExplainError::NoSuchBranch {
            name: "x".into(),
            there_are: vec!["".into()]
        })
    );
}

htn_domain! {
    domain crowd;
    predicate digit(u8) [128];
    operator touch(a: u8, b: u8, c: u8) {}
    /// As many steps as there are triples.
    pub method all() {
        for digit(a) {
            for digit(b) {
                for digit(c) { touch(a, b, c); }
            }
        }
    }
}

/// A plan whose explanation would have a million nodes, or about a hundred thousand without `HTN_FULL`.
#[test]
fn huge_explanation_is_cut_with_a_note() {
    let digits = match std::env::var_os("HTN_FULL") {
        Some(_) => 64_usize,
        None => 20,
    };
    let facts = (0..digits).map(|digit| crowd::Fact::Digit(digit as u8));
    let state = crowd::State::from_facts(facts).expect("they fit");
    let bounds = Bounds {
        length: 1_000_000,
        work: u64::MAX,
        ..Bounds::default()
    };
    let why = Explainer::new(&state, &()).bounds(bounds);
    let why = why.explain(crowd::Task::All).expect("an existing task");
    let steps = digits.pow(3);
    assert!(matches!(&why.found, Found::Plan(plan) if plan.len() == steps));
    // A body, a task, an operator and its precondition for each step at least.
    let nodes = 20_000 + why.left_out;
    assert!(nodes as usize > 3 * steps, "{nodes}");
    let text = why.to_string();
    assert!(text.lines().count() < 25_000);
    let last = text.lines().last().unwrap_or_default();
    assert_eq!(
        last,
        format!(
            "cut at the marked places: {} more boxes were left out",
            why.left_out
        )
    );
    let first = text.lines().next().unwrap_or_default();
    assert!(first.ends_with(", cut here: there is more"), "{first}");
    // The statistics count all attempts.
    assert_eq!(why.branches[0].taken, 1);
}

htn_domain! {
    domain bottomless;
    predicate p(u8);
    predicate edge(u32, u32) [600];
    axiom path(a: u32, b: u32) { edge(a, b) }
    axiom path(a: u32, b: u32) { edge(a, c) && path(c, b) }
    operator act(x: u8) {}
    pub method endless() { branch b if p(x) { deep(0); act(x); } }
    method deep(n: u64) {
        branch go if p(x) {
            if p(y) && y == x { for p(z) { unordered { deep(n + 1); act(z); } } }
        }
    }
    pub method negated() {
        branch b if !(p(x) && !(p(y) && y == x && !path(0, 599))) { act(1); }
    }
    pub method plain(n: u64) { branch go { plain(n + 1); } }
}

/// Recursion without end is bounded by the stack that it uses, also without optimisation.
#[test]
fn endless_recursion_leaves_room_on_a_stack_of_1_mib() {
    use bottomless::{Fact, State, Task};
    let explain = || {
        let edges = (0..599).map(|from| Fact::Edge(from, from + 1));
        let facts = edges.chain([Fact::P(1)]);
        let state = State::from_facts(facts).expect("they fit");
        for task in [Task::Endless, Task::Negated, Task::Plain { n: 0 }] {
            let branch = if let Task::Plain { .. } = task {
                "go"
            } else {
                "b"
            };
            let why = state.explain(&(), task).expect("an existing task");
            assert!(matches!(why.found, Found::Unknown(_)), "{task}");
            assert!(!format!("{why:#}").is_empty());
            let why = state.why_not(&(), task, branch, []);
            let why = why.expect("there is such a branch");
            assert!(matches!(why.answers[..], [Answer::Stopped { .. }]), "{why}");
            let explainer = Explainer::new(&state, &());
            let traced = explainer
                .trace(task, 1, &mut |_: &squad_htn::trace::TraceEvent<
                    bottomless::Domain,
                >| {})
                .expect("an existing task");
            assert!(traced.stopped.is_some(), "{task}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let thread = thread.spawn(explain).expect("it can be spawned");
    assert!(thread.join().is_ok());
}

mod shelf {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain shelf;
        predicate note(u8) [4];
        predicate book(u8) [2];
        operator put(n: u8) { add book(n); }
        pub method fill() { put(1); put(2); put(3); }
    }
}

#[test]
fn full_predicate_is_named() {
    use shelf::shelf::{Planner, State, Task};
    let state = State::new();
    let full = Planner::new().find(&state, &(), Task::Fill).unwrap_err();
    let why = state.explain(&(), Task::Fill).expect("an existing task");
    assert!(
        matches!(why.found, Found::Error(error) if error == full),
        "{why}"
    );
    let text = why.to_string();
    let expected = "fill(): no answer, predicate `book` is full";
    assert!(text.starts_with(expected), "{text}");
}
