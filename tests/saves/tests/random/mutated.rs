//! Mutated saves: each is refused, or the loaded director keeps all invariants.
//!
//! A mutated save is loaded, saved again, and driven for 50 ticks under a judge; then no plan may be left that does not end. With
//! debug assertions the engine looks at itself as well. 20,000 saves by default;
//! `HTN_FULL=1` makes it ten million, `HTN_MUTANTS=n` as many, `HTN_SEED=n` one of them.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::Random;
use crate::drive::{World, drive};
use crate::squad::squad as play;
use crate::world::home::Place;
use crate::world::members::members;
use crate::world::{director_fuzz_members, director_fuzz_scripts};
use crate::{BETWEEN, Between};
use saves::rng::{Rng, seeds};
use saves::{Carry, Format, mutate};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};
use squad_htn::Director;
use squad_htn::prelude::*;

/// A director as it was saved.
struct Save {
    limits: Limits,
    bytes: Vec<u8>,
    text: serde_json::Value,
}

thread_local! {
    static MEMBERS: RefCell<Vec<Save>> = const { RefCell::new(Vec::new()) };
    static PLAY: RefCell<Vec<Save>> = const { RefCell::new(Vec::new()) };
}

/// Saves the director between two ticks, to mutate the save.
pub fn between<T: Carry + Any>(carried: &mut T) {
    let carried: &dyn Any = carried;
    if let Some(director) = carried.downcast_ref::<members::Director>() {
        MEMBERS.with_borrow_mut(|saves| saves.push(save(director)));
    }
    if let Some(director) = carried.downcast_ref::<play::Director>() {
        PLAY.with_borrow_mut(|saves| saves.push(save(director)));
    }
}

fn save<D: World>(director: &Director<D>) -> Save
where
    Director<D>: Serialize,
{
    Save {
        limits: director.executor().limits(),
        bytes: saves::saved(director),
        text: serde_json::to_value(director).expect("it can be written"),
    }
}

/// Loads a mutant without its plans. If that succeeds, it is a director that can be saved and loaded.
fn without_plans<'de, D: World, De: Deserializer<'de>>(mutant: De, limits: Limits) {
    let Ok((director, _)) = Director::<D>::load_matching_with_limits(mutant, None, limits) else {
        return;
    };
    assert_eq!(director.executor().plans().count(), 0);
    let again = director.carried(Format::Postcard);
    assert_eq!(saves::saved(&director), saves::saved(&again));
}

/// One mutant of these saves: whether it was loaded.
fn mutant<D: World>(saves: &[Save], header: usize, seed: u64) -> bool {
    let rng = &mut Rng::new(seed);
    let (save, other) = (rng.pick(saves), rng.pick(saves));
    let loaded = match rng.below(2) {
        0 => {
            // Errors of a header are found at once.
            let header = if rng.chance(2) { 0 } else { header };
            let (head, body) = save.bytes.split_at(header);
            let mutated = mutate::bytes(rng, body, &other.bytes[header..]);
            let bytes = [head, &mutated].concat();
            if seed.is_multiple_of(5) {
                let mut bytes = postcard::Deserializer::from_bytes(&bytes);
                without_plans::<D, _>(&mut bytes, save.limits);
            }
            let mut bytes = postcard::Deserializer::from_bytes(&bytes);
            Director::<D>::deserialize_with_limits(&mut bytes, save.limits).ok()
        }
        _ => {
            let mut text = save.text.clone();
            mutate::structure(rng, &mut text["saved"], &other.text["saved"]);
            if seed.is_multiple_of(5) {
                without_plans::<D, _>(text.clone(), save.limits);
            }
            Director::<D>::deserialize_with_limits(text, save.limits).ok()
        }
    };
    let Some(director) = loaded else {
        return false;
    };
    let mut facts = director.state().facts().chain(
        director
            .planner()
            .into_iter()
            .flat_map(|planner| planner.facts()),
    );
    if !facts.all(D::is_sane) {
        return true;
    }
    let again = director.carried(Format::Postcard);
    assert_eq!(
        saves::saved(&director),
        saves::saved(&again),
        "saved once more"
    );
    drive(director, Random::new(seed), 50);
    true
}

/// The requested number of mutants, or one of them.
fn mutants<D: World + 'static>(name: &str, saves: &[Save])
where
    Director<D>: DeserializeOwned,
{
    let many = std::env::var("HTN_MUTANTS").ok();
    let many = many.map(|many| many.parse().expect("HTN_MUTANTS is a number"));
    let seeds = seeds(many.unwrap_or(20_000) / 2, 5_000_000);
    // All saves begin with the header.
    let prefix = |a: &[u8], b: &[u8]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let first = &saves[0].bytes;
    let header = saves[1..]
        .iter()
        .map(|save| prefix(first, &save.bytes))
        .min();
    let header = header.unwrap_or(0).saturating_sub(8);
    let mut loaded = 0;
    for seed in seeds.clone() {
        let call = AssertUnwindSafe(|| mutant::<D>(saves, header, seed));
        match catch_unwind(call) {
            Ok(was_loaded) => loaded += u64::from(was_loaded),
            Err(_) => panic!("{name}: HTN_SEED={seed} breaks a promise"),
        }
    }
    println!(
        "{name}: {loaded} of {} mutated saves were loaded",
        seeds.end - seeds.start
    );
    assert!(seeds.end - seeds.start < 100 || loaded > (seeds.end - seeds.start) / 50);
}

#[test]
fn mutated_saves_of_members_are_refused_or_work() {
    BETWEEN.set(Between::Collect);
    (0..8).for_each(|seed| drop(director_fuzz_members::run(seed)));
    let saves = MEMBERS.take();
    mutants::<members::Domain>("members", &saves);
}

#[test]
fn mutated_saves_of_plays_are_refused_or_work() {
    BETWEEN.set(Between::Collect);
    (0..12).for_each(|seed| drop(director_fuzz_scripts::run(seed, Place::Alone)));
    let saves = PLAY.take();
    mutants::<play::Domain>("plays", &saves);
}
