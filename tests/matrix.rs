//! The example `matrix`: plans that differ, contingencies, and what the review says of what happened.

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
#[path = "../examples/matrix/field.rs"]
mod field;
#[path = "../examples/matrix/game.rs"]
mod game;
#[path = "../examples/matrix/happened.rs"]
mod happened;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[path = "../examples/matrix/planning.rs"]
mod planning;
#[path = "../examples/matrix/report.rs"]
mod report;
#[path = "../examples/matrix/review.rs"]
mod review;
#[path = "../examples/matrix/terms.rs"]
mod terms;
#[path = "../examples/matrix/town.rs"]
mod town;
#[path = "../examples/matrix/words.rs"]
mod words;

use std::sync::OnceLock;

use squad_htn::Portfolio;
use squad_htn::prelude::*;

use args::Asked;
use domain::{Fact, State, Task};
use field::RELIEF;
use game::{Game, Wish};
use happened::{Ending, Fate};
use planning::Found;
use terms::{Place, Unit};
use town::Town;

fn wish(words: &str) -> Wish {
    let words = words.split_whitespace().map(str::to_owned);
    match args::parse(words) {
        Ok(Asked::Run(run)) => run.wish,
        other => panic!("{other:?}"),
    }
}

fn refused(words: &str) -> String {
    args::parse(words.split_whitespace().map(str::to_owned)).unwrap_err()
}

/// The plans of the default wish, which most tests begin with.
fn planned() -> &'static (State, Found) {
    static PLANNED: OnceLock<(State, Found)> = OnceLock::new();
    PLANNED.get_or_init(|| game::plan(&wish("")).unwrap())
}

fn played(words: &str) -> (Wish, &'static State, &'static Found, Vec<Game>) {
    let wish = wish(words);
    let (state, found) = planned();
    let games = game::play(&wish, state, found).unwrap();
    (wish, state, found, games)
}

#[test]
fn thirty_plans_differ_and_all_of_them_work() {
    let (state, found) = planned();
    assert_eq!(found.candidates.len(), 30);
    for (number, candidate) in found.candidates.iter().enumerate() {
        let plan = &candidate.plan;
        for other in &found.candidates[..number] {
            assert!(plan.distance(&other.plan).mean() >= 0.4);
        }
        // It ends with the flag, and nothing in it has no end.
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
        "all ways in are among them"
    );

    // A search that does not leap comes to the second way in much later.
    let mut planner = domain::Planner::with_limits(Limits::compact());
    let mut portfolio = Portfolio::new(30, 0.4);
    let all = Budget::unlimited();
    let full = planner.find_different(state, &Town, Task::Seize, &mut portfolio, all);
    assert_eq!(full, Ok(Progress::Found));
    assert_eq!(ways(portfolio.plans().iter()), ["Door"]);
}

