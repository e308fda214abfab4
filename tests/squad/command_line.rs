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
