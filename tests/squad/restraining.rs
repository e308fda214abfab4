//! Surrendered suspects.

use crate::domain::squad::{Action, Fact, Task};
use crate::judge::Judge;
use crate::sim::{Mode, PersonId, Temper};
use crate::stage::{BECK, SQUAD, Setting, Stage};
use crate::terms::Line;

/// Returns a stage with a surrendered suspect in the entrance, near the squad.
fn with_surrendered(count: usize) -> (Stage, PersonId) {
    let mut setting = Setting::row().squad_of(count);
    let target = setting.suspect((2, 1), Temper::Meek, Mode::Surrendered);
    (setting.begin(), target)
}

#[test]
fn one_officer_cuffs_while_another_covers() {
    let (mut stage, target) = with_surrendered(4);
    stage.run_until("restrained", |stage| stage.mode(target) == Mode::Cuffed);
    stage.run(20);
    let (begun, restrain, _) = stage
        .first(|a| matches!(a, Action::Restrain { .. }))
        .expect("a restrain");
    let (joined, complement, _) = stage
        .first(|a| matches!(a, Action::RestrainComplement { .. }))
        .expect("a complement");
    assert_eq!(begun, joined);
    assert_eq!(
        stage.stopped(complement),
        stage.finished(restrain),
        "{}",
        stage.story()
    );
    assert!(stage.holds(Fact::Restrained(target)));
    stage.assert_nothing_kept();
}

#[test]
fn last_officer_restrains_alone() {
    let (mut stage, target) = with_surrendered(1);
    stage.run_until("restrained", |stage| stage.mode(target) == Mode::Cuffed);
    stage.run(5);
    assert!(!stage.has_begun(|action| matches!(action, Action::RestrainComplement { .. })));
    stage.assert_nothing_kept();
}

#[test]
fn two_suspects_are_restrained_in_parallel() {
    let (mut setting, mut targets) = (Setting::row(), Vec::new());
    for place in [(1, 1), (8, 5)] {
        targets.push(setting.suspect(place, Temper::Meek, Mode::Surrendered));
    }
    let mut stage = setting.begin();
    let both = |stage: &Stage| {
        let held = |target| {
            SQUAD
                .iter()
                .any(|&who| stage.holds(Fact::Restraining(who, target)))
        };
        targets.iter().all(|&target| held(target))
    };
    stage.run_until("restraining both", both);
    assert_eq!(
        stage.mission.brain.director.executor().plans().count(),
        2,
        "{}",
        stage.story()
    );
}

#[test]
fn officer_can_be_in_two_plans_at_once() {
    let mut setting = Setting::row().squad_of(1);
    for place in [(2, 1), (2, 5)] {
        setting.suspect(place, Temper::Meek, Mode::Surrendered);
    }
    let mut stage = setting.begin();
    stage.run_until("done", |stage| stage.mission.world.suspects_at_large() == 0);
    let mut judge = Judge::default();
    for turn in &stage.turns {
        judge.judge(&turn.traffic).expect("all guarantees hold");
    }
    // His report on the first suspect waits while he restrains the second.
    assert!(judge.shared_officer, "{}", stage.story());
}

#[test]
fn custody_is_reported_exactly_once() {
    let (mut stage, target) = with_surrendered(4);
    stage.run_until("restrained", |stage| stage.mode(target) == Mode::Cuffed);
    stage.run(60);
    let reports = stage.starts().into_iter().filter(|(_, _, action)| {
        matches!(action, Action::PlayVo { line: Line::InCustody(whom), .. } if *whom == target)
    });
    assert_eq!(reports.count(), 1);
}

#[test]
fn guard_stays_until_fight_is_over() {
    let mut setting = Setting::screen();
    // The screen separates Beck and the surrendered suspect from the others, who fight.
    let target = setting.suspect((19, 1), Temper::Meek, Mode::Surrendered);
    setting.suspect((1, 1), Temper::Fighter, Mode::Fighting);
    setting.world.suspects[1].health = 1_000;
    setting.world.officers[1].spot = setting.world.map.spot_at(16, 1);
    for officer in &mut setting.world.officers {
        officer.health = 100_000;
    }
    let mut stage = setting.begin();
    stage.run_until("guarding", |stage| {
        stage.holds(Fact::Guarding(BECK, target))
    });
    let (_, guard, _) = stage
        .first(|action| matches!(action, Action::Guard { .. }))
        .expect("a guard");
    stage.run_until("over", |stage| {
        stage.mission.world.suspects[1].mode != Mode::Fighting
    });
    assert_eq!(stage.ended(guard), None, "{}", stage.story());
    // Time for the sensors, a search, and the start of its plan.
    stage.run(5);
    assert!(
        stage.stopped(guard).is_some() && stage.finished(guard).is_none(),
        "{}",
        stage.story()
    );
    assert!(stage.did(|task| task == Task::FinishAction { a: BECK }));
    stage.run_until("restrained", |stage| stage.mode(target) == Mode::Cuffed);
    stage.run_until("idle", |stage| stage.mission.brain.is_idle());
    stage.assert_nothing_kept();
}
