//! The compile-fail cases: mistakes in domains, one file each, in a folder for the stage that finds them. The expected output
//! of rustc is next to each case.
//!
//! `TRYBUILD=overwrite cargo test -p compile-fail` writes the expected output again. Read it as the person who made the
//! mistake.

use std::process::Command;

/// The errors in `types` are those of rustc, and their words change between versions. The expected ones are of this version.
const WORDS_OF: &str = "rustc 1.95.";

#[test]
fn cases_have_the_expected_output() {
    let cases = trybuild::TestCases::new();
    for stage in ["split", "parse", "resolve", "modes", "parts"] {
        cases.compile_fail(format!("{stage}/*.rs"));
    }
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .expect("rustc runs, since it has compiled this");
    if version.starts_with(WORDS_OF) {
        cases.compile_fail("types/*.rs");
    } else {
        println!("`types` is skipped: its output is that of {WORDS_OF}*, and this is {version}");
    }
}
