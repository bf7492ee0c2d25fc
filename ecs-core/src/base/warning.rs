//! [`warn`]: says something on stderr that is no error, and that nobody would look for.

use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Writes a line on stderr. Where nobody can read it, nothing is lost.
#[cold]
#[inline(never)]
pub(crate) fn warn(line: fmt::Arguments<'_>) {
    let _ = catch_unwind(AssertUnwindSafe(|| eprintln!("{line}")));
}
