//! Searches whose answers are kept: saved and loaded, they go on exactly, whatever the game would answer now.

#[path = "answers/oracle.rs"]
mod oracle;

use std::panic::{AssertUnwindSafe, catch_unwind};

use oracle::dice::{Domain, Fact, Headquarters, Task};
use oracle::{Dice, limits, planner, state};
use saves::rng::{Rng, seeds};
use saves::{Carry, Format, mutate};
use squad_htn::prelude::*;
use squad_htn::{Director, Planner, Portfolio, State};

/// A game with which a search goes on for hundreds of steps.
const LONG: u64 = 20;

/// Both formats in turn.
fn format(turn: u64) -> Format {
    match turn % 2 {
        0 => Format::Json,
        _ => Format::Postcard,
    }
}

/// The rest of a search: its plans as they print, how it ends, and what it took. At most so many steps more.
fn rest(mut planner: Planner<Domain>, dice: &Dice) -> Vec<String> {
    let mut told = Vec::new();
    let mut budget = Budget::steps(400);
    loop {
        let progress = planner.resume(dice, budget.by_ref());
        told.push(format!("{progress:?} {}", planner.stats()));
        match progress {
            Ok(Progress::Found) => told.push(planner.plan().expect("it was found").to_string()),
            _ => return told,
        }
    }
}

/// The game answers each question at random each time. So whoever asks one time more, or less, or in another order, is found
/// out by what comes after.
#[test]
fn a_search_goes_on_exactly_though_the_game_answers_something_else_each_time() {
    let (mut cuts, mut asked, mut plans) = (0, 0, 0);
    for seed in seeds(12, 400) {
        let dice = Dice::new(seed);
        let mut one = planner();
        one.detect_loops(seed % 3 == 0);
        one.start(&state(), Task::Live);
        for step in 0..250 {
            let other = one.carried(format(step));
            assert_eq!(one.seen(), other.seen(), "seed {seed}, step {step}");
            let (mine, its) = (dice.clone(), dice.clone());
            let (here, there) = (rest(one.clone(), &mine), rest(other, &its));
            assert_eq!(here, there, "seed {seed}, step {step}");
            assert_eq!(mine.rolls(), its.rolls(), "seed {seed}, step {step}");
            cuts += 1;
            asked += mine.rolls() - dice.rolls();
            match one.resume(&dice, Budget::steps(1)) {
                Ok(Progress::Paused) => {}
                Ok(Progress::Found) => plans += 1,
                Ok(Progress::NoPlan) | Err(_) => break,
            }
        }
        assert_eq!(one.lost_answers(), 0);
    }
    assert!(
        cuts > 500 && asked > 1_000 && plans > 10,
        "{cuts} {asked} {plans}"
    );
}

/// Saved, loaded, a few steps on, and saved again before the first of them and after.
#[test]
fn one_that_was_loaded_can_be_saved_again_at_any_time() {
    for seed in seeds(20, 1_000) {
        let dice = Dice::new(seed);
        let (mut one, mut other) = (planner(), planner());
        let its = dice.clone();
        one.start(&state(), Task::Live);
        other.start(&state(), Task::Live);
        for turn in 0..40 {
            other = other.carried(format(turn)).carried(format(turn / 2));
            let steps = 1 + (seed + turn) % 7;
            let here = one.resume(&dice, Budget::steps(steps));
            let there = other.resume(&its, Budget::steps(steps));
            assert_eq!(here, there, "seed {seed}, turn {turn}");
            assert_eq!(one.seen(), other.seen(), "seed {seed}, turn {turn}");
            assert_eq!(dice.rolls(), its.rolls(), "seed {seed}, turn {turn}");
        }
    }
}

#[test]
fn without_keeping_them_the_game_is_asked_again() {
    let differs = (0..40).any(|seed| {
        let dice = Dice::new(seed);
        let mut one = planner();
        one.keep_answers(0);
        one.start(&state(), Task::Live);
        let _ = one.resume(&dice, Budget::steps(30));
        let other = one.carried(Format::Json);
        let (mine, its) = (dice.clone(), dice);
        rest(one, &mine) != rest(other, &its)
    });
    assert!(differs, "or the tests above say nothing");
}

#[test]
fn the_search_for_the_best_plan_and_portfolios_go_on_exactly() {
    for seed in seeds(20, 500) {
        let dice = Dice::new(seed);
        let mut one = planner();
        let _ = one.find_best(&state(), &dice, Task::Live, Budget::steps(20 + seed * 7));
        let other = one.carried(format(seed));
        let (mine, its) = (dice.clone(), dice.clone());
        assert_eq!(rest(one.clone(), &mine), rest(other, &its), "seed {seed}");

        let mut one = planner();
        let mut portfolio = Portfolio::new(5, 0.2).leaping(true);
        one.start(&state(), Task::Live);
        let _ = one.collect(&dice, &mut portfolio, Budget::steps(20 + seed * 7));
        let other = one.carried(format(seed));
        let (mine, its) = (dice.clone(), dice.clone());
        assert_eq!(rest(one, &mine), rest(other, &its), "seed {seed}");
    }
}

