//! The errors of the compile-fail cases, compared with what rustc shows for them.
#![cfg(feature = "locations")]

mod common;

use htn_lang::Sources;

/// Errors without a number that are rustc's own, or those of `#[derive(Term)]`.
const OTHERS: [&str; 3] = [
    "error: expected expression, found",
    "error: cannot find macro",
    "error: `Never` has no variants",
];

/// The errors in a text as rustc prints them, without those that have a number, which are rustc's own.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("error") || line.starts_with("warning") {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            *block += line.trim_end();
            *block += "\n";
        }
    }
    let mut blocks: Vec<String> = blocks
        .iter()
        .map(|block| format!("{}\n", block.trim_end()))
        .filter(|block| block.starts_with("error: "))
        .filter(|block| !OTHERS.iter().any(|other| block.starts_with(other)))
        .collect();
    blocks.sort();
    blocks
}

/// Compares drawings. rustc shortens long lines, and `trybuild` hides the line numbers of other files.
fn is_same(expected: &str, found: &str) -> bool {
    let hidden = expected.contains("\n  --> src/lib.rs\n");
    let mut pairs = expected.lines().zip(found.lines());
    expected.lines().count() == found.lines().count()
        && pairs.all(|(expected, found)| {
            let start = expected.strip_suffix(" ...").unwrap_or(expected);
            let number = |letter: char| letter.is_ascii_digit() || " :".contains(letter);
            if hidden {
                let found = found.trim_matches(number);
                expected.trim_matches(number) == found
            } else if start.len() < expected.len() {
                found.starts_with(start)
            } else {
                expected == found
            }
        })
}

#[test]
fn errors_are_drawn_as_rustc_draws_them() {
    let cases = common::root().join("tests/ui");
    let (mut count, mut wrong) = (0, Vec::new());
    for stage in ["split", "parse", "resolve", "modes", "parts"] {
        for path in common::rust_files(&cases.join(stage)) {
            let expected = path.with_extension("stderr");
            let expected = std::fs::read_to_string(expected).expect("there is an expected output");
            let expected = blocks(&expected);
            let mut sources = Sources::new();
            sources.set_cfg("debug_assertions");
            let shared = std::fs::read_to_string(cases.join("src/lib.rs")).expect("it can be read");
            sources.add("src/lib.rs", shared).expect("it has tokens");
            let name = path.strip_prefix(&cases).expect("it is inside").display();
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let file = sources.add(&name.to_string(), text).expect("it has tokens");
            let mut found: Vec<String> = Vec::new();
            for call in sources.file(file).calls() {
                for error in sources.check(call).errors() {
                    let of = sources.files().iter().find(|of| of.path() == error.path);
                    found.push(error.render(of.expect("it was added").text()));
                }
            }
            let found = blocks(&found.concat());
            count += found.len();
            let mut pairs = expected.iter().zip(&found);
            let same = pairs.all(|(expected, found)| is_same(expected, found));
            if expected.len() != found.len() || !same {
                let (found, expected) = (found.concat(), expected.concat());
                wrong.push(format!("{name}: rustc shows\n{expected}\nand not\n{found}"));
            }
        }
    }
    println!("{count} errors");
    assert!(
        wrong.is_empty(),
        "{} cases:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 300, "{count}");
}
