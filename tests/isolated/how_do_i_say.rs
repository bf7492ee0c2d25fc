//! The pages for those who come from elsewhere: what their rows show as code is compiled.

use std::fs;
use std::path::Path;

use crate::support::root;

/// A page, the sources of its left column, and those of its right one.
const PAGES: [(&str, &str, &str); 3] = [
    ("from-bevy", "benches/peers/tests/from_bevy.rs", "tests/programs/how_do_i_say/bevy"),
    ("from-hecs", "benches/peers/tests/from_hecs.rs", "tests/programs/how_do_i_say/hecs"),
    ("from-unity", "", "tests/programs/how_do_i_say/unity"),
];

/// What the head of a column says whose code is not compiled.
const NOT_COMPILED: [&str; 2] = ["in other crates of bevy", "in Unity"];

/// The sources at a path: a file, or those of a folder.
fn sources(path: &str) -> String {
    let path = root().join(path);
    let read = |path: &Path| fs::read_to_string(path).expect("a source is text");
    if path.is_dir() {
        let files = fs::read_dir(path).expect("a folder of the repository");
        return files.map(|file| read(&file.expect("an entry").path())).collect();
    }
    if path.is_file() { read(&path) } else { read(&path.with_extension("rs")) }
}

/// Code as the formatter cannot change it, without comments.
fn plain(code: &str) -> String {
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let plain: String = lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
    plain.replace(",)", ")").replace(",}", "}").replace(",]", "]")
}

/// The cells of a row. `\|` does not end one.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    let cells = row.replace("\\|", "\0");
    cells.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// What stands between backticks.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// What a page shows as code, and its source does not have; and how many rows the page has.
fn missing(page: &str, theirs: &str, ours: &str) -> (Vec<String>, usize) {
    let (mut lost, mut rows) = (Vec::new(), 0);
    let mut is_compiled = true;
    for row in page.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---")) {
        let cells = cells(row);
        let [left, right] = cells.as_slice() else { panic!("two columns: {row}") };
        if right == "here" {
            is_compiled = !NOT_COMPILED.contains(&left.as_str());
            continue;
        }
        rows += 1;
        let left = codes(left).filter(|code| is_compiled && !theirs.contains(&plain(code)));
        lost.extend(left.map(|code| format!("theirs: {code}")));
        let right = codes(right).filter(|code| !ours.contains(&plain(code)));
        lost.extend(right.map(|code| format!("here: {code}")));
    }
    (lost, rows)
}

#[test]
fn each_row_for_those_who_come_from_elsewhere_is_compiled() {
    for (page, theirs, ours) in PAGES {
        let text =
            fs::read_to_string(root().join(format!("docs/book/src/{page}.md"))).expect("the page is there");
        let theirs = if theirs.is_empty() { String::new() } else { plain(&sources(theirs)) };
        let (lost, rows) = missing(&text, &theirs, &plain(&sources(ours)));
        assert!(lost.is_empty(), "in {page}.md, and in no source:\n{}", lost.join("\n"));
        assert!(rows >= 20, "{page} has {rows} rows");
    }
}

#[test]
fn a_row_that_is_compiled_nowhere_is_found() {
    let page = "| in hecs | here |\n|---|---|\n| `world.spawn()` | `Entity::spawn()`, `e.lost()` |\n\
                | `gone()` | `f(\\|a\\| a)` |\n| in Unity | here |\n| `Destroy(x)` | `nothing` |\n";
    let ours = plain("let e = Entity::spawn(); // e.lost()\nf(\n    |a| a,\n);");
    let (lost, rows) = missing(page, &plain("world\n    .spawn();"), &ours);
    assert_eq!((lost.join("; "), rows), ("here: e.lost(); theirs: gone(); here: nothing".to_owned(), 3));
}
