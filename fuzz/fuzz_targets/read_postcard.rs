//! Reads bytes as a save in postcard: they are loaded, or refused and the world is as it was.
#![no_main]

#[path = "../../tests/saves/fuzzed.rs"]
mod fuzzed;

use libfuzzer_sys::fuzz_target;

use crate::fuzzed::{Form, is_save};

fuzz_target!(|bytes: &[u8]| {
    _ = is_save(Form::Postcard, bytes);
});
