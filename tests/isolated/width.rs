//! Lines are as wide as `rustfmt.toml` allows. rustfmt leaves comments, texts and macros alone.

use std::fs;
use std::path::Path;

use crate::support::root;

/// What is wider on purpose: programs whose lines are shown in expected errors, and what the derive writes.
const LEFT_OUT: [&str; 4] = ["target", "tests/ui", "ecs-derive/snapshots", "fuzz/target"];

fn width() -> usize {
    let settings = fs::read_to_string(root().join("rustfmt.toml")).expect("the repository has it");
    let width = settings.lines().find_map(|line| line.strip_prefix("max_width = "));
    width.expect("it says how wide").parse().expect("a number")
}

/// The row of a table in the docs cannot go on in the next line.
fn may_be_wider(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("/// |") || line.starts_with("//! |")
}

/// The numbers of the lines that are too wide.
fn wider(text: &str, width: usize) -> impl Iterator<Item = usize> {
    let lines = (1..).zip(text.lines());
    lines
        .filter(move |(_, line)| line.chars().count() > width && !may_be_wider(line))
        .map(|(number, _)| number)
}

fn visit(folder: &Path, width: usize, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(root()).expect("it lies there").to_string_lossy().replace('\\', "/");
        if LEFT_OUT.contains(&name.as_str()) || name.starts_with(".git") {
            continue;
        }
        if path.is_dir() {
            visit(&path, width, found);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            found.extend(wider(&text, width).map(|number| format!("{name}:{number}")));
        }
    }
}

#[test]
fn each_line_is_as_wide_as_it_may_be() {
    let mut found = Vec::new();
    visit(root(), width(), &mut found);
    assert!(found.is_empty(), "wider than {}: {} lines\n{}", width(), found.len(), found.join("\n"));
}

#[test]
fn a_line_that_is_wider_is_found() {
    let text = "// seven\n    // eleven\n/// | a row of a table |\n\"a text\"...;\n";
    assert_eq!(wider(text, 10).collect::<Vec<_>>(), [2, 4]);
}
