//! Every domain of the repository, read from its file.
#![cfg(feature = "locations")]

mod common;

use htn_lang::{MacroKind, Sources};

fn repository() -> Sources {
    let mut sources = Sources::new();
    for option in ["test", "debug_assertions"] {
        assert!(sources.set_cfg(option));
    }
    let root = common::root();
    for path in common::rust_files(&root) {
        // Mistakes, which `carets.rs` is about.
        if path.starts_with(root.join("tests/ui")) && !path.starts_with(root.join("tests/ui/src")) {
            continue;
        }
        let name = path.strip_prefix(&root).expect("it is inside");
        let text = std::fs::read_to_string(&path).expect("it is UTF-8");
        let added = sources.add(name.to_str().expect("it is UTF-8"), text);
        if let Err(error) = added {
            panic!("{error}");
        }
    }
    sources
}

#[test]
fn every_domain_is_without_errors() {
    let sources = repository();
    let (mut domains, mut parts, mut templates) = (0, 0, 0);
    for file in sources.files() {
        for call in file.calls() {
            let analysis = sources.check(call);
            let errors: Vec<String> = analysis.errors().map(ToString::to_string).collect();
            assert_eq!(errors, Vec::<String>::new(), "{}", file.path());
            match call.kind() {
                _ if call.is_template() => templates += 1,
                MacroKind::Part => parts += 1,
                MacroKind::Domain => {
                    domains += 1;
                    // Otherwise a part was not found.
                    assert!(analysis.domain.is_some(), "{}: {analysis:?}", file.path());
                    #[cfg(feature = "reference")]
                    assert!(analysis.rows.is_some(), "{}", file.path());
                }
            }
        }
    }
    println!("{domains} domains, {parts} parts, {templates} templates");
    assert!(domains > 250 && parts > 20 && templates < 20);
}
