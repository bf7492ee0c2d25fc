//! The documents: each path that they name is there, and the way through the code is short.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// Where a path of a document may begin, besides its own folder.
const BASES: [&str; 5] = ["", "ecs-core/src", "ecs-derive/src", "tests", "benches/peers"];

/// What is made, and not kept, or is made by the reader.
const MADE: [&str; 3] = ["target", "fuzz/target", "src/main.rs"];

/// The documents, with what of each counts: of the list of changes what is not released yet, of scripts the
/// comments.
fn documents() -> Vec<(PathBuf, String)> {
    let in_folder = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect("a folder of the repository");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let mut pages = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "ecs-core/README.md",
        "ecs-derive/README.md",
        "examples/README.md",
    ]
    .map(PathBuf::from)
    .to_vec();
    for folder in ["docs", "docs/book/src", "docs/book/src/cookbook"] {
        pages.extend(in_folder(folder).into_iter().filter(|page| is_page(page)));
    }
    let pages = pages.into_iter().map(|page| {
        let text = read(&page);
        let is_log = page.ends_with("CHANGELOG.md");
        let end =
            text[4..].match_indices("\n## ").nth(1).filter(|_| is_log).map_or(text.len(), |(at, _)| at + 4);
        (page, text[..end].to_owned())
    });
    let scripts = in_folder(".ci").into_iter().map(|script| {
        let comments = read(&script)
            .lines()
            .filter_map(|line| Some(line.split_once("# ")?.1.to_owned() + "\n"))
            .collect();
        (script, comments)
    });
    pages.chain(scripts).collect()
}

/// The text of a file of the repository.
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// The paths that a text names: what it links to, and words that look like one.
fn paths(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("](") {
        let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
        if !target.is_empty() && !target.contains("://") {
            found.insert(target.to_owned());
        }
    }
    for piece in split_outside_braces(text) {
        // `file.rs::test`, `file.rs:12`
        let piece = piece.split(':').next().unwrap_or_default().trim_end_matches(['.', ',', ';', ')']);
        if looks_like_a_path(piece) {
            found.extend(expanded(piece));
        }
    }
    found
}

/// The words of a text. A list in braces is one: `{a, b}.rs`.
fn split_outside_braces(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_end = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c.is_whitespace() && depth == 0 || "`\"'()[]|<>=".contains(c)
    };
    text.split(is_end).collect()
}

fn looks_like_a_path(word: &str) -> bool {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./{}, *".contains(c));
    let has_ending = [".rs", ".md", ".toml", ".sh", ".csv", ".svg", ".stderr", ".txt"]
        .iter()
        .any(|end| word.ends_with(end));
    let folder = word.split('/').next().unwrap_or_default();
    let is_below = word.contains('/')
        && !folder.is_empty()
        && !word.starts_with("ecs-core/ledger")
        && root().join(folder).is_dir();
    is_plain && word.len() > 3 && (has_ending || is_below)
}

/// `a/{b, c}.rs` is two paths. Of a pattern only the folder counts.
fn expanded(path: &str) -> Vec<String> {
    if let Some((folder, _)) = path.split_once('*') {
        return vec![folder.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()];
    }
    match path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (list, after))) => {
            list.split(',').map(|one| format!("{before}{}{after}", one.trim())).collect()
        }
        None => vec![path.to_owned()],
    }
}

fn missing(document: &Path, text: &str) -> Vec<String> {
    let own = document.parent().unwrap_or(Path::new(""));
    let is_there = |path: &String| {
        MADE.iter().any(|made| path.starts_with(made))
            || [own]
                .into_iter()
                .chain(BASES.iter().map(Path::new))
                .any(|base| root().join(base).join(path).exists())
    };
    paths(text).into_iter().filter(|path| !is_there(path)).collect()
}

#[test]
fn each_path_that_a_document_names_is_there() {
    let mut lost = Vec::new();
    for (document, text) in documents() {
        let name = document.strip_prefix(root()).unwrap_or(&document).display();
        lost.extend(missing(&document, &text).into_iter().map(|path| format!("{name}: {path}")));
    }
    assert!(lost.is_empty(), "named, but not there:\n{}", lost.join("\n"));
}

/// The files of the reading path: the rows of the table that have a number, in their order.
fn reading_path(text: &str) -> Vec<&str> {
    let rows = text.lines().filter(|row| row.starts_with('|'));
    let numbered = rows.filter_map(|row| row.split_once(|c: char| c.is_ascii_digit()));
    numbered
        .filter_map(|(before, row)| (before == "| ").then(|| row.split_once("](")?.1.split(')').next())?)
        .collect()
}

