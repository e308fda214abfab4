//! Mistakes in domains: one file each, in a folder for the stage that finds it, with what the compiler says beside it.
//!
//! After a change of wording, `TRYBUILD=overwrite cargo test --test ui` writes the expected output anew; read it as
//! the person who made the mistake would.

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
}
