//! The allocator of these tests: it counts what its thread asks for, can refuse one time, and can call a
//! function in the middle of something else.
#![expect(unsafe_code, reason = "an allocator is unsafe to write")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Watched;

#[global_allocator]
static ALLOCATOR: Watched = Watched;

type CallAt = (usize, fn());

thread_local! {
    pub static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
    pub static BYTES: Cell<usize> = const { Cell::new(0) };
    /// How many allocations still succeed before one fails.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    /// After how many allocations a function is called, and which one.
    static CALL_AT: Cell<Option<CallAt>> = const { Cell::new(None) };
}

/// Lets one allocation of this thread fail: that after so many others.
pub fn fail_after(allocations: usize) {
    LEFT.set(Some(allocations));
}

/// Whether it has failed. If not, it does not any more.
pub fn has_failed() -> bool {
    LEFT.take().is_none()
}

/// Calls a function once, when this thread asks for so many bytes or more at a time.
pub fn call_at(bytes: usize, call: fn()) {
    CALL_AT.set(Some((bytes, call)));
}

/// Counts an allocation, or refuses it.
fn is_allowed(bytes: usize) -> bool {
    let call_at = CALL_AT.try_with(Cell::get).ok().flatten();
    if let Some((_, call)) = call_at.filter(|(least, _)| bytes >= *least) {
        CALL_AT.set(None);
        call();
    }
    // While the thread ends the counters may be gone.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
    let _ = BYTES.try_with(|all| all.set(all.get() + bytes));
    let left = LEFT.try_with(Cell::get).ok().flatten();
    if let Some(left) = left {
        LEFT.set(left.checked_sub(1));
    }
    left != Some(0)
}

// SAFETY: what is not refused is passed to `System`, unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's obligations are the same.
        if is_allowed(layout.size()) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's obligations are the same.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's obligations are the same.
        if is_allowed(size) { unsafe { System.realloc(memory, layout, size) } } else { std::ptr::null_mut() }
    }
}
