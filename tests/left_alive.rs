//! The example `left_alive`: fights with three repair modes.

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
use kit::batch::{Job, Source};
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
fn same_seed_gives_same_fight() {
    let log = |seed| fight(seed, Repair::Subtree).recording.log(10.0);
    assert_eq!(log(3), log(3));
    assert_ne!(log(3), log(4));
}

#[test]
fn subtree_repair_replans_only_the_failed_part() {
    let mission = fight(7, Repair::Subtree);
    let repairs = mission.recording.repairs();
    let partly = repairs.iter().filter(|repair| repair.at.is_some());
    let kept = partly.filter(|repair| repair.steps(Change::Kept) > 0);
    assert!(kept.count() > 3, "{} repairs", repairs.len());
    assert_eq!(repairs.len() as u32, mission.costs.repairs);
}

#[test]
fn root_repair_replans_all_steps() {
    let mission = fight(7, Repair::Replan);
    let repairs = mission.recording.repairs();
    assert!(!repairs.is_empty());
    for repair in repairs {
        assert_eq!(repair.at, None, "{repair}");
        assert_eq!(repair.steps(Change::Kept), 0, "{repair}");
    }
}

#[test]
fn without_repair_plans_are_abandoned() {
    let mission = fight(7, Repair::Abandon);
    assert_eq!(mission.costs.repairs, 0);
    assert!(mission.costs.abandoned > 3);
    assert!(mission.wasted_steps() > 0);
}

/// With every repair mode, only plans in progress have reservations.
#[test]
fn reservations_end_with_their_plans() {
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
fn fights_end() {
    let job = Job {
        source: Source::Seeds(1..7),
        out: None,
    };
    let rows = study::run(&job, SIDES).expect("all facts fit");
    let rows = rows.expect("results without a file");
    assert_eq!(rows.len(), 3);
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
fn merged_parts_equal_the_whole() {
    let file = |name: &str| format!("{}/left-alive-{name}.json", env!("CARGO_TARGET_TMPDIR"));
    let job = |source, out: Option<&str>| Job {
        source,
        out: out.map(file),
    };
    let table = |job: &Job| {
        let rows = study::run(job, SIDES).expect("all facts fit");
        rows.map(|rows| study::print(&rows))
    };
    assert_eq!(table(&job(Source::Seeds(1..3), Some("a"))), None);
    assert_eq!(table(&job(Source::Seeds(3..6), Some("b"))), None);
    let parts = job(Source::Parts(vec![file("b"), file("a")]), None);
    let whole = table(&job(Source::Seeds(1..6), None));
    assert!(whole.is_some() && table(&parts) == whole);
    let error = study::run(&parts, (4, 6)).expect_err("other sides");
    assert!(
        error.contains("`--theirs 5`, and this is `--theirs 6`"),
        "{error}"
    );
}

#[test]
fn errors_list_allowed_values() {
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
