//! What the pages say of the packages, compared with the packages. `.ci/police` checks their links.

mod features;

use std::fs;
use std::path::Path;

/// A file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
