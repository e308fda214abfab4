//! Why the squad does what it does.

use squad_htn::explain::given;

use crate::domain::squad::Task;
use crate::sim::{Mode, PersonId, Temper};
use crate::stage::{DUNN, Setting, Stage};

/// With a suspect who has his hands up.
fn stage() -> (Stage, PersonId) {
    let mut setting = Setting::row();
    let suspect = setting.suspect((2, 1), Temper::Meek, Mode::Surrendered);
    (setting.begin(), suspect)
}

/// Lines of a domain change with the text above them, and say nothing here.
fn without_lines(text: &str) -> String {
    let mut parts = text.split(" (line ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    out
}

/// The text is in a file; `HTN_WRITE=1` writes it anew, to be looked at.
#[track_caller]
fn assert_explained(name: &str, stage: &Stage) {
    let brain = &stage.mission.brain;
    let state = brain.director.state();
    let why = state.explain(&brain.memory, Task::SquadTactical);
    let text = without_lines(&why.expect("it is a task").to_string());
    let text = text.replace("tests/../", "");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/squad/explained");
    let path = format!("{folder}/{name}.txt");
    if std::env::var_os("HTN_WRITE").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "{path}: expected\n{expected}\nfound\n{text}"
    );
}

#[test]
fn before_anything_is_known_every_branch_says_what_it_lacks() {
    let (stage, _) = stage();
    assert_explained("nothing", &stage);
}

#[test]
fn a_plan_says_who_was_chosen_and_why() {
    let (mut stage, _) = stage();
    stage.run(3);
    assert_explained("restrain", &stage);
}

#[test]
fn why_dunn_does_not_restrain_him() {
    let (mut stage, suspect) = stage();
    stage.run(3);
    let brain = &stage.mission.brain;
    let values = [given("who", DUNN), given("target", suspect)];
    let state = brain.director.state();
    let why = state.why_not(&brain.memory, Task::SquadTactical, "restrain", values);
    assert_eq!(
        why.expect("there is such a branch").to_string(),
        "restrain with target = suspect 1, who = Dunn holds, but first comes target = suspect 1, who = Beck, d = 3: sorted by \
         d, 3 comes before 5"
    );
}

#[test]
fn what_the_command_line_prints_has_officers_plans_and_reasons() {
    let (mut stage, _) = stage();
    stage.run(8);
    let text = crate::why::explained(&stage.mission);
    for part in [
        "0:00.8: why the squad does what it does",
        "Beck: restrain(Beck, suspect 1) for plan 1",
        "plan 1, priority",
        "squad_tactical(): no plan",
        "branch restrain",
        "reserved(suspect 1) stands in the way",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}
