//! Several plans repaired in one tick: each search sees the immediate effects of the repairs found before it.

use squad_htn::prelude::*;

use crate::common::Random;
use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

const A3: Actor = Actor(3);

htn_domain! {
    domain precinct;
    agent Actor;

    predicate on_duty(Actor) [8];
    predicate tired(Actor) [8];
    predicate hostile(u8) [8];
    predicate met(u8) [8];
    predicate fighting(Actor, enemy: u8) [8];
    predicate armed(Actor) [8];
    predicate guarded(gate: u8) [8];
    predicate manned(gate: u8) [8];

    internal operator meet(enemy: u8) { if !met(enemy); add met(enemy); undo leave(enemy); }
    internal operator leave(enemy: u8) { delete met(enemy); }
    internal operator stand_to(who: Actor, enemy: u8) {
        if !fighting(who, _);
        add fighting(who, enemy);
        undo stand_down(who, enemy);
    }
    internal operator stand_down(who: Actor, enemy: u8) { delete fighting(who, enemy); }
    operator shoot(who: Actor, enemy: u8) by who { success delete hostile(enemy); }
    /// Claims the officer by its start effect alone.
    operator charge(who: Actor, enemy: u8) by who {
        start add fighting(who, enemy);
        finish delete fighting(who, enemy);
    }
    /// A stopped guard leaves the gate.
    operator guard(who: Actor, gate: u8) by who {
        start add guarded(gate);
        finish delete guarded(gate);
    }
    operator report(who: Actor, guarded: usize) by who {}

    /// Stops the chosen officer, and claims that officer afterwards.
    pub method duty() if hostile(enemy) && !met(enemy) { meet(enemy); fight(enemy); leave(enemy); }
    method fight(enemy: u8) if on_duty(who) && !tired(who) && !fighting(who, _) {
        stop_action(who);
        stand_to(who, enemy);
        shoot(who, enemy);
        global_block(who);
        stand_down(who, enemy);
    }

    pub method assault() if hostile(enemy) && !met(enemy) {
        meet(enemy);
        storm(enemy);
        leave(enemy);
    }
    method storm(enemy: u8) if on_duty(who) && !tired(who) && !fighting(who, _) {
        stop_action(who);
        charge(who, enemy);
        global_block(who);
    }

    /// The first two plans are those of a fighter and an observer, the third is a guard's.
    pub method watch() {
        branch fighter if hostile(enemy) && !met(enemy) {
            meet(enemy);
            fight(enemy);
            leave(enemy);
        }
        branch observer if armed(who) && !manned(0) { man(0); observe(who); }
        branch guard if on_duty(who) && !fighting(who, _) && manned(0) && !manned(1) {
            man(1);
            guard(who, 1);
        }
    }
    internal operator man(gate: u8) { if !manned(gate); add manned(gate); undo unman(gate); }
    internal operator unman(gate: u8) { delete manned(gate); }
    method observe(who: Actor) if let guarded: usize = count(guarded(1)) { report(who, guarded); }
}

use precinct::{Director, Fact, Task};

fn stage(task: Task, facts: &[Fact]) -> Stage<precinct::Domain> {
    Stage::new(Director::new(task), facts.iter().copied())
}

const SCENE: [Fact; 5] = [
    Fact::OnDuty(A1),
    Fact::OnDuty(A2),
    Fact::OnDuty(A3),
    Fact::Hostile(1),
    Fact::Hostile(2),
];

