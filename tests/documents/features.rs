//! Each cargo feature has a row where users look for it.

use super::read;

/// The packages that users name in a manifest.
const PACKAGES: [&str; 2] = ["ecs-core", "ecs-inspect"];

/// The names of a manifest's features, without those that are there for cargo or for other packages.
fn features(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once('=')?.0.trim().trim_matches('"')))
        .filter(|name| !name.starts_with("__"))
        .collect()
}

/// The names in the first column of the table of features.
fn rows(page: &str) -> Vec<&str> {
    let is_head =
        |line: &&str| ["| feature |", "| cargo feature |"].iter().any(|head| line.starts_with(head));
    let table =
        page.lines().skip_while(|line| !is_head(line)).skip(2).take_while(|line| line.starts_with('|'));
    table.filter_map(|row| row.strip_prefix("| `")?.split_once("` |")).map(|(name, _)| name).collect()
}

/// The names that the list of features in the head of the crate's documentation has.
fn items(head: &str) -> Vec<&str> {
    let list = head.lines().skip_while(|line| *line != "//! # Features").skip(1);
    list.take_while(|line| !line.starts_with("//! #"))
        .filter_map(|line| line.strip_prefix("//! - `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect()
}

/// The names that only one of two lists has.
fn difference(features: &[&str], listed: &[&str]) -> Vec<String> {
    let missing = features.iter().filter(|name| !listed.contains(name)).map(|name| format!("no `{name}`"));
    let lost = listed.iter().filter(|name| !features.contains(name)).map(|name| format!("`{name}` is none"));
    missing.chain(lost).collect()
}

#[test]
fn each_cargo_feature_has_a_row_in_both_readmes_and_in_the_documentation() {
    let repository = read("README.md");
    for package in PACKAGES {
        let manifest = read(&format!("{package}/Cargo.toml"));
        let features = features(&manifest);
        let readme = manifest.lines().find_map(|line| line.strip_prefix("readme = \"")?.strip_suffix('"'));
        let readme =
            format!("{package}/{}", readme.expect("the manifest names the page that crates.io shows"));
        let crates_io = read(&readme);
        let head = read(&format!("{package}/src/lib.rs"));
        let mut pages = vec![(readme, rows(&crates_io)), (format!("{package}/src/lib.rs"), items(&head))];
        if package == "ecs-core" {
            assert!(!features.is_empty(), "{package} has features");
            pages.push(("README.md".into(), rows(&repository)));
        }
        for (page, listed) in pages {
            assert_eq!(difference(&features, &listed), Vec::<String>::new(), "{page}: {listed:?}");
        }
    }
}

#[test]
fn a_feature_without_a_row_and_a_row_without_a_feature_are_seen() {
    let manifest = "[package]\n[features]\n# a\none = []\ntwo = [\"one\"]\n__three = []\n[lints]\nfour = 4\n";
    assert_eq!(features(manifest), ["one", "two"]);
    let page =
        "| `zero` | a |\n\n| feature | brings |\n|---|---|\n| `one` | a |\n| `old` | b |\n\n| `two` | c |\n";
    assert_eq!(rows(page), ["one", "old"]);
    assert_eq!(difference(&features(manifest), &rows(page)), ["no `two`", "`old` is none"]);
    assert_eq!(
        items("//! # Features\n//!\n//! - `one`: `two`\n//!   `two`\n//! # End\n//! - `two`"),
        ["one"]
    );
}
