//! The domain of the squad, read again while it runs.

use squad_htn::Domain as _;
use squad_htn::reload::{ReloadedDomain, Source};

use crate::domain::squad;

/// The domain is in seven files, with parts.
#[test]
fn unchanged_files_are_the_compiled_domain() {
    let source = Source::compiled::<squad::Domain>().expect("its files are here");
    let domain: ReloadedDomain<squad::Domain> = match source.load() {
        Ok(domain) => domain,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(domain.hash(), squad::Domain::HASH);
}