#[test]
fn repairs_of_one_tick_choose_different_agents() {
    let mut stage = stage(Task::Duty, &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+shoot(a1, 1)");
    stage.expect(&(), "+shoot(a2, 2)");
    // Both guns jam and the first two officers are tired, so only the third is left for the first plan.
    stage.put(Fact::Tired(A1));
    stage.put(Fact::OnDuty(Actor(4)));
    stage.put(Fact::Tired(A2));
    stage.fail("shoot(a1, 1)");
    stage.fail("shoot(a2, 2)");
    stage.quiet(1, &());
    stage.expect(&(), "+shoot(a3, 1) +shoot(a4, 2)");
    stage.quiet(40, &());
}

#[test]
fn repair_without_free_agent_stops_no_action() {
    let mut stage = stage(Task::Duty, &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+shoot(a1, 1)");
    stage.expect(&(), "+shoot(a2, 2)");
    stage.put(Fact::Tired(A1));
    stage.put(Fact::Tired(A2));
    stage.fail("shoot(a1, 1)");
    stage.fail("shoot(a2, 2)");
    stage.quiet(1, &());
    stage.expect(&(), "+shoot(a3, 1)");
    // The second plan has no repair, and is abandoned without having stopped an action.
    stage.quiet(5, &());
    assert_eq!(stage.plans(), 1);
    assert!(!stage.has(Fact::Met(2)));
}

#[test]
fn repair_sees_start_effects_of_another() {
    let mut stage = stage(Task::Assault, &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+charge(a1, 1)");
    stage.expect(&(), "+charge(a2, 2)");
    stage.put(Fact::Tired(A1));
    stage.put(Fact::OnDuty(Actor(4)));
    stage.put(Fact::Tired(A2));
    stage.fail("charge(a1, 1)");
    stage.fail("charge(a2, 2)");
    stage.quiet(1, &());
    stage.expect(&(), "+charge(a3, 1) +charge(a4, 2)");
    stage.quiet(40, &());
}

#[test]
fn repair_sees_which_actions_another_stops() {
    let facts = [Fact::OnDuty(A1), Fact::Hostile(1), Fact::Armed(A2)];
    let mut stage = stage(Task::Watch, &facts);
    stage.quiet(1, &());
    stage.expect(&(), "+shoot(a1, 1)");
    stage.expect(&(), "+report(a2, 0)");
    stage.take(Fact::OnDuty(A1));
    stage.put(Fact::OnDuty(A3));
    stage.director.replan_now();
    stage.expect_within(2, &(), "+guard(a3, 1)");
    // The fighter needs another officer and stops the guard. The observer's search sees that the gate is then unguarded.
    stage.fail("shoot(a1, 1)");
    stage.fail("report(a2, 0)");
    stage.quiet(1, &());
    stage.expect(&(), "-guard(a3, 1) +shoot(a3, 1) +report(a2, 0)");
}

/// No repair stops an officer who fights, whichever actions fail in a tick and however the searches are sliced.
#[test]
fn repairs_never_stop_one_another() {
    for seed in seeds(60, 5_000) {
        let random = &mut Random::new(seed);
        let task = [Task::Duty, Task::Assault][random.below(2)];
        let director = Director::new(task)
            .interval(1_000_000)
            .when_idle(false)
            .max_repairs(u32::MAX);
        let mut stage = Stage::new(director, (1..=4).map(Fact::Hostile));
        (1..=7).for_each(|n| stage.put(Fact::OnDuty(Actor(n))));
        // All four plans run before anything fails. From then on every search is a repair.
        for _ in 0..6 {
            stage.tick(&());
        }
        assert_eq!(stage.plans(), 4);
        for _ in 0..40 {
            for (_, action) in stage.running.clone() {
                if random.below(3) == 0 {
                    stage.fail(&action);
                }
            }
            let officer = Actor(1 + random.below(7) as u8);
            if !stage.director.state_mut().remove(Fact::Tired(officer)) {
                stage.put(Fact::Tired(officer));
            }
            stage.tick_with(&(), [5, 30, 1_000][random.below(3)]);
            let interrupted = |event: &Event<_>| {
                let why = match event {
                    Event::Failed { why, .. } => why,
                    _ => return false,
                };
                matches!(why, FailureCause::Interrupted { .. })
            };
            let count = stage.count(interrupted);
            assert_eq!(count, 0, "HTN_SEED={seed} {task}: {:#?}", stage.story);
        }
    }
}

/// Returns the seeds: many if `HTN_FULL=1`, one if `HTN_SEED=n`.
fn seeds(few: u64, many: u64) -> std::ops::Range<u64> {
    let one = std::env::var("HTN_SEED").ok();
    match one.and_then(|seed| seed.parse().ok()) {
        Some(seed) => seed..seed + 1,
        None if std::env::var_os("HTN_FULL").is_some() => 0..many,
        None => 0..few,
    }
}
