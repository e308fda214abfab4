//! Every domain of the repository, read from its file.
#![cfg(feature = "locations")]

mod common;

use common::repository;
use htn_lang::{MacroKind, expand_domain};

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

/// The macro is given the tokens of one call, without the file around it. A domain that uses parts expands to a call of
/// theirs instead of tables.
#[test]
fn macro_sees_the_domain_of_the_file() {
    let sources = repository();
    let (mut whole, mut with_parts) = (0, 0);
    for file in sources.files() {
        for call in file.calls() {
            if call.is_template() || !matches!(call.kind(), MacroKind::Domain) {
                continue;
            }
            let summary = sources.check(call).domain;
            let hash = summary.expect("it has no errors").hash;
            let body = call.body();
            let text = &file.text()[body.start.offset..body.end.offset];
            let expanded = expand_domain(text.parse().expect("it has tokens"));
            let expanded = expanded.to_string().replace(' ', "");
            if expanded.contains("static__TABLES") {
                let is_same = expanded.contains(&format!("hash::domain({hash},"));
                assert!(is_same, "{}: {:?}", file.path(), call.name());
                whole += 1;
            } else {
                with_parts += 1;
            }
        }
    }
    println!("{whole} domains, {with_parts} with parts or `#[cfg]`");
    assert!(whole > 200 && with_parts < 50);
}
