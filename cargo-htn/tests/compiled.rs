//! Compares compiled domains with their files: the IR that the macro emitted with that of `htn-lang`, and the graph of the
//! one with the graph that `cargo htn graph` draws of the other.

#[path = "../../tests/domains/mod.rs"]
mod domains;

use std::path::Path;
use std::process::Command;

use domains::{blocks, haul, logistics, queens, restrain, rts};
use htn_lang::Sources;
use squad_htn::reference::rows::DomainSource;
use squad_htn::{Domain, htn_domain};

htn_domain! {
    /// Doors.
    pub domain breach;
    agent u8;
    predicate locked(u8) [8];
    /// Opens "it".
    operator blast(who: u8, door: u8) by who { sensed delete locked(door); }
    internal operator note(door: u8) { add locked(door); }
    /// All ways.
    pub method through(who: u8, door: u8) {
        branch with_a_bang if locked(door) {
            blast(who, door);
            global_block(who);
            through(who, door);
        }
        branch open {
            if locked(door) { note(door); } else { unordered { other(); note(door); } }
        }
    }
    method other() {}
    method other() if locked(_) { stop_action(1); }
}

#[test]
fn graph_is_that_of_the_compiled_domain() {
    let graph = htn_view::Graph::of::<breach::Domain>().expect("the feature is enabled");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compiled.rs");
    let brief = graph.without_bookkeeping();
    for (args, expected) in [
        (
            &["graph", path, "--domain", "breach"][..],
            graph.to_mermaid(),
        ),
        (
            &["graph", path, "--domain=breach", "--mermaid"],
            graph.to_mermaid(),
        ),
        (
            &["graph", "--dot", "--domain", "breach", path],
            graph.to_dot(),
        ),
        (
            &["graph", "--domain", "breach", "--svg", path],
            graph.to_svg(),
        ),
        (
            &["graph", "--domain=breach", "--without-bookkeeping", path],
            brief.to_mermaid(),
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-htn"))
            .arg("htn")
            .args(args)
            .output()
            .expect("the binary runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{args:?}"
        );
    }
}

/// The IR of a domain, as text. Capacities and the name of the file are Rust, which only rustc can evaluate; and lists are
/// owned or not.
fn ir(rows: &DomainSource<'_>) -> Vec<String> {
    let text = format!("{rows:#?}").replace("Owned(", "Borrowed(");
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("capacity:") && !line.starts_with("file:"));
    lines.map(str::to_owned).collect()
}

/// Compares all rows of a domain, with the lines of the file that they come from.
fn compare<D: Domain>(path: &str) {
    let compiled = D::reference().expect("the feature is enabled");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join(path)).expect("the file can be read");
    let mut sources = Sources::new();
    let file = sources.add(path, text).expect("it is Rust");
    let mut calls = sources.file(file).calls().iter();
    let call = calls.find(|call| call.name() == Some(D::tables().name));
    let analysis = sources.check(call.expect("the domain is in the file"));
    let (compiled, read) = (
        ir(compiled.rows),
        ir(&analysis.rows.expect("it has no errors")),
    );
    assert!(compiled.len() > 100, "{path}");
    for (line, (read, compiled)) in read.iter().zip(&compiled).enumerate() {
        assert_eq!(read, compiled, "{path}: line {line} of the IR");
    }
    assert_eq!(read.len(), compiled.len(), "{path}");
}

#[test]
fn ir_is_that_of_the_compiled_domain() {
    compare::<breach::Domain>("cargo-htn/tests/compiled.rs");
    compare::<blocks::blocks::Domain>("tests/domains/blocks.rs");
    compare::<haul::haul::Domain>("tests/domains/haul.rs");
    compare::<logistics::logistics::Domain>("tests/domains/logistics.rs");
    compare::<queens::queens::Domain>("tests/domains/queens.rs");
    compare::<queens::queens_by_lines::Domain>("tests/domains/queens.rs");
    compare::<restrain::restraint::Domain>("tests/domains/restrain.rs");
    compare::<rts::rts::Domain>("tests/domains/rts.rs");
}
