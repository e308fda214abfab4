//! Orders, answers and refusals, and the succession of leaders.

use crate::body::{Level, Line};
use crate::domain::{command, leader, soldier::Fact};
use crate::stage::{Stage, foe, man, place};
use crate::story::Happening;
use crate::terms::{Answer, Mission, Order, Squad};
use squad_htn::Claim;

const SQUAD: [(&str, &str); 4] = [
    ("Adler", "mill"),
    ("Brandt", "mill"),
    ("Conti", "mill"),
    ("Dorn", "mill"),
];

fn with_mission(there: &[(&str, &str)], leader: &str, what: Mission) -> Stage {
    let mut stage = Stage::new(false, there);
    let mind = &mut stage.battle.minds[man(leader).index()];
    let leading = mind.leading.as_mut().expect("he leads");
    leading
        .learn(Claim::seen(leader::Fact::Mission(1, what), 0), 0)
        .unwrap();
    stage
}

fn orders(stage: &Stage) -> Vec<(&'static str, Order)> {
    let orders = stage.story.iter().filter_map(|it| match it {
        Happening::Order {
            to,
            what,
            heard: true,
            ..
        } => Some((to.name(), *what)),
        _ => None,
    });
    orders.collect()
}

#[test]
fn leader_orders_members_and_hears_completion() {
    let mut stage = with_mission(&SQUAD, "Adler", Mission::Take(place("chapel")));
    stage.wait(8);
    let go = Order::Go(place("chapel"));
    assert_eq!(
        orders(&stage),
        [("Brandt", go), ("Conti", go), ("Dorn", go)]
    );
    let done = |it: &Happening| matches!(it, Happening::Answer { who, what: Answer::Done, heard: true, .. } if *who == man("Dorn"));
    assert!(stage.until(20, done));
    let leading = stage.battle.minds[man("Adler").index()]
        .leading
        .as_ref()
        .unwrap();
    let answers: Vec<_> = leader::rows::answer(leading.director.state()).collect();
    assert!(
        answers.contains(&(man("Dorn"), Answer::Done)),
        "{answers:?}"
    );
    // Finally the leader reports to headquarters. Each member was ordered once.
    let radio = |it: &Happening| {
        matches!(
            it,
            Happening::Radio {
                line: Line::Report {
                    what: Answer::Done,
                    ..
                },
                ..
            }
        )
    };
    assert!(stage.story.iter().any(radio) || stage.until(10, radio));
    assert_eq!(orders(&stage).len(), 3);
}

#[test]
fn assault_has_one_soldier_for_support() {
    let mut stage = with_mission(&SQUAD, "Adler", Mission::Take(place("chapel")));
    stage.inform("Adler", Fact::Enemy(foe("Lukas"), place("chapel")));
    stage.wait(7);
    let orders = orders(&stage);
    let supports = orders
        .iter()
        .filter(|it| it.1 == Order::Support(place("chapel")))
        .count();
    let attacks = orders
        .iter()
        .filter(|it| it.1 == Order::Attack(place("chapel")))
        .count();
    assert_eq!((supports, attacks), (1, 2), "{orders:?}");
}

#[test]
fn member_out_of_earshot_gets_no_order() {
    let there = [
        ("Adler", "mill"),
        ("Brandt", "mill"),
        ("Conti", "depot"),
        ("Dorn", "mill"),
    ];
    let mut stage = with_mission(&there, "Adler", Mission::Take(place("chapel")));
    stage.inform("Adler", Fact::Mate(man("Conti"), place("depot")));
    // The leader wrongly believes that Dorn is near.
    stage.inform("Adler", Fact::Mate(man("Dorn"), place("mill")));
    let body = stage.body("Dorn");
    (body.place, body.position) = (place("depot"), (210.0, 30.0));
    stage.wait(6);
    assert_eq!(orders(&stage), [("Brandt", Order::Go(place("chapel")))]);
    let missed = |it: &Happening| matches!(it, Happening::Order { to, heard: false, .. } if *to == man("Dorn"));
    assert!(stage.story.iter().any(missed));
    // He assumes for a while that Dorn heard the order.
    let leading = stage.battle.minds[man("Adler").index()]
        .leading
        .as_ref()
        .unwrap();
    let ordered = leader::get::ordered(leading.director.state(), man("Dorn"));
    assert_eq!(ordered, Some(Order::Go(place("chapel"))));
    assert!(stage.until(40, missed), "and says it again");
}

#[test]
fn hurt_soldier_refuses_attack_and_gets_other_order() {
    let mut stage = with_mission(&SQUAD, "Adler", Mission::Take(place("chapel")));
    for who in ["Adler", "Conti"] {
        stage.inform(who, Fact::Enemy(foe("Lukas"), place("chapel")));
    }
    stage.body("Conti").health = 30;
    let refused = |it: &Happening| matches!(it, Happening::Answer { who, order: Order::Attack(_), what: Answer::Refused, heard: true, .. } if *who == man("Conti"));
    assert!(stage.until(8, refused));
    let other = |it: &Happening| matches!(it, Happening::Order { to, what: Order::Support(_), .. } if *to == man("Conti"));
    assert!(stage.until(8, other), "{:?}", orders(&stage));
    // A healthy soldier obeys.
    assert!(!stage.story.iter().any(|it| matches!(it, Happening::Answer { who, what: Answer::Refused, .. } if *who == man("Brandt"))));
}

