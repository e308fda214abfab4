//! Compares the graph of a compiled domain with the graph that `cargo htn graph` draws from its file.

use std::process::Command;

use squad_htn::htn_domain;

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
