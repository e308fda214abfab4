//! The example `matrix`: different plans, contingencies, simulated missions, and their review.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/matrix/args.rs"]
mod args;
#[path = "../examples/matrix/contingency.rs"]
mod contingency;
#[path = "../examples/matrix/domain.rs"]
mod domain;
#[path = "../examples/matrix/game.rs"]
mod game;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[path = "../examples/matrix/mission.rs"]
mod mission;
#[path = "../examples/matrix/planning.rs"]
mod planning;
#[path = "../examples/matrix/report.rs"]
mod report;
#[path = "../examples/matrix/review.rs"]
mod review;
#[path = "../examples/matrix/simulation.rs"]
mod simulation;
#[path = "../examples/matrix/terms.rs"]
mod terms;
#[path = "../examples/matrix/town.rs"]
mod town;
#[path = "../examples/matrix/words.rs"]
mod words;

use std::sync::OnceLock;

use squad_htn::Portfolio;
use squad_htn::prelude::*;

use args::Parsed;
use domain::{Fact, State, Task};
use game::{Game, Settings};
use mission::{Ending, StepOutcome};
use planning::Found;
use simulation::RELIEF;
use terms::{Place, Unit};
use town::Town;

fn settings(words: &str) -> Settings {
    let words = words.split_whitespace().map(str::to_owned);
    match args::parse(words) {
        Ok(Parsed::Run(run)) => run.settings,
        other => panic!("{other:?}"),
    }
}

fn refused(words: &str) -> String {
    args::parse(words.split_whitespace().map(str::to_owned)).unwrap_err()
}

/// Returns the plans of the default settings, which most tests use.
fn planned() -> &'static (State, Found) {
    static PLANNED: OnceLock<(State, Found)> = OnceLock::new();
    PLANNED.get_or_init(|| game::plan(&settings("")).unwrap())
}

fn played(words: &str) -> (Settings, &'static State, &'static Found, Vec<Game>) {
    let settings = settings(words);
    let (state, found) = planned();
    let games = game::play(&settings, state, found).unwrap();
    (settings, state, found, games)
}

#[test]
fn thirty_plans_differ_and_are_valid() {
    let (state, found) = planned();
    assert_eq!(found.candidates.len(), 30);
    for (number, candidate) in found.candidates.iter().enumerate() {
        let plan = &candidate.plan;
        for other in &found.candidates[..number] {
            assert!(plan.distance(&other.plan).mean() >= 0.4);
        }
        // The plan ends with the flag, and all its actions end.
        assert!(
            candidate
                .schedule
                .steps()
                .iter()
                .all(|step| step.end.is_finite())
        );
        let last = plan.tasks().last();
        assert!(matches!(last, Some(Task::RaiseFlag { .. })), "{last:?}");
        assert!(plan.schedule(state, &Town).is_ok());
    }
    let plans = found.candidates.iter().map(|candidate| &candidate.plan);
    assert_eq!(
        ways(plans),
        ["Door", "Skylight", "Wall"],
        "the plans use all entries"
    );

    // A search that does not leap finds plans for the second entry much later.
    let mut planner = domain::Planner::with_limits(Limits::compact());
    let mut portfolio = Portfolio::new(30, 0.4);
    let all = Budget::unlimited();
    let full = planner.find_different(state, &Town, Task::Seize, &mut portfolio, all);
    assert_eq!(full, Ok(Progress::Found));
    assert_eq!(ways(portfolio.plans().iter()), ["Door"]);
}

/// Returns the entries that these plans use.
fn ways<'p>(plans: impl Iterator<Item = &'p domain::Plan>) -> Vec<String> {
    let way = |plan: &domain::Plan| {
        plan.tasks().find_map(|task| match task {
            Task::Storm { way, .. } | Task::StormTogether { way, .. } => Some(format!("{way:?}")),
            _ => None,
        })
    };
    let mut ways: Vec<String> = plans.filter_map(way).collect();
    ways.sort();
    ways.dedup();
    ways
}

