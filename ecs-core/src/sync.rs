//! What the code that hands over between threads takes from `std`, in one place: a test takes the same names
//! from a model of threads (`tests/interleavings`).

pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread::{Thread, ThreadId, current};

/// How often something that comes soon is looked for, before the thread sleeps.
pub(crate) const SPINS: u32 = if cfg!(miri) { 10 } else { 2_000 };

/// A thread of rayon looks again so often whether rayon has something to do for it.
#[cfg(feature = "parallel")]
const LOOKS_AGAIN: core::time::Duration = core::time::Duration::from_micros(100);

/// Waits until another thread wakes this one, or for less. A thread of rayon works for rayon meanwhile: whom
/// it waits for may wait for that.
pub(crate) fn wait() {
    #[cfg(feature = "parallel")]
    match rayon_core::yield_now() {
        Some(rayon_core::Yield::Executed) => return,
        // Nothing would wake it for what comes, such as a `rayon::broadcast`.
        Some(rayon_core::Yield::Idle) => return std::thread::park_timeout(LOOKS_AGAIN),
        None => {}
    }
    std::thread::park();
}
