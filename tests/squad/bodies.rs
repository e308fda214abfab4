//! Suspects on the floor.

use crate::domain::squad::{Action, Fact};
use crate::sim::{Mode, Temper};
use crate::stage::Setting;

#[test]
fn body_is_investigated_and_poked_under_cover() {
    let mut setting = Setting::row();
    let body = setting.suspect((2, 5), Temper::Meek, Mode::Dead);
    let mut stage = setting.begin();
    stage.run_until("known to be dead", |stage| stage.holds(Fact::Dead(body)));
    stage.run_until("idle", |stage| stage.mission.brain.is_idle());
    let tick = |kind: fn(Action) -> bool| stage.first(kind).expect("it was done").0;
    let covered = tick(|action| matches!(action, Action::CoverTarget { .. }));
    let looked = tick(|action| matches!(action, Action::Investigate { .. }));
    let poked = tick(|action| matches!(action, Action::Poke { .. }));
    assert!(covered <= looked && looked < poked, "{}", stage.story());
    // It happens once.
    let pokes = stage
        .starts()
        .into_iter()
        .filter(|(_, _, action)| matches!(action, Action::Poke { .. }));
    assert_eq!(pokes.count(), 1);
    stage.assert_nothing_kept();
}

#[test]
fn suspect_playing_dead_is_restrained() {
    let mut setting = Setting::row().squad_of(1);
    let body = setting.suspect((2, 5), Temper::Meek, Mode::PlayingDead);
    let mut stage = setting.begin();
    stage.run_until("restrained", |stage| stage.mode(body) == Mode::Cuffed);
    stage.run(5);
    assert!(!stage.holds(Fact::Down(body)) && !stage.holds(Fact::Dead(body)));
    assert!(!stage.has_begun(|action| matches!(action, Action::CoverTarget { .. })));
    stage.assert_nothing_kept();
}
