//! The command line.

use crate::args::{Wish, parse};
use crate::brain::Slice;

fn words(line: &str) -> Result<Wish, String> {
    parse(line.split_whitespace().map(str::to_owned))
}

#[test]
fn options_are_read() {
    let Ok(Wish::Run(args)) = words("--seed 9 --map=random --ticks 50 --quiet --map-every 10")
    else {
        panic!("it can be read");
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
    assert_eq!(words("--seed 1 --help"), Ok(Wish::Help));
    assert!(!args.plans && args.colour);
    assert!(
        matches!(words("--plans --no-colour"), Ok(Wish::Run(args)) if args.plans && !args.colour)
    );
    assert!(
        matches!(words("--micros 200"), Ok(Wish::Run(args)) if args.slice == Slice::Micros(200))
    );
}

#[test]
fn mistakes_are_named() {
    for (line, named) in [
        ("--sed 9", "`--sed`"),
        ("--help=", "`--help` takes no value"),
        ("--seed", "`--seed` needs a value"),
        ("--seed nine", "not `nine`"),
        ("--quiet=3", "`--quiet` takes no value, and has `3`"),
        ("--plans=all", "`--plans` takes no value, and has `all`"),
        ("--live=yes", "`--live` takes no value, and has `yes`"),
        ("--map castle", "there is no map `castle`"),
    ] {
        let message = words(line).expect_err("a mistake");
        assert!(message.contains(named), "{message}");
    }
}

#[test]
fn the_terminal_is_asked_for() {
    assert!(matches!(words("--live"), Ok(Wish::Run(args)) if args.live));
    assert!(matches!(words(""), Ok(Wish::Run(args)) if !args.live && args.explain.is_none()));
}

#[test]
fn journals_are_asked_for() {
    assert!(
        matches!(words("--journal a.jrn --quiet"), Ok(Wish::Run(args)) if args.journal.as_deref() == Some("a.jrn"))
    );
    assert!(
        matches!(words("--replay=a.jrn --report r.html"), Ok(Wish::Run(args)) if args.replay.as_deref() == Some("a.jrn"))
    );
    for (line, named) in [
        ("--replay", "`--replay` needs a value"),
        ("--journal", "`--journal` needs a value"),
        ("--replay a.jrn --seed 3", "not with `--seed`"),
        ("--live --replay a.jrn", "not with `--live`"),
        ("--replay a.jrn --journal b.jrn", "not with `--journal`"),
    ] {
        let message = words(line).expect_err("a mistake");
        assert!(message.contains(named), "{message}");
    }
}

#[cfg(feature = "explain")]
#[test]
fn a_time_is_read_as_the_transcript_has_it() {
    for (text, tick) in [
        ("1:05.2", 652),
        ("0:00.0", 0),
        ("12", 120),
        ("90.5", 905),
        ("10:00", 6_000),
    ] {
        let read = words(&format!("--explain {text}"));
        assert!(
            matches!(&read, Ok(Wish::Run(args)) if args.explain == Some(tick)),
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
        let message = words(&format!("--explain={text}")).expect_err("no time");
        assert!(message.contains("like 1:05.2"), "{text}: {message}");
    }
    for line in [
        "--explain 5 --live",
        "--report r.html --explain 5",
        "--graph g.svg --explain 5",
        "--replay a.jrn --report r.html --explain 5",
    ] {
        let message = words(line).expect_err("they exclude one another");
        assert!(
            message.contains("neither `--live` nor `--report`"),
            "{message}"
        );
    }
}

#[cfg(not(feature = "explain"))]
#[test]
fn without_the_feature_the_command_is_named_that_explains() {
    let message = words("--explain 1:05.2").expect_err("it is not compiled in");
    assert!(
        message.ends_with(
            "cargo run --release --features explain --example squad -- --explain 1:05.2"
        ),
        "{message}"
    );
}
