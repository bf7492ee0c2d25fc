//! The book: each page is in its contents and in its tests, and the first game is the one that is played.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::documents::{is_page, read};
use crate::support::root;

/// The pages in a folder of the book and below, by their paths in it.
fn pages(folder: &Path, found: &mut BTreeSet<String>) {
    let book = root().join("docs/book/src");
    for entry in fs::read_dir(folder).expect("a folder of the book") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages(&path, found);
        } else if is_page(&path) {
            let name = path.strip_prefix(&book).expect("it lies there");
            found.insert(name.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// The blocks of code of a page, each with what its fence says.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let (mut found, mut open) = (Vec::new(), None);
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(fence), None) => open = Some((fence, String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some((_, code))) => *code += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

#[test]
fn each_page_is_in_the_contents() {
    let mut there = BTreeSet::new();
    pages(&root().join("docs/book/src"), &mut there);
    there.remove("SUMMARY.md");
    let contents = read("docs/book/src/SUMMARY.md");
    let named =
        contents.split("](").skip(1).map(|rest| rest.split(')').next().unwrap_or_default().to_owned());
    let named: Vec<_> = named.collect();
    assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len(), "a page is there once");
    assert_eq!(named.into_iter().collect::<BTreeSet<_>>(), there);
}

/// Else a page could have code that nobody compiles.
#[test]
fn each_block_of_code_is_compiled() {
    let mut there = BTreeSet::new();
    pages(&root().join("docs/book/src"), &mut there);
    let tested = read("docs/book/lib.rs") + &read("docs/book/rapier/lib.rs");
    for page in there {
        let text = read(format!("docs/book/src/{page}"));
        let rust = blocks(&text).into_iter().filter(|(fence, _)| fence.starts_with("rust"));
        let is_tested =
            tested.contains(&format!("\"{page}\";")) || tested.contains(&format!("\"../src/{page}\")"));
        for (fence, code) in rust {
            match fence {
                "rust" | "rust,should_panic" | "rust,compile_fail" => {
                    assert!(is_tested, "{page} is in no lib.rs of the book")
                }
                _ => assert_eq!(page, "first-game.md", "nobody compiles this:\n{code}"),
            }
        }
    }
}

#[test]
fn the_first_game_is_the_one_that_is_played() {
    let page = read("docs/book/src/first-game.md");
    let code: Vec<_> = blocks(&page).into_iter().filter(|(fence, _)| *fence == "rust,ignore").collect();
    let played = |name: &str| {
        let source = read(format!("examples/games/first/{name}.rs"));
        source
            .lines()
            .filter(|line| !line.starts_with("//!"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let (hello, rocks) = (played("hello"), played("rocks"));
    let (first, rest) = code.split_first().expect("the page has code");
    assert_eq!(first.1.trim(), hello.trim());
    let pieces: Vec<_> = rest.iter().map(|(_, code)| code.trim()).collect();
    let in_order =
        |n: usize| rocks.find(pieces[n]).unwrap_or_else(|| panic!("not in rocks.rs:\n{}", pieces[n]));
    assert!(
        (1..pieces.len()).all(|n| in_order(n - 1) < in_order(n)),
        "a reader writes it from top to bottom"
    );
    let shown: usize = pieces.iter().map(|piece| piece.len()).sum();
    let left_out = rocks.trim().len() - shown - 2 * (pieces.len() - 1);
    assert_eq!(left_out, 0, "the page has all of the game");
    let lines = hello.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 20, "the first file that runs has {lines} lines of code");
}
