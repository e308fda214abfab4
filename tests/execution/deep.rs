//! Execution: conditions above the steps of a deep plan, which are asked again only where something has changed.

use std::cell::{Cell, RefCell};

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, Actor};

/// What the game tells, and what it was asked.
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
    /// The other way round: the deepest one is first.
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
    /// It is not fast below, and then it is again.
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

/// Carries on until the step of this number runs.
#[track_caller]
fn up_to(rig: &mut Rig<stairs::Domain>, game: &Game, steps: impl IntoIterator<Item = u32>) {
    for n in steps {
        rig.expect(game, &format!("+step(a1, {n})"));
        rig.succeed(&format!("step(a1, {n})"));
    }
}

#[test]
fn a_condition_far_above_is_asked_where_its_facts_have_changed() {
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
fn one_that_is_not_above_is_not() {
    let game = Game::new();
    let mut rig = rig(Task::Descend { n: 30 }, &game);
    up_to(&mut rig, &game, 1..=20);
    // Those steps are over.
    (1..=20).for_each(|n| _ = rig.state.remove(Fact::Rung(n)));
    up_to(&mut rig, &game, 21..=25);
    rig.state.remove(Fact::Rung(29));
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("`rung(n)`")));
}

#[test]
fn what_comes_back_is_found_to_hold() {
    let game = Game::new();
    let mut rig = rig(Task::Climb { n: 30 }, &game);
    up_to(&mut rig, &game, (20..=30).rev());
    rig.state.remove(Fact::Rung(25));
    rig.state.insert(Fact::Rung(25)).expect("it fits");
    up_to(&mut rig, &game, (1..20).rev());
}

#[test]
fn the_game_is_asked_in_each_tick() {
    let game = Game::new();
    let mut rig = rig(Task::Asks { n: 30 }, &game);
    up_to(&mut rig, &game, (12..=30).rev());
    game.refuses.set(28);
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("game.allows")));
}

#[test]
fn and_once_in_a_tick() {
    let game = Game::new();
    let mut rig = rig(Task::Shouts { n: 30 }, &game);
    game.asked.borrow_mut().clear();
    rig.tick(&game);
    assert_eq!(rig.running.len(), 30);
    // Before they are deep enough to be remembered, some are asked again.
    let asked = game.asked.borrow().iter().filter(|n| **n == 10).count();
    assert_eq!(asked, 1, "{:?}", game.asked.borrow());
}

#[test]
fn a_condition_that_is_expected_again_is_asked() {
    let game = Game::new();
    let mut rig = rig(Task::Shaky { n: 30 }, &game);
    up_to(&mut rig, &game, (16..=30).rev());
    // It was not expected to be fast up to here.
    assert!(rig.holds(Fact::Loose(0)));
    up_to(&mut rig, &game, [14, 15].into_iter().rev());
    assert!(!rig.holds(Fact::Loose(0)), "fastened by the plan itself");
    rig.state.insert(Fact::Loose(0)).expect("it fits");
    rig.expect(&game, "");
    assert!(rig.lines().iter().any(|line| line.contains("`!loose(0)`")));
}
