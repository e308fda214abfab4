//! Every domain of the repository, read from its file.
#![cfg(feature = "locations")]

mod common;

use common::repository;
use htn_lang::MacroKind;

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
