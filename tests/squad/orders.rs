//! Orders of the player.

use squad_htn::{AbandonReason, Event};

use crate::domain::squad::{Action, Fact};
use crate::player::Order;
use crate::stage::{BECK, COLE, Setting, Stage};

fn abandoned(stage: &Stage, why: AbandonReason) -> usize {
    let given_up = stage
        .events()
        .filter(|event| matches!(event, Event::Abandoned { reason, .. } if *reason == why));
    given_up.count()
}

#[test]
fn ordered_officer_holds_until_order_is_cancelled() {
    let setting = Setting::row();
    let spot = setting.world.map.spot_at(1, 1);
    let mut stage = setting
        .order(5, Order::GoTo { who: BECK, spot })
        .order(120, Order::Cancel { who: BECK })
        .begin();
    stage.run(110);
    assert!(stage.holds(Fact::FollowingOrder(BECK)) && !stage.holds(Fact::SquadMember(BECK)));
    assert_eq!(stage.mission.world.spot_of(BECK), spot);
    let (_, hold, _) = stage
        .first(|action| matches!(action, Action::Hold { .. }))
        .expect("a hold");
    stage.run(30);
    assert!(stage.stopped(hold).is_some(), "{}", stage.story());
    assert!(stage.holds(Fact::SquadMember(BECK)) && !stage.holds(Fact::OrderedGoto(BECK, spot)));
    assert!(stage.mission.brain.is_idle());
    stage.assert_nothing_kept();
}

#[test]
fn order_cancelled_on_the_way_is_not_completed() {
    let setting = Setting::row();
    let spot = setting.world.map.spot_at(1, 1);
    let mut stage = setting
        .order(5, Order::GoTo { who: BECK, spot })
        .order(9, Order::Cancel { who: BECK })
        .begin();
    stage.run(40);
    assert!(
        !stage.has_begun(|action| matches!(action, Action::Hold { .. })),
        "{}",
        stage.story()
    );
    assert!(stage.holds(Fact::SquadMember(BECK)) && stage.mission.brain.is_idle());
    assert_ne!(stage.mission.world.spot_of(BECK), spot);
    stage.assert_nothing_kept();
}

#[test]
fn order_during_clear_removes_one_officer() {
    let setting = Setting::row().clear();
    let spot = setting.world.map.spot_at(1, 1);
    let mut stage = setting
        .order(40, Order::GoTo { who: COLE, spot })
        .order(400, Order::Cancel { who: COLE })
        .begin();
    stage.run_to_the_end();
    assert_eq!(stage.mission.brain.rooms_cleared(), 3);
    assert!(
        stage.has_begun(|action| matches!(action, Action::Hold { who: COLE, .. })),
        "{}",
        stage.story()
    );
    assert_eq!(
        abandoned(&stage, AbandonReason::Deadlock) + abandoned(&stage, AbandonReason::Stuck),
        0
    );
    stage.assert_nothing_kept();
}

#[test]
fn stop_abandons_plans_and_their_reservations() {
    let mut stage = Setting::row()
        .clear()
        .order(35, Order::CancelAll)
        .order(120, Order::Clear)
        .begin();
    stage.run(34);
    assert!(!stage.mission.brain.reservations().is_empty() && !stage.mission.brain.is_idle());
    stage.run(2);
    assert_eq!(
        abandoned(&stage, AbandonReason::Cancelled),
        1,
        "{}",
        stage.story()
    );
    stage.assert_nothing_kept();
    stage.run(60);
    assert!(stage.mission.brain.is_idle());
    stage.run_to_the_end();
    assert_eq!(stage.mission.brain.rooms_cleared(), 3);
}

#[test]
fn player_takes_and_returns_control() {
    let setting = Setting::row().clear();
    let walk_to = setting.world.map.spot_at(1, 5);
    let mut stage = setting
        .order(30, Order::TakeControl { who: BECK, walk_to })
        .order(300, Order::GiveBack { who: BECK })
        .begin();
    stage.run(100);
    assert!(
        !stage.holds(Fact::SquadMember(BECK)) && !stage.holds(Fact::Reserved(BECK)),
        "{}",
        stage.story()
    );
    assert_eq!(stage.mission.world.spot_of(BECK), walk_to);
    stage.run_to_the_end();
    assert_eq!(stage.mission.brain.rooms_cleared(), 3);
    stage.assert_nothing_kept();
}
