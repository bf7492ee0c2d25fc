//! Mistakes that only show when the program runs, each as its shortest program, with the whole text that it
//! gets.
//!
//! A text comes with the user's line; `HERE` stands for a place in this folder. Places are known in debug
//! builds.

mod borrowed;
mod calls;
mod dead;
mod skipped;
mod threads;

use crate::support::caught;

const FOLDER: &str = "tests/programs/mistakes/";

/// Runs a program that must panic, in a line of this folder, with this text.
#[track_caller]
fn gets(text: &str, program: impl FnOnce()) {
    let panic = caught(program);
    is_reported(text, &panic.text);
    assert!(panic.file.starts_with(FOLDER), "reported at {}", panic.file);
}

/// Compares a text with what is expected, where `HERE` stands for any place in this folder.
#[track_caller]
fn is_reported(text: &str, reported: &str) {
    assert_eq!(without_places(reported), text, "\n{reported}");
}

fn without_places(text: &str) -> String {
    let mut parts = text.split(FOLDER);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(".rs:").map_or(0, |place| place + 4);
        let rest = part[end..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
        // What follows the place may be a colon of the sentence.
        let colon = if part[..part.len() - rest.len()].ends_with(':') { ":" } else { "" };
        out.push_str("HERE");
        out.push_str(colon);
        out.push_str(rest);
    }
    out
}
