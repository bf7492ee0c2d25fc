//! Values that count their drops: on this thread, or wherever they are dropped.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    static DROPS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    static DROPS_WHILE_UNWINDING: Cell<u32> = const { Cell::new(0) };
}

/// A value whose drops this thread counts. Each has a number of its own.
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

/// How many tokens of this thread were made and not dropped; panics if one was dropped twice.
#[track_caller]
pub fn live_tokens() -> usize {
    DROPS.with(|drops| {
        let drops = drops.borrow();
        assert!(drops.iter().all(|&count| count <= 1), "a value was dropped twice: {drops:?}");
        drops.iter().filter(|&&count| count == 0).count()
    })
}

/// How many tokens of this thread were dropped while a panic was unwinding.
pub fn drops_while_unwinding() -> u32 {
    DROPS_WHILE_UNWINDING.with(Cell::get)
}

/// Counts how many of the values that it has made were dropped, on any thread.
#[derive(Clone, Default)]
pub struct DropCounter {
    made: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

/// Is counted by the [`DropCounter`] that has made it.
pub struct CountedDrop(Arc<AtomicUsize>);

impl DropCounter {
    pub fn token(&self) -> CountedDrop {
        self.made.fetch_add(1, Ordering::Relaxed);
        CountedDrop(self.dropped.clone())
    }

    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    pub fn dropped(&self) -> usize {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Drop for CountedDrop {
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
