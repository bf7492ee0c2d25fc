//! A log of each thread.

use std::cell::RefCell;

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes a line in the log of this thread.
pub fn log(line: impl Into<String>) {
    // A value that is dropped with its thread may find the log gone.
    let _ = LOG.try_with(|log| log.borrow_mut().push(line.into()));
}

/// Takes the log of this thread.
pub fn take_log() -> Vec<String> {
    LOG.take()
}
