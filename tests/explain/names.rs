//! Explanations with names for values.

use squad_htn::Value;
use squad_htn::explain::{About, End, Fate, given};

use crate::assert_text;
use crate::raid::raid::Task;
use crate::raid::{Man, place};

fn names(value: Value<'_>) -> Option<String> {
    match value.type_name {
        "Man" => Some(
            ["Nobody", "Ash", "Beck", "Cole"]
                .get(value.word as usize)?
                .to_string(),
        ),
        "u8" => Some(format!("door {}", value.word)),
        _ => None,
    }
}

#[test]
fn all_values_of_domain_types_have_names() {
    let (game, state) = place();
    for (name, target) in [("names_door_2", 2), ("names_door_9", 9)] {
        let why = state
            .explain(&game, Task::Enter { target })
            .expect("an existing task");
        let text = format!("{:#}", why.with_names(&names));
        assert!(
            !text.contains("Man(1)") && !text.contains("Man(2)"),
            "{text}"
        );
        assert_text(name, why.with_names(&names));
    }
    let why = state.why_not(
        &game,
        Task::Enter { target: 9 },
        "loudly",
        [given("who", Man(2))],
    );
    assert_text(
        "names_why_not",
        why.expect("it can be asked").with_names(&names),
    );
}

#[test]
fn explanation_without_names_is_unchanged() {
    let (game, state) = place();
    let why = state
        .explain(&game, Task::Enter { target: 9 })
        .expect("an existing task");
    assert_eq!(why.with_names(&|_| None).to_string(), why.to_string());
}

#[test]
fn names_cannot_break_lines() {
    let (game, state) = place();
    let bad = "\"'</script>\n🙂\u{202e}שלום a\tb\r\nc\u{2028}👩\u{200d}⚕️";
    let names = |value: Value<'_>| Some(format!("{bad}{}", value.word));
    let why = state
        .explain(&game, Task::Enter { target: 9 })
        .expect("an existing task");
    let (text, plain) = (why.with_names(&names).to_string(), why.to_string());
    assert_eq!(text.lines().count(), plain.lines().count());
    assert!(
        !text
            .chars()
            .any(|letter| letter != '\n' && letter.is_control()),
        "{text}"
    );
    assert!(
        !text.contains('\u{202e}') && !text.contains('\u{2028}'),
        "{text}"
    );
    // Joiners of emojis are kept.
    let shown = "\"'</script>U+000A🙂U+202Eשלום aU+0009bU+000DU+000AcU+2028👩\u{200d}⚕️1";
    assert!(text.contains(shown), "{text}");
}

#[test]
fn lines_have_their_subjects() {
    let (game, state) = place();
    let why = state
        .explain(&game, Task::Enter { target: 9 })
        .expect("an existing task");
    let lines = why.lines(true, None);
    let text: String = lines
        .iter()
        .map(|line| format!("{:width$}{}\n", "", line.text, width = 2 * line.depth))
        .collect();
    assert_eq!(text, format!("{why:#}"));
    assert!(matches!(
        lines[0].about,
        About::Search(Task::Enter { target: 9 })
    ));
    let count = |wanted: Fate| {
        let fates = lines.iter().filter(|line| match line.about {
            About::Branch(fate) => fate == wanted,
            _ => false,
        });
        fates.count()
    };
    assert!(count(Fate::Refused) > 2);
    let failed = |about: &About<_>| matches!(about, About::Task(_, End::Failed));
    assert_eq!(
        lines.iter().any(|line| failed(&line.about)),
        text.contains(": failed")
    );
}

/// The branches of an explained plan are those of the planner's plan, in the same number.
#[test]
fn branches_of_explained_plan_match_planner() {
    let (game, state) = place();
    let doors = [Task::Enter { target: 9 }, Task::Enter { target: 2 }];
    for task in doors.into_iter().chain([Task::Choices, Task::Pick]) {
        let why = state.explain(&game, task).expect("an existing task");
        let mut planner = crate::raid::raid::Planner::new();
        let plan = planner.find(&state, &game, task).expect("nothing is full");
        let nodes = plan.iter().flat_map(|plan| plan.tree().nodes());
        let nodes = nodes.filter(|node| node.task().is_some());
        let of_plan: Vec<(&str, usize)> = nodes.map(|node| (node.name(), node.method())).collect();
        for of in &why.branches {
            assert!(of.tried >= of.held && of.tried > 0, "{of:?}");
        }
        let taken: u64 = why.branches.iter().map(|of| of.taken).sum();
        assert_eq!(taken, of_plan.len() as u64, "{task}");
        for (name, method) in &of_plan {
            let here = of_plan
                .iter()
                .filter(|other| **other == (*name, *method))
                .count() as u64;
            let counts = why.branches.iter();
            let counts = counts.filter(|of| of.task == *name && of.method == *method);
            assert_eq!(
                counts.map(|of| of.taken).sum::<u64>(),
                here,
                "{task}: {name}"
            );
        }
    }
}
