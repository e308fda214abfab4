//! Domains that `htn-lang` reads from their files are those that the macro compiles.

mod domains;

use domains::{blocks, haul, logistics, queens, restrain, rts};
use htn_lang::{DomainSummary, Sources};
use squad_htn::__private_0_1_0::{hash, tables::TaskKind};
use squad_htn::prelude::*;

mod shared {
    use squad_htn::htn_part;

    pub const MOST: u8 = 9;

    htn_part! {
        /// A part of a domain.
        pub(crate) part levelled<Number> {
            /// The level.
            predicate level(=> Number) [4];
            internal operator up() {
                if level(n) && n < crate::shared::MOST && "{;" != '}'.to_string();
                add level(n + 1);
            }
        }
    }

    pub mod nested {
        use squad_htn::htn_part;

        htn_part! {
            pub(crate) part steps<N> {
                use part crate::shared::levelled<N>;
                method r#while() { up(); up(); }
            }
        }
    }
}

htn_domain! {
    #![crate = ::squad_htn]
    /// Each construct whose tokens rustc and a lexer could see differently.
    /* and /* nested */ comments */
    pub(crate) domain counting;
    #[cfg(test)]
    use part self::shared::nested::steps<u8>; // a comment
    #[cfg(not(test))]
    predicate level(u16);
    #[doc = "An attribute."]
    pub method twice() if level(n) && (0x0F_u8..=15).contains(&n) && !(n - 1 != 2 || -1.5e3 < 2.) {
        r#while();
    }
}

/// Reads a domain from the files of the tests.
fn read(path: &str, name: &str) -> DomainSummary {
    let mut sources = Sources::new();
    assert!(sources.set_cfg("test"));
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(path)).expect("the file can be read");
    let file = sources.add(path, text).expect("it has tokens");
    let mut calls = sources.file(file).calls().iter();
    let call = calls.find(|call| call.name() == Some(name));
    let analysis = sources.check(call.expect("the domain is in the file"));
    analysis.domain.expect("it has no errors")
}

/// Compares the hash of all tokens, and the names and documentation of all tasks.
fn compare<D: squad_htn::Domain>(path: &str) {
    let tables = D::tables();
    let summary = read(path, tables.name);
    // The hash of a domain also depends on capacities and types, which only rustc knows.
    let hash = hash::domain(summary.hash, tables);
    assert_eq!(hash, D::HASH, "{path}");
    // The statements of bodies that have a block follow as tasks of their own.
    let rows = tables.tasks.iter().map(|row| (row.name, row.kind, row.doc));
    let rows: Vec<_> = rows.filter(|row| row.1 != TaskKind::Block).collect();
    let tasks = summary.tasks.iter();
    let tasks: Vec<_> = tasks
        .map(|task| (&task.name[..], task.kind, &task.docs[..]))
        .collect();
    assert_eq!(tasks, rows, "{path}");
}

#[test]
fn benchmark_domains_are_the_same() {
    compare::<blocks::blocks::Domain>("tests/domains/blocks.rs");
    compare::<haul::haul::Domain>("tests/domains/haul.rs");
    compare::<logistics::logistics::Domain>("tests/domains/logistics.rs");
    compare::<queens::queens::Domain>("tests/domains/queens.rs");
    compare::<queens::queens_by_lines::Domain>("tests/domains/queens.rs");
    compare::<restrain::restraint::Domain>("tests/domains/restrain.rs");
    compare::<rts::rts::Domain>("tests/domains/rts.rs");
}

#[test]
fn parts_cfg_and_odd_tokens_are_the_same() {
    compare::<counting::Domain>("tests/from_files.rs");
    let summary = read("tests/from_files.rs", "counting");
    assert_eq!(summary.tasks[0].signature, "up()");
    assert_eq!(summary.predicates[0].signature, "level(=> u8)");
    assert_eq!(summary.predicates[0].docs, "The level.");
}
