//! Saves of plans with tasks that are planned later.

use saves::{Actor, json};
use squad_htn::ActionId;
use squad_htn::prelude::*;

htn_domain! {
    domain rounds;
    agent Actor;
    predicate post(u8) [8];
    operator watch(who: Actor, n: u8) by who {}
    operator rest(who: Actor) by who {}
    pub method duty(who: Actor) if post(n) { watch(who, n); later duty(who); }
    pub method day(who: Actor) { watch(who, 1); later night(who, 5); rest(who); }
    method night(who: Actor, n: u8) if post(n) { watch(who, n); }
}

use rounds::{Director, Fact, Task};

const SOMEBODY: Actor = Actor(3);

fn director(task: Task) -> Director {
    let mut director = Director::new(task).interval(1_000).keep_searching(false);
    for fact in [Fact::Post(4), Fact::Post(5)] {
        assert_eq!(director.state_mut().insert(fact), Ok(true));
    }
    director
}

/// Ticks, and lets each action run for a tick. Returns the events.
fn play(director: &mut Director, running: &mut Vec<ActionId>, ticks: u32) -> Vec<String> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        for id in running.drain(..) {
            assert_eq!(director.finish(id, Outcome::Success), Ok(()));
        }
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, .. } = command {
                running.push(id);
            }
        }
        events.extend(director.events().map(|event| event.to_string()));
    }
    events
}

fn load(text: &str) -> Result<Director, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn loaded_plans_continue_with_their_later_tasks() {
    for task in [Task::Duty { who: SOMEBODY }, Task::Day { who: SOMEBODY }] {
        let (mut original, mut running) = (director(task), Vec::new());
        for tick in 0..10 {
            let text = json(&original);
            let mut copy = load(&text).expect("it was just saved");
            let mut twin = original.clone();
            let expected = play(&mut twin, &mut running.clone(), 8);
            let events = play(&mut copy, &mut running.clone(), 8);
            assert_eq!(events, expected, "saved in tick {tick}");
            play(&mut original, &mut running, 1);
        }
    }
}

#[test]
fn save_that_plans_another_step_later_is_refused() {
    let (mut director, mut running) = (director(Task::Day { who: SOMEBODY }), Vec::new());
    play(&mut director, &mut running, 2);
    for id in running.drain(..) {
        assert_eq!(director.finish(id, Outcome::Success), Ok(()));
    }
    // The search for the later task does not begin.
    assert_eq!(director.tick(&(), Budget::steps(0)).count(), 0);
    let text = json(&director);
    assert!(text.contains("\"later\":1"), "{text}");
    assert!(load(&text).is_ok());
    for other in [0, 2, 3, 4_000_000_000_u32] {
        let damaged = text.replacen("\"later\":1", &format!("\"later\":{other}"), 1);
        let error = load(&damaged).expect_err("it is damaged");
        assert!(error.contains("is not a later task"), "{error}");
    }
}
