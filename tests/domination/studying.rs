//! The study: many matches, and the tables, plots and pages about them.

use std::ops::Range;

use crate::account::{Account, percent};
use crate::game::{End, Map, Rules};
use crate::kit::batch::{Job, Source};
use crate::kit::seeds;
use crate::study::{self, MATCH_UPS, PAPER, Played, Verdict, play_one};
use crate::teams::Kind;
use crate::{page, table, tactics};

fn short() -> Rules {
    Rules {
        goal: 6,
        ..Rules::default()
    }
}

fn some(map: &Map, rules: Rules) -> Vec<Played> {
    play(map, rules, 1..4, MATCH_UPS.len())
}

/// Plays the first match-ups of the study.
fn play(map: &Map, rules: Rules, seeds: Range<u64>, count: usize) -> Vec<Played> {
    let mut setups = study::setups(map, rules);
    setups.truncate(count);
    let job = Job {
        source: Source::Seeds(seeds),
        out: None,
    };
    let batch = study::play("paper", &setups, &job).expect("matches");
    study::results(&setups, batch.expect("no file is written"))
}

#[test]
fn results_are_independent_of_threads() {
    let map = Map::yard().expect("the example's map");
    let kinds = MATCH_UPS[3].kinds;
    let seeds: Vec<u64> = (10..20).collect();
    let one = |seed: u64| {
        let outcome = play_one(&map, short(), kinds, seed).expect("a match");
        (outcome.end, outcome.scores, outcome.ticks)
    };
    let at_once = seeds::run_all("", &seeds, one);
    let in_turn: Vec<_> = seeds.iter().map(|seed| one(*seed)).collect();
    assert_eq!(at_once, in_turn);
}

#[test]
fn sides_of_map_are_equally_strong() {
    let map = Map::yard().expect("the example's map");
    let improved = MATCH_UPS[4].kinds[0];
    let rules = Rules {
        goal: 15,
        ..Rules::default()
    };
    let seeds: Vec<u64> = (0..60).collect();
    let outcomes = seeds::run_all("", &seeds, |seed| {
        play_one(&map, rules, [improved; 2], seed).expect("a match")
    });
    let won = |side| {
        outcomes
            .iter()
            .filter(|outcome| outcome.end == End::Won(side))
            .count()
    };
    // In 60 tosses of a coin, one in five thousand trials is below 15 or above 45.
    assert!(
        (15..=45).contains(&won(0)) && (15..=45).contains(&won(1)),
        "{} : {}",
        won(0),
        won(1)
    );
}

#[test]
fn table_compares_each_match_up_with_paper() {
    let map = Map::yard().expect("the example's map");
    let played = some(&map, short());
    let text = table::match_ups(&map, short(), 1, &played);
    for figure in 4..=7 {
        assert!(
            text.lines()
                .any(|line| line.starts_with(&format!("{figure}  "))),
            "{text}"
        );
        assert!(text.contains(&format!("  figure {figure}: ")), "{text}");
    }
    assert!(text.contains(PAPER));
    let again = table::match_ups(&map, short(), 1, &some(&map, short()));
    assert_eq!(text, again, "the same seeds give the same table");
    let sizes = table::sizes(&[&played, &some(&map, short())]);
    assert_eq!(
        sizes
            .lines()
            .filter(|line| line.contains("improved"))
            .count(),
        4,
        "{sizes}"
    );
}

#[test]
fn accounts_add_up() {
    let map = Map::yard().expect("the example's map");
    for played in some(&map, Rules::default()) {
        for outcome in &played.outcomes {
            let ticks = u64::from(outcome.ticks);
            for (side, account) in outcome.accounts.iter().enumerate() {
                assert_eq!(account.holding.iter().sum::<u64>(), ticks);
                assert_eq!(account.total(), ticks * played.rules.size as u64);
                assert_eq!(account.deaths, u64::from(outcome.deaths[side]));
                assert!(account.outnumbered <= account.deaths);
                // Each point is held by one side at most.
                let held = (0..).zip(account.holding).map(|(many, ticks)| many * ticks);
                let held: u64 = held.sum();
                assert!(held >= u64::from(outcome.held[side]) && held <= 3 * ticks);
            }
        }
        let text = table::accounts(&[played]);
        assert!(!text.contains("NaN"), "{text}");
    }
}

#[test]
fn htn_and_improved_bots_are_rarely_idle() {
    // Neither team waits for orders, and the HTN team patrols.
    let map = Map::yard().expect("the example's map");
    let share = |played: &Played, side, part: fn(&Account) -> u64| {
        let account = played.account(side);
        percent(part(&account), account.total())
    };
    for played in some(&map, Rules::default()) {
        let name = played.match_up.name;
        for side in [0, 1] {
            if played.match_up.kinds[side] != Kind::Standard {
                let idle = share(&played, side, |account| account.idle);
                assert!(idle < 1.5, "{name}: {idle}");
            }
        }
        if played.match_up.kinds[1] == Kind::Standard {
            let guarding = share(&played, 0, |account| account.guarding);
            assert!(guarding > 0.5, "{name}: {guarding}");
        }
    }
}

