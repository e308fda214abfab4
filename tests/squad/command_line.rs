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
    assert_eq!(args.report, None);
    assert!(
        matches!(words("--report a.html"), Ok(Wish::Run(args)) if args.report.as_deref() == Some("a.html"))
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
        ("--report", "`--report` needs a value"),
        ("--quiet=3", "`--quiet` takes no value, and has `3`"),
        ("--plans=all", "`--plans` takes no value, and has `all`"),
        ("--map castle", "there is no map `castle`"),
    ] {
        let message = words(line).expect_err("a mistake");
        assert!(message.contains(named), "{message}");
    }
}

#[cfg(feature = "explain")]
#[test]
fn times_are_read_as_the_transcript_prints_them() {
    for (time, tick) in [
        ("1:23.4", 834),
        ("0:01.0", 10),
        ("7", 70),
        ("0.3", 3),
        ("90", 900),
    ] {
        let wish = words(&format!("--explain {time}"));
        assert!(
            matches!(wish, Ok(Wish::Run(args)) if args.explain == Some(tick)),
            "{time}"
        );
    }
    for time in ["soon", "1:2:3", "1:23.45", "-1", "99999999:00", ""] {
        let message = parse(["--explain".to_owned(), time.to_owned()]).expect_err("a mistake");
        assert!(message.contains("needs a time like `1:23.4`"), "{message}");
    }
}

#[cfg(not(feature = "explain"))]
#[test]
fn without_the_feature_an_explanation_says_how_to_get_it() {
    let message = words("--explain 1:23.4").expect_err("a mistake");
    assert!(message.contains("--features explain"), "{message}");
}
