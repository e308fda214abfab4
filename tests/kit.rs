//! What the larger examples share.

#[path = "../examples/kit/mod.rs"]
mod kit;

use kit::flags::{Flag, Given, Program, Wish};
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

fn parse(line: &str) -> Result<Wish, String> {
    PROGRAM.parse(line.split_whitespace().map(str::to_owned))
}

fn given(line: &str) -> Given {
    match parse(line) {
        Ok(Wish::Run(given)) => given,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn options_have_their_values_with_and_without_an_equals_sign() {
    for line in ["--seed 7 --quiet", "--quiet --seed=7"] {
        let given = given(line);
        assert_eq!(given.seed(1), Ok(7));
        assert!(given.is_given("--quiet"));
        assert_eq!(given.text("--team"), None);
    }
    assert_eq!(given("").seed(1), Ok(1));
}

#[test]
fn mistakes_say_what_is_allowed() {
    let errors = [
        (
            "--sed 1",
            "unknown option `--sed`; there are --seed, --team, --quiet, --help",
        ),
        ("--seed", "`--seed` needs a value: --seed N"),
        ("--quiet=1", "`--quiet` takes no value, and has `1`"),
        ("--seed 1 --seed 2", "`--seed` is given twice"),
        (
            "map",
            "unknown option `map`; there are --seed, --team, --quiet, --help",
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
        Err("`--team` is one of red, blue, not `green`".to_owned())
    );
    assert_eq!(
        wrong.number("--seed", 1, 0..=8),
        Err("`--seed` needs a number from 0 to 8, not `9`".to_owned())
    );
}

#[test]
fn the_help_lists_all_options() {
    let Ok(Wish::Help(help)) = parse("--seed 3 --help") else {
        panic!("no help");
    };
    let expected = "Shows a thing.\n\nusage: example [options]\n\n  \
        --seed N     chance (default: 1)\n  \
        --team NAME  red, or\n               blue\n  \
        --quiet      less\n  \
        -h, --help   this text";
    assert_eq!(help, expected);
}

#[test]
fn results_of_many_seeds_are_in_their_order() {
    let all: Vec<u64> = (0..200).collect();
    let squares = seeds::over("squares", &all, |seed| seed * seed);
    assert!(
        squares
            .iter()
            .zip(&all)
            .all(|(square, seed)| *square == seed * seed)
    );
}
