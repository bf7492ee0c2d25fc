//! Reads bytes as a recording, as they are and with checksums that fit: they are read, or refused with the
//! place.
#![no_main]

#[path = "../../tests/recordings/fuzzed.rs"]
mod fuzzed;

use libfuzzer_sys::fuzz_target;

use crate::fuzzed::{is_recording, with_checksums};

fuzz_target!(|bytes: &[u8]| {
    _ = is_recording(bytes);
    _ = is_recording(&with_checksums(bytes));
});
