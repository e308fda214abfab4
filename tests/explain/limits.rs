//! Explanations have a bound, and say where they were cut.

use squad_htn::explain::{ExplainError, Explainer, Found};
use squad_htn::plain::Bounds;

use crate::assert_text;
use crate::raid::raid::Task;
use crate::raid::{Fact, Man, place};

#[test]
fn a_search_without_end_is_not_known() {
    let (game, state) = place();
    let why = Explainer::new(&state, &game).deepest(5);
    let why = why.explain(Task::Endless { n: 0 }).expect("it is a task");
    assert!(matches!(why.found, Found::Unknown(_)));
    assert_text("limits_endless", why);
}

#[test]
fn a_deep_search_is_told_on_a_thread_of_two_megabytes() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Endless { n: 0 });
    let text = why.expect("it is a task").to_string();
    assert!(
        text.ends_with("not finished, cut here: it goes deeper\n"),
        "{text}"
    );
}

#[test]
fn too_much_work_is_not_known() {
    let (game, state) = place();
    let bounds = Bounds {
        work: 40,
        ..Bounds::default()
    };
    let why = Explainer::new(&state, &game).bounds(bounds);
    let why = why.explain(Task::Choices).expect("it is a task");
    assert_text("limits_work", why);
}

#[test]
fn of_many_attempts_the_first_ones_and_the_last_one_are_told() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Choices).expect("it is a task");
    assert_eq!(why.left_out, 0);
    assert_text("limits_many", why);
}

#[test]
fn thousands_of_attempts_are_cut_and_it_says_so() {
    let (game, mut state) = place();
    for who in 4..=20 {
        state.insert(Fact::Man(Man(who))).expect("it fits");
    }
    // 20 * 20 * 20 solutions, each with a body of four tasks.
    let why = Explainer::new(&state, &game).nodes(50);
    let why = why.explain(Task::Choices).expect("it is a task");
    assert!(matches!(why.found, Found::NoPlan));
    let text = why.to_string();
    assert!(text.lines().count() < 60, "{text}");
    let few = Explainer::new(&state, &game).nodes(6);
    let few = few.explain(Task::Choices).expect("it is a task");
    assert!(few.left_out > 0);
    let last = few.to_string();
    let last = last.lines().last().unwrap_or_default();
    assert!(last.starts_with("cut here: "), "{last}");
}

#[test]
fn a_step_is_no_task() {
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
