//! What the queue takes from `std`, in one place: a test takes the same names from a model of threads (`tests/interleavings`).

pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub(super) use std::thread::{ThreadId, current};
