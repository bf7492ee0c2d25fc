//! [`warn`]: says something on stderr that is no error, and that nobody would look for; [`emit`]: says it to
//! those who subscribe to `tracing`.

use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Writes a line on stderr, and an event. Where nobody can read it, nothing is lost.
#[cold]
#[inline(never)]
pub(crate) fn warn(line: fmt::Arguments<'_>) {
    print(line);
    emit(line);
}

/// Writes a line on stderr alone: one that belongs to the message of a panic.
#[cold]
#[inline(never)]
pub(crate) fn print(line: fmt::Arguments<'_>) {
    let _ = catch_unwind(AssertUnwindSafe(|| eprintln!("{line}")));
}

/// Emits a warning of `tracing`; nothing without that feature. Nothing of the world is to be borrowed: what
/// the subscriber does is its own affair.
#[inline]
pub(crate) fn emit(line: fmt::Arguments<'_>) {
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "ecs_core", "{line}");
    #[cfg(not(feature = "tracing"))]
    let _ = line;
}
