//! What the pages say of the packages, compared with the packages; and all messages, on a page. `.ci/police`
//! checks the links of the pages.

mod features;
mod messages;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of it").to_owned()
}

/// A file of the repository.
fn read(path: &str) -> String {
    let path = repository().join(path);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n")
}
