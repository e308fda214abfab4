//! Saves of plans that protect facts.

use saves::{Actor, json};
use squad_htn::ActionId;
use squad_htn::prelude::*;

htn_domain! {
    domain studio;
    agent Actor;
    predicate lit(u8) [8];
    predicate broken(Actor) [8];
    operator walk(who: Actor, n: u8) by who {}
    operator hammer(who: Actor) by who { if !broken(who); }
    operator smash(who: Actor) by who { success delete lit(1); }
    operator glue(who: Actor) by who {}
    pub method shoot(who: Actor) {
        protect lit(1);
        walk(who, 1);
        mend(who);
        walk(who, 2);
        release lit(1);
        smash(who);
    }
    method mend(who: Actor) { hammer(who); }
    method mend(who: Actor) { smash(who); }
    method mend(who: Actor) { glue(who); }
}

use studio::{Director, Fact, Task};

const SOMEBODY: Actor = Actor(3);

fn director() -> Director {
    let task = Task::Shoot { who: SOMEBODY };
    let mut director = Director::new(task).interval(1_000).keep_searching(false);
    assert_eq!(director.state_mut().insert(Fact::Lit(1)), Ok(true));
    director
}

/// The change of the world after a save.
#[derive(Clone, Copy)]
enum World {
    Nothing,
    Darkens,
    BreaksTheHammer,
}

/// Ticks, and lets each action run for a tick; the hammer fails if it is broken. Returns the events.
fn play(director: &mut Director, running: &mut Vec<(ActionId, String)>, ticks: u32) -> Vec<String> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        let broken = director.state().contains(Fact::Broken(SOMEBODY));
        for (id, action) in running.drain(..) {
            let outcome = match broken && action.starts_with("hammer") {
                true => Outcome::Failure,
                false => Outcome::Success,
            };
            assert_eq!(director.finish(id, outcome), Ok(()));
        }
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, action, .. } = command {
                running.push((id, action.to_string()));
            }
        }
        events.extend(director.events().map(|event| event.to_string()));
    }
    events
}

#[test]
fn loaded_plans_keep_their_protections() {
    let (mut original, mut running) = (director(), Vec::new());
    let mut repaired = false;
    for tick in 0..8 {
        for world in [World::Nothing, World::Darkens, World::BreaksTheHammer] {
            let bytes = postcard::to_allocvec(&original).expect("it can be saved");
            let copies = [
                serde_json::from_str::<Director>(&json(&original)).expect("it was just saved"),
                postcard::from_bytes::<Director>(&bytes).expect("it was just saved"),
            ];
            let all = core::iter::once(original.clone()).chain(copies);
            let events = all.map(|mut director| {
                match world {
                    World::Nothing => {}
                    World::Darkens => {
                        director.state_mut().remove(Fact::Lit(1));
                    }
                    World::BreaksTheHammer => {
                        let broken = Fact::Broken(SOMEBODY);
                        director.state_mut().insert(broken).expect("it fits");
                    }
                }
                play(&mut director, &mut running.clone(), 8)
            });
            let events: Vec<Vec<String>> = events.collect();
            assert!(
                events.iter().all(|one| *one == events[0]),
                "tick {tick}: {events:#?}"
            );
            repaired |= events[0].iter().any(|event| event.contains("started glue"));
        }
        play(&mut original, &mut running, 1);
    }
    assert!(
        repaired,
        "a repair avoids what would delete the protected fact"
    );
}

#[test]
fn tasks_that_protect_are_saved_by_their_names() {
    let tasks = [
        Task::Protect(Fact::Lit(1)),
        Task::Release(Fact::Lit(2)),
        Task::Add(Fact::Lit(3)),
    ];
    for task in tasks {
        let text = serde_json::to_string(&task).expect("it can be saved");
        assert_eq!(
            serde_json::from_str::<Task>(&text).ok(),
            Some(task),
            "{text}"
        );
        let bytes = postcard::to_allocvec(&task).expect("it can be saved");
        assert_eq!(
            postcard::from_bytes::<Task>(&bytes).ok(),
            Some(task),
            "{text}"
        );
    }
    let text = serde_json::to_string(&tasks[0]).expect("it can be saved");
    assert_eq!(text, r#"{"protect":{"lit":[1]}}"#);
}