#[test]
fn each_game_uses_another_plan() {
    let numbers = |words: &str| -> Vec<usize> {
        let (_, _, _, games) = played(words);
        games.iter().map(|game| game.chosen().number).collect()
    };
    let without_twins = |mut numbers: Vec<usize>| {
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let five = numbers("--games 5 --contingencies 0");
    assert_eq!(without_twins(five).len(), 5);
    // If only the risk counts, all plans are used in order of their risk, and then the series starts over.
    let by_risk = numbers("--games 33 --fit 0 --new 0 --contingencies 0");
    assert_eq!(without_twins(by_risk[..30].to_vec()).len(), 30);
    assert_eq!(by_risk[30..], by_risk[..3]);
    let (_, found) = planned();
    let risks = by_risk[..30].iter().map(|number| {
        let mut candidates = found.candidates.iter();
        let candidate = candidates.find(|candidate| candidate.number == *number);
        candidate.unwrap().plan.cost()
    });
    assert!(risks.is_sorted());
}

#[test]
fn withdrawing_units_return_or_are_lost() {
    // Seven units that can only withdraw.
    let out_there = [Place::Hall, Place::Yard, Place::Mill, Place::Corner];
    let facts = Town.facts().into_iter().filter_map(|fact| match fact {
        Fact::Can(..) => None,
        Fact::At(who, _) => Some(Fact::At(who, out_there[who as usize % 4])),
        other => Some(other),
    });
    let state = State::from_facts(facts).unwrap();
    // A plan without steps, since all units are at home.
    let mut planner = domain::Planner::with_limits(Limits::compact());
    let stay = planner.find(&planned().0, &Town, Task::Withdraw).unwrap();
    let stay = stay.unwrap().clone();
    assert!(stay.is_empty());
    let mut tried_again = 0;
    for seed in 0..200 {
        let mission = simulation::simulate(&stay, &[], (&state, &Town), seed).unwrap();
        let about = format!("seed {seed}: {mission:?}");
        assert_eq!(mission.ending, Ending::Withdrawn, "{about}");
        for (at, unit) in Unit::ALL.into_iter().enumerate() {
            let is_lost = mission.lost.iter().any(|(other, _)| *other == unit);
            let own = mission.entries.iter().filter(|entry| entry.unit == at);
            // If a unit fails, the others are stopped on their way and set out again.
            assert_eq!(
                own.clone().next_back().unwrap().text == "pull back",
                !is_lost,
                "{about}"
            );
            tried_again += usize::from(!is_lost && own.count() > 1);
        }
    }
    assert!(tried_again > 10, "{tried_again}");

    // No units.
    let nobody = State::from_facts(
        Town.facts()
            .into_iter()
            .filter(|fact| !matches!(fact, Fact::Ready(_) | Fact::At(..))),
    );
    let nobody = nobody.unwrap();
    let mission = simulation::simulate(&stay, &[], (&nobody, &Town), 1).unwrap();
    assert_eq!(mission.ending, Ending::Destroyed);
    assert_eq!(mission.log, [(0.0, "no unit is left".to_owned())]);
}

#[test]
fn weights_decide_the_ranking() {
    let (_, _, found, games) = played("--fit 0 --new 0 --contingencies 0");
    let costs = found
        .candidates
        .iter()
        .map(|candidate| candidate.plan.cost());
    let least = costs.fold(f32::INFINITY, f32::min);
    assert_eq!(games[0].chosen().plan.cost(), least);
    let (_, _, found, games) = played("--cost 0 --new 0 --contingencies 0");
    let best = found.candidates.iter().map(|candidate| candidate.fit);
    assert_eq!(games[0].chosen().fit, best.fold(0.0, f32::max));
    let ranked = games[0].ranked.windows(2);
    assert!(ranked.into_iter().all(|two| two[0].score >= two[1].score));
}

#[test]
fn contingencies_start_at_the_failed_step() {
    let (_, state, _, games) = played("--contingencies 50");
    let (game, plan) = (&games[0], &games[0].chosen().plan);
    let risky = |step: usize| plan.cost_of(step) > 0.0;
    let acts = (0..plan.len()).filter(|step| risky(*step)).count();
    // All but the step without an end.
    assert_eq!(game.contingencies.len(), acts - 1);
    let risks = game.contingencies.windows(2);
    assert!(risks.into_iter().all(|two| two[0].risk >= two[1].risk));
    for contingency in &game.contingencies {
        let facts = plan.facts_if_fails(contingency.step, state, &Town).unwrap();
        assert!(
            !facts.contains(Fact::Tasked(Unit::Red)),
            "a unit has a task"
        );
        let prepared = contingency.plan.as_ref().unwrap();
        assert!(
            prepared.schedule(&facts, &Town).is_ok(),
            "{:?}",
            contingency.task
        );
        for (unit, prepared) in &contingency.without {
            let mut facts = facts.clone();
            contingency::lose(&mut facts, *unit);
            let prepared = prepared.as_ref().unwrap();
            assert!(prepared.schedule(&facts, &Town).is_ok(), "without {unit:?}");
            assert!(contingency.with_losses(&[*unit]).is_some());
            assert!(contingency.with_losses(&Unit::ALL).is_none());
        }
    }
}

#[test]
fn missions_keep_rules_with_any_seed() {
    let (settings, state, found, _) = played("--games 4 --contingencies 4");
    let (mut adopted, mut lost, mut endings) = (0, 0, Vec::new());
    for seed in 0..8 {
        let settings = Settings {
            seed: 1_000 * seed,
            ..settings.clone()
        };
        for game in game::play(&settings, state, found).unwrap() {
            let mission = &game.mission;
            let about = format!("seed {}: {:?}", settings.seed, mission.log);
            assert!(mission.minutes <= RELIEF, "{about}");
            assert_eq!(
                mission.ending == Ending::Relieved,
                mission.minutes == RELIEF,
                "{about}"
            );
            for (at, unit) in Unit::ALL.into_iter().enumerate() {
                let own = game.actual.of(at);
                let apart = own.windows(2).all(|two| two[0].to <= two[1].from);
                assert!(apart, "{unit:?} does two things at once; {about}");
                if let Some((_, when)) = mission.lost.iter().find(|(other, _)| *other == unit) {
                    assert!(own.iter().all(|entry| entry.to <= *when), "{about}");
                }
            }
            check_review(&game);
            let said = |text: &str| mission.log.iter().any(|(_, line)| line.contains(text));
            adopted += usize::from(said("contingency adopted"));
            lost += mission.lost.len();
            endings.push(mission.ending);
        }
    }
    assert!(adopted > 3 && lost > 3, "{adopted} adopted, {lost} lost");
    assert!(endings.contains(&Ending::Seized), "{endings:?}");
}

/// The table of deviations has all steps that did not go as planned, and no others.
fn check_review(game: &Game) {
    let steps = game.chosen().schedule.steps().iter();
    let mut deviating = 0;
    for (step, record) in steps.zip(&game.mission.records) {
        if step.end == step.start {
            continue;
        }
        let in_time = record.outcome == StepOutcome::Done
            && record.start - step.start < 1.0
            && (record.end - record.start) - step.duration() < 1.0;
        let what = words::long(step.task);
        let listed = game
            .deviations
            .iter()
            .any(|deviation| deviation.what == what);
        assert_eq!(listed, !in_time, "{what}: {record:?}, {step}");
        deviating += usize::from(!in_time);
    }
    assert_eq!(game.deviations.len(), deviating);
    for (at, account) in game.unit_times.iter().enumerate() {
        let entries = game.mission.entries.iter().filter(|entry| entry.unit == at);
        let work: f32 = entries.map(|entry| entry.to - entry.from).sum();
        assert!((account.mission.0 - work).abs() < 1e-3);
        let waits = game
            .mission
            .waited
            .iter()
            .filter(|waited| waited.unit == account.unit);
        assert_eq!(account.waited_for.is_some(), waits.count() > 0);
        assert_eq!(
            account.planned.1,
            game.chosen().schedule.waiting(account.unit)
        );
    }
}

#[test]
fn same_seed_gives_same_text_and_page() {
    let both = |words: &str| {
        let (settings, _, found, games) = played(words);
        let text = report::text(&settings, found, &games);
        (text, report::page(&settings, found, &games))
    };
    let one = both("--contingencies 2");
    // A second search finds the same plans.
    let again = game::plan(&settings("")).unwrap().1;
    let gists = |found: &Found| -> Vec<String> {
        let candidates = found.candidates.iter();
        candidates
            .map(|candidate| words::summary(&candidate.plan))
            .collect()
    };
    assert_eq!(gists(&again), gists(&planned().1));
    assert_eq!(one, both("--contingencies 2"));
    assert_ne!(one.0, both("--contingencies 2 --seed 5").0);
    let (text, page) = one;
    for part in [
        "PLANNING",
        "EXECUTION",
        "AFTER-ACTION REVIEW",
        "Contingencies",
        "Deviations from the plan",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(page.contains("class=\"matrix\"") && !page.contains("<script"));
    let games = played("--contingencies 0").3;
    let csv = games[0].planned.csv().to_string();
    let units: Vec<&str> = csv
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(units, Unit::ALL.map(words::name));
}

#[test]
fn invalid_options_are_rejected() {
    assert_eq!(
        refused("--games 0"),
        "`--games` needs a number from 1 to 100, not `0`"
    );
    assert_eq!(
        refused("--distance 2"),
        "`--distance` needs a number from 0 to 1, not `2`"
    );
    assert_eq!(
        refused("--new -1"),
        "`--new` needs a number from 0 to 100, not `-1`"
    );
    assert_eq!(
        refused("--new NaN"),
        "`--new` needs a number from 0 to 100, not `NaN`"
    );
    assert_eq!(
        refused("--cost 0 --fit 0 --new 0"),
        "`--cost`, `--fit` and `--new` are all 0: set one of them above 0"
    );
    assert!(refused("--plan 3").starts_with("unknown option `--plan`: use one of --seed,"));
    let far = game::plan(&settings("--distance 1 --plans 9"))
        .err()
        .unwrap();
    assert!(far.contains("reduce `--plans` or `--distance`"), "{far}");
    let help = args::parse(["--help".to_owned()]);
    assert!(matches!(help, Ok(Parsed::Help(text)) if text.contains("--contingencies N")));
}
