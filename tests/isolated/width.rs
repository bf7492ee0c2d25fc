//! Lines are as wide as `rustfmt.toml` allows. rustfmt leaves comments and texts alone, so this looks at them too.

use std::fs;
use std::path::Path;

use crate::support::root;

/// What is wider on purpose: programs whose lines are marked and shown in expected errors, and what the derive writes.
const LEFT_OUT: [&str; 4] = ["target", "tests/ui", "ecs-derive/snapshots", "fuzz/target"];

fn width() -> usize {
    let settings = fs::read_to_string(root().join("rustfmt.toml")).expect("the repository has it");
    let width = settings.lines().find_map(|line| line.strip_prefix("max_width = "));
    width.expect("it says how wide").parse().expect("a number")
}

fn wider(folder: &Path, width: usize, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(root()).expect("it lies there").to_string_lossy().replace('\\', "/");
        if LEFT_OUT.contains(&name.as_str()) || name.starts_with(".git") {
            continue;
        }
        if path.is_dir() {
            wider(&path, width, found);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            let lines = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > width);
            found.extend(lines.map(|(number, _)| format!("{name}:{number}")));
        }
    }
}

#[test]
#[ignore = "comments and texts are wrapped when the branches that change them are merged"]
fn each_line_is_as_wide_as_it_may_be() {
    let mut found = Vec::new();
    wider(root(), width(), &mut found);
    assert!(found.is_empty(), "wider than {}: {} lines\n{}", width(), found.len(), found.join("\n"));
}
