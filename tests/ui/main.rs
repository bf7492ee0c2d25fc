//! Programs that must not compile, with the exact texts of their errors, and programs that must.
//!
//! A case is a rule, which its first line says, with a mistake for each way to break it: some eight at most. A
//! comment `//~ ERROR` with a part of the text marks each line where an error is shown.
//! `TRYBUILD=overwrite cargo test --test ui` writes the texts anew: read them as a user would.
//!
//! rustc leaves out errors that may follow from others: a closure that is not `Send` is named if nothing else is
//! wrong in its function, and a constant is evaluated if all types are right. Such a mistake has a function or a
//! case of its own.
//!
//! No text quotes a file of the library that may move: see `ecs-core/src/hook.rs`. So where a bound of a method is
//! not met, a case calls it through a function of its own that has the same bound.
//!
//! The texts are those of the compiler that the workspace names as its `rust-version`: under another one, or with
//! `ECS_SKIP_UI` set, nothing is compiled here.
#![cfg(not(miri))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Cases whose errors come before a program is instantiated.
const CHECKED: [&str; 7] = ["attr", "shape", "hook", "jam", "parallel", "bounds", "system"];
/// Cases whose errors come only with the concrete type.
const BUILT: &str = "instantiated";
/// Modules of the library whose files do not move, or that users name.
const STAY: [&str; 5] = ["component", "hook", "queries", "trees", "without"];

#[test]
fn ui() {
    if let Some(reason) = skip() {
        println!("skipped: {reason}");
        return;
    }
    // Where no case must run, trybuild checks all cases at once, which takes a tenth of the time.
    let checked = trybuild::TestCases::new();
    for folder in CHECKED {
        checked.compile_fail(format!("{folder}/*.rs"));
    }
    drop(checked);
    // Where one must, it builds them one by one.
    let built = trybuild::TestCases::new();
    built.pass("pass/*.rs");
    built.compile_fail(format!("{BUILT}/*.rs"));
}

fn skip() -> Option<String> {
    if env::var_os("ECS_SKIP_UI").is_some() {
        return Some("ECS_SKIP_UI is set".into());
    }
    let pinned = format!("rustc {}.", env!("CARGO_PKG_RUST_VERSION"));
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs").stdout;
    let version = String::from_utf8(version).expect("rustc speaks UTF-8");
    let is_pinned = version.starts_with(&pinned) && !version.contains("nightly");
    (!is_pinned).then(|| format!("this is {}, the texts are of {pinned}x", version.trim()))
}

/// A span that moved, and an error for another reason than the one that a case is about, show here.
#[test]
fn each_error_is_shown_at_a_marked_line() {
    for case in cases("rs") {
        let source = fs::read_to_string(&case).expect("a case can be read");
        let text = fs::read_to_string(case.with_extension("stderr")).expect("a case has a text");
        let marked: BTreeSet<usize> = (1..)
            .zip(source.lines())
            .filter_map(|(number, line)| {
                let (_, part) = line.split_once("//~ ERROR ")?;
                assert!(text.contains(part), "{}: the text does not say {part:?}", case.display());
                Some(number)
            })
            .collect();
        assert_eq!(marked, lines_with_errors(&case, &text), "{}: marked, and in the text", case.display());
    }
}

/// The lines of a case at which its text shows an error.
fn lines_with_errors(case: &Path, text: &str) -> BTreeSet<usize> {
    let place = format!("--> {}:", name(case));
    let mut lines = text.lines();
    let mut found = BTreeSet::new();
    while let Some(line) = lines.next() {
        assert!(!line.starts_with("warning"), "{}: a second thing is wrong: {line}", case.display());
        if !line.starts_with("error") {
            continue;
        }
        // The place is the next line, unless the error has a long text.
        let shown = lines.by_ref().find(|line| line.contains("--> ")).expect("an error has a place");
        if let Some((_, line)) = shown.split_once(&place) {
            let (line, _) = line.split_once(':').expect("a place has a column");
            found.insert(line.parse().expect("a line is a number"));
        }
    }
    found
}

/// A text that quotes another file, or the path of a module, changes when that moves.
#[test]
fn no_text_quotes_what_may_move() {
    let is_module = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    for case in cases("stderr") {
        let text = fs::read_to_string(&case).expect("a text can be read");
        let files = text.split("ecs-core/src/").skip(1).filter_map(|rest| rest.split(".rs").next());
        let modules = text.split("ecs_core::").skip(1).filter_map(|rest| Some(rest.split_once("::")?.0));
        for quoted in files.chain(modules.filter(is_module)) {
            assert!(STAY.contains(&quoted), "{}: quotes {quoted}", case.display());
        }
    }
}

#[test]
fn each_text_has_its_case() {
    for text in cases("stderr") {
        assert!(text.with_extension("rs").exists(), "{} belongs to no case", text.display());
    }
}

/// The files of the cases that must not compile, as paths from this folder.
fn cases(extension: &str) -> Vec<PathBuf> {
    let files =
        CHECKED.iter().chain([&BUILT]).flat_map(|folder| fs::read_dir(folder).expect("a folder of cases"));
    let files = files.map(|file| file.expect("a file").path());
    files.filter(|file| file.extension().is_some_and(|found| found == extension)).collect()
}

/// A path as trybuild writes it.
fn name(case: &Path) -> String {
    case.to_string_lossy().replace('\\', "/")
}