#[test]
fn hurt_soldier_under_fire_abandons_order() {
    let mut stage = Stage::new(false, &[("Adler", "mill"), ("Brandt", "mill")]);
    let what = Order::Go(place("quarry"));
    stage
        .battle
        .receive_order(man("Brandt"), man("Adler"), what)
        .unwrap();
    assert!(stage.until(3, |it| matches!(
        it,
        Happening::Answer {
            what: Answer::Copy,
            ..
        }
    )));
    stage.inform("Brandt", Fact::Enemy(foe("Lukas"), place("chapel")));
    stage.body("Brandt").health = 20;
    let now = stage.battle.tick;
    stage.body("Brandt").mark_under_fire(now);
    let broken = |it: &Happening| {
        matches!(
            it,
            Happening::Answer {
                what: Answer::Broken,
                heard: true,
                ..
            }
        )
    };
    assert!(stage.until(3, broken));
    let leading = stage.battle.minds[man("Adler").index()]
        .leading
        .as_ref()
        .unwrap();
    let answer = leader::get::answer(leading.director.state(), man("Brandt"));
    assert_eq!(answer, Some(Answer::Broken));
    // The order is over: it is not repeated, and he does not continue it.
    stage.wait(5);
    assert_ne!(stage.battle.place(man("Brandt")), place("quarry"));
}

#[test]
fn next_in_rank_succeeds_dead_leader() {
    let mut stage = Stage::new(false, &SQUAD);
    stage.wait(1);
    stage.inform("Brandt", Fact::Enemy(foe("Rada"), place("depot")));
    stage.body("Adler").health = 0;
    stage.battle.minds[man("Adler").index()].leading = None;
    let takes_over = |it: &Happening| match it {
        Happening::TakesOver {
            who,
            before,
            comrades,
        } => {
            assert_eq!((*who, *before), (man("Brandt"), Some(man("Adler"))));
            assert_eq!(comrades, &[man("Conti"), man("Dorn")]);
            true
        }
        _ => false,
    };
    assert!(stage.until(4, takes_over));
    for who in ["Brandt", "Conti", "Dorn"] {
        assert!(stage.knows(who, Fact::Leader(man("Brandt"))), "{who}");
    }
    let leading = stage.battle.minds[man("Brandt").index()]
        .leading
        .as_ref()
        .unwrap();
    let state = leading.director.state();
    assert!(state.contains(leader::Fact::Enemy(foe("Rada"), place("depot"))));
    assert!(state.contains(leader::Fact::Dead(man("Adler"))));
    // The others do not take command.
    assert!(!stage.until(10, |it| matches!(it, Happening::TakesOver { .. })));
    // Headquarters know the new leader.
    let hq = stage.battle.headquarters[0].director.state();
    assert_eq!(command::get::led_by(hq, Squad(0)), Some(man("Brandt")));
    assert!(hq.contains(command::Fact::NewLeader(Squad(0))));
}

#[test]
fn silent_leader_is_eventually_replaced() {
    let mut stage = Stage::new(false, &[("Adler", "mill"), ("Brandt", "barn")]);
    stage.inform("Brandt", Fact::Mate(man("Adler"), place("mill")));
    // Brandt does not see the death. He looks for his leader and finds him, or misses him for long enough.
    stage.body("Brandt").walks_to = None;
    stage.body("Adler").health = 0;
    stage.battle.minds[man("Adler").index()].leading = None;
    let takes_over =
        |it: &Happening| matches!(it, Happening::TakesOver { who, .. } if *who == man("Brandt"));
    assert!(!stage.until(5, takes_over));
    assert!(stage.until(45, takes_over));
}

#[test]
fn replaced_leader_keeps_his_own_speech() {
    let mut stage = Stage::new(false, &[("Adler", "mill"), ("Brandt", "mill")]);
    stage.inform("Adler", Fact::Enemy(foe("Pavel"), place("station")));
    stage.wait(1);
    let levels = |stage: &mut Stage| -> Vec<Level> {
        let mouth = stage.body("Adler").mouth.iter();
        mouth.map(|speech| speech.level).collect()
    };
    assert!(
        levels(&mut stage).contains(&Level::Own),
        "he speaks as a soldier"
    );
    assert!(
        levels(&mut stage).contains(&Level::Lead),
        "he speaks as a leader"
    );
    stage
        .battle
        .deliver(man("Brandt"), Line::TakeCommand)
        .unwrap();
    assert!(stage.battle.minds[man("Adler").index()].leading.is_none());
    assert!(stage.knows("Adler", Fact::Leader(man("Brandt"))));
    assert_eq!(levels(&mut stage), [Level::Own]);
    let told = |it: &Happening| matches!(it, Happening::Briefs { who, .. } if *who == man("Adler"));
    assert!(stage.until(2, told));
    assert_eq!(stage.believes("Brandt", "Pavel"), Some("station"));
}
