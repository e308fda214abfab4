//! Where saves, panics of the game and squads that sleep meet.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use saves::{Actor, json};
use squad_htn::prelude::*;

#[derive(Default)]
struct Game {
    panics: Cell<bool>,
}

impl Game {
    fn is_fine(&self) -> bool {
        assert!(!self.panics.get(), "the game panics");
        true
    }
}

htn_domain! {
    domain watch(game: &Game);
    agent Actor;
    predicate guard(Actor) [8];
    operator walk(who: Actor) by who {}
    operator heed(who: Actor) by who { while game.is_fine(); }
    pub method duty() if guard(who) { round(who); }
    method round(who: Actor) { branch fine if game.is_fine() { walk(who); } }
    pub method heedful() if guard(who) { heed(who); }
}

use watch::{Director, Fact, Planner, SquadScheduler, State, Task};

fn new_scheduler() -> SquadScheduler {
    SquadScheduler::with_limits(Limits::compact())
}

fn insert(squad: &mut Director, fact: Fact) {
    assert_eq!(squad.state_mut().insert(fact), Ok(true));
}

fn tick(hq: &mut SquadScheduler, game: &Game, frames: u32) {
    (0..frames).for_each(|_| hq.tick(|_| game, Budget::steps(1_000)));
}

/// A frame in which the game panics and catches that.
fn torn_tick(hq: &mut SquadScheduler, game: &Game) {
    game.panics.set(true);
    let torn = catch_unwind(AssertUnwindSafe(|| tick(hq, game, 1)));
    assert!(torn.is_err());
    game.panics.set(false);
}

fn ticks(squad: &Director) -> u64 {
    squad.executor().ticks()
}

#[test]
fn swapped_squads_use_frames_of_their_scheduler() {
    let game = Game::default();
    let (mut one, mut other) = (new_scheduler(), new_scheduler());
    let (a, b) = (one.add(Task::Duty), other.add(Task::Duty));
    tick(&mut one, &game, 100);
    tick(&mut other, &game, 3);
    let (squad, rival) = (one.squad_mut(a), other.squad_mut(b));
    std::mem::swap(squad.expect("it is there"), rival.expect("it is there"));
    for (hq, id) in [(&mut one, a), (&mut other, b)] {
        let before = hq.squad(id).map(ticks).expect("it is there");
        tick(hq, &game, 20);
        assert_eq!(hq.squad(id).map(ticks), Some(before + 20));
    }
}

#[test]
fn squad_moved_to_another_scheduler_keeps_planning() {
    let game = Game::default();
    let (mut one, mut other) = (new_scheduler(), new_scheduler());
    let id = one.add(Task::Duty);
    tick(&mut one, &game, 2);
    let nobody = Director::with_limits(Task::Duty, Limits::compact());
    let squad = std::mem::replace(one.squad_mut(id).expect("it is there"), nobody);
    tick(&mut other, &game, 10);
    let id = other.add_director(squad);
    let seen = |hq: &SquadScheduler| hq.squad(id).map(|squad| (ticks(squad), squad.answers()));
    let (ticks, answers) = seen(&other).expect("it is there");
    tick(&mut other, &game, 300);
    assert_eq!(seen(&other), Some((ticks + 300, answers + 10)));
}

/// One on its own is repaired within five ticks.
#[test]
fn repair_continues_after_its_search_panicked() {
    let game = Game::default();
    let mut hq = new_scheduler();
    let id = hq.add(Task::Duty);
    let squad = hq.squad_mut(id).expect("it has just come");
    squad.set_settings(squad.settings().interval(1_000));
    insert(squad, Fact::Guard(Actor(1)));
    tick(&mut hq, &game, 2);
    let squad = hq.squad_mut(id).expect("it is there");
    let Some(Command::Start { id: action, .. }) = squad.commands().next() else {
        panic!("he walks");
    };
    assert_eq!(squad.finish(action, Outcome::Failure), Ok(()));
    torn_tick(&mut hq, &game);
    let repaired = (0..1_100).position(|_| {
        tick(&mut hq, &game, 1);
        hq.squad(id).is_some_and(|squad| squad.commands().len() > 0)
    });
    assert!(repaired.is_some_and(|frames| frames < 5), "{repaired:?}");
}

