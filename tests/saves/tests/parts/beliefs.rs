//! Loaded beliefs act like the saved ones.
//!
//! `HTN_FULL=1` plays many more games, `HTN_SEED=n` one of them.

use saves::rng::{Rng, seeds};
use saves::{Actor, Format, Place, depot, json, mutate, saved};
use squad_htn::{Beliefs, BeliefsFull, Claim, decay};

use depot::{Domain, Fact, State};

fn decays(fact: Fact, age: u64) -> f32 {
    match fact {
        Fact::Alarm => decay::never(age),
        Fact::At(..) => decay::evenly(age, 60),
        _ => decay::evenly(age, 300),
    }
}

fn random_fact(rng: &mut Rng) -> Fact {
    let who = Actor(rng.below(6) as u16);
    match rng.below(5) {
        0 => Fact::Alarm,
        1 => Fact::Manned(who),
        2 => Fact::Mode(rng.below(3) as f32 / 4.0),
        3 => Fact::Near(rng.chance(50).then_some(who), (rng.below(3) as u8, -1)),
        _ => Fact::At(who, *rng.pick(&[Place::Mill, Place::Chapel, Place::Yard])),
    }
}

/// A report of a speaker, or an observation.
fn random_claim(rng: &mut Rng, now: u64) -> Claim<Fact, Actor> {
    let (fact, when) = (random_fact(rng), now.saturating_sub(rng.below(80) as u64));
    let claim = match rng.chance(75) {
        true => Claim::seen(fact, when),
        false => Claim::seen_not(fact, when),
    };
    match rng.chance(50) {
        true => claim.told_by(Actor(rng.below(6) as u16), rng.below(11) as f32 / 10.0),
        false => claim,
    }
}

type Mind = (State, Beliefs<Domain>);

fn new_mind() -> Mind {
    (State::new(), Beliefs::with_capacity(24, decays))
}

/// Everything that can be seen of beliefs.
fn seen((state, beliefs): &Mind) -> String {
    format!("{state}\n{beliefs:?}")
}

fn load_json(text: &str) -> serde_json::Result<Beliefs<Domain>> {
    let mut text = serde_json::Deserializer::from_str(text);
    Beliefs::with_capacity(24, decays).load(&mut text)
}

fn load_bytes(bytes: &[u8]) -> postcard::Result<Beliefs<Domain>> {
    let mut bytes = postcard::Deserializer::from_bytes(bytes);
    Beliefs::with_capacity(24, decays).load(&mut bytes)
}

fn carried((state, beliefs): &Mind, format: Format) -> Mind {
    match format {
        Format::Json => (
            serde_json::from_str(&json(state)).expect("it is a state"),
            load_json(&json(beliefs)).expect("these are beliefs"),
        ),
        Format::Postcard => (
            saves::loaded(&saved(state)).expect("it is a state"),
            load_bytes(&saved(beliefs)).expect("these are beliefs"),
        ),
    }
}

/// The outcome of a moment.
fn live(mind: &mut Mind, rng: &mut Rng, now: u64) -> Vec<String> {
    let (state, beliefs) = mind;
    let mut told = Vec::new();
    match rng.below(12) {
        0 => beliefs.forget(state, now, |claim| told.push(claim.to_string())),
        // An effect of a plan.
        1 => _ = state.remove(random_fact(rng)),
        2 => told.push(format!("{:?}", beliefs.know(state, random_fact(rng)))),
        3 => told.extend(beliefs.claims(state).map(|claim| claim.to_string())),
        _ => {
            let claim = random_claim(rng, now);
            let heard = beliefs.hear(state, claim, now);
            told.push(format!("{claim}: {heard:?}"));
        }
    }
    told
}

#[test]
fn loaded_instance_acts_like_the_saved_one() {
    for seed in seeds(300, 50_000) {
        let mut rng = Rng::new(seed);
        let (mut one, mut other) = (new_mind(), new_mind());
        one.1 = one.1.believes_from(0.25);
        other.1 = other.1.believes_from(0.25);
        for now in 0..200 {
            if rng.chance(10) {
                other = carried(&other, *rng.pick(&[Format::Json, Format::Postcard]));
            }
            let moment = rng.below(1 << 30) as u64;
            let told = live(&mut one, &mut Rng::new(moment), now);
            assert_eq!(
                live(&mut other, &mut Rng::new(moment), now),
                told,
                "seed {seed}"
            );
            assert_eq!(seen(&one), seen(&other), "seed {seed}");
        }
    }
}

