//! What the tests share: a log, a counter of drops, a panic's text, a thread of one's own.
#![allow(dead_code, reason = "each test crate uses a part")]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes a line in the log of this thread.
pub fn log(line: impl Into<String>) {
    // While the thread ends the log may be gone.
    let _ = LOG.try_with(|log| log.borrow_mut().push(line.into()));
}

/// Takes the log of this thread.
pub fn take_log() -> Vec<String> {
    LOG.take()
}

/// Runs a closure that must panic and returns the panic's text.
pub fn message_of<R>(f: impl FnOnce() -> R) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(f)) else { panic!("this should have panicked") };
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => {
            panic.downcast::<&'static str>().map_or_else(|_| "not a text".into(), |text| (*text).into())
        }
    }
}

/// Checks that a text has all parts.
#[track_caller]
pub fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{text:?} does not say {part:?}");
    }
}

/// Runs a closure on a thread of its own, and waits until the thread and its thread-locals are gone.
pub fn on_thread<R: Send + 'static>(f: impl FnOnce() -> R + Send + 'static) -> R {
    thread::spawn(f).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Counts how many of the tokens that it has made were dropped.
#[derive(Clone, Default)]
pub struct DropCounter {
    made: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

/// Counts its drop.
pub struct Token(Arc<AtomicUsize>);

impl DropCounter {
    pub fn token(&self) -> Token {
        self.made.fetch_add(1, Ordering::Relaxed);
        Token(self.dropped.clone())
    }

    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    pub fn dropped(&self) -> usize {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Panics in its drop, with this text.
pub struct PanicsInDrop(pub &'static str);

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        panic!("{}", self.0);
    }
}

/// A generator of pseudo-random numbers, so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