#[test]
fn there_is_room_for_so_many_and_the_rest_is_lost() {
    let dice = Dice::new(LONG);
    let lost = [2, 20, 30, 20_000].map(|most| {
        let (mut planner, dice) = (planner(), dice.clone());
        planner.keep_answers(most);
        planner.start(&state(), Task::Live);
        let _ = planner.resume(&dice, Budget::steps(300));
        let loaded = planner.carried(Format::Postcard);
        assert_eq!(loaded.lost_answers(), planner.lost_answers());
        // It goes on somehow.
        let _ = rest(loaded, &dice);
        planner.lost_answers()
    });
    assert!(lost.is_sorted_by(|a, b| a > b) && lost[3] == 0, "{lost:?}");

    // From the next start on.
    let mut planner = planner();
    planner.keep_answers(0);
    planner.start(&state(), Task::Live);
    planner.keep_answers(2);
    let _ = planner.resume(&dice, Budget::steps(300));
    assert_eq!(planner.lost_answers(), 0);
    planner.start(&state(), Task::Live);
    let _ = planner.resume(&dice, Budget::steps(300));
    assert!(planner.lost_answers() > 0);
}

/// Whatever stands in a save: a word that is no value of its type is not taken for one.
#[test]
fn answers_that_are_none_are_asked_for_again() {
    let dice = Dice::new(LONG);
    let mut one = planner();
    one.start(&state(), Task::Live);
    let _ = one.resume(&dice, Budget::steps(200));
    let mut save: serde_json::Value = serde_json::from_str(&saves::json(&one)).unwrap();
    let questions = &mut save["saved"]["search"]["answers"]["questions"];
    let mut words = 0;
    for question in questions.as_array_mut().unwrap() {
        for run in question[1].as_array_mut().unwrap() {
            for word in run[1].as_array_mut().unwrap() {
                *word = u64::MAX.into();
                words += 1;
            }
        }
    }
    assert!(words > 20, "{words}");
    let text = save.to_string();
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let mut other =
        Planner::<Domain>::deserialize_with_limits(&mut deserializer, limits()).unwrap();
    let _ = other.resume(&dice, Budget::steps(400));
    for fact in other.facts() {
        if let Fact::At(_, place) | Fact::Seen(place) = fact {
            assert!(place < 16, "{fact}");
        }
    }
}

/// People move while it searches: each tick has other answers. Saved after any tick, a director goes on as it would have.
#[test]
fn a_director_goes_on_exactly_while_people_move() {
    let (mut searching, mut events) = (0, 0);
    for seed in seeds(40, 2_000) {
        let mut random = Rng::new(seed);
        let director = Director::with_limits(Task::Live, limits())
            .interval(1 + random.below(6) as u32)
            .policy(*random.pick(&[Policy::Accumulate, Policy::Replace, Policy::Preempt]))
            .keep_answers(100_000);
        let (mut one, mut running) = (director, Vec::new());
        for fact in state().facts() {
            one.state_mut().insert(fact).expect("there is room");
        }
        let mut other = one.carried(Format::Json);
        for tick in 0..50 {
            let dice = Dice::of_tick(seed, tick);
            let steps = random.below(12) as u64;
            let commands: Vec<_> = one.tick(&dice, Budget::steps(steps)).collect();
            let same: Vec<_> = other.tick(&dice, Budget::steps(steps)).collect();
            assert_eq!(commands, same, "seed {seed}, tick {tick}");
            let told = |director: &Director<Domain>| {
                let events: Vec<_> = director.events().map(|event| event.to_string()).collect();
                (events, director.seen(), director.state().to_string())
            };
            assert_eq!(told(&one), told(&other), "seed {seed}, tick {tick}");
            events += one.events().count();
            searching += usize::from(one.is_searching());
            other = other.carried(format(tick));
            for command in commands {
                match command {
                    Command::Start { id, .. } => running.push(id),
                    Command::Stop { id, .. } => running.retain(|other| *other != id),
                }
            }
            running.retain(|id| {
                let ends = random.chance(40);
                let outcome = *random.pick(&[Outcome::Success, Outcome::Success, Outcome::Failure]);
                if ends {
                    assert_eq!(one.finish(*id, outcome), other.finish(*id, outcome));
                }
                !ends
            });
            if random.chance(10) {
                let place = random.below(16) as u8;
                one.state_mut().remove(Fact::Seen(place));
                other.state_mut().remove(Fact::Seen(place));
            }
        }
    }
    assert!(searching > 200 && events > 200, "{searching} {events}");
}

