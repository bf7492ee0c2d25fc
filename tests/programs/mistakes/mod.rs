//! Mistakes that only show when the program runs, each as its shortest program, with the whole text that it gets.
//!
//! A text is told at the user's line; `HERE` stands for a place in this folder. Places are known in debug builds.
#![cfg(debug_assertions)]

#[path = "../common/mod.rs"]
mod common;

mod borrowed;
mod calls;
mod dead;
mod skipped;
mod threads;

use std::cell::Cell;
use std::panic::{self, Location};
use std::sync::Once;

use common::message_of;

thread_local! {
    static TOLD_AT: Cell<Option<String>> = const { Cell::new(None) };
}

/// Runs a program that must panic, in a line of this folder, with this text.
#[track_caller]
fn gets(text: &str, program: impl FnOnce()) {
    is_told(text, &text_of(program));
    let at = TOLD_AT.take().expect("a panic has a place");
    assert!(at.starts_with("tests/mistakes/"), "told at {at}");
}

/// Runs a program that must panic, and returns the text.
#[track_caller]
fn text_of(program: impl FnOnce()) -> String {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            TOLD_AT.set(info.location().map(Location::to_string));
            before(info);
        }));
    });
    message_of(program)
}

/// Compares a text with what is expected, where `HERE` stands for any place in this folder.
#[track_caller]
fn is_told(text: &str, told: &str) {
    assert_eq!(without_places(told), text, "\n{told}");
}

fn without_places(text: &str) -> String {
    let mut parts = text.split("tests/mistakes/");
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