#[test]
fn save_names_squad_paused_in_unfinished_tick() {
    let game = Game::default();
    let mut hq = new_scheduler();
    hq.add(Task::Duty);
    let id = hq.add(Task::Heedful);
    insert(
        hq.squad_mut(id).expect("it has just come"),
        Fact::Guard(Actor(1)),
    );
    tick(&mut hq, &game, 2);
    torn_tick(&mut hq, &game);
    hq.set_paused(id, true);
    tick(&mut hq, &game, 3);
    let error = serde_json::to_string(&hq).expect_err("its tick is not over");
    let error = error.to_string();
    assert!(
        error.starts_with("squad 1: a game expression panicked"),
        "{error}"
    );
    assert!(
        error.ends_with("the squad is paused: resume or remove it first"),
        "{error}"
    );
    hq.set_paused(id, false);
    tick(&mut hq, &game, 1);
    assert!(serde_json::to_string(&hq).is_ok());
}

mod siege {
    use saves::Actor;
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain siege;
        agent Actor;
        predicate guard(Actor) [8];
        predicate wanted();
        predicate called(Actor) [8];
        operator push(who: Actor) by who {}
        pub method attack() if wanted() { assault(); }
        internal operator call(who: Actor) { add called(who); undo dismiss(who); }
        internal operator dismiss(who: Actor) { delete called(who); }
        method assault() if guard(who) && !called(who) { call(who); push(who); dismiss(who); }
    }
}

/// The first search for a repair of `assault` finds only the action that has just failed, so the search starts again. By
/// then `wanted` is gone, and there is nothing to search for. With some of the slices the budget is used up at that point.
#[test]
fn repair_that_cannot_start_is_no_panic() {
    use siege::siege::{Director, Fact, Task};
    for slice in 1..40 {
        let mut squad = Director::with_limits(Task::Attack, Limits::compact())
            .interval(5_000)
            .when_idle(false)
            .retry(Retry::Other);
        for fact in [Fact::Guard(Actor(1)), Fact::Wanted] {
            assert_eq!(squad.state_mut().insert(fact), Ok(true));
        }
        squad.tick(&(), Budget::unlimited());
        let Some(Command::Start { id, .. }) = squad.tick(&(), Budget::unlimited()).next() else {
            panic!("the plan has an action");
        };
        let searched = squad.search_steps().root;
        assert_eq!(squad.finish(id, Outcome::Failure), Ok(()));
        for tick in 0..60 {
            squad.tick(&(), Budget::steps(slice));
            squad.state_mut().remove(Fact::Wanted);
            let saved = serde_json::to_string(&squad).map_err(|error| error.to_string());
            assert!(saved.is_ok(), "tick {tick}, slices of {slice}: {saved:?}");
        }
        let root = squad.search_steps().root;
        assert_eq!(root, searched, "slices of {slice}: no search was due");
    }
}

#[test]
fn loading_with_limits_beyond_memory_is_an_error() {
    let absurd = Limits {
        steps: usize::MAX,
        ..Limits::compact()
    };
    let game = Game::default();
    let mut hq = new_scheduler();
    let id = hq.add(Task::Duty);
    tick(&mut hq, &game, 1);
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start(&State::new(), Task::Duty);
    let (hq, planner) = (json(&hq), json(&planner));
    let loaded: SquadScheduler = serde_json::from_str(&hq).expect("it is whole");
    let squad = json(loaded.squad(id).expect("it was enlisted"));
    let text = serde_json::Deserializer::from_str;
    let errors = [
        SquadScheduler::deserialize_with_limits(&mut text(&hq), absurd).map(|_| ()),
        Director::deserialize_with_limits(&mut text(&squad), absurd).map(|_| ()),
        Planner::deserialize_with_limits(&mut text(&planner), absurd).map(|_| ()),
    ];
    for error in errors {
        let error = error.expect_err("it does not fit").to_string();
        assert!(error.contains("the memory for the limits"), "{error}");
    }
}
