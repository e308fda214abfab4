//! The command line, maps, and single matches.

use crate::game::{End, Map};
use crate::kit::batch::Source;
use crate::options::{Options, parse};
use crate::report::Reporter;
use crate::study::MATCH_UPS;
use crate::teams::Match;
use crate::watch;

fn options(line: &str) -> Result<Options, String> {
    let words = line.split_whitespace().map(str::to_owned);
    parse(words).map(|options| options.unwrap_or_else(|help| panic!("help: {help}")))
}

fn error(line: &str) -> String {
    match options(line) {
        Ok(_) => panic!("`{line}` is accepted"),
        Err(error) => error,
    }
}

#[test]
fn options_parse_flags() {
    let given = options("").expect("no flags");
    assert_eq!(
        (given.seed, given.job.source, given.rules.size),
        (1, Source::Seeds(1..201), 3)
    );
    assert_eq!((given.rules.goal, given.maps[0].points.len()), (50, 3));
    let given =
        options("--seed 7 --seeds 20 --size 8 --goal 10 --limit 60 --plots p --page=x.html")
            .expect("flags");
    assert_eq!(
        (given.seed, given.job.source, given.rules.size),
        (7, Source::Seeds(7..27), 8)
    );
    assert_eq!((given.rules.goal, given.rules.limit), (10, 60));
    assert_eq!(
        (given.plots.as_deref(), given.page.as_deref()),
        (Some("p"), Some("x.html"))
    );
    let given = options("--study tactics").expect("flags");
    let names: Vec<&str> = given.maps.iter().map(|map| map.name.as_str()).collect();
    assert_eq!(names, ["yard", "halls", "quarry"]);
    let given = options("--watch --match half-standard").expect("flags");
    assert_eq!(given.match_up.name, "half-standard");
    assert!(matches!(parse(["--help".to_owned()]), Ok(Err(help)) if help.contains("--plots")));
}

#[test]
fn invalid_flags_are_rejected() {
    for (line, expected) in [
        ("--bots 3", "unknown option `--bots`: use one of --seed"),
        ("--size 9", "`--size` needs a number from 1 to 8, not `9`"),
        (
            "--seeds 0",
            "`--seeds` needs a number from 1 to 100000, not `0`",
        ),
        (
            "--goal none",
            "`--goal` needs a number from 1 to 1000, not `none`",
        ),
        (
            "--limit 0",
            "`--limit` needs a number from 1 to 36000, not `0`",
        ),
        (
            "--match all-improved",
            "`--match` selects the match of `--watch` or `--report`: add one of them",
        ),
        (
            "--watch --match all",
            "`--match` needs one of half-standard, half-improved, all-standard, all-improved, improved-standard, everybody-improved, team-improved, not `all`",
        ),
        (
            "--watch --page x",
            "`--page` belongs to the study and cannot be combined with `--watch` or `--report`",
        ),
        (
            "--report x --match improved-standard",
            "`--report` shows a planner, and no team of `improved-standard` has one",
        ),
        (
            "--study tactics --plots p",
            "`--plots` belongs to the study `paper`",
        ),
        (
            "--watch --study tactics",
            "`--study` belongs to the study and cannot be combined",
        ),
        ("--map /nowhere", "cannot read map `/nowhere`: "),
    ] {
        let error = error(line);
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

#[test]
fn invalid_maps_are_rejected() {
    let many = "#".repeat(70) + "\n";
    let lots = format!("{}A\n", "oos".repeat(45));
    for (text, expected) in [
        ("", "no domination point: add at least one, `A` to `Z`"),
        ("s o", "no domination point: add at least one, `A` to `Z`"),
        ("A o", "no spawn point: add at least one `s`"),
        ("A s A", "domination point `A` exists twice"),
        (
            "s A\n o?",
            "unexpected `?` in line 2, column 3: use `#`, space, `o`, `s`, or `A` to `Z`",
        ),
        (
            "s A # o",
            "the waypoint in line 1, column 7 is unreachable from the first one",
        ),
        (
            "s A            o",
            "the waypoint in line 1, column 16 is unreachable from the first one",
        ),
        ("sABCDEFGHI", "9 domination points exceed the limit of 8"),
        (lots.as_str(), "more than 128 waypoints"),
        (
            many.repeat(70).as_str(),
            "70 by 70 squares exceed the limit of 4096",
        ),
    ] {
        let error = Map::read("mine", text).err().unwrap_or_default();
        assert!(
            error.starts_with(&format!("map `mine`: {expected}")),
            "{text}: {error}"
        );
    }
}

#[test]
fn one_match_can_be_watched_and_reported() {
    let map = Map::yard().expect("the example's map");
    let match_up = MATCH_UPS[3];
    let rules = crate::game::Rules {
        goal: 5,
        ..Default::default()
    };
    let play = || {
        let mut game = Match::new(&map, rules, match_up.kinds, 5).expect("a match");
        let (mut reporter, mut seen) = (Reporter::new(&map), Vec::new());
        let end = loop {
            if let Some(end) = game.server.end() {
                break end;
            }
            reporter
                .step(&mut game)
                .expect("there is room for the facts");
            watch::show(&game, &match_up, &mut seen).expect("a vector accepts all writes");
        };
        let seen = String::from_utf8(seen).expect("text");
        (
            seen,
            watch::ending(&game, &match_up, end),
            reporter.page("a match"),
        )
    };
    let (seen, ending, page) = play();
    assert!(
        seen.contains("0:05  Control All Points") && seen.contains("plan: capture"),
        "{seen}"
    );
    assert!(seen.lines().any(|line| line.starts_with("    ####")));
    assert!(ending.ends_with('.') && ending.contains(" : "), "{ending}");
    for word in ["capture(bot 1", "enemy a", "point A"] {
        assert!(page.contains(word), "{word}");
    }
    assert_eq!(play(), (seen, ending, page));
    let game = Match::new(&map, rules, match_up.kinds, 5).expect("a match");
    assert!(watch::ending(&game, &match_up, End::Limit).contains("no team wins"));
}