fn full_mind(seed: u64) -> Mind {
    let (mut mind, mut rng) = (new_mind(), Rng::new(seed));
    for now in 0..150 {
        live(&mut mind, &mut rng, now);
    }
    mind
}

#[test]
fn damaged_saves_are_refused_or_sound() {
    let minds = [full_mind(1), full_mind(2)];
    let texts = minds.each_ref().map(|mind| json(&mind.1));
    let bytes = minds.each_ref().map(|mind| saved(&mind.1));
    let mut sound = 0;
    for seed in seeds(5_000, 1_000_000) {
        let mut rng = Rng::new(seed);
        let at = rng.below(2);
        let beliefs = match rng.chance(60) {
            true => load_json(&mutate::json(&mut rng, &texts[at])).ok(),
            false => load_bytes(&mutate::bytes(&mut rng, &bytes[at], &bytes[1 - at])).ok(),
        };
        let Some(beliefs) = beliefs else { continue };
        sound += 1;
        let mut mind = (minds[at].0.clone(), beliefs);
        let again = carried(&mind, Format::Json);
        assert_eq!(seen(&again), seen(&mind), "seed {seed}");
        for now in 150..200 {
            live(&mut mind, &mut rng, now);
        }
    }
    assert!(
        sound > 20 || std::env::var_os("HTN_SEED").is_some(),
        "only {sound} were sound"
    );
}

#[test]
fn what_does_not_fit_is_said() -> Result<(), BeliefsFull> {
    let (mut state, mut beliefs) = new_mind();
    for who in 0..3 {
        beliefs.see(&mut state, Fact::Manned(Actor(who)), 1)?;
    }
    let text = json(&beliefs);
    let small = Beliefs::<Domain>::with_capacity(2, decays);
    let error = small.load(&mut serde_json::Deserializer::from_str(&text));
    let error = error.expect_err("there are three").to_string();
    assert!(
        error.starts_with("the belief store is full (capacity 2)"),
        "{error}"
    );
    let twice = text.replace("{\"manned\":[1]}", "{\"manned\":[0]}");
    let error = load_json(&twice)
        .expect_err("one is there twice")
        .to_string();
    assert!(
        error.starts_with("duplicate belief about manned(Actor(0))"),
        "{error}"
    );
    Ok(())
}

/// Mapped handles are mapped as speakers too.
#[test]
fn agents_are_mapped_in_facts_and_as_speakers() -> Result<(), BeliefsFull> {
    let (mut state, mut beliefs) = new_mind();
    let claim = Claim::seen(Fact::At(Actor(1), Place::Mill), 5).told_by(Actor(2), 0.5);
    beliefs.hear(&mut state, claim, 6)?;
    beliefs.see(&mut state, Fact::At(Actor(2), Place::Yard), 7)?;
    beliefs.see_not(&mut state, Fact::Manned(Actor(1)), 7)?;
    let moved = |Actor(who)| Actor(who + 10);
    state.map_agents(moved);
    beliefs.map_agents(moved);
    let told: Vec<String> = beliefs
        .claims(&state)
        .map(|claim| claim.to_string())
        .collect();
    assert_eq!(
        told,
        [
            "at(Actor(11), Mill) (tick 5, from Actor(12) at 1 hand, 50% sure)",
            "at(Actor(12), Yard) (tick 7, 100% sure)",
            "not manned(Actor(11)) (tick 7, 100% sure)",
        ]
    );
    // If two beliefs become one, the later one is kept.
    state.map_agents(|_| Actor(3));
    beliefs.map_agents(|_| Actor(3));
    let told: Vec<String> = beliefs
        .claims(&state)
        .map(|claim| claim.to_string())
        .collect();
    assert_eq!(told[0], "at(Actor(3), Yard) (tick 7, 100% sure)");
    Ok(())
}
