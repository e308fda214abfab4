//! Saves mean the same on every machine: these files were written by a 64-bit build, and a 32-bit one writes and reads the same.
//!
//! `HTN_WRITE=1` overwrites them after a change of the format. `cargo test -p saves --target i686-unknown-linux-gnu --test
//! parts machines::` looks at them with 32 bits.

use std::path::Path;

use saves::{json, loaded, saved};
use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

/// A type whose layout depends on the machine: the place of its tag must not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub enum Thing {
    /// So many.
    Some(u32, i8),
    /// None.
    None,
}

htn_domain! {
    pub domain cargo;
    predicate size(usize) [8];
    predicate change(isize => Thing) [8];
    predicate weight(=> f64);
    operator load(what: usize, by: isize) {}
}
use cargo::{Fact, State};

/// Facts whose numbers fit into 32 bits.
fn small() -> State {
    State::from_facts([
        Fact::Size(7),
        Fact::Size(4_000_000_000),
        Fact::Change(-1, Thing::Some(4_000_000_000, -5)),
        Fact::Change(isize::from(i16::MIN), Thing::None),
        Fact::Weight(0.1),
    ])
    .expect("they fit")
}

/// Returns the bytes of a stored save.
fn kept(name: &str, now: &[u8]) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name);
    if std::env::var_os("HTN_WRITE").is_some() {
        std::fs::write(&path, now).expect("it can be written");
    }
    std::fs::read(&path).unwrap_or_default()
}

#[test]
fn saves_have_the_same_bytes_on_every_machine() {
    let (bytes, text) = (saved(&small()), json(&small()));
    assert!(kept("small.postcard", &bytes) == bytes, "the bytes differ");
    let kept = kept("small.json", text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&kept), text);
}

#[test]
fn saves_of_other_machines_are_read() {
    let bytes = kept("small.postcard", &saved(&small()));
    let text = kept("small.json", json(&small()).as_bytes());
    let from_bytes: State = loaded(&bytes).expect("it loads");
    let from_text: State = serde_json::from_slice(&text).expect("it loads");
    assert!(from_bytes.facts().eq(small().facts()));
    assert!(from_text.facts().eq(small().facts()));
}

/// A `usize` of 64 bits, in a save of a machine that has such.
#[test]
fn numbers_too_large_for_the_machine_are_refused() {
    let text = json(&State::new()).replace(r#""saved":[]"#, r#""saved":[{"size":[4294967296]}]"#);
    let mut bytes = saved(&State::new());
    assert_eq!(bytes.pop(), Some(0), "it has no facts");
    bytes.extend([1, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x10]);
    let fits = usize::BITS == 64;
    assert_eq!(serde_json::from_str::<State>(&text).is_ok(), fits);
    assert_eq!(loaded::<State>(&bytes).is_ok(), fits);
}