/// Saves that were damaged are refused, or what is loaded goes on, with values that are some.
#[test]
fn damaged_answers_are_refused_or_do_no_harm() {
    let mut originals = Vec::new();
    for seed in [LONG, 23, 27] {
        let mut planner = planner();
        planner.start(&state(), Task::Live);
        let _ = planner.resume(&Dice::new(seed), Budget::steps(120));
        originals.push((saves::json(&planner), saves::saved(&planner)));
    }
    let other = originals[0].1.clone();
    let (mut tried, mut loaded) = (0, 0);
    for seed in seeds(2_000, 1_000_000) {
        let random = &mut Rng::new(seed);
        let (text, bytes) = random.pick(&originals).clone();
        tried += 1;
        let planner = match random.chance(50) {
            true => {
                let text = mutate::json(random, &text);
                let mut deserializer = serde_json::Deserializer::from_str(&text);
                Planner::<Domain>::deserialize_with_limits(&mut deserializer, limits()).ok()
            }
            false => {
                // Answers come last.
                let at = bytes.len() / 2 + random.below(bytes.len() / 2);
                let damaged = mutate::bytes(random, &bytes[at..], &other);
                let damaged = [&bytes[..at], &damaged].concat();
                let mut deserializer = postcard::Deserializer::from_bytes(&damaged);
                Planner::<Domain>::deserialize_with_limits(&mut deserializer, limits()).ok()
            }
        };
        let Some(planner) = planner else { continue };
        loaded += 1;
        if planner.stats().steps > 10_000 {
            // It would be gone over again, which takes as long as it takes.
            continue;
        }
        let mut planner = planner.carried(format(seed));
        let dice = Dice::new(seed);
        for _ in 0..20 {
            let _ = planner.resume(&dice, Budget::steps(20));
            // What it has are facts that could be put.
            let facts: Vec<Fact> = planner.facts().collect();
            let again = State::<Domain>::from_facts(facts.iter().copied()).expect("they fit");
            assert_eq!(again.facts().count(), facts.len(), "seed {seed}");
        }
        let _ = planner.carried(format(seed));
    }
    assert!(
        loaded * 20 > tried || tried < 100,
        "{loaded} of {tried} were loaded"
    );
}

/// Where the game panics, the search is over; the next one is kept like any other.
#[test]
fn after_a_panic_the_next_search_is_kept() {
    for last in 0..30 {
        let mut one = planner();
        one.start(&state(), Task::Live);
        let dice = Dice::until(LONG, last);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            while one.resume(&dice, Budget::steps(1)).is_ok() {}
        }));
        assert!(panicked.is_err(), "{last}");
        assert!(one.resume(&dice, Budget::unlimited()).is_err());
        let _ = one.carried(Format::Json);

        let dice = Dice::new(LONG);
        one.start(&state(), Task::Live);
        let _ = one.resume(&dice, Budget::steps(40));
        let other = one.carried(format(last));
        let (mine, its) = (dice.clone(), dice.clone());
        assert_eq!(rest(one, &mine), rest(other, &its), "{last}");
    }
}

/// A squad that is lent a planner keeps its answers in that, and goes on by itself like its twin that stays.
#[test]
fn a_squad_of_a_headquarters_goes_on_exactly() {
    let mut searching = 0;
    for seed in seeds(20, 500) {
        let mut random = Rng::new(seed);
        let mut hq = Headquarters::with_limits(limits()).turn(1 << 20);
        let id = hq.enlist_with(Task::Live, limits());
        let squad = hq.squad_mut(id).expect("it has just come");
        squad.set_settings(squad.settings().interval(2));
        squad.set_keep_answers(100_000);
        for fact in state().facts() {
            squad.state_mut().insert(fact).expect("there is room");
        }
        let mut twin: Option<Director<Domain>> = None;
        for tick in 0..30 {
            let dice = Dice::of_tick(seed, tick);
            let steps = 1 + random.below(9) as u64;
            hq.tick(|_| &dice, Budget::steps(steps));
            let squad = hq.squad_mut(id).expect("it is here");
            if let Some(twin) = &mut twin {
                twin.tick(&dice, Budget::steps(steps));
                assert_eq!(squad.seen(), twin.seen(), "seed {seed}, tick {tick}");
                assert!(
                    squad.commands().eq(twin.commands()),
                    "seed {seed}, tick {tick}"
                );
            }
            if squad.is_searching() {
                searching += 1;
                twin = Some(squad.carried(format(tick)));
            }
            let running: Vec<_> = squad.commands().collect();
            for command in running {
                if let Command::Start { id, .. } = command {
                    squad.finish(id, Outcome::Success).expect("it runs");
                    if let Some(twin) = &mut twin {
                        twin.finish(id, Outcome::Success).expect("it runs");
                    }
                }
            }
        }
    }
    assert!(searching > 50, "{searching}");
}
