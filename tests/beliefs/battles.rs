//! Whole battles, the table and the report.

use crate::battle::{Battle, End};
use crate::kit::batch::{Job, Source};
use crate::map::{Map, places};
use crate::mind::SECOND;
use crate::report::Reporter;
use crate::story::{Happening, StoryWriter};
use crate::table;
use crate::terms::{Side, soldiers};

const LIMIT: u64 = 300 * SECOND;

/// Returns the full transcript of the first seconds.
fn lines(seed: u64, seconds: u64) -> Vec<String> {
    let mut battle = Battle::new(seed, [false; 2]).unwrap();
    let (mut writer, mut lines) = (StoryWriter::default(), Vec::new());
    while battle.end(seconds * SECOND).is_none() {
        battle.step().unwrap();
        let story = writer.lines(&battle.happenings, true);
        lines.extend(
            story
                .into_iter()
                .map(|line| format!("{} {}", battle.tick, line.text)),
        );
    }
    lines
}

#[test]
fn same_seed_gives_same_battle() {
    let (first, second) = (lines(3, 45), lines(3, 45));
    assert_eq!(first, second);
    assert!(first.len() > 100);
    assert_ne!(first, lines(4, 45));
}

#[test]
fn only_linked_soldiers_act_on_unknowable_facts() {
    let (mut unseen, mut outdated, mut unknowable) = (0, 0, 0);
    // `HTN_FULL=1` tests many more seeds.
    let full = std::env::var_os("HTN_FULL").is_some();
    for seed in (118..).take(if full { 100 } else { 3 }) {
        let fought = table::fight(seed, [false, true], LIMIT).unwrap();
        let [believe, linked] = fought.sides;
        assert_eq!(believe.unknowable, 0, "seed {seed}");
        unseen += believe.unseen;
        outdated += believe.outdated;
        unknowable += linked.unknowable;
        assert!(believe.outdated <= believe.unseen && believe.unseen <= believe.acts);
        // Linked soldiers make no reports, and all of them know at once.
        assert_eq!(linked.briefings, 0);
        assert!(linked.delays.iter().all(|delay| *delay == 0), "seed {seed}");
        assert!(believe.briefings > 0);
    }
    assert!(unseen > 0 && outdated > 0 && unknowable > 0);
}

#[test]
fn beliefs_differ_and_may_be_wrong() {
    let mut battle = Battle::new(118, [false; 2]).unwrap();
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
fn default_battle_has_events_of_all_kinds() {
    let story = lines(118, 300).join("\n");
    for words in [
        "sees",
        "reports to",
        "overhear",
        "orders",
        "refuses",
        "abandons",
        "takes over",
        "; but he is",
        "to headquarters",
        "takes the",
    ] {
        assert!(story.contains(words), "{words}");
    }
}

#[test]
fn battle_ends_at_limit_or_when_side_is_gone() {
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
fn map_is_symmetric() {
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
fn table_and_report_are_complete() {
    let job = Job {
        source: Source::Seeds(1..3),
        out: None,
    };
    let battles = table::battles(&job, 20 * SECOND).unwrap().unwrap();
    let columns = table::columns(&battles);
    let text = table::show(&columns);
    assert!(text.contains("both believe") && text.contains("at a place that one could not know"));
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );

    let mut battle = Battle::new(7, [false; 2]).unwrap();
    let mut reporter = Reporter::new(&battle);
    let mut writer = StoryWriter::default();
    for _ in 0..450 {
        battle.step().unwrap();
        let story = writer.lines(&battle.happenings, false);
        reporter.record(&battle, &story);
    }
    let page = reporter.page("Two sides");
    for name in ["Blue headquarters", "Adler leads", "Karel leads", "Svoboda"] {
        assert!(page.contains(name), "{name}");
    }
    let died = |it: &Happening| matches!(it, Happening::Dies { .. });
    assert!(!battle.happenings.iter().any(died) || page.contains("is shot"));
}

#[test]
fn merged_parts_equal_the_whole() {
    let file = |name: &str| format!("{}/beliefs-{name}.json", env!("CARGO_TARGET_TMPDIR"));
    let show = |source, out: Option<&str>| {
        let out = out.map(file);
        let battles = table::battles(&Job { source, out }, 10 * SECOND).expect("battles");
        battles.map(|battles| table::show(&table::columns(&battles)))
    };
    assert_eq!(show(Source::Seeds(1..2), Some("a")), None);
    assert_eq!(show(Source::Seeds(2..4), Some("b")), None);
    let merged = show(Source::Parts(vec![file("b"), file("a")]), None);
    let whole = show(Source::Seeds(1..4), None);
    assert!(
        whole.is_some() && merged == whole,
        "{merged:?} instead of {whole:?}"
    );
}
