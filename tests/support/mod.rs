//! What the tests share: panics and their places, a log, values that count their drops, threads and
//! processes, random numbers, hashes.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

mod alone;
mod drops;
mod hash;
mod log;
mod panics;
mod random;

use std::path::Path;

pub use alone::{alone, on_thread, passes_alone};
pub use drops::{CountedDrop, DropCounter, PanicsInDrop, Token, drops_while_unwinding, live_tokens};
pub use hash::hash_now;
pub use log::{log, take_log};
pub use panics::{Caught, assert_says, caught, message_of, try_caught, watch_panics};
pub use random::{Random, number, seeded, sized};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the repository")
}

/// Takes what a call returns, where only the call matters.
pub fn ignore<T>(_: T) {}
