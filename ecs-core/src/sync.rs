//! What the code that hands over between threads takes from `std`, in one place: a test takes the same names from a model of threads
//! (`tests/interleavings`).

pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread::{Thread, ThreadId, current, park};

/// How often something that comes soon is looked for, before the thread sleeps.
pub(crate) const SPINS: u32 = if cfg!(miri) { 10 } else { 2_000 };
