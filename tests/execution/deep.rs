//! Conditions above the steps of a deep plan, which are checked again only if their inputs have changed.

use std::cell::{Cell, RefCell};

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, Actor};

/// Answers `allows` and records the calls.
pub struct Game {
    refuses: Cell<u32>,
    asked: RefCell<Vec<u32>>,
}

impl Game {
    fn new() -> Game {
        Game {
            refuses: Cell::new(u32::MAX),
            asked: RefCell::new(Vec::new()),
        }
    }

    fn allows(&self, n: u32) -> bool {
        self.asked.borrow_mut().push(n);
        self.refuses.get() != n
    }
}

htn_domain! {
    domain stairs(game: &Game);
    agent Actor;

    predicate rung(u32) [64];
    predicate loose(u32) [64];
    predicate other(u32) [64];

    operator step(who: Actor, n: u32) by who { success add other(n); }
    operator shout(who: Actor, n: u32) by who { busy false; }
    internal operator loosen(n: u32) { add loose(n); }
    internal operator fasten(n: u32) { delete loose(n); }

    pub method climb(n: u32) {
        branch more if n > 0 && rung(n) { step(A1, n); climb(n - 1); }
        branch top {}
    }
    /// Descends in the opposite order, so that the deepest rung comes first.
    pub method descend(n: u32) {
        branch more if n > 0 && rung(n) { descend(n - 1); step(A1, n); }
        branch top {}
    }
    pub method asks(n: u32) {
        branch more if n > 0 && game.allows(n) { step(A1, n); asks(n - 1); }
        branch top {}
    }
    pub method shouts(n: u32) {
        branch more if n > 0 && game.allows(n) { shout(A1, n); shouts(n - 1); }
        branch top {}
    }
    /// Loosens the ladder for the first half of the steps and fastens it for the rest.
    pub method shaky(n: u32) {
        branch begin if !loose(0) && n > 0 { loosen(0); shaking(n); }
        branch top {}
    }
    method shaking(n: u32) {
        branch half if n == 15 { step(A1, n); fasten(0); shaking(n - 1); }
        branch more if n > 0 { step(A1, n); shaking(n - 1); }
        branch top {}
    }
}

use stairs::{Fact, Task};

fn rig(task: Task, game: &Game) -> Rig<stairs::Domain> {
    let mut rig = Rig::new((1..=30).map(Fact::Rung));
    rig.submit(game, &[task], 0);
    rig
}

/// Runs these steps in order.
#[track_caller]
fn up_to(rig: &mut Rig<stairs::Domain>, game: &Game, steps: impl IntoIterator<Item = u32>) {
    for n in steps {
        rig.expect(game, &format!("+step(a1, {n})"));
        rig.succeed(&format!("step(a1, {n})"));
    }
}

#[test]
fn changed_fact_breaks_condition_far_above() {
    for gone in [30, 25, 12] {
        let game = Game::new();
        let mut rig = rig(Task::Climb { n: 30 }, &game);
        up_to(&mut rig, &game, (12..=30).rev());
        rig.state.remove(Fact::Rung(gone));
        rig.expect(&game, "");
        assert!(rig.lines().iter().any(|line| line.contains("`rung(n)`")));
    }
}

#[test]
fn condition_of_past_steps_is_not_checked() {
    let game = Game::new();
    let mut rig = rig(Task::Descend { n: 30 }, &game);
    up_to(&mut rig, &game, 1..=20);
    // The plan is past these steps.
    (1..=20).for_each(|n| _ = rig.state.remove(Fact::Rung(n)));
    up_to(&mut rig, &game, 21..=25);
    rig.state.remove(Fact::Rung(29));
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("`rung(n)`")));
}

#[test]
fn condition_restored_before_its_check_holds() {
    let game = Game::new();
    let mut rig = rig(Task::Climb { n: 30 }, &game);
    up_to(&mut rig, &game, (20..=30).rev());
    rig.state.remove(Fact::Rung(25));
    rig.state.insert(Fact::Rung(25)).expect("it fits");
    up_to(&mut rig, &game, (1..20).rev());
}

#[test]
fn condition_on_the_game_is_checked_every_tick() {
    let game = Game::new();
    let mut rig = rig(Task::Asks { n: 30 }, &game);
    up_to(&mut rig, &game, (12..=30).rev());
    game.refuses.set(28);
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("game.allows")));
}

#[test]
fn condition_on_the_game_is_checked_once_per_tick() {
    let game = Game::new();
    let mut rig = rig(Task::Shouts { n: 30 }, &game);
    game.asked.borrow_mut().clear();
    rig.tick(&game);
    assert_eq!(rig.running.len(), 30);
    // Conditions near the root are too shallow to be cached, so they may be evaluated again.
    let asked = game.asked.borrow().iter().filter(|n| **n == 10).count();
    assert_eq!(asked, 1, "{:?}", game.asked.borrow());
}

#[test]
fn condition_expected_again_is_checked() {
    let game = Game::new();
    let mut rig = rig(Task::Shaky { n: 30 }, &game);
    up_to(&mut rig, &game, (16..=30).rev());
    // The plan expects the ladder to be loose up to here.
    assert!(rig.holds(Fact::Loose(0)));
    up_to(&mut rig, &game, [14, 15].into_iter().rev());
    assert!(!rig.holds(Fact::Loose(0)), "fastened by the plan itself");
    rig.state.insert(Fact::Loose(0)).expect("it fits");
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("`!loose(0)`")));
}
