//! Why the squad does what it does.

use squad_htn::explain::given;

use crate::brain::Slice;
use crate::domain::squad::Task;
use crate::mission::Mission;
use crate::player::Player;
use crate::sim::{Mode, PersonId, Temper, World, load};
use crate::stage::{DUNN, Setting, Stage};
use crate::why::{self, Unexplained};

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
    assert_text(name, &why.expect("it is a task").to_string());
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
fn a_moment_is_told_with_its_plans_and_where_they_come_from() {
    let (stage, _) = stage();
    let mut mission = stage.mission;
    let text = why::explain(&mut mission, 30).expect("it goes on");
    assert_text("moment", &text);
}

#[test]
fn a_plan_that_was_mended_has_its_story() {
    let mut mission = office();
    let text = why::explain(&mut mission, 527).expect("it goes on");
    assert!(
        text.contains("breaks off: Cole advances: archive, south-east; contact\n"),
        "{text}"
    );
    assert!(
        text.contains("is mended, goes on sweeping the archive\n"),
        "{text}"
    );
    assert!(
        text.contains("\nA search that begins now:\n  squad_tactical(): "),
        "{text}"
    );
}

/// With what the squad knew when it began to think, the same plan is found again.
#[test]
fn the_search_of_nearly_every_plan_is_found_again() {
    let (mut found, mut other) = (0, 0);
    for tick in (50..1_500).step_by(150) {
        let text = why::explain(&mut office(), tick).expect("it goes on");
        found += text.matches("why it was found").count();
        other += text.matches("another plan is found").count();
    }
    assert!(found > 10 && other * 10 <= found, "{other} of {found}");
}

#[test]
fn after_the_end_there_is_nothing_to_explain() {
    let mut mission = office();
    let over = why::explain(&mut mission, 100_000).expect_err("it has ended by then");
    assert_eq!(over, Unexplained::Over(mission.world.tick));
}

fn office() -> Mission {
    let world = World::populated(load("office", 56).expect("a map"), 56);
    let player = Player::meddling(&world, 56);
    Mission::new(world, player, Slice::Steps(1_000)).expect("room for the facts")
}
