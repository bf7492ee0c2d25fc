//! What the code that hands over between threads takes from `std`, in one place: a test takes the same names from a model of threads
//! (`tests/interleavings`).

pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread::{ThreadId, current};