/// By which ways these plans go in.
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
fn the_opponent_takes_another_plan_each_game() {
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
    // Also one who cares for nothing but risk: it takes all of them, the safest first, and then begins over.
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
fn who_withdraws_is_back_or_lost_or_out_of_time() {
    // Seven who can do nothing but go home.
    let out_there = [Place::Hall, Place::Yard, Place::Mill, Place::Corner];
    let facts = Town.facts().into_iter().filter_map(|fact| match fact {
        Fact::Can(..) => None,
        Fact::At(who, _) => Some(Fact::At(who, out_there[who as usize % 4])),
        other => Some(other),
    });
    let state = State::from_facts(facts).unwrap();
    // A plan that leads nowhere: where all are at home it has no steps.
    let mut planner = domain::Planner::with_limits(Limits::compact());
    let stay = planner.find(&planned().0, &Town, Task::Withdraw).unwrap();
    let stay = stay.unwrap().clone();
    assert!(stay.is_empty());
    let mut tried_again = 0;
    for seed in 0..200 {
        let happened = field::carry_out(&stay, &[], (&state, &Town), seed).unwrap();
        let about = format!("seed {seed}: {happened:?}");
        assert_eq!(happened.ending, Ending::Withdrawn, "{about}");
        for (at, unit) in Unit::ALL.into_iter().enumerate() {
            let is_lost = happened.lost.iter().any(|(other, _)| *other == unit);
            let own = happened.entries.iter().filter(|entry| entry.unit == at);
            // Where somebody fails, the others are stopped on their way, too, and set out again.
            assert_eq!(
                own.clone().next_back().unwrap().text == "pull back",
                !is_lost,
                "{about}"
            );
            tried_again += usize::from(!is_lost && own.count() > 1);
        }
    }
    assert!(tried_again > 10, "{tried_again}");

    // Nobody to withdraw.
    let nobody = State::from_facts(
        Town.facts()
            .into_iter()
            .filter(|fact| !matches!(fact, Fact::Ready(_) | Fact::At(..))),
    );
    let nobody = nobody.unwrap();
    let happened = field::carry_out(&stay, &[], (&nobody, &Town), 1).unwrap();
    assert_eq!(happened.ending, Ending::Destroyed);
    assert_eq!(happened.log, [(0.0, "nobody is left".to_owned())]);
}

#[test]
fn weights_decide() {
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
fn contingencies_are_plans_from_where_the_step_fails() {
    let (_, state, _, games) = played("--contingencies 50");
    let (game, plan) = (&games[0], &games[0].chosen().plan);
    let risky = |step: usize| plan.cost_of(step) > 0.0;
    let acts = (0..plan.len()).filter(|step| risky(*step)).count();
    // All but the one that has no end of its own.
    assert_eq!(game.contingencies.len(), acts - 1);
    let risks = game.contingencies.windows(2);
    assert!(risks.into_iter().all(|two| two[0].risk >= two[1].risk));
    for contingency in &game.contingencies {
        let facts = plan.facts_if_fails(contingency.step, state, &Town).unwrap();
        assert!(
            !facts.contains(Fact::Tasked(Unit::Red)),
            "nobody has a task"
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
fn missions_keep_to_the_rules_whatever_chance_does() {
    let (wish, state, found, _) = played("--games 4 --contingencies 4");
    let (mut adopted, mut lost, mut endings) = (0, 0, Vec::new());
    for seed in 0..8 {
        let wish = Wish {
            seed: 1_000 * seed,
            ..wish.clone()
        };
        for game in game::play(&wish, state, found).unwrap() {
            let happened = &game.happened;
            let about = format!("seed {}: {:?}", wish.seed, happened.log);
            assert!(happened.minutes <= RELIEF, "{about}");
            assert_eq!(
                happened.ending == Ending::Relieved,
                happened.minutes == RELIEF,
                "{about}"
            );
            for (at, unit) in Unit::ALL.into_iter().enumerate() {
                let own = game.came.of(at);
                let apart = own.windows(2).all(|two| two[0].to <= two[1].from);
                assert!(apart, "{unit:?} does two things at once; {about}");
                if let Some((_, when)) = happened.lost.iter().find(|(other, _)| *other == unit) {
                    assert!(own.iter().all(|entry| entry.to <= *when), "{about}");
                }
            }
            check_review(&game);
            let said = |text: &str| happened.log.iter().any(|(_, line)| line.contains(text));
            adopted += usize::from(said("the contingency is adopted"));
            lost += happened.lost.len();
            endings.push(happened.ending);
        }
    }
    assert!(adopted > 3 && lost > 3, "{adopted} adopted, {lost} lost");
    assert!(endings.contains(&Ending::Seized), "{endings:?}");
}

/// What went as planned is in no table, and everything else is.
fn check_review(game: &Game) {
    let steps = game.chosen().schedule.steps().iter();
    let mut parted = 0;
    for (step, course) in steps.zip(&game.happened.course) {
        if step.end == step.start {
            continue;
        }
        let in_time = course.fate == Fate::Done
            && course.start - step.start < 1.0
            && (course.end - course.start) - step.duration() < 1.0;
        let what = words::long(step.task);
        let told = game.partings.iter().any(|parting| parting.what == what);
        assert_eq!(told, !in_time, "{what}: {course:?}, {step}");
        parted += usize::from(!in_time);
    }
    assert_eq!(game.partings.len(), parted);
    for (at, account) in game.accounts.iter().enumerate() {
        let entries = game
            .happened
            .entries
            .iter()
            .filter(|entry| entry.unit == at);
        let work: f32 = entries.map(|entry| entry.to - entry.from).sum();
        assert!((account.happened.0 - work).abs() < 1e-3);
        let waits = game
            .happened
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
fn the_same_seed_gives_the_same_text_and_page() {
    let both = |words: &str| {
        let (wish, _, found, games) = played(words);
        let text = report::text(&wish, found, &games);
        (text, report::page(&wish, found, &games))
    };
    let one = both("--contingencies 2");
    // Planned once more: it is the same.
    let again = game::plan(&wish("")).unwrap().1;
    let gists = |found: &Found| -> Vec<String> {
        let candidates = found.candidates.iter();
        candidates
            .map(|candidate| words::gist(&candidate.plan))
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
        "Where the plan",
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
fn what_makes_no_sense_is_refused() {
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
        "one of `--cost`, `--fit` and `--new` must be more than 0"
    );
    assert!(refused("--plan 3").starts_with("unknown option `--plan`: use one of --seed,"));
    let far = game::plan(&wish("--distance 1 --plans 9")).err().unwrap();
    assert!(
        far.contains("ask for fewer (--plans) or for nearer ones (--distance)"),
        "{far}"
    );
    let help = args::parse(["--help".to_owned()]);
    assert!(matches!(help, Ok(Asked::Help(text)) if text.contains("--contingencies N")));
}
