//! The command line.

use crate::args;
use crate::kit::batch::Source;

fn parse(line: &str) -> Result<Result<args::Args, String>, String> {
    args::parse(line.split_whitespace().map(str::to_owned))
}

#[test]
fn options_are_parsed_and_checked() {
    let args = parse("").unwrap().unwrap();
    assert_eq!(
        (
            args.seed,
            args.telepathy,
            args.table.source,
            args.limit,
            args.at
        ),
        (118, false, Source::Seeds(118..138), 3_000, 600)
    );
    let args = parse("--seed 3 --telepathy --seeds 0 --limit 20 --all --report x.html")
        .unwrap()
        .unwrap();
    assert_eq!(
        (
            args.seed,
            args.telepathy,
            args.table.source,
            args.limit,
            args.at
        ),
        (3, true, Source::Seeds(3..3), 200, 200)
    );
    assert_eq!(args.report.as_deref(), Some("x.html"));
    assert!(
        parse("--help")
            .unwrap()
            .unwrap_err()
            .contains("--telepathy")
    );
    let errors = [
        (
            "--telepathic",
            "unknown option `--telepathic`: use one of --seed, --telepathy,",
        ),
        (
            "--limit 9",
            "`--limit` needs a number from 10 to 3600, not `9`",
        ),
        (
            "--limit 20 --at 21",
            "`--at` needs a number from 1 to 20, not `21`",
        ),
        (
            "--seeds many",
            "`--seeds` needs a number from 0 to 100000, not `many`",
        ),
        ("--seed -1", "`--seed` needs a number from 0 to"),
    ];
    for (line, error) in errors {
        let message = parse(line).unwrap_err();
        assert!(message.starts_with(error), "{line}: {message}");
    }
}
