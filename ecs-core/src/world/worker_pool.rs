//! [`WorkerPool`]: the threads that help a world with what is shared out.

#[cfg(feature = "parallel")]
use std::sync::Arc;

use crate::threads::Latch;
#[cfg(feature = "parallel")]
use crate::threads::WaitingThread;

/// The threads that help: those of rayon's global pool, or of the one that was set. Without the feature there
/// are none.
#[derive(Clone, Default)]
pub(crate) struct WorkerPool {
    #[cfg(feature = "parallel")]
    pub(super) threads: Option<Arc<rayon_core::ThreadPool>>,
}

#[cfg(feature = "parallel")]
impl WorkerPool {
    /// How many threads work at the same time.
    pub(crate) fn threads(&self) -> usize {
        self.threads.as_ref().map_or_else(rayon_core::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Runs a function here, and at the same time on up to so many other threads, if they come before it has
    /// returned here.
    pub(crate) fn together(&self, helpers: usize, f: &(impl Fn() + Sync)) {
        let waiting = WaitingThread::here();
        Latch::open(f, |latch| {
            for _ in 0..helpers {
                let (latch, waiting) = (latch.clone(), waiting.clone());
                let help = move || waiting.help(|| latch.help());
                match &self.threads {
                    Some(pool) => pool.spawn(help),
                    None => rayon_core::spawn(help),
                }
            }
        });
    }
}

#[cfg(not(feature = "parallel"))]
impl WorkerPool {
    /// How many threads work at the same time.
    #[expect(clippy::unused_self, reason = "with the feature there is a pool to ask")]
    pub(crate) fn threads(&self) -> usize {
        1
    }

    /// Runs a function here.
    #[expect(clippy::unused_self, reason = "with the feature there is a pool to ask")]
    pub(crate) fn together(&self, _helpers: usize, f: &(impl Fn() + Sync)) {
        Latch::open(f, |_| ());
    }
}
