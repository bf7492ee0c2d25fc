//! Programs that must not compile, with the exact texts of their errors, and programs that must.
//!
//! A case is wrong in one thing, which a `//~ ERROR` comment marks. `TRYBUILD=overwrite cargo test --test ui` writes the
//! texts anew; read them as a user would. They belong to the compiler that the workspace names as its `rust-version`.
#![cfg(not(miri))]

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    // With a case that must build, trybuild builds the others to the end too: some errors come from a concrete type.
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/attr/*.rs");
    cases.compile_fail("tests/ui/shape/*.rs");
    cases.compile_fail("tests/ui/hook/*.rs");
    cases.compile_fail("tests/ui/bounds/*.rs");
}
