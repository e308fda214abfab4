//! Saves that were damaged are refused, or loaded as something that could have been saved.
//!
//! `HTN_FULL=1` tries ten million, `HTN_SEED=n` one of them.

mod memory;

use depot::{Action, Fact, State, Task};
use memory::most_during;
use saves::rng::{Rng, seeds};
use saves::storage::{random_state, storage};
use saves::{Actor, Place, depot, json, loaded, mutate, saved};
use squad_htn::save::Header;

const USUAL: u64 = 20_000;
const FULL: u64 = 10_000_000;

/// The maximum memory for loading a save of a few kilobytes.
const ENOUGH: usize = 1 << 20;

fn some() -> State {
    State::from_facts([
        Fact::Manned(Actor(3)),
        Fact::Manned(Actor(40_000)),
        Fact::Alarm,
        Fact::At(Actor(3), Place::Chapel),
        Fact::At(Actor(1), Place::Mill),
        Fact::Near(Some(Actor(7)), (2, -1)),
        Fact::Near(None, (0, 0)),
        Fact::Mode(0.25),
        Fact::Large(u64::MAX),
    ])
    .expect("they fit")
}

/// A state that was loaded is one that could have been made by hand.
fn is_sound(state: &State, seed: u64) {
    let facts: Vec<Fact> = state.facts().collect();
    let again = State::from_facts(facts.iter().copied()).expect("they fit");
    assert!(again.facts().eq(facts.iter().copied()), "seed {seed}");
    assert_eq!(again, *state, "seed {seed}");
    assert_eq!(
        loaded::<State>(&saved(state)).as_ref(),
        Ok(state),
        "seed {seed}"
    );
    let text: State =
        serde_json::from_str(&json(state)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(text, *state, "seed {seed}");
}

#[test]
fn damaged_states_are_refused_or_sound() {
    let state = some();
    let (text, bytes) = (json(&state), saved(&state));
    let other = saved(&random_state(&mut Rng::new(1)));
    let head = saved(&Header::of::<depot::Domain>()).len();
    let (mut tried, mut sound) = (0, 0);
    for seed in seeds(USUAL, FULL) {
        let mut rng = Rng::new(seed);
        let mut results = Vec::new();
        let most = most_during(|| match rng.below(3) {
            0 => {
                let mut text = text.clone().into_bytes();
                let at = rng.below(text.len());
                text = [&text[..at], &mutate::bytes(&mut rng, &text[at..], &bytes)].concat();
                results.push(serde_json::from_slice::<State>(&text).ok());
                let matching =
                    State::load_matching(&mut serde_json::Deserializer::from_slice(&text));
                results.push(matching.ok().map(|(state, _)| state));
            }
            1 => {
                let text = mutate::json(&mut rng, &text);
                results.push(serde_json::from_str::<State>(&text).ok());
                let matching = State::load_matching(&mut serde_json::Deserializer::from_str(&text));
                results.push(matching.ok().map(|(state, _)| state));
            }
            _ => {
                // Most changes are after the header, whose errors are found at once.
                let at = if rng.chance(70) {
                    head
                } else {
                    rng.below(bytes.len())
                };
                let damaged = mutate::bytes(&mut rng, &bytes[at..], &other);
                let damaged = [&bytes[..at], &damaged].concat();
                results.push(loaded::<State>(&damaged).ok());
                let matching =
                    State::load_matching(&mut postcard::Deserializer::from_bytes(&damaged));
                results.push(matching.ok().map(|(state, _)| state));
            }
        });
        assert!(most < ENOUGH, "seed {seed}: {most} bytes at once");
        tried += results.len();
        for state in results.iter().flatten() {
            sound += 1;
            is_sound(state, seed);
        }
    }
    assert!(
        sound * 50 > tried || tried < 1_000,
        "{sound} of {tried} were loaded: the mutations say little"
    );
}

#[test]
fn damaged_facts_and_tasks_are_refused_or_sound() {
    let fact = Fact::Near(Some(Actor(7)), (2, -1));
    let task = Task::Go {
        who: Actor(300),
        to: Place::Yard,
    };
    let step = Task::Delete(Fact::At(Actor(1), Place::Mill));
    let texts = [json(&fact), json(&task), json(&step)];
    let saves = [saved(&fact), saved(&task), saved(&step)];
    for seed in seeds(USUAL, FULL) {
        let mut rng = Rng::new(seed);
        let save = &saves[rng.below(3)];
        let bytes = mutate::bytes(&mut rng, save, &saves[0]);
        let text = &texts[rng.below(3)];
        let text = match rng.chance(50) {
            true => mutate::json(&mut rng, text).into_bytes(),
            false => mutate::bytes(&mut rng, text.as_bytes(), texts[1].as_bytes()),
        };
        if let Ok(fact) = serde_json::from_slice::<Fact>(&text).or(loaded(&bytes)) {
            assert_eq!(loaded::<Fact>(&saved(&fact)), Ok(fact), "seed {seed}");
        }
        if let Ok(task) = serde_json::from_slice::<Task>(&text).or(loaded(&bytes)) {
            assert_eq!(loaded::<Task>(&saved(&task)), Ok(task), "seed {seed}");
        }
        if let Ok(action) = serde_json::from_slice::<Action>(&text).or(loaded(&bytes)) {
            assert_eq!(loaded::<Action>(&saved(&action)), Ok(action), "seed {seed}");
        }
    }
}

#[test]
fn damaged_states_of_words_are_refused_or_sound() {
    for seed in seeds(USUAL / 4, FULL / 4) {
        let mut rng = Rng::new(seed);
        let state = random_state(&mut Rng::new(seed % 64));
        let bytes = saved(&state);
        let head = saved(&Header::of::<storage::Domain>()).len();
        let damaged = mutate::bytes(&mut rng, &bytes[head..], &bytes);
        let damaged = [&bytes[..head], &damaged].concat();
        if let Ok(state) = loaded::<storage::State>(&damaged) {
            let again = storage::State::from_facts(&state).expect("they fit");
            assert!(again.facts().eq(state.facts()), "seed {seed}");
            assert_eq!(saved(&again), saved(&state), "seed {seed}");
        }
    }
}

#[test]
fn a_save_that_promises_much_takes_no_memory() {
    let bytes = saved(&State::new());
    let many = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    for at in 0..bytes.len() {
        let promising = [&bytes[..at], &many[..], &bytes[at..]].concat();
        let most = most_during(|| drop(loaded::<State>(&promising)));
        assert!(most < ENOUGH, "at {at}: {most} bytes");
    }
}
