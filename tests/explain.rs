//! Explanations of search results, as text and as data. The texts are in `tests/explain/expected`; `HTN_WRITE=1` overwrites
//! them: read the difference.
//!
//! `cargo test --features explain --test explain`
#![cfg(feature = "explain")]

#[path = "explain/raid.rs"]
mod raid;
#[path = "explain/restraint.rs"]
mod restraint;

#[path = "explain/abandoned.rs"]
mod abandoned;
#[path = "explain/agreement.rs"]
mod agreement;
#[path = "explain/conditions.rs"]
mod conditions;
#[path = "explain/described.rs"]
mod described;
#[path = "explain/director.rs"]
mod director;
#[path = "explain/limits.rs"]
mod limits;
#[path = "explain/names.rs"]
mod names;
#[path = "explain/protecting.rs"]
mod protecting;
#[path = "explain/readme.rs"]
mod readme;
#[path = "explain/searches.rs"]
mod searches;
#[path = "explain/traces.rs"]
mod traces;
#[path = "explain/why_not.rs"]
mod why_not;

use std::fmt::Display;
use std::{env, fs};

/// Asserts that a text equals the expected file.
#[track_caller]
fn assert_text(name: &str, text: impl Display) {
    let text = format!("{text:#}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/explain/expected");
    let path = format!("{folder}/{name}.txt");
    if env::var_os("HTN_WRITE").is_some() {
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(&path, &text).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == expected,
        "{path}: expected\n{expected}\nfound\n{text}"
    );
}
