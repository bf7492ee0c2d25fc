//! The traps of `docs/soundness.md` that no other test is about, and that page itself. A name begins with the
//! number of its trap.
#![forbid(unsafe_code)]
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod ids;
mod reentry;
mod threads;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ecs_core::{Component, Entity, Handle};

use crate::support::root;

#[derive(Component, Default, Debug, PartialEq)]
struct Hp(u32);

fn hp(n: u32) -> Handle<Hp> {
    Entity::spawn().insert(Hp(n))
}

// ---- the page ----

fn page() -> String {
    fs::read_to_string(root().join("docs/soundness.md")).expect("the page is there")
}

/// Says what is wrong with a reference of the page: `file::test`, `file::prefix*`, or a program that must not
/// compile.
fn look_up(reference: &str) -> Result<(), String> {
    let read = |file: &str| {
        let folder = if file.starts_with("ecs-core/") { "" } else { "tests" };
        let path = root().join(folder).join(file);
        fs::read_to_string(path).map_err(|_| format!("no file {file}"))
    };
    let Some((file, test)) = reference.split_once("::") else {
        let marked = read(reference)?.contains("//~ ERROR");
        return if marked { Ok(()) } else { Err(format!("{reference} marks no error")) };
    };
    let text = read(file)?;
    let is_there = match test.strip_suffix('*') {
        Some(prefix) => text.contains(&format!("fn {prefix}")),
        None => text.contains(&format!("fn {test}(")),
    };
    let is_tested = text.contains("#[test]") || text.contains("proptest!");
    if is_there && is_tested { Ok(()) } else { Err(format!("no test {test} in {file}")) }
}

/// The rows of the tables in a section of the page, as cells.
fn rows(page: &str, section: &str) -> Vec<Vec<String>> {
    let (_, text) = page.split_once(&format!("## {section}\n")).expect("the page has this section");
    let text = text.split("\n## ").next().unwrap_or(text);
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_test_in_the_table_exists() {
    let mut numbers = BTreeSet::new();
    let mut wrong = Vec::new();
    for row in rows(&page(), "Traps and tests") {
        let Ok(number) = row[0].parse::<u32>() else { continue };
        assert!(numbers.insert(number), "{number} is there twice");
        let (rule, tests) = (&row[2], row.get(3).map_or("", String::as_str));
        let references: Vec<_> = tests.split('`').skip(1).step_by(2).collect();
        let has_reason = rule.contains("does not apply: ") || rule.contains("not tested");
        if references.is_empty() && !has_reason {
            wrong.push(format!("{number} has neither a test nor a reason"));
        }
        let errors = references.iter().filter_map(|reference| look_up(reference).err());
        wrong.extend(errors.map(|error| format!("{number}: {error}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(numbers, (1..=70).collect());
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_test_with_the_number_of_a_trap_is_in_the_table() {
    let page = page();
    for file in ["ids.rs", "reentry.rs", "threads.rs", "types.rs"] {
        let text = fs::read_to_string(root().join("tests/isolated/soundness").join(file));
        let text = text.expect("a file of tests");
        for (at, _) in text.match_indices("\nfn trap") {
            let test = &text[at + 4..];
            let name = test.split_once('(').map_or(test, |(name, _)| name);
            let (number, _) = name["trap".len()..].split_once('_').expect("a number, then words");
            let row =
                page.lines().find(|line| line.starts_with(&format!("| {number} | ")) && line.contains("::"));
            let row = row.expect("each number has a row");
            let is_there = [name.to_owned(), format!("trap{number}_*")]
                .iter()
                .any(|name| row.contains(&format!("`isolated/soundness/{file}::{name}`")));
            assert!(is_there, "{file}::{name} is not in row {number}");
        }
    }
}

/// The sources of the library by their paths, as the page writes them.
fn sources() -> BTreeMap<String, String> {
    fn collect(folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder of the library") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, found);
                continue;
            }
            let name = path.strip_prefix(root().join("ecs-core/src")).expect("it lies there");
            let name = name.to_string_lossy().replace('\\', "/");
            found.insert(name, fs::read_to_string(&path).expect("a source is text"));
        }
    }
    let mut found = BTreeMap::new();
    collect(&root().join("ecs-core/src"), &mut found);
    found
}

/// Of the names in a cell those that the file before them, as in `file.rs`: `name`, does not have.
fn lost_names(cell: &str, sources: &BTreeMap<String, String>) -> Vec<String> {
    let mut text = None;
    let mut lost = Vec::new();
    for name in cell.split('`').skip(1).step_by(2) {
        let is_lost = if name.ends_with(".rs") {
            text = sources.get(name);
            text.is_none()
        } else {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            text.is_some_and(|text| !text.split(|c| !is_part(c)).any(|word| word == name))
        };
        if is_lost {
            lost.push(name.to_owned());
        }
    }
    lost
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn each_name_in_the_tables_is_in_its_file() {
    let (page, sources) = (page(), sources());
    let mut lost = Vec::new();
    for (section, column) in [("Invariants", 2), ("Counters that safe code can raise", 1)] {
        for row in rows(&page, section).into_iter().skip(1) {
            let names = lost_names(&row[column], &sources);
            lost.extend(names.into_iter().map(|name| format!("{section}: {name}, of {}", row[0])));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    let cell = "`Elsewhere::asks` `threads/claims.rs`: `claim`, `nothing`; `threads/no.rs`: `claim`";
    assert_eq!(lost_names(cell, &sources), ["nothing", "threads/no.rs"]);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn each_invariant_is_written_once_where_its_field_is() {
    let listed: Vec<u32> = rows(&page(), "Invariants").iter().filter_map(|row| row[0].parse().ok()).collect();
    let mut written = Vec::new();
    for text in sources().values() {
        let numbers = text.split("/// Invariant ").skip(1).filter_map(|rest| rest.split(':').next());
        written.extend(numbers.filter_map(|number| number.parse::<u32>().ok()));
    }
    written.sort_unstable();
    assert_eq!(written, listed);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn unsafe_is_where_the_page_counts_it() {
    // Written so that the search of `.ci/run` does not find it here.
    let is_counted = |line: &&str| {
        let starts = |rest: &str| ["{", "impl", "fn"].iter().any(|start| rest.starts_with(start));
        line.split("unsafe").skip(1).any(|rest| starts(rest.trim_start()))
    };
    let counts = sources().into_iter().map(|(name, text)| (name, text.lines().filter(is_counted).count()));
    let mut counts: Vec<_> = counts
        .filter(|&(_, count)| count != 0)
        .map(|(name, count)| (format!("`{name}`"), count.to_string()))
        .collect();
    counts.sort();
    let page = page();
    let rows = rows(&page, "The budget of `unsafe`");
    let listed: Vec<_> = rows.iter().skip(1).map(|row| (row[0].clone(), row[1].clone())).collect();
    assert_eq!(listed, counts);
    let sum: u32 = counts.iter().map(|(_, count)| count.parse::<u32>().expect("a number")).sum();
    assert!(page.contains(&format!("has {sum} places with `unsafe`")), "there are {sum}");
}
