//! The helpers that the larger examples share.

#[path = "../examples/kit/mod.rs"]
mod kit;

use kit::flags::{Flag, Given, Invocation, Program};
use kit::seeds;

const PROGRAM: Program = Program {
    name: "example",
    about: "Shows a thing.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "chance (default: 1)",
        },
        Flag {
            name: "--team",
            value: "NAME",
            help: "red, or\nblue",
        },
        Flag {
            name: "--quiet",
            value: "",
            help: "less",
        },
    ],
};

fn parse(line: &str) -> Result<Invocation, String> {
    PROGRAM.parse(line.split_whitespace().map(str::to_owned))
}

fn given(line: &str) -> Given {
    match parse(line) {
        Ok(Invocation::Run(given)) => given,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn option_value_may_follow_space_or_equals_sign() {
    for line in ["--seed 7 --quiet", "--quiet --seed=7"] {
        let given = given(line);
        assert_eq!(given.seed(1), Ok(7));
        assert!(given.is_given("--quiet"));
        assert_eq!(given.text("--team"), None);
    }
    assert_eq!(given("").seed(1), Ok(1));
}

#[test]
fn errors_list_allowed_values() {
    let errors = [
        (
            "--sed 1",
            "unknown option `--sed`: use one of --seed, --team, --quiet, --help",
        ),
        ("--seed", "`--seed` needs a value: --seed N"),
        ("--quiet=1", "`--quiet` takes no value: remove `1`"),
        ("--seed 1 --seed 2", "`--seed` is given more than once"),
        (
            "map",
            "unknown option `map`: use one of --seed, --team, --quiet, --help",
        ),
    ];
    for (line, error) in errors {
        assert_eq!(parse(line).err().as_deref(), Some(error), "{line}");
    }
    let teams = [("red", 1), ("blue", 2)];
    assert_eq!(given("--team blue").one_of("--team", 1, &teams), Ok(2));
    let wrong = given("--team green --seed 9");
    assert_eq!(
        wrong.one_of("--team", 1, &teams),
        Err("`--team` needs one of red, blue, not `green`".to_owned())
    );
    assert_eq!(
        wrong.number("--seed", 1, 0..=8),
        Err("`--seed` needs a number from 0 to 8, not `9`".to_owned())
    );
}

#[test]
fn help_lists_all_options() {
    let Ok(Invocation::Help(help)) = parse("--seed 3 --help") else {
        panic!("no help");
    };
    let expected = "Shows a thing.\n\nusage: example [options]\n\n  \
        --seed N     chance (default: 1)\n  \
        --team NAME  red, or\n               blue\n  \
        --quiet      less\n  \
        -h, --help   print this help";
    assert_eq!(help, expected);
}

#[test]
fn results_are_in_order_of_seeds() {
    let all: Vec<u64> = (0..200).collect();
    let squares = seeds::run_all("squares", &all, |seed| seed * seed);
    assert!(
        squares
            .iter()
            .zip(&all)
            .all(|(square, seed)| *square == seed * seed)
    );
}

#[test]
fn wilson_interval_matches_known_values() {
    use kit::statistics::wilson;
    for (seen, tries, low, high) in [
        (8, 10, 0.490_162, 0.943_318),
        (0, 10, 0.0, 0.277_533),
        (10, 10, 0.722_467, 1.0),
        (0, 0, 0.0, 1.0),
    ] {
        let found = wilson(seen, tries);
        assert!(
            (found.0 - low).abs() < 1e-5 && (found.1 - high).abs() < 1e-5,
            "{seen} of {tries}: {found:?}"
        );
    }
}

#[test]
fn quantiles_interpolate_between_values() {
    use kit::statistics::{mean, quantile};
    let values = [4.0, 1.0, 3.0, 2.0];
    assert_eq!(quantile(&values, 0.0), Some(1.0));
    assert_eq!(quantile(&values, 0.5), Some(2.5));
    assert_eq!(quantile(&values, 1.0), Some(4.0));
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!((mean(values), mean([])), (2.5, 0.0));
}

#[test]
fn plot_skips_points_that_are_not_numbers() {
    use kit::plot::{Line, Plot, Point};
    let point = |x: f64, y: f64| Point {
        x,
        y,
        low: y - 1.0,
        high: y + 1.0,
    };
    let plot = Plot {
        title: "<a> & b".to_owned(),
        x: "time",
        y: "score",
        mark: Some((5.0, "wins".to_owned())),
        lines: vec![
            Line {
                name: "first".to_owned(),
                points: vec![point(0.0, 1.0), point(1.0, f64::NAN), point(2.0, 3.0)],
            },
            Line {
                name: "empty".to_owned(),
                points: Vec::new(),
            },
        ],
    };
    let svg = plot.to_svg();
    assert!(svg.contains("&lt;a&gt; &amp; b") && svg.contains(">first<") && svg.contains(">wins<"));
    assert!(!svg.contains("NaN") && !svg.contains(">empty<"), "{svg}");
    let line = svg
        .lines()
        .find(|line| line.contains("class=\"line s0\""))
        .expect("the first line");
    assert_eq!(line.matches('L').count(), 1, "two of three points: {line}");
}

#[test]
fn mean_within_returns_confidence_interval() {
    let (mean, half) = kit::statistics::mean_within(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(mean, 2.5);
    assert!((half - 1.959_964 * (5.0f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
    assert_eq!(kit::statistics::mean_within(&[5.0]), (5.0, 0.0));
    assert_eq!(kit::statistics::mean_within(&[]), (0.0, 0.0));
}
