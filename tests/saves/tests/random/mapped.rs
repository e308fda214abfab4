//! Handles that are others from some tick of the random worlds on: the story is that of the twin, with the others in their place.
//!
//! `HTN_FULL=1` runs many more episodes, `HTN_SEED=n` one of them.

use std::any::Any;
use std::cell::{Cell, RefCell};

use crate::beside::{Tally, beside};
use crate::common::Random;
use crate::crew;
use crate::drive::{World, drive};
use crate::permutation::Handles;
use crate::squad::squad as play;
use crate::world::home::Place;
use crate::world::members::members;
use crate::world::{director_fuzz_members, director_fuzz_model, director_fuzz_scripts};
use crate::{BETWEEN, Between};
use saves::Carry;
use saves::rng::seeds;
use squad_htn::{Director, Outcome};

/// The kind of a test between two ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Nothing,
    /// They continue beside a twin with mapped handles.
    Permuted,
    /// Any handles become any others.
    Merged,
}

thread_local! {
    static TEST: Cell<Test> = const { Cell::new(Test::Nothing) };
    static RANDOM: RefCell<Random> = RefCell::new(Random::new(1));
    static TALLY: Cell<Tally> = const { Cell::new(Tally::NONE) };
}

pub fn between<T: Carry + Any>(carried: &mut T) {
    let carried: &dyn Any = carried;
    if let Some(director) = carried.downcast_ref::<members::Director>() {
        test(director);
    }
    if let Some(director) = carried.downcast_ref::<play::Director>() {
        test(director);
    }
}

fn test<D: World + Handles>(director: &Director<D>) {
    RANDOM.with_borrow_mut(|random| {
        if random.below(12) != 0 {
            return;
        }
        let mut tally = TALLY.get();
        match TEST.get() {
            Test::Nothing => {}
            Test::Permuted => beside(director, random, &mut tally),
            Test::Merged => merge(director, random, &mut tally),
        }
        TALLY.set(tally);
    });
}

/// Some handles become others, and some the same: that is refused and nothing has changed, or every promise is kept.
fn merge<D: World + Handles>(director: &Director<D>, random: &mut Random, tally: &mut Tally) {
    let to: [u8; 8] = std::array::from_fn(|number| match random.below(3) {
        0 => random.below(8) as u8,
        _ => number as u8,
    });
    let mut other = director.clone();
    match D::merge(&mut other, to) {
        Ok(()) => {
            tally.twins += 1;
            tally.searching += u64::from(director.is_searching());
            drive(other, Random::new(random.next()), 20);
        }
        Err(error) => {
            tally.refused += 1;
            let error = error.to_string();
            assert!(error.starts_with("cannot map terms: "), "{error}");
            assert_eq!(saves::saved(director), saves::saved(&other), "{error}");
        }
    }
}

/// Plays the episodes of a world, and does the test in some of their ticks.
fn play(what: Test, usual: u64, full: u64, episode: impl Fn(u64)) -> Tally {
    TALLY.set(Tally::NONE);
    for seed in seeds(usual, full) {
        RANDOM.set(Random::new(seed + 1));
        TEST.set(what);
        // A panic in the test is reported with its seed.
        let run = std::panic::AssertUnwindSafe(|| episode(seed));
        let ran = std::panic::catch_unwind(run);
        TEST.set(Test::Nothing);
        assert!(ran.is_ok(), "HTN_SEED={seed}: {what:?}");
    }
    let tally = TALLY.take();
    println!("{what:?}: {tally:?}");
    tally
}

/// A crew at work, whose actions end by chance.
fn crews(seed: u64) {
    let random = &mut Random::new(seed);
    let mut director = crew::director(random);
    for _ in 0..60 {
        let steps = [3, 40, 1_000, 1_000][random.below(4)];
        crew::crew::Domain::tick(&mut director, steps);
        let plans = director.executor().plans();
        let steps: Vec<_> = plans.flat_map(|plan| plan.steps()).collect();
        for action in steps.iter().filter_map(|step| step.action) {
            let outcome = match random.below(9) {
                0..6 => continue,
                6 => Outcome::Failure,
                _ => Outcome::Success,
            };
            director.finish(action, outcome).expect("it runs");
        }
        if random.below(4) == 0 {
            crew::crew::Domain::sense(&mut director, random);
        }
        test(&director);
    }
}

fn one_of_them() -> bool {
    std::env::var_os("HTN_SEED").is_some()
}

fn brigades(seed: u64) {
    director_fuzz_members::run(seed);
}

fn troupes(seed: u64) {
    director_fuzz_scripts::run(seed, Place::Alone);
}

fn companies(seed: u64) {
    director_fuzz_model::run(seed);
}

#[test]
fn directors_of_members_go_on_with_other_handles() {
    BETWEEN.set(Between::Map);
    let tally = play(Test::Permuted, 40, 10_000, brigades);
    let Tally {
        twins, searching, ..
    } = tally;
    assert!(one_of_them() || (twins > 40 && searching > 10), "{tally:?}");
    let enough = tally.repairs > 20 && tally.too_soon > 0 && tally.actions > 100;
    assert!(one_of_them() || enough, "{tally:?}");
}

#[test]
fn directors_of_plays_go_on_with_other_handles() {
    BETWEEN.set(Between::Map);
    let tally = play(Test::Permuted, 40, 10_000, troupes);
    let enough = tally.twins > 40 && tally.searching > 10 && tally.repairs > 5;
    assert!(one_of_them() || enough, "{tally:?}");
}

#[test]
fn directors_continue_with_mapped_handles() {
    BETWEEN.set(Between::Map);
    let tally = play(Test::Permuted, 20, 5_000, companies);
    assert!(one_of_them() || tally.twins > 20, "{tally:?}");
}

#[test]
fn directors_with_nested_handles_can_be_mapped() {
    BETWEEN.set(Between::Map);
    let tally = play(Test::Permuted, 100, 20_000, crews);
    let enough = tally.twins > 300 && tally.searching > 20 && tally.repairs > 20;
    assert!(one_of_them() || enough, "{tally:?}");
    let enough = tally.actions > 100 && tally.too_soon > 5;
    assert!(one_of_them() || enough, "{tally:?}");
}

#[test]
fn merged_handles_are_refused_or_work() {
    BETWEEN.set(Between::Map);
    let mut refused = 0;
    for episode in [brigades, troupes, crews] {
        let tally = play(Test::Merged, 40, 10_000, episode);
        let enough = tally.twins > 20 && tally.searching > 3;
        assert!(one_of_them() || enough, "{tally:?}");
        refused += tally.refused;
    }
    assert!(one_of_them() || refused > 0);
}
