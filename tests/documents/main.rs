//! The pages list the right cargo features. All messages of the library are on one page. `.ci/police` checks
//! the links of the pages.

mod features;
mod messages;
#[path = "../support/mod.rs"]
mod support;

use std::fs;

use support::root;

/// A file of the repository.
fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n")
}
