//! Calls of which one allocation fails, and how they end.

use std::alloc::set_alloc_error_hook;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::allocator;

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
    allocator::fail_after(allocations);
    let result = catch_unwind(AssertUnwindSafe(call));
    let has_failed = allocator::has_failed();
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
