//! Who knows what, and from whom.

use crate::body::Line;
use crate::domain::soldier::Fact;
use crate::stage::{Stage, foe, man, place};
use crate::story::Happening;
use crate::terms::{Order, Soldier};

#[test]
fn what_one_sees_the_other_does_not_know_until_it_is_said() {
    // Pavel walks about before Falk; Ebner stands around the corner, within earshot of nobody but Falk.
    let mut stage = Stage::new(
        false,
        &[("Falk", "ditch"), ("Gruber", "tannery"), ("Dorn", "mill")],
    );
    stage.tell("Falk", Fact::Mate(man("Gruber"), place("tannery")));
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    assert_eq!(stage.believes("Falk", "Pavel"), Some("station"));
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
    let briefed =
        |it: &Happening| matches!(it, Happening::Briefs { who, .. } if *who == man("Falk"));
    // Half a second to begin at the earliest, and more than one to say it.
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
    // Who is far away has heard nothing, and nobody says it twice.
    assert_eq!(stage.believes("Dorn", "Pavel"), None);
    assert!(!stage.until(5, |it| matches!(it, Happening::Briefs { .. })));
}

#[test]
fn it_is_told_on_from_mouth_to_mouth() {
    // A chain of three: the first does not hear the last.
    let there = [("Adler", "mill"), ("Brandt", "chapel"), ("Conti", "school")];
    let mut stage = Stage::new(false, &there);
    for (who, mate, at) in [
        ("Adler", "Brandt", "chapel"),
        ("Brandt", "Adler", "mill"),
        ("Brandt", "Conti", "school"),
        ("Conti", "Brandt", "chapel"),
    ] {
        stage.tell(who, Fact::Mate(man(mate), place(at)));
    }
    assert!(!stage.battle.map.in_earshot(place("mill"), place("school")));
    stage.tell("Adler", Fact::Enemy(foe("Pavel"), place("farm")));
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
fn who_believes_a_mate_near_who_is_not_talks_to_nobody() {
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Gruber", "depot")]);
    stage.tell("Falk", Fact::Mate(man("Gruber"), place("ditch")));
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    assert!(stage.until(
        5,
        |it| matches!(it, Happening::Briefs { friends, .. } if friends.is_empty())
    ));
    // He takes it that he was heard.
    assert!(stage.knows(
        "Falk",
        Fact::Knows(man("Gruber"), foe("Pavel"), place("station"))
    ));
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
}

#[test]
fn the_other_side_hears_it_too() {
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
    stage.battle.is_said(man("Adler"), line).unwrap();
    assert!(stage.knows("Brandt", Fact::Order(1, what)));
    assert!(stage.knows("Lukas", Fact::Coming(place("market"))));
    assert_eq!(stage.believes("Lukas", "Adler"), Some("mill"));
    assert!(!stage.knows("Rada", Fact::Coming(place("market"))));
    assert_eq!(stage.believes("Rada", "Adler"), None);
}

#[test]
fn who_dies_in_the_middle_of_a_sentence_has_told_nobody() {
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Gruber", "ditch")]);
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    stage.wait(1);
    assert!(!stage.body("Falk").mouth.is_empty(), "he is at it");
    stage.body("Falk").health = 0;
    stage.wait(4);
    assert_eq!(stage.believes("Gruber", "Pavel"), None);
    assert!(stage.knows("Gruber", Fact::Dead(man("Falk"))));
}

#[test]
fn a_belief_gets_old_and_is_forgotten_and_looking_corrects_it() {
    let mut stage = Stage::new(false, &[("Falk", "ditch")]);
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("depot")));
    stage.wait(7);
    assert!(!stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));
    stage.wait(2);
    assert!(stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));
    assert_eq!(stage.believes("Falk", "Pavel"), Some("depot"));
    stage.wait(30);
    assert_eq!(stage.believes("Falk", "Pavel"), None);
    assert!(!stage.knows("Falk", Fact::Doubtful(foe("Pavel"))));

    // Pavel is at the villa; Falk sees the tannery, and in the end that nobody is there.
    let mut stage = Stage::new(false, &[("Falk", "ditch"), ("Pavel", "villa")]);
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("tannery")));
    let found = |it: &Happening| matches!(it, Happening::FindsNobody { wrongly: false, .. });
    assert!(stage.until(30, found));
    assert_eq!(stage.believes("Falk", "Pavel"), None);
}

#[test]
fn of_one_mind_all_know_at_once_and_nobody_speaks() {
    let mut stage = Stage::new(
        true,
        &[("Falk", "ditch"), ("Dorn", "mill"), ("Haas", "depot")],
    );
    stage.tell("Falk", Fact::Enemy(foe("Pavel"), place("station")));
    for mate in ["Dorn", "Haas"] {
        assert_eq!(stage.believes(mate, "Pavel"), Some("station"));
    }
    assert!(!stage.until(5, |it| matches!(it, Happening::Briefs { .. })));
    // Haas is near the station and goes after Pavel, of whom he can't know.
    let judge = &stage.battle.judge[man("Haas").side().index()];
    assert!(
        judge.unknowable > 0 && judge.unknowable == judge.unseen,
        "{} of {}",
        judge.unknowable,
        judge.unseen
    );
    assert!(Soldier(0).mates().count() == 7);
}
