//! Knowledge and its sources.

use crate::body::Line;
use crate::domain::soldier::Fact;
use crate::stage::{Stage, foe, man, place};
use crate::story::Happening;
use crate::terms::{Order, Soldier};

#[test]
fn knowledge_spreads_only_by_speech() {
    // Falk sees Pavel walk about. Ebner is around the corner, within earshot of Falk alone.
    let mut stage = Stage::new(
        false,
        &[("Falk", "ditch"), ("Gruber", "tannery"), ("Dorn", "mill")],
    );
    stage.inform("Falk", Fact::Mate(man("Gruber"), place("tannery")));
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    assert_eq!(stage.believes("Falk", "Pavel"), Some("station"));
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
    let briefed =
        |it: &Happening| matches!(it, Happening::Briefs { who, .. } if *who == man("Falk"));
    // It takes at least half a second to start and more than a second to say it.
    assert!(!stage.until(1, briefed));
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
    assert!(stage.until(3, briefed));
    assert_eq!(stage.believes("Gruber", "Pavel"), Some("station"));
    let (_, word) = stage.battle.minds[man("Gruber").index()]
        .believes(foe("Pavel"))
        .unwrap();
    assert_eq!(
        (word.when, word.hands, word.from),
        (0, 1, Some(man("Falk")))
    );
    // Distant soldiers have heard nothing, and it is said once.
    assert_eq!(stage.believes("Dorn", "Pavel"), None);
    assert!(!stage.until(5, |it| matches!(it, Happening::Briefs { .. })));
}

#[test]
fn reports_are_passed_on_with_less_certainty() {
    // A chain of three soldiers. The last one is out of earshot of the first.
    let there = [("Adler", "mill"), ("Brandt", "chapel"), ("Conti", "school")];
    let mut stage = Stage::new(false, &there);
    for (who, mate, at) in [
        ("Adler", "Brandt", "chapel"),
        ("Brandt", "Adler", "mill"),
        ("Brandt", "Conti", "school"),
        ("Conti", "Brandt", "chapel"),
    ] {
        stage.inform(who, Fact::Mate(man(mate), place(at)));
    }
    assert!(!stage.battle.map.in_earshot(place("mill"), place("school")));
    stage.inform("Adler", Fact::Enemy(foe("Pavel"), place("farm")));
    stage.until(
        10,
        |it| matches!(it, Happening::Briefs { who, .. } if *who == man("Brandt")),
    );
    let (_, word) = stage.battle.minds[man("Conti").index()]
        .believes(foe("Pavel"))
        .unwrap();
    assert_eq!((word.hands, word.from), (2, Some(man("Brandt"))));
    assert!((word.sure - 0.81).abs() < 0.01, "{}", word.sure);
}

#[test]
fn report_to_absent_mate_is_not_heard() {
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Gruber", "depot")]);
    stage.inform("Falk", Fact::Mate(man("Gruber"), place("ditch")));
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    assert!(stage.until(
        5,
        |it| matches!(it, Happening::Briefs { friends, .. } if friends.is_empty())
    ));
    // He assumes that he was heard.
    assert!(stage.knows(
        "Falk",
        Fact::Knows(man("Gruber"), foe("Pavel"), place("station"))
    ));
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
}

#[test]
fn enemies_overhear_orders() {
    let mut stage = Stage::new(
        false,
        &[
            ("Adler", "mill"),
            ("Brandt", "mill"),
            ("Lukas", "chapel"),
            ("Rada", "villa"),
        ],
    );
    let what = Order::Attack(place("market"));
    let line = Line::Order {
        to: man("Brandt"),
        what,
    };
    stage.battle.deliver(man("Adler"), line).unwrap();
    assert!(stage.knows("Brandt", Fact::Order(1, what)));
    assert!(stage.knows("Lukas", Fact::Coming(place("market"))));
    assert_eq!(stage.believes("Lukas", "Adler"), Some("mill"));
    assert!(!stage.knows("Rada", Fact::Coming(place("market"))));
    assert_eq!(stage.believes("Rada", "Adler"), None);
}

#[test]
fn death_cuts_off_speech() {
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Gruber", "ditch")]);
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    stage.wait(1);
    assert!(
        !stage.body("Falk").mouth.is_empty(),
        "he speaks as a soldier"
    );
    stage.body("Falk").health = 0;
    stage.wait(4);
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
    assert!(stage.knows("Gruber", Fact::Dead(man("Falk"))));
}

#[test]
fn beliefs_decay_and_are_corrected_by_sight() {
    let mut stage = Stage::new(false, &[("Falk", "ditch")]);
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("depot")));
    stage.wait(7);
    assert!(!stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));
    stage.wait(2);
    assert!(stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));
    assert_eq!(stage.believes("Falk", "Pavel"), Some("depot"));
    stage.wait(30);
    assert_eq!(stage.believes("Falk", "Pavel"), None);
    assert!(!stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));

    // Pavel is at the villa. Falk sees the tannery, and eventually that no enemy is there.
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Pavel", "villa")]);
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("tannery")));
    let found = |it: &Happening| matches!(it, Happening::FindsNobody { wrongly: false, .. });
    assert!(stage.until(30, found));
    assert_eq!(stage.believes("Falk", "Pavel"), None);
}

#[test]
fn linked_soldiers_know_at_once_without_speech() {
    let mut stage = Stage::new(
        true,
        &[("Falk", "ditch"), ("Dorn", "mill"), ("Haas", "depot")],
    );
    stage.inform("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    for mate in ["Dorn", "Haas"] {
        assert_eq!(stage.believes(mate, "Pavel"), Some("station"));
    }
    assert!(!stage.until(5, |it| matches!(it, Happening::Briefs { .. })));
    // Haas is near the station and pursues Pavel, whose position he cannot know.
    let judge = &stage.battle.judge[man("Haas").side().index()];
    assert!(
        judge.unknowable > 0 && judge.unknowable == judge.unseen,
        "{} of {}",
        judge.unknowable,
        judge.unseen
    );
    assert!(Soldier(0).mates().count() == 7);
}
