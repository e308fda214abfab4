//! The example `left_alive`.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/left_alive/args.rs"]
mod args;
#[path = "../examples/left_alive/domain.rs"]
mod domain;
#[path = "../examples/left_alive/field.rs"]
mod field;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[path = "../examples/left_alive/mission.rs"]
mod mission;
#[path = "../examples/left_alive/study.rs"]
mod study;
#[path = "../examples/left_alive/world.rs"]
mod world;

use args::{Args, PROGRAM};
use domain::armour::Fact;
use htn_view::Change;
use kit::flags::Invocation;
use mission::{LIMIT, Mission};
use squad_htn::prelude::*;

const SIDES: (usize, usize) = (4, 5);

fn fight(seed: u64, repair: Repair) -> Mission {
    let mut mission = Mission::new(seed, SIDES, repair).expect("all facts fit");
    mission.run().expect("all facts fit");
    mission
}

#[test]
fn the_same_seed_is_the_same_fight() {
    let log = |seed| fight(seed, Repair::Subtree).recording.log(10.0);
    assert_eq!(log(3), log(3));
    assert_ne!(log(3), log(4));
}

#[test]
fn only_the_failed_part_is_planned_again() {
    let mission = fight(7, Repair::Subtree);
    let repairs = mission.recording.repairs();
    let partly = repairs.iter().filter(|repair| repair.at.is_some());
    let kept = partly.filter(|repair| repair.steps(Change::Kept) > 0);
    assert!(kept.count() > 3, "{} repairs", repairs.len());
    assert_eq!(repairs.len() as u32, mission.costs.repairs);
}

#[test]
fn from_the_root_all_is_planned_again() {
    let mission = fight(7, Repair::Replan);
    let repairs = mission.recording.repairs();
    assert!(!repairs.is_empty());
    for repair in repairs {
        assert_eq!(repair.at, None, "{repair}");
        assert_eq!(repair.steps(Change::Kept), 0, "{repair}");
    }
}

#[test]
fn without_repairs_plans_are_given_up() {
    let mission = fight(7, Repair::Abandon);
    assert_eq!(mission.costs.repairs, 0);
    assert!(mission.costs.abandoned > 3);
    assert!(mission.thrown_away() > 0);
}

/// Whatever fails, and however it is gone on: who is not in a plan is free, and so is what it was after.
#[test]
fn nothing_stays_reserved() {
    for (_, repair) in study::WAYS {
        for seed in 0..4 {
            let mut mission = Mission::new(seed, SIDES, repair).expect("all facts fit");
            while mission.end().is_none() {
                mission.step().expect("all facts fit");
                if mission.director.executor().plans().next().is_none() {
                    let mut facts = mission.director.state().facts();
                    let left = facts.find(|fact| {
                        matches!(fact, Fact::Committed(_) | Fact::Marked(_) | Fact::Held(_))
                    });
                    let tick = mission.world.tick;
                    assert_eq!(left, None, "seed {seed}, {repair:?}, tick {tick}");
                }
            }
        }
    }
}

#[test]
fn every_fight_has_an_end() {
    let rows = study::run(&[1, 2, 3, 4, 5, 6], SIDES).expect("all facts fit");
    for row in rows {
        assert_eq!(row.won + row.lost + row.undecided, 6);
        assert!(
            row.seconds
                .iter()
                .all(|seconds| *seconds <= f64::from(LIMIT) / 10.0)
        );
    }
}

#[test]
fn wrong_options_say_what_is_allowed() {
    let read = |line: &str| match PROGRAM.parse(line.split_whitespace().map(str::to_owned)) {
        Ok(Invocation::Run(given)) => Args::read(&given),
        Ok(Invocation::Help(_)) => Err("help".to_owned()),
        Err(error) => Err(error),
    };
    let errors = [
        ("--ours 9", "`--ours` needs a number from 1 to 5, not `9`"),
        (
            "--theirs 0",
            "`--theirs` needs a number from 1 to 12, not `0`",
        ),
        (
            "--repair all",
            "`--repair` needs one of subtree, root, none, not `all`",
        ),
        (
            "--seed minus",
            "`--seed` needs a number from 0 to 18446744073709551615, not `minus`",
        ),
    ];
    for (line, error) in errors {
        assert_eq!(read(line).err().as_deref(), Some(error));
    }
    assert_eq!(
        read("--repair root").map(|args| args.repair),
        Ok(Repair::Replan)
    );
}
