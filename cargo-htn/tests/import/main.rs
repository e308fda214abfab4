//! Programs that `cargo htn import` wrote, compiled and run. Their plans are verified by a simulator of HDDL that shares no
//! code with the command.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p cargo-htn --test import` writes the programs again.

mod simulator;

use std::path::Path;
use std::process::Command;

use simulator::Problem;

/// Declares a module with an imported program, and the texts that it was imported from.
macro_rules! imported {
    ($module:ident, $name:literal) => {
        #[allow(dead_code)]
        mod $module {
            include!(concat!("programs/", $name, ".rs"));

            /// Returns the plan that the program prints with these options.
            pub fn plan(options: &[&str]) -> Result<String, String> {
                solve(&settings(options.iter().map(|of| (*of).to_owned()))?)
            }

            pub fn problem() -> crate::Problem {
                crate::Problem::read(
                    include_str!(concat!("../hddl/", $name, "-domain.hddl")),
                    include_str!(concat!("../hddl/", $name, "-problem.hddl")),
                )
            }
        }
    };
}

imported!(transport_program, "transport");
imported!(kitchen_program, "kitchen");
imported!(alarm_program, "alarm");
imported!(courier_program, "courier");
imported!(robot_program, "robot");
imported!(words_program, "words");

#[test]
fn programs_are_those_of_the_command() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for name in ["transport", "kitchen", "alarm", "courier", "robot", "words"] {
        let file = |end: &str| tests.join("hddl").join(format!("{name}-{end}.hddl"));
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-htn"))
            .args(["htn", "import"])
            .args([file("domain"), file("problem")])
            .output()
            .expect("the command runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert_eq!(output.status.code(), Some(0), "{name}");
        let program = String::from_utf8(output.stdout).expect("the program is UTF-8");
        let path = tests.join("import/programs").join(format!("{name}.rs"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, &program).expect("the program can be written");
        }
        let stored = std::fs::read_to_string(&path).expect("the program can be read");
        assert_eq!(program, stored, "{name}: see the first lines of this file");
    }
}

#[test]
fn transport_is_solved() {
    let plan = transport_program::plan(&["--ipc"]).expect("a plan");
    let (steps, cost) = transport_program::problem().verify(&plan);
    assert_eq!(cost, 0.0);
    // A drive to the first package begins the plan, since the place of the package is known by then.
    assert_eq!(steps[0], "drive truck-1 town-b town-a");
    assert!(
        steps
            .iter()
            .filter(|step| step.starts_with("pick-up"))
            .count()
            >= 2
    );
}

#[test]
fn kitchen_interleaves_strands() {
    let plan = kitchen_program::plan(&["--ipc"]).expect("a plan");
    let (steps, _) = kitchen_program::problem().verify(&plan);
    assert_eq!(
        steps
            .iter()
            .filter(|step| step.starts_with("bring"))
            .count(),
        2
    );
    assert_eq!(steps.len(), 14);
}

#[test]
fn alarm_has_conditional_effects() {
    let plan = alarm_program::plan(&["--ipc"]).expect("a plan");
    let (steps, _) = alarm_program::problem().verify(&plan);
    assert_eq!(steps[..3], ["switch-off", "sound", "switch-on"]);
    assert_eq!(steps[steps.len() - 1], "lock-up");
}

#[test]
fn courier_finds_the_cheapest_plan() {
    let plan = courier_program::plan(&["--ipc", "--best"]).expect("a plan");
    let (steps, cost) = courier_program::problem().verify(&plan);
    assert_eq!(
        steps,
        [
            "walk office shop",
            "walk shop bank",
            "hand-over bank",
            "walk bank mill",
            "hand-over mill",
            "ride mill office",
        ]
    );
    assert_eq!(cost, 3.0 + 2.5 + 6.0 + 4.0 + 25.0);
    let shown = courier_program::plan(&["--best"]).expect("a plan");
    assert!(shown.ends_with("6 steps, cost 40.5\n"), "{shown}");
    let first = courier_program::plan(&["--ipc"]).expect("a plan");
    assert!(courier_program::problem().verify(&first).1 > cost);
}

#[test]
fn robot_reaches_its_goal() {
    let plan = robot_program::plan(&["--ipc"]).expect("a plan");
    let (steps, _) = robot_program::problem().verify(&plan);
    assert!(steps.contains(&"drop cup kitchen".to_owned()), "{steps:?}");
}

#[test]
fn words_keep_their_spelling_in_plans() {
    let plan = words_program::plan(&["--ipc"]).expect("a plan");
    let (steps, _) = words_program::problem().verify(&plan);
    assert_eq!(steps, ["move-it Self a_b", "MoveIt a_b", "now a_b a_b"]);
    assert!(plan.contains(" Delete-It a_b a_b -> if 2"), "{plan}");
}

#[test]
fn options_of_programs_are_checked() {
    assert_eq!(
        transport_program::plan(&["--bset"]).unwrap_err(),
        "unknown option `--bset`"
    );
    let error = transport_program::plan(&["--seconds", "ten"]).unwrap_err();
    assert_eq!(error, "`--seconds` needs a number");
}

/// The simulator accepts no plan that was changed.
#[test]
fn changed_plans_are_refused() {
    let plan = transport_program::plan(&["--ipc"]).expect("a plan");
    let problem = transport_program::problem();
    for (from, to) in [
        (
            "0 drive truck-1 town-b town-a",
            "0 drive truck-1 town-b town-d",
        ),
        ("0 drive truck-1 town-b town-a", "0 noop truck-1 town-b"),
        ("-> m-load", "-> m-unload"),
        ("-> m-drive ", "-> m-is-there "),
        ("deliver parcel-1 town-d", "deliver parcel-1 town-c"),
        ("deliver parcel-2 town-a", "deliver parcel-2 town-d"),
    ] {
        assert!(plan.contains(from), "{from} in {plan}");
        let changed = plan.replacen(from, to, 1);
        let result = std::panic::catch_unwind(|| problem.verify(&changed));
        assert!(result.is_err(), "{to}");
    }
}
