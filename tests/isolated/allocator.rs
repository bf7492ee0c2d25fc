//! An allocator of which one allocation fails, on the thread that asks for it.
#![expect(unsafe_code, reason = "an allocator is unsafe to write")]

use std::alloc::{GlobalAlloc, Layout, System, set_alloc_error_hook};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

struct FailsOnce;

#[global_allocator]
static ALLOCATOR: FailsOnce = FailsOnce;

thread_local! {
    /// How many allocations still succeed before one fails.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
}

fn fails() -> bool {
    match LEFT.get() {
        Some(0) => {
            LEFT.set(None);
            true
        }
        Some(left) => {
            LEFT.set(Some(left - 1));
            false
        }
        None => false,
    }
}

// SAFETY: what is not refused is passed to `System`, unchanged.
unsafe impl GlobalAlloc for FailsOnce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's obligations are the same.
        if fails() { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's obligations are the same.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's obligations are the same.
        if fails() { std::ptr::null_mut() } else { unsafe { System.realloc(memory, layout, size) } }
    }
}

/// What a failed allocation unwinds with.
struct OutOfMemory;

/// How a call has ended, of which an allocation may have failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has done what it does. All memory was there.
    Passed,
    /// It has done what it does, although some memory was missing.
    Managed,
    /// It has panicked for want of memory.
    Failed,
}

/// Runs a call of which one allocation fails: that after so many others.
pub fn fail_after(allocations: usize, call: impl FnOnce()) -> End {
    set_alloc_error_hook(|_| resume_unwind(Box::new(OutOfMemory)));
    LEFT.set(Some(allocations));
    let result = catch_unwind(AssertUnwindSafe(call));
    let has_failed = LEFT.take().is_none();
    match result {
        Ok(()) if has_failed => End::Managed,
        Ok(()) => End::Passed,
        Err(panic) if panic.is::<OutOfMemory>() || says_so(&*panic) => End::Failed,
        Err(panic) => resume_unwind(panic),
    }
}

/// Says whether a panic of the library names the want of memory.
fn says_so(panic: &(dyn Any + Send)) -> bool {
    panic.downcast_ref::<String>().is_some_and(|text| text.starts_with("there is no memory for"))
}
