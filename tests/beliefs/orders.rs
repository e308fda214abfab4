//! Orders, answers, refusals; and who leads when the leader is dead.

use crate::body::Line;
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
fn a_leader_orders_his_squad_man_by_man_and_hears_that_it_is_done() {
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
    // In the end he reports it himself; nobody was ordered twice.
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
fn an_assault_has_one_who_keeps_them_down() {
    let mut stage = with_mission(&SQUAD, "Adler", Mission::Take(place("chapel")));
    stage.tell("Adler", Fact::Enemy(foe("Lukas"), place("chapel")));
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
fn who_is_out_of_earshot_gets_no_order() {
    let there = [
        ("Adler", "mill"),
        ("Brandt", "mill"),
        ("Conti", "depot"),
        ("Dorn", "mill"),
    ];
    let mut stage = with_mission(&there, "Adler", Mission::Take(place("chapel")));
    stage.tell("Adler", Fact::Mate(man("Conti"), place("depot")));
    // Dorn he believes to be near; he has gone.
    stage.tell("Adler", Fact::Mate(man("Dorn"), place("mill")));
    let body = stage.body("Dorn");
    (body.place, body.position) = (place("depot"), (210.0, 30.0));
    stage.wait(6);
    assert_eq!(orders(&stage), [("Brandt", Order::Go(place("chapel")))]);
    let missed = |it: &Happening| matches!(it, Happening::Order { to, heard: false, .. } if *to == man("Dorn"));
    assert!(stage.story.iter().any(missed));
    // He takes it for ordered, for a while.
    let leading = stage.battle.minds[man("Adler").index()]
        .leading
        .as_ref()
        .unwrap();
    let ordered = leader::get::ordered(leading.director.state(), man("Dorn"));
    assert_eq!(ordered, Some(Order::Go(place("chapel"))));
    assert!(stage.until(40, missed), "and says it again");
}

#[test]
fn who_is_hurt_refuses_to_attack_and_gets_another_order() {
    let mut stage = with_mission(&SQUAD, "Adler", Mission::Take(place("chapel")));
    for who in ["Adler", "Conti"] {
        stage.tell(who, Fact::Enemy(foe("Lukas"), place("chapel")));
    }
    stage.body("Conti").health = 30;
    let refused = |it: &Happening| matches!(it, Happening::Answer { who, order: Order::Attack(_), what: Answer::Refused, heard: true, .. } if *who == man("Conti"));
    assert!(stage.until(8, refused));
    let other = |it: &Happening| matches!(it, Happening::Order { to, what: Order::Support(_), .. } if *to == man("Conti"));
    assert!(stage.until(8, other), "{:?}", orders(&stage));
    // Who is well does as he is told.
    assert!(!stage.story.iter().any(|it| matches!(it, Happening::Answer { who, what: Answer::Refused, .. } if *who == man("Brandt"))));
}

#[test]
fn who_is_about_to_die_breaks_an_order() {
    let mut stage = Stage::new(false, &[("Adler", "mill"), ("Brandt", "mill")]);
    let what = Order::Go(place("quarry"));
    stage
        .battle
        .is_ordered(man("Brandt"), man("Adler"), what)
        .unwrap();
    assert!(stage.until(3, |it| matches!(
        it,
        Happening::Answer {
            what: Answer::Copy,
            ..
        }
    )));
    stage.tell("Brandt", Fact::Enemy(foe("Lukas"), place("chapel")));
    stage.body("Brandt").health = 20;
    let now = stage.battle.tick;
    stage.body("Brandt").is_shot_at(now);
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
    // He has it behind him: nobody tells him to, and he does not go on with it.
    stage.wait(5);
    assert_ne!(stage.battle.place(man("Brandt")), place("quarry"));
}

#[test]
fn the_leader_dies_and_the_next_in_rank_takes_over_from_what_he_knows() {
    let mut stage = Stage::new(false, &SQUAD);
    stage.wait(1);
    stage.tell("Brandt", Fact::Enemy(foe("Rada"), place("depot")));
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
    // Nobody else does.
    assert!(!stage.until(10, |it| matches!(it, Happening::TakesOver { .. })));
    // Headquarters know whom to call.
    assert_eq!(stage.battle.headquarters[0].led_by[0], man("Brandt"));
    let hq = stage.battle.headquarters[0].director.state();
    assert!(hq.contains(command::Fact::NewLeader(Squad(0))));
}

#[test]
fn a_leader_of_whom_nothing_is_heard_is_missed_in_the_end() {
    let mut stage = Stage::new(false, &[("Adler", "mill"), ("Brandt", "barn")]);
    stage.tell("Brandt", Fact::Mate(man("Adler"), place("mill")));
    // Brandt does not see it. He goes to look for his leader, and finds him, or misses him for long enough.
    stage.body("Brandt").walks_to = None;
    stage.body("Adler").health = 0;
    stage.battle.minds[man("Adler").index()].leading = None;
    let takes_over =
        |it: &Happening| matches!(it, Happening::TakesOver { who, .. } if *who == man("Brandt"));
    assert!(!stage.until(5, takes_over));
    assert!(stage.until(45, takes_over));
}
