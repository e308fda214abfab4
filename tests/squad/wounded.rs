//! Wounded officers.

use crate::domain::squad::{Action, Fact};
use crate::stage::{BECK, SQUAD, Setting};

#[test]
fn wounded_are_bandaged_by_another_officer() {
    let mut setting = Setting::row();
    setting.world.officers[1].health = 40;
    let mut stage = setting.begin();
    stage.run_until("being bandaged", |stage| {
        stage.has_begun(|action| matches!(action, Action::Bandage { .. }))
    });
    // The action keeps both officers busy.
    assert!(stage.mission.brain.director.executor().is_busy(BECK));
    stage.run_until("bandaged", |stage| {
        stage.mission.world.officers[1].health >= 70
    });
    stage.run(8);
    assert!(!stage.holds(Fact::Wounded(BECK)));
    let bandages = stage
        .starts()
        .into_iter()
        .filter(|(_, _, action)| matches!(action, Action::Bandage { .. }));
    assert_eq!(bandages.count(), 1, "{}", stage.story());
    stage.assert_nothing_kept();
}

#[test]
fn last_officer_bandages_himself() {
    let mut setting = Setting::row().squad_of(1);
    setting.world.officers[0].health = 40;
    let mut stage = setting.begin();
    stage.run_until("bandaged", |stage| {
        stage.mission.world.officers[0].health >= 70
    });
    stage.run(8);
    assert!(
        stage.has_begun(|action| matches!(action, Action::BandageSelf { who } if who == SQUAD[0]))
    );
    stage.assert_nothing_kept();
}
