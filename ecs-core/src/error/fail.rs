//! Panics with an error's sentence: what a call without `try_` does.

use core::fmt;

/// Returns what a soft form has given, or panics with its error's sentence, at the caller of the panicking
/// twin.
///
/// A closure that panics, as in `unwrap_or_else(|error| fail(&error))`, would show its own place.
#[inline]
#[track_caller]
pub(crate) fn or_fail<T, E: fmt::Display>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => fail(&error),
    }
}

/// Panics with an error's sentence, at the caller of the panicking twin.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn fail(error: &dyn fmt::Display) -> ! {
    panic!("{error}")
}
