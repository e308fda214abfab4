//! Combat, and what it interrupts.

use squad_htn::{AbandonReason, Event};

use crate::domain::squad::{Action, Fact};
use crate::sim::{Mode, Temper};
use crate::stage::{MIDDLE, Setting};
use crate::terms::Line;

#[test]
fn officers_who_see_suspect_fire_and_call_once() {
    let mut setting = Setting::row();
    let fighter = setting.suspect((2, 1), Temper::Fighter, Mode::Fighting);
    for officer in &mut setting.world.officers {
        officer.health = 100_000;
    }
    let mut stage = setting.begin();
    stage.run_until("over", |stage| stage.mode(fighter) != Mode::Fighting);
    assert!(
        stage.has_begun(
            |action| matches!(action, Action::Engage { target, .. } if target == fighter)
        )
    );
    let calls = stage.starts().into_iter().filter(|(_, _, action)| {
        matches!(
            action,
            Action::PlayVo {
                line: Line::Contact(_),
                blocks: false,
                ..
            }
        )
    });
    assert_eq!(calls.count(), 1, "{}", stage.story());
}

#[test]
fn interrupted_restrain_is_planned_again() {
    let mut setting = Setting::row();
    let target = setting.suspect((2, 1), Temper::Meek, Mode::Surrendered);
    // This suspect is hidden, and starts to fight during the restrain.
    let riser = setting.suspect((9, 5), Temper::Fighter, Mode::Dead);
    for officer in &mut setting.world.officers {
        officer.health = 100_000;
    }
    let mut stage = setting.begin();
    let restraining = |stage: &crate::stage::Stage| stage.holds(Fact::Reserved(target));
    stage.run_until("restraining", |stage| {
        restraining(stage) && stage.has_begun(|action| matches!(action, Action::Restrain { .. }))
    });
    stage.run(5);
    stage.mission.world.suspects[1].mode = Mode::Fighting;
    stage.mission.world.suspects[1].health = 60;
    let (_, interrupted, _) = stage
        .first(|action| matches!(action, Action::Restrain { .. }))
        .expect("a restrain");
    stage.run_until("interrupted", |stage| stage.stopped(interrupted).is_some());
    let plan = stage.events().find_map(|event| match *event {
        Event::Started { plan, action, .. } if action == Some(interrupted) => Some(plan),
        _ => None,
    });
    let plan = plan.expect("its plan");
    stage.run_until("continued", |stage| {
        stage
            .events()
            .any(|event| matches!(event, Event::Completed { plan: ended, .. } if *ended == plan))
    });
    stage.run_until("fought", |stage| stage.mode(riser) != Mode::Fighting);
    stage.run_until("restrained after all", |stage| {
        stage.mode(target) == Mode::Cuffed
    });
    stage.run_until("idle", |stage| stage.mission.brain.is_idle());
    stage.assert_nothing_kept();
}

#[test]
fn clear_continues_after_fight() {
    let mut setting = Setting::row().clear();
    let fighter = setting.suspect((17, 5), Temper::Fighter, Mode::Hiding);
    for officer in &mut setting.world.officers {
        officer.health = 1_000;
    }
    let mut stage = setting.begin();
    stage.run_to_the_end();
    assert!(stage.holds(Fact::Cleared(MIDDLE)));
    assert_ne!(stage.mode(fighter), Mode::Hiding);
    let given_up = stage.events().filter(
        |event| matches!(event, Event::Abandoned { reason, .. } if *reason != AbandonReason::Cancelled),
    );
    assert_eq!(given_up.count(), 0, "{}", stage.story());
    stage.assert_nothing_kept();
}
