//! Whole battles.

use crate::battle::{Battle, End};
use crate::map::{Map, places};
use crate::mind::SECOND;
use crate::report::Reporter;
use crate::story::{Happening, Teller};
use crate::table;
use crate::terms::{Side, soldiers};

const LIMIT: u64 = 300 * SECOND;

/// What is told of the first seconds.
fn lines(seed: u64, seconds: u64) -> Vec<String> {
    let mut battle = Battle::new(seed, [false; 2]).unwrap();
    let (mut teller, mut lines) = (Teller::default(), Vec::new());
    while battle.end(seconds * SECOND).is_none() {
        battle.step().unwrap();
        let told = teller.tell(&battle.happenings, true);
        lines.extend(
            told.into_iter()
                .map(|told| format!("{} {}", battle.tick, told.text)),
        );
    }
    lines
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let (first, second) = (lines(3, 45), lines(3, 45));
    assert_eq!(first, second);
    assert!(first.len() > 100);
    assert_ne!(first, lines(4, 45));
}

#[test]
fn nobody_acts_on_what_he_cannot_know_but_those_of_one_mind_do() {
    let (mut unseen, mut outdated, mut unknowable) = (0, 0, 0);
    // `HTN_FULL=1`: many more.
    let last = if std::env::var_os("HTN_FULL").is_some() {
        100
    } else {
        4
    };
    for seed in 1..=last {
        let fought = table::fight(seed, [false, true], LIMIT).unwrap();
        let [believe, linked] = fought.sides;
        assert_eq!(believe.unknowable, 0, "seed {seed}");
        unseen += believe.unseen;
        outdated += believe.outdated;
        unknowable += linked.unknowable;
        assert!(believe.outdated <= believe.unseen && believe.unseen <= believe.acts);
        // Those of one mind have nobody to tell, and all of them know at once.
        assert_eq!(linked.told, 0);
        assert!(linked.delays.iter().all(|delay| *delay == 0), "seed {seed}");
        assert!(believe.told > 0);
    }
    assert!(unseen > 0 && outdated > 0 && unknowable > 0);
}

#[test]
fn beliefs_differ_and_are_wrong() {
    let mut battle = Battle::new(18, [false; 2]).unwrap();
    let (mut differ, mut wrong, mut second_hand) = (false, false, false);
    while battle.end(LIMIT).is_none() {
        battle.step().unwrap();
        for who in soldiers().filter(|who| battle.body(*who).lives()) {
            for enemy in who.enemies() {
                let Some((place, word)) = battle.minds[who.index()].believes(enemy.as_foe()) else {
                    continue;
                };
                second_hand |= word.hands > 0;
                wrong |= battle.place(enemy) != place;
                let mut comrades = who.comrades().filter(|mate| battle.body(*mate).lives());
                differ |= comrades.any(|mate| {
                    let other = battle.minds[mate.index()].believes(enemy.as_foe());
                    other.is_some_and(|(other, _)| other != place)
                });
            }
        }
    }
    assert!(differ && wrong && second_hand);
}

#[test]
fn every_kind_of_thing_happens_in_the_battle_that_is_shown() {
    let told = lines(18, 300).join("\n");
    for words in [
        "sees",
        "tells",
        "overhear",
        "orders",
        "refuses",
        "breaks off",
        "takes over",
        "; but he is",
        "to headquarters",
        "has the",
    ] {
        assert!(told.contains(words), "{words}");
    }
}

#[test]
fn a_battle_that_does_not_end_is_ended() {
    let mut battle = Battle::new(1, [false; 2]).unwrap();
    for _ in 0..30 {
        battle.step().unwrap();
    }
    assert_eq!(battle.end(31), None);
    assert_eq!(battle.end(30), Some(End::Time(None)));
    battle.holds[0] = Some(Side::Red);
    assert_eq!(battle.end(30), Some(End::Time(Some(Side::Red))));
    for who in Side::Red.soldiers() {
        battle.bodies[who.index()].health = 0;
    }
    assert_eq!(battle.end(1_000), Some(End::Left(Some(Side::Blue))));
}

#[test]
fn the_town_looks_the_same_from_both_ends() {
    let map = Map::new();
    let across = |place: crate::terms::Place| {
        let (x, y) = map.at(place);
        let mut all = places();
        all.find(|other| {
            let (a, b) = map.at(*other);
            (a + x - 250.0).abs() < 0.5 && (b + y - 140.0).abs() < 0.5
        })
        .unwrap_or_else(|| panic!("nothing across from {place:?}"))
    };
    for a in places() {
        assert_eq!(map.cover(a), map.cover(across(a)), "{a:?}");
        for b in places() {
            let (c, d) = (across(a), across(b));
            assert_eq!(map.sees(a, b), map.sees(c, d), "{a:?} {b:?}");
            assert_eq!(map.in_earshot(a, b), map.in_earshot(c, d), "{a:?} {b:?}");
            assert!((map.far(a, b) - map.far(c, d)).abs() < 0.1, "{a:?} {b:?}");
            assert!(map.far(a, b).is_finite());
        }
    }
}

#[test]
fn the_table_and_the_page_have_everybody() {
    let columns = table::columns(1, 2, 20 * SECOND).unwrap();
    let text = table::show(&columns);
    assert!(text.contains("both believe") && text.contains("of whom one could not know"));
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );

    let mut battle = Battle::new(7, [false; 2]).unwrap();
    let mut reporter = Reporter::new(&battle);
    let mut teller = Teller::default();
    for _ in 0..450 {
        battle.step().unwrap();
        let told = teller.tell(&battle.happenings, false);
        reporter.record(&battle, &told);
    }
    let page = reporter.page("Two sides");
    for name in ["Blue headquarters", "Adler leads", "Karel leads", "Svoboda"] {
        assert!(page.contains(name), "{name}");
    }
    let died = |it: &Happening| matches!(it, Happening::Dies { .. });
    assert!(!battle.happenings.iter().any(died) || page.contains("is shot"));
}
