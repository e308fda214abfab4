//! Mistakes in domains: one file each, in a folder for the stage that finds it, with what the compiler says beside it.
//!
//! After a change of wording, `TRYBUILD=overwrite cargo test -p mistakes` writes the expected output anew; read it as
//! the person who made the mistake would.

use std::process::Command;

/// What is in `types` is said by rustc itself, in words that change from version to version: those of this one.
const WORDS_OF: &str = "rustc 1.95.";

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    for stage in ["split", "parse", "resolve", "modes", "parts"] {
        cases.compile_fail(format!("{stage}/*.rs"));
    }
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .expect("there is a rustc, since this was compiled");
    if version.starts_with(WORDS_OF) {
        cases.compile_fail("types/*.rs");
    } else {
        println!("types is skipped: it has the words of {WORDS_OF}*, and this is {version}");
    }
}