#[test]
fn endless_match_stops_at_limit_and_is_reported() {
    let map = Map::yard().expect("the example's map");
    let rules = Rules {
        limit: 8,
        ..Rules::default()
    };
    let played = some(&map, rules);
    assert!(played.iter().all(|played| played.ended(End::Limit) == 3));
    assert!(played.iter().all(|played| played.percent() == 0.0));
    let text = table::match_ups(&map, rules, 1, &played);
    assert_eq!(
        text.matches("(3 cut off by the limit)").count(),
        6,
        "{text}"
    );
}

#[test]
fn verdict_needs_enough_matches() {
    let map = Map::yard().expect("the example's map");
    let mut played = play(&map, short(), 1..2, 1).remove(0);
    let outcome = played.outcomes[0].clone();
    let with = |won: usize, lost: usize| {
        let one = |end: End| {
            let mut outcome = outcome.clone();
            outcome.end = end;
            outcome
        };
        let won = std::iter::repeat_n(End::Won(0), won);
        won.chain(std::iter::repeat_n(End::Won(1), lost))
            .map(one)
            .collect::<Vec<_>>()
    };
    for (won, lost, verdict) in [
        (3, 0, Verdict::Undecided),
        (110, 90, Verdict::Undecided),
        (130, 70, Verdict::Wins),
        (70, 130, Verdict::Loses),
    ] {
        played.outcomes = with(won, lost);
        assert_eq!(played.verdict(), verdict, "{won} : {lost}");
    }
}

#[test]
fn page_and_plots_show_all_four_figures() {
    let map = Map::read(
        "<yard>",
        include_str!("../../examples/domination/game/yard.txt"),
    )
    .expect("the map");
    let played = some(&map, short());
    for played in &played {
        let svg = played.plot().to_svg();
        assert_eq!(svg.matches("class=\"line ").count(), 2);
        assert_eq!(svg.matches("class=\"band ").count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    let html = page::page(&map, short(), 1, &played, &[&played]);
    for figure in 4..=7 {
        assert!(html.contains(&format!("Figure {figure}: Control ")));
    }
    assert!(html.contains("&lt;yard&gt;") && !html.contains("<yard>"));
    assert_eq!(html.matches(PAPER).count(), 4);
    assert_eq!(
        html.matches("<section").count(),
        html.matches("</section>").count()
    );
    assert!(
        !html.contains("http://")
            || html.matches("http://").count()
                == html.matches("http://www.w3.org/2000/svg").count()
    );
    // Measured values are marked; everything else is equal in a second run.
    let again = page::page(
        &map,
        short(),
        1,
        &some(&map, short()),
        &[&some(&map, short())],
    );
    let unmeasured = |html: &str| {
        let cells = html.split("<td data-measured>");
        cells
            .map(|cell| {
                cell.split_once("</td>")
                    .map_or(cell, |(_, rest)| rest)
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(unmeasured(&html)[1..], unmeasured(&again)[1..]);
    assert_eq!(
        html.split("data-measured").next(),
        again.split("data-measured").next()
    );
}

/// A conservative form of the claim: over 1,000 matches, the strategy wins more than three quarters.
#[test]
fn whole_team_beats_improved_team_on_each_map() {
    let maps = Map::built_in().expect("the example's maps");
    let full = std::env::var_os("HTN_FULL").is_some();
    let job = Job {
        source: Source::Seeds(1..if full { 1_001 } else { 21 }),
        out: None,
    };
    let setups = tactics::setups(&maps, Rules::default());
    let only = |setup: &study::Setup<'_>| setup.match_up.name == tactics::WHOLE_TEAM.name;
    let setups: Vec<_> = setups.into_iter().filter(only).collect();
    let batch = study::play("tactics", &setups, &job).expect("matches");
    let results = study::results(&setups, batch.expect("no file is written"));
    assert_eq!(results.len(), 3);
    for (map, played) in maps.iter().zip(results) {
        let least = if full { 75.0 } else { 50.0 };
        assert!(
            played.percent() > least,
            "{}: {}%",
            map.name,
            played.percent()
        );
    }
}

#[test]
fn tactics_are_compared_on_each_map() {
    let maps = Map::built_in().expect("the example's maps");
    let setups = tactics::setups(&maps, short());
    let job = Job {
        source: Source::Seeds(1..3),
        out: None,
    };
    let batch = study::play("tactics", &setups, &job).expect("matches");
    let results = study::results(&setups, batch.expect("no file is written"));
    let text = tactics::table(&maps, &results);
    for line in text.lines().filter(|line| line.contains("% (")) {
        assert_eq!(line.matches("% (").count(), maps.len(), "{text}");
    }
    let html = tactics::page(&maps, 1, &results);
    assert_eq!(html.matches("class=\"share\"").count(), results.len());
    assert_eq!(html.matches("<svg").count(), maps.len());
    assert!(!html.contains("NaN"));
}
