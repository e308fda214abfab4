//! The command line.

use crate::args::{Invocation, parse};
use crate::brain::Slice;

fn words(line: &str) -> Result<Invocation, String> {
    parse(line.split_whitespace().map(str::to_owned))
}

#[test]
fn options_are_parsed() {
    let Ok(Invocation::Run(args)) =
        words("--seed 9 --map=random --ticks 50 --quiet --map-every 10")
    else {
        panic!("the options are valid");
    };
    assert_eq!(
        (
            args.seed,
            args.map.as_str(),
            args.ticks,
            args.quiet,
            args.map_every
        ),
        (9, "random", 50, true, 10)
    );
    assert_eq!(words("--seed 1 --help"), Ok(Invocation::Help));
    assert!(!args.plans && args.colour);
    assert!(
        matches!(words("--plans --no-colour"), Ok(Invocation::Run(args)) if args.plans && !args.colour)
    );
    assert!(
        matches!(words("--micros 200"), Ok(Invocation::Run(args)) if args.slice == Slice::Micros(200))
    );
}

#[test]
fn errors_name_the_option() {
    for (line, named) in [
        ("--sed 9", "`--sed`"),
        ("--help=", "`--help` takes no value"),
        ("--seed", "`--seed` needs a value"),
        ("--seed nine", "not `nine`"),
        ("--quiet=3", "`--quiet` takes no value: remove `3`"),
        ("--plans=all", "`--plans` takes no value: remove `all`"),
        ("--live=yes", "`--live` takes no value: remove `yes`"),
        ("--map castle", "unknown map `castle`"),
    ] {
        let message = words(line).expect_err("an error");
        assert!(message.contains(named), "{message}");
    }
}

#[test]
fn live_and_explain_are_off_by_default() {
    assert!(matches!(words("--live"), Ok(Invocation::Run(args)) if args.live));
    assert!(matches!(words(""), Ok(Invocation::Run(args)) if !args.live && args.explain.is_none()));
}

#[test]
fn journal_options_are_parsed() {
    assert!(
        matches!(words("--journal a.jrn --quiet"), Ok(Invocation::Run(args)) if args.journal.as_deref() == Some("a.jrn"))
    );
    assert!(
        matches!(words("--replay=a.jrn --report r.html"), Ok(Invocation::Run(args)) if args.replay.as_deref() == Some("a.jrn"))
    );
    for (line, named) in [
        ("--replay", "`--replay` needs a value"),
        ("--journal", "`--journal` needs a value"),
        (
            "--replay a.jrn --seed 3",
            "cannot be combined with `--seed`",
        ),
        ("--live --replay a.jrn", "cannot be combined with `--live`"),
        (
            "--replay a.jrn --journal b.jrn",
            "cannot be combined with `--journal`",
        ),
    ] {
        let message = words(line).expect_err("an error");
        assert!(message.contains(named), "{message}");
    }
}

#[cfg(feature = "explain")]
#[test]
fn explain_parses_times() {
    for (text, tick) in [
        ("1:05.2", 652),
        ("0:00.0", 0),
        ("12", 120),
        ("90.5", 905),
        ("10:00", 6_000),
    ] {
        let read = words(&format!("--explain {text}"));
        assert!(
            matches!(&read, Ok(Invocation::Run(args)) if args.explain == Some(tick)),
            "{text}: {read:?}"
        );
    }
    for text in [
        "soon",
        "1:60",
        "1:5.25",
        "-3",
        "+3",
        "1:2:3",
        "",
        ":",
        "5.",
        "99999999:00",
        "4294967295",
    ] {
        let message = words(&format!("--explain={text}")).expect_err("an invalid time");
        assert!(message.contains("like 1:05.2"), "{text}: {message}");
    }
    for line in [
        "--explain 5 --live",
        "--report r.html --explain 5",
        "--graph g.svg --explain 5",
        "--replay a.jrn --report r.html --explain 5",
    ] {
        let message = words(line).expect_err("conflicting options");
        assert!(
            message.contains("cannot be combined with `--live`, `--report`")
                || message.contains("cannot be combined with"),
            "{message}"
        );
    }
}

#[cfg(not(feature = "explain"))]
#[test]
fn explain_without_feature_names_the_command() {
    let message = words("--explain 1:05.2").expect_err("the feature is off");
    assert!(
        message.ends_with(
            "cargo run --release --features explain --example squad -- --explain 1:05.2"
        ),
        "{message}"
    );
}
