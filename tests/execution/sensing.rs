//! Repairs while the sensors have yet to report the effects of an action.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain assault;
    agent Actor;

    predicate open();
    predicate seen(u8) [8];
    predicate spot(u8) [8];
    predicate shut(u8) [8];

    /// Only the game knows if the door is open afterwards.
    operator breach(who: Actor) by who { sensed add open(); }
    operator enter(who: Actor) by who { if open(); }
    operator cover(who: Actor, n: u8) by who {}
    operator look(who: Actor, n: u8) by who { sensed add seen(n); }
    operator shoot(who: Actor, n: u8) by who { if seen(n); }

    pub method assault() { breach(A1); covering(A2); enter(A1); }
    method covering(who: Actor) if spot(n) && !shut(n) { cover(who, n); }

    /// The facts say that an agent that has looked need not look again.
    pub method fight() { breach(A2); aim(A1); }
    method aim(who: Actor) {
        branch seen if seen(1) { shoot(who, 1); }
        branch unseen { look(who, 1); shoot(who, 1); }
    }
}

use assault::{Director, Fact, Task};

/// The breach has succeeded, the cover has failed, and no sensor has reported yet.
fn breached(grace: u32) -> Stage<assault::Domain> {
    let director = Director::new(Task::Assault)
        .interval(1_000_000)
        .sensor_timeout(grace);
    let mut stage = Stage::new(director, [Fact::Spot(1), Fact::Spot(2)]);
    stage.expect_within(2, &(), "+breach(a1) +cover(a2, 1)");
    stage.put(Fact::Shut(1));
    stage.succeed("breach(a1)");
    stage.fail("cover(a2, 1)");
    stage.expect(&(), "");
    stage
}

#[test]
fn repair_assumes_unreported_sensed_effects() {
    let mut stage = breached(3);
    stage.expect(&(), "+cover(a2, 2)");
    stage.put(Fact::Open);
    stage.expect(&(), "+enter(a1)");
    let repaired = |line: &&String| line.contains("repaired at covering(a2)");
    assert_eq!(stage.story.iter().filter(repaired).count(), 1);
}

#[test]
fn step_fails_when_sensed_effect_is_not_reported() {
    let mut stage = breached(3);
    stage.expect(&(), "+cover(a2, 2)");
    stage.quiet(1, &());
    // A repair at the root, which breaches the door once more.
    stage.expect(&(), "");
    stage.expect(&(), "-cover(a2, 2) +breach(a1) +cover(a2, 2)");
}

#[test]
fn repair_ignores_sensed_effects_after_timeout() {
    for grace in [0, 1] {
        let mut stage = breached(grace);
        if grace == 1 {
            // One tick was left: the cover was repaired before the entry failed.
            stage.expect(&(), "+cover(a2, 2)");
            stage.expect(&(), "-cover(a2, 2) +breach(a1) +cover(a2, 2)");
        } else {
            stage.expect(&(), "+breach(a1) +cover(a2, 2)");
        }
    }
}

#[test]
fn repair_ignores_sensed_effects_of_replaced_steps() {
    // The replaced steps are no longer part of the plan, so no step waits for their sensors.
    let director = Director::new(Task::Fight)
        .interval(1_000_000)
        .sensor_timeout(9);
    let mut stage = Stage::new(director, []);
    stage.expect_within(2, &(), "+breach(a2) +look(a1, 1)");
    stage.succeed("look(a1, 1)");
    stage.expect(&(), "");
    stage.director.agent_left(A1);
    stage.expect(&(), "");
    stage.expect(&(), "+look(a1, 1)");
    stage.put(Fact::Seen(1));
    stage.succeed("look(a1, 1)");
    stage.expect(&(), "+shoot(a1, 1)");
    stage.fail("shoot(a1, 1)");
    stage.expect(&(), "");
    stage.expect(&(), "+shoot(a1, 1)");
}

mod syncing {
    //! A sensor that reports the same facts again wakes no plan.

    use std::cell::Cell;

    use super::super::squad::{A1, Actor};
    use squad_htn::prelude::*;

    thread_local! {
        static ASKED: Cell<u32> = const { Cell::new(0) };
    }

    /// Counts how often a condition is evaluated.
    fn counted(n: u8) -> bool {
        ASKED.set(ASKED.get() + 1);
        n > 0
    }

    htn_domain! {
        domain guarding;
        agent Actor;
        predicate sees(u8) [8];
        predicate heard(u8) [8];
        operator watch(who: Actor, n: u8) by who { while sees(n) && self::counted(n); }
        pub method guard(who: Actor) if sees(n) { watch(who, n); }
    }
    use guarding::{Director, Fact, Task, rows};

    #[test]
    fn sync_without_a_difference_wakes_no_plan() {
        let mut director = Director::new(Task::Guard { who: A1 }).interval(1_000);
        let seen = [Fact::Sees(1), Fact::Sees(2)];
        let synced = director.state_mut().sync(rows::sees, seen);
        assert_eq!(synced.map(|synced| synced.inserted), Ok(2));
        for _ in 0..4 {
            director.tick(&(), Budget::unlimited());
        }
        assert!(director.is_busy(A1));
        let asked = ASKED.get();
        for _ in 0..5 {
            let synced = director.state_mut().sync(rows::sees, seen);
            assert_eq!(synced.map(|synced| synced.is_changed()), Ok(false));
            director.tick(&(), Budget::unlimited());
        }
        assert_eq!(ASKED.get(), asked, "the `while` was evaluated again");
        let synced = director.state_mut().sync(rows::sees, [Fact::Sees(1)]);
        assert_eq!(synced.map(|synced| synced.removed), Ok(1));
        director.tick(&(), Budget::unlimited());
        assert!(ASKED.get() > asked);
    }
}
