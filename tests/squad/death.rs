//! The death of an officer.

use squad_htn::Event;

use crate::domain::squad::{Action, Fact};
use crate::sim::LATENCY;
use crate::stage::{SQUAD, Setting, Stage};
use crate::terms::Line;

fn kill(stage: &mut Stage, index: usize) {
    let officer = &mut stage.mission.world.officers[index];
    officer.health = 0;
    officer.doing = None;
    officer.saying.clear();
}

#[test]
fn squad_replans_at_once_after_death() {
    let mut stage = Setting::row().clear().begin();
    stage.run_until("covering", |stage| {
        stage.has_begun(|action| matches!(action, Action::Cover { .. }))
    });
    kill(&mut stage, 2);
    let killed = stage.mission.world.tick;
    stage.run_until("repaired", |stage| {
        stage
            .events()
            .any(|event| matches!(event, Event::Repaired { .. }))
    });
    // The latency of the senses, one tick to search, and one to adopt the repair.
    assert!(
        stage.mission.world.tick <= killed + LATENCY + 6,
        "{}",
        stage.story()
    );
    stage.run_to_the_end();
    assert_eq!(stage.mission.brain.rooms_cleared(), 3);
    stage.assert_nothing_kept();
}

#[test]
fn records_of_dead_are_deleted_and_death_announced() {
    let mut stage = Setting::row().clear().begin();
    stage.run(40);
    kill(&mut stage, 0);
    stage.run(60);
    let named = |fact: &Fact| format!("{fact:?}").contains("Ash");
    let left: Vec<Fact> = stage
        .mission
        .brain
        .director
        .state()
        .facts()
        .filter(named)
        .collect();
    assert_eq!(left, [Fact::Fallen(SQUAD[0])], "{}", stage.story());
    assert!(stage.has_begun(|action| matches!(
        action,
        Action::PlayVo {
            line: Line::OfficerDown(_),
            ..
        }
    )));
}

#[test]
fn last_survivor_finishes_mission() {
    let mut stage = Setting::row().clear().begin();
    for (index, pause) in [(1, 45), (3, 60), (0, 60)] {
        stage.run(pause);
        kill(&mut stage, index);
    }
    stage.run_to_the_end();
    assert_eq!(stage.mission.brain.rooms_cleared(), 3, "{}", stage.story());
    stage.assert_nothing_kept();
}

#[test]
fn reservations_end_when_all_are_dead() {
    let mut stage = Setting::row().clear().begin();
    stage.run(50);
    for index in 0..4 {
        kill(&mut stage, index);
    }
    stage.run_to_the_end();
    stage.assert_nothing_kept();
}
