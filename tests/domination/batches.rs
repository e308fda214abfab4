//! Studies in parts: files that are written, merged and refused.

use std::fs;
use std::path::PathBuf;

use crate::game::{Map, Rules};
use crate::kit::batch::{Batch, Job, Source, Study};
use crate::kit::json::{Json, Reader};
use crate::kit::rng::Rng;
use crate::options::parse;
use crate::study::{self, MATCH_UPS, Setup};
use crate::table;

fn short() -> Rules {
    Rules {
        goal: 2,
        limit: 60,
        ..Rules::default()
    }
}

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("batches-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test's files");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

/// Returns all that the study prints, and its page up to the measured values.
fn printed(setups: &[Setup<'_>], job: &Job) -> Result<Option<String>, String> {
    let Some(batch) = study::play("paper", setups, job)? else {
        return Ok(None);
    };
    let first = batch.seeds.start;
    let results = study::results(setups, batch);
    let (map, rules) = (setups[0].map, setups[0].rules);
    let (played, _) = results.split_at(MATCH_UPS.len());
    let sizes: Vec<_> = results.chunks(MATCH_UPS.len()).collect();
    let page = crate::page::page(map, rules, first, played, &sizes);
    Ok(Some(format!(
        "{}{}{}{}",
        table::match_ups(map, rules, first, played),
        table::accounts(played),
        table::sizes(&sizes),
        page.split("data-measured").next().unwrap_or_default()
    )))
}

fn part(setups: &[Setup<'_>], seeds: std::ops::Range<u64>, file: &str) {
    let job = Job {
        source: Source::Seeds(seeds),
        out: Some(file.to_owned()),
    };
    assert_eq!(printed(setups, &job), Ok(None));
}

fn merge(files: &[String]) -> Job {
    Job {
        source: Source::Parts(files.to_vec()),
        out: None,
    }
}

#[test]
fn any_split_equals_the_whole() {
    let map = Map::yard().expect("the example's map");
    let setups = study::setups(&map, short());
    let (from, to) = (3, 9);
    let whole = Job {
        source: Source::Seeds(from..to),
        out: None,
    };
    let whole = printed(&setups, &whole).expect("matches").expect("tables");
    let folder = Folder::new("split");
    let seed = std::env::var("HTN_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let mut rng = Rng::new(seed);
    for round in 0..3 {
        let mut cuts: Vec<u64> = (from + 1..to).filter(|_| rng.percent(50)).collect();
        cuts.insert(0, from);
        cuts.push(to);
        let mut files = Vec::new();
        for cut in cuts.windows(2) {
            files.push(folder.file(&format!("{round}-{}.json", cut[0])));
            part(&setups, cut[0]..cut[1], files.last().expect("a file"));
        }
        rng.shuffle(&mut files);
        let merged = printed(&setups, &merge(&files));
        assert!(
            merged.as_ref() == Ok(&Some(whole.clone())),
            "HTN_SEED={seed}, parts {cuts:?} in the order {files:?}: {merged:?} instead of {whole}"
        );
        // A merge can be a part itself.
        let all = folder.file("all.json");
        let job = Job {
            out: Some(all.clone()),
            ..merge(&files)
        };
        assert_eq!(printed(&setups, &job), Ok(None));
        assert!(printed(&setups, &merge(&[all])) == Ok(Some(whole.clone())));
    }
}

#[test]
fn halved_match_ups_play_odd_seeds() {
    let map = Map::yard().expect("the example's map");
    let setups = study::setups(&map, short());
    for (seeds, most, halved) in [(1..2, 1, 1), (2..3, 1, 0), (4..8, 4, 2)] {
        let job = Job {
            source: Source::Seeds(seeds),
            out: None,
        };
        let batch = study::play("paper", &setups, &job)
            .expect("matches")
            .expect("a batch");
        for (setup, played) in setups.iter().zip(study::results(&setups, batch)) {
            let expected = if setup.halved { halved } else { most };
            assert_eq!(played.outcomes.len(), expected);
            let text = table::sizes(&[&[played]]);
            assert_eq!(
                text.contains('–') && !text.contains("% ("),
                expected == 0,
                "{text}"
            );
        }
    }
}

#[test]
fn unfit_parts_are_refused() {
    let map = Map::yard().expect("the example's map");
    let mut setups = study::setups(&map, short());
    setups.truncate(MATCH_UPS.len());
    let folder = Folder::new("unfit");
    let file = |name: &str| folder.file(name);
    part(&setups, 1..3, &file("a"));
    part(&setups, 2..5, &file("b"));
    part(&setups, 5..6, &file("c"));
    let good = fs::read_to_string(file("a")).expect("the part");
    let changed = |name: &str, from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        fs::write(file(name), good.replacen(from, to, 1)).expect("a changed part");
    };
    changed("study", "\"study\":\"domination\"", "\"study\":\"beliefs\"");
    changed("version", "\"version\":\"", "\"version\":\"9.");
    changed("domain", "\"domain\":\"", "\"domain\":\"f");
    changed("size", "\"--size\":\"3\"", "\"--size\":\"5\"");
    changed("digit", "\"ticks\":", "\"ticks\":1");
    changed("short", "\"checksum\"", "");
    fs::write(file("cut"), &good[..good.len() / 2]).expect("a damaged part");
    fs::write(file("more"), format!("{good}x")).expect("a damaged part");
    fs::write(file("empty"), "").expect("an empty file");
    for (parts, expected) in [
        (&["a", "b"][..], "seeds 2..3 are in `"),
        (&["b", "a"], "seeds 2..3 are in `"),
        (&["a", "a"], "seeds 1..3 are in `"),
        (
            &["c", "a"],
            "seeds 3..5 are in no part: play them with `--seeds 3..5 --out FILE`",
        ),
        (
            &["study"],
            "study` is a part of the study `beliefs`, not of `domination`",
        ),
        (&["version"], "was played by version 9."),
        (&["domain"], "another version of the domain: play it again"),
        (
            &["size"],
            "was played with `--size 5`, and this is `--size 3`: give the same options",
        ),
        (&["digit"], "is damaged: line "),
        (&["short"], "is damaged: line "),
        (&["cut"], "is damaged: line "),
        (&["more"], "expected `the end of the file`"),
        (
            &["empty"],
            "is no part of a study, or it is damaged: line 1, column 1",
        ),
        (&["none"], "none` cannot be read: "),
    ] {
        let files: Vec<String> = parts.iter().map(|name| file(name)).collect();
        let error = printed(&setups, &merge(&files)).expect_err("an error");
        assert!(error.contains(expected), "{parts:?}: {error}");
    }
    let nowhere = Job {
        source: Source::Seeds(1..1_000),
        out: Some(file("no/folder")),
    };
    let error = printed(&setups, &nowhere).expect_err("an error");
    assert!(error.contains("cannot be written"), "{error}");
}

#[test]
fn damaged_parts_never_read_as_whole() {
    let study = Study {
        name: "numbers",
        domain: 7,
        settings: vec![("--map", "a \"b\" \\ \u{7} ä".to_owned())],
    };
    let batch = Batch {
        seeds: 4..6,
        runs: vec![vec![1.5, -2.0, 1e-9], vec![]],
    };
    let text = study.write_part(&batch);
    let read = study.read_part::<Vec<f64>>("x", &text).expect("a part");
    assert_eq!((read.seeds, read.runs), (batch.seeds, batch.runs));
    let mut letters: Vec<char> = text.chars().collect();
    for index in 0..letters.len() {
        let cut: String = letters[..index].iter().collect();
        assert!(study.read_part::<Vec<f64>>("x", &cut).is_err(), "{cut}");
        let letter = std::mem::replace(&mut letters[index], '7');
        if letter != '7' {
            let changed: String = letters.iter().collect();
            assert!(
                study.read_part::<Vec<f64>>("x", &changed).is_err(),
                "{changed}"
            );
        }
        letters[index] = letter;
    }
}

#[test]
fn texts_survive_json() {
    for text in ["", "plain", "\"\\\n\u{1}\u{7f}ä😀"] {
        let mut json = String::new();
        text.to_owned().write(&mut json);
        let mut reader = Reader::new(&json);
        assert_eq!(String::read(&mut reader), Ok(text.to_owned()), "{json}");
        assert_eq!(reader.finish(), Ok(()));
    }
    for json in ["\"a", "\"\\", "\"\\u12", "\"\\ud800\"", "\"\\n\"", "a"] {
        assert!(String::read(&mut Reader::new(json)).is_err(), "{json}");
    }
}

#[test]
fn options_select_seeds_and_files() {
    let job = |line: &str| {
        let words = line.split_whitespace().map(str::to_owned);
        parse(words).map(|options| options.map_or_else(|help| panic!("{help}"), |it| it.job))
    };
    let given = job("--seeds 5..9 --out part.json").expect("a part");
    assert_eq!(given.source, Source::Seeds(5..9));
    assert_eq!(given.out.as_deref(), Some("part.json"));
    let given = job("--merge b.json a.json --page x.html").expect("a merge");
    let files = ["b.json", "a.json"].map(str::to_owned);
    assert_eq!(given.source, Source::Parts(files.to_vec()));
    for (line, expected) in [
        ("--seeds 9..5", "`--seeds` needs a range such as 1..101"),
        ("--seeds 5..5", "`--seeds` needs a range such as 1..101"),
        ("--seeds 1..=5", "`--seeds` needs a range such as 1..101"),
        ("--seeds ..5", "`--seeds` needs a range such as 1..101"),
        ("--seeds 0..100001", "`--seeds` needs at most 100000 seeds"),
        (
            "--seeds 1..5 --seed 2",
            "`--seeds` contains the first seed: remove `--seed`",
        ),
        (
            "--seed 18446744073709551615",
            "`--seed` is too large for 200 seeds",
        ),
        (
            "--seeds 1..5 --merge a",
            "`--merge` takes the seeds from the files: remove `--seeds`",
        ),
        ("--merge", "`--merge` needs a value: --merge FILE..."),
        (
            "--out a --page x.html",
            "`--page` shows a whole study and `--out` writes a part: use `--page` with `--merge`",
        ),
        (
            "--watch --merge a b",
            "`--merge` belongs to the study and cannot be combined with `--watch` or `--report`",
        ),
    ] {
        let error = job(line).expect_err("an error");
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}
