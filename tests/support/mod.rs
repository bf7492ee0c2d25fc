//! Helpers of the law tests: catching panics with their place, a log, and values that count their drops.
#![allow(dead_code, reason = "each test file uses some of them")]

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;

thread_local! {
    static PLACE: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static DROPS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    static DROPS_WHILE_UNWINDING: Cell<u32> = const { Cell::new(0) };
}

/// A panic that was caught.
#[derive(Debug)]
pub struct Caught {
    pub text: String,
    pub file: String,
    pub line: u32,
}

/// Runs a function that must panic.
#[track_caller]
pub fn caught<R>(f: impl FnOnce() -> R) -> Caught {
    match try_caught(f) {
        Ok(_) => panic!("no panic where one must be"),
        Err(caught) => caught,
    }
}

/// Runs a function that may panic.
pub fn try_caught<R>(f: impl FnOnce() -> R) -> Result<R, Caught> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        set_hook(Box::new(move |info| {
            if let Some(at) = info.location() {
                PLACE.with(|place| place.replace((at.file().to_string(), at.line())));
            }
            before(info);
        }));
    });
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let text = match payload.downcast::<String>() {
            Ok(text) => *text,
            Err(payload) => payload.downcast_ref::<&str>().map_or("?", |text| text).to_string(),
        };
        let (file, line) = PLACE.with(|place| place.borrow().clone());
        Caught { text, file, line }
    })
}

/// Runs a function that must panic, and returns the message.
#[track_caller]
pub fn panic_text<R>(f: impl FnOnce() -> R) -> String {
    caught(f).text
}

/// Fails unless the text has all the parts.
#[track_caller]
pub fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in {text:?}");
    }
}

/// Writes a line to the log of this thread.
pub fn log(line: impl Into<String>) {
    // A value that is dropped with its thread may find the log gone.
    let _ = LOG.try_with(|log| log.borrow_mut().push(line.into()));
}

/// Takes the log of this thread.
pub fn take_log() -> Vec<String> {
    LOG.with(RefCell::take)
}

/// A value that counts its drops. Each has a number of its own.
#[derive(Debug)]
pub struct Token(usize);

impl Token {
    pub fn new() -> Self {
        DROPS.with(|drops| {
            drops.borrow_mut().push(0);
            Self(drops.borrow().len() - 1)
        })
    }

    pub fn number(&self) -> usize {
        self.0
    }
}

impl Default for Token {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        let _ = DROPS.try_with(|drops| drops.borrow_mut()[self.0] += 1);
        if std::thread::panicking() {
            DROPS_WHILE_UNWINDING.with(|count| count.set(count.get() + 1));
        }
    }
}

/// How many tokens were made and not dropped; panics if one was dropped twice.
#[track_caller]
pub fn live_tokens() -> usize {
    DROPS.with(|drops| {
        let drops = drops.borrow();
        assert!(drops.iter().all(|&count| count <= 1), "a value was dropped twice: {drops:?}");
        drops.iter().filter(|&&count| count == 0).count()
    })
}

/// How many tokens were dropped while a panic was unwinding.
pub fn drops_while_unwinding() -> u32 {
    DROPS_WHILE_UNWINDING.with(Cell::get)
}

/// Takes what a call returns, where only the call matters.
pub fn ignore<T>(_: T) {}

/// A small random generator, the same in each run.
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

/// Runs a test of this binary alone in a process of its own, with `ECS_PROBE` set; `true` if it passed.
pub fn passes_alone(test: &str) -> (bool, String) {
    let output = std::process::Command::new(std::env::current_exe().expect("this test has a path"))
        .args(["--exact", test, "--nocapture", "--ignored"])
        .env("ECS_PROBE", "1")
        .output()
        .expect("a test can start itself");
    let text = String::from_utf8_lossy(&output.stderr);
    let tail: Vec<_> = text.lines().rev().take(4).collect();
    (output.status.success(), format!("{:?}: {}", output.status, tail.join(" | ")))
}