#[test]
fn the_reading_path_has_twenty_files_and_none_twice() {
    let page = read("docs/code.md");
    let files = reading_path(&page);
    let once: BTreeSet<_> = files.iter().collect();
    assert_eq!((files.len(), once.len()), (20, 20), "{files:?}");
    for other in ["README.md", "CONTRIBUTING.md", "ecs-core/src/lib.rs"] {
        assert!(read(other).contains("docs/code.md"), "{other} gives no other path");
    }
}

/// The anchors of a page: its headings, as links name them.
fn anchors(page: &str) -> BTreeSet<String> {
    let heading =
        |line: &str| line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase());
    let anchor = |heading: String| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    page.lines().filter_map(heading).map(anchor).collect()
}

#[test]
fn each_anchor_that_a_link_names_is_there() {
    let mut lost = Vec::new();
    for (document, text) in documents() {
        let name = document.strip_prefix(root()).unwrap_or(&document);
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            let Some((page, anchor)) = target.split_once('#').filter(|_| !target.contains("://")) else {
                continue;
            };
            let page = if page.is_empty() { name.to_owned() } else { name.with_file_name(page) };
            let page = fs::read_to_string(root().join(&page)).unwrap_or_default();
            if !anchors(&page).contains(anchor) {
                lost.push(format!("{}: {target}", name.display()));
            }
        }
    }
    assert!(lost.is_empty(), "named, but not there:\n{}", lost.join("\n"));
}

#[test]
fn a_path_that_is_not_there_is_found() {
    let text = "See [it](docs/no.md#part), `store/{cell, nowhere}.rs`, tests/lost/main.rs::x, `.ci/run` and \
                `fuzz/target/found`; a and/or b.";
    let found = missing(Path::new("README.md"), text);
    assert_eq!(found, ["docs/no.md", "store/nowhere.rs", "tests/lost/main.rs"]);
}

/// What commands in a text name that is not there: `--test name`, and the like.
fn missing_targets(text: &str) -> Vec<String> {
    let places = |flag: &str, name: &str| match flag {
        "--test" => vec![format!("tests/{name}/main.rs"), format!("tests/{name}.rs")],
        "--bench" => ["benches", "examples/rooms/benches"]
            .map(|folder| format!("{folder}/{name}.rs"))
            .into_iter()
            .chain([format!("benches/{name}/main.rs")])
            .collect(),
        "--bin" => ["", "first/"]
            .iter()
            .flat_map(|folder| ["", "/main"].map(|end| format!("examples/games/{folder}{name}{end}.rs")))
            .chain([format!("examples/cluster/src/bin/{name}.rs")])
            .collect(),
        "--example" => vec![format!("examples/{name}.rs"), format!("examples/{name}/main.rs")],
        _ => Vec::new(),
    };
    let mut lost = Vec::new();
    for command in text.split("cargo ").skip(1) {
        let words: Vec<_> = command.lines().next().unwrap_or_default().split([' ', '`']).collect();
        for pair in words.windows(2) {
            let is_name = !pair[1].is_empty() && pair[1].chars().all(|c| c.is_alphanumeric() || c == '_');
            let places = places(pair[0], pair[1]);
            if is_name && !places.is_empty() && !places.iter().any(|place| root().join(place).exists()) {
                lost.push(pair.join(" "));
            }
        }
    }
    lost
}

#[test]
fn each_program_that_a_command_names_is_there() {
    for (document, text) in documents() {
        assert_eq!(missing_targets(&text), [""; 0], "in {}", document.display());
    }
    let text =
        "`cargo test --test lost walls` and `cargo run --example hello`, cargo bench -p x --bench none";
    assert_eq!(missing_targets(text), ["--test lost", "--bench none"]);
}

#[test]
fn a4_the_docs_say_when_not_to_use_it() {
    let rustdoc = read("ecs-core/src/fields/soa.rs");
    let rustdoc = rustdoc.replace("\n/// ", " ");
    let (_, chapter) = rustdoc.split_once("# When not to use it").expect("there is a chapter");
    let (chapter, _) = chapter.split_once("\n#[").expect("it is above the trait");
    for part in ["by handle at random", "not inlined", "more than 14 fields", "docs/performance.md"] {
        assert!(chapter.contains(part), "{part}");
    }
    let numbers = read("docs/performance.md");
    for part in ["| what most of the work does | store it |", "up to 14 fields", "not inlined"] {
        assert!(numbers.contains(part), "{part}");
    }
}
