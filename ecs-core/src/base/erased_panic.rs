//! Panics of user code that is not the last to run, of which one can be passed on.

use core::any::Any;
use core::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// The payload of a panic.
pub(crate) type Panic = Box<dyn Any + Send>;

/// Keeps a panic, where there was one, if it is the first.
pub(crate) fn keep_first(first: &mut Option<Panic>, panic: Option<Panic>) {
    match first {
        Some(_) => panic.into_iter().for_each(discard),
        None => *first = panic,
    }
}

/// Runs something that may panic, and keeps its panic if that is the first; `None` if it has panicked.
pub(crate) fn keep_panic_of<R>(run: impl FnOnce() -> R, first: &mut Option<Panic>) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => Some(result),
        Err(panic) => {
            keep_first(first, Some(panic));
            None
        }
    }
}

/// Drops items one by one, also those after one that panics, and keeps the first panic.
pub(crate) fn drop_each(items: impl IntoIterator, first: &mut Option<Panic>) {
    items.into_iter().for_each(|item| _ = keep_panic_of(|| drop(item), first));
}

/// Passes a panic on, if there is one. While the thread unwinds it is discarded: a second panic would end the
/// process.
#[inline(always)]
pub(crate) fn pass_on(panic: Option<Panic>) {
    if let Some(panic) = panic {
        raise(panic);
    }
}

#[cold]
fn raise(panic: Panic) {
    if thread::panicking() { discard(panic) } else { resume_unwind(panic) }
}

/// Drops a panic that is not passed on. Its payload may panic in its own `Drop`; the payload of that panic is
/// forgotten.
pub(crate) fn discard(panic: Panic) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        forget(again);
    }
}

/// Drops a panic, and returns its message, if that is a text.
pub(crate) fn message_of(panic: Panic) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    discard(panic);
    text.unwrap_or_default()
}
