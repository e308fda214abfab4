//! Clearing rooms in pairs.

use crate::brain::Slice;
use crate::domain::squad::{Action, Fact, Task};
use crate::sim::PersonId;
use crate::stage::{ASH, BACK, BECK, COLE, DUNN, MIDDLE, Setting, Stage};
use crate::terms::Line;

fn cleared() -> Stage {
    let mut stage = Setting::row().clear().begin();
    stage.run_to_the_end();
    stage
}

fn who(stage: &Stage, kind: impl Fn(Action) -> Option<PersonId>) -> Vec<PersonId> {
    let mut who: Vec<PersonId> = stage
        .starts()
        .into_iter()
        .filter_map(|(_, _, action)| kind(action))
        .collect();
    who.sort();
    who.dedup();
    who
}

#[test]
fn pairs_take_turns_clearing_rooms() {
    let stage = cleared();
    let into = |room| {
        who(&stage, |action| match action {
            Action::Advance { who, into, .. } if into == room => Some(who),
            _ => None,
        })
    };
    // Small rooms have one point each, so one officer of the pair advances.
    assert!(
        into(MIDDLE).iter().all(|who| [ASH, BECK].contains(who)),
        "{}",
        stage.story()
    );
    assert!(
        into(BACK).iter().all(|who| [COLE, DUNN].contains(who)),
        "{}",
        stage.story()
    );
    assert!(!into(MIDDLE).is_empty() && !into(BACK).is_empty());
    stage.assert_nothing_kept();
}

#[test]
fn one_pair_covers_while_other_advances() {
    let stage = cleared();
    let (advanced, advance, _) = stage
        .first(|action| matches!(action, Action::Advance { into: MIDDLE, .. }))
        .expect("an advance");
    for officer in [COLE, DUNN] {
        let (covered, cover, _) = stage
            .first(|action| matches!(action, Action::Cover { who, .. } if who == officer))
            .expect("cover");
        assert!(
            covered < advanced && stage.ended(cover) > stage.ended(advance),
            "{}",
            stage.story()
        );
        // Cover ends only when the plan stops it.
        assert!(stage.stopped(cover).is_some());
    }
    assert!(stage.did(|task| task == Task::FinishAction { a: COLE }));
}

#[test]
fn squad_waits_for_clear_announcement() {
    let stage = cleared();
    let (said, call, action) = stage
        .first(|action| {
            matches!(
                action,
                Action::PlayVo {
                    line: Line::Clear(MIDDLE),
                    ..
                }
            )
        })
        .expect("the announcement");
    assert!(matches!(action, Action::PlayVo { blocks: true, .. }));
    let over = stage.ended(call).expect("it ends");
    assert!(over > said + 5);
    let between = stage
        .starts()
        .into_iter()
        .filter(|&(tick, id, _)| id != call && (said..over).contains(&tick))
        .count();
    assert_eq!(between, 0, "{}", stage.story());
}

#[test]
fn door_call_outs_do_not_block_speaker() {
    let stage = cleared();
    let call_out = |action: Action| match action {
        Action::PlayVo {
            who,
            line: Line::Door(_),
            blocks: false,
        } => Some(who),
        _ => None,
    };
    let (said, line, action) = stage
        .first(|action| call_out(action).is_some())
        .expect("a call-out");
    let speaker = call_out(action).expect("a speaker");
    let arrive =
        stage.first(|action| matches!(action, Action::Arrive { who, .. } if who == speaker));
    let (moved, _, _) = arrive.expect("the speaker moves up");
    assert_eq!(moved, said);
    assert!(stage.ended(line) > Some(moved));
}

#[test]
fn mission_ends_when_all_rooms_are_clear() {
    let stage = cleared();
    assert!(stage.holds(Fact::MissionDone));
    assert_eq!(stage.mission.brain.rooms_cleared(), 3);
}

#[test]
fn smaller_squads_clear_building() {
    for count in [3, 2, 1] {
        let mut stage = Setting::row().squad_of(count).clear().begin();
        stage.run_to_the_end();
        assert_eq!(stage.mission.brain.rooms_cleared(), 3, "{}", stage.story());
        stage.assert_nothing_kept();
        let covers = stage.has_begun(|action| matches!(action, Action::Cover { .. }));
        assert_eq!(covers, count > 1);
    }
}

#[test]
fn small_search_budget_only_delays() {
    let mut setting = Setting::row().clear();
    setting.slice = Slice::Steps(40);
    let mut thin = setting.begin();
    thin.run_to_the_end();
    assert_eq!(thin.mission.brain.rooms_cleared(), 3);
    assert!(thin.turns.len() > cleared().turns.len());
}
