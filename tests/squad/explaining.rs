//! Explanations of the squad's decisions.

use squad_htn::explain::given;

use crate::brain::Slice;
use crate::domain::squad::Task;
use crate::mission::Mission;
use crate::player::Player;
use crate::sim::{Mode, PersonId, Temper, World, load};
use crate::stage::{DUNN, Setting, Stage};
use crate::why::{self, Unexplained};

/// Returns a stage with a surrendered suspect.
fn stage() -> (Stage, PersonId) {
    let mut setting = Setting::row();
    let suspect = setting.suspect((2, 1), Temper::Meek, Mode::Surrendered);
    (setting.begin(), suspect)
}

/// Removes line numbers, which change with every edit of the domain.
fn without_lines(text: &str) -> String {
    let mut parts = text.split(" (line ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    out
}

/// Compares an explanation with a file. `HTN_WRITE=1` overwrites the file; read the difference.
#[track_caller]
fn assert_explained(name: &str, stage: &Stage) {
    let brain = &stage.mission.brain;
    let state = brain.director.state();
    let why = state.explain(&brain.memory, Task::SquadTactical);
    assert_text(name, &why.expect("the task exists").to_string());
}

#[track_caller]
fn assert_text(name: &str, text: &str) {
    let text = without_lines(text).replace("tests/../", "");
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
fn initial_explanation_names_missing_facts() {
    let (stage, _) = stage();
    assert_explained("nothing", &stage);
}

#[test]
fn explanation_names_chosen_and_rejected_bindings() {
    let (mut stage, _) = stage();
    stage.run(3);
    assert_explained("restrain", &stage);
}

#[test]
fn why_not_names_nearer_officer() {
    let (mut stage, suspect) = stage();
    stage.run(3);
    let brain = &stage.mission.brain;
    let values = [given("who", DUNN), given("target", suspect)];
    let state = brain.director.state();
    let why = state.why_not(&brain.memory, Task::SquadTactical, "restrain", values);
    assert_eq!(
        why.expect("the branch exists").to_string(),
        "restrain with target = suspect 1, who = Dunn holds, but first comes target = suspect 1, who = Beck, d = 3: sorted by \
         d, 3 comes before 5"
    );
}

#[test]
fn explain_describes_plans_of_a_moment() {
    let (stage, _) = stage();
    let mut mission = stage.mission;
    let text = why::explain(&mut mission, 30).expect("the mission is in progress");
    assert_text("moment", &text);
}

#[test]
fn explain_shows_history_of_repaired_plan() {
    let mut mission = office();
    let text = why::explain(&mut mission, 527).expect("the mission is in progress");
    assert!(
        text.contains("is interrupted: Cole advances: archive, south-east; contact\n"),
        "{text}"
    );
    assert!(
        text.contains("is repaired, continues sweeping the archive\n"),
        "{text}"
    );
    assert!(
        text.contains("\nA search that starts now:\n  squad_tactical(): "),
        "{text}"
    );
}

/// Nearly all explanations find the plan that they explain, from the facts of its search.
#[test]
fn explanations_find_the_plans_again() {
    let (mut found, mut other) = (0, 0);
    for tick in (50..1_500).step_by(150) {
        let text = why::explain(&mut office(), tick).expect("the mission is in progress");
        found += text.matches("why this plan").count();
        other += text.matches("give another plan").count();
    }
    assert!(found > 10 && other * 10 <= found, "{other} of {found}");
}

#[test]
fn explain_after_end_is_an_error() {
    let mut mission = office();
    let over = why::explain(&mut mission, 100_000).expect_err("the mission has ended");
    assert_eq!(over, Unexplained::Over(mission.world.tick));
}

fn office() -> Mission {
    let world = World::populated(load("office", 56).expect("a map"), 56);
    let player = Player::meddling(&world, 56);
    Mission::new(world, player, Slice::Steps(1_000)).expect("the facts fit")
}
