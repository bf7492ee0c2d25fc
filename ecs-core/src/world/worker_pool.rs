//! [`WorkerPool`]: the threads that help a world with what is shared out.

#[cfg(feature = "parallel")]
use std::sync::Arc;

#[cfg(feature = "parallel")]
use crate::error::WorldError;
use crate::threads::Latch;
#[cfg(feature = "parallel")]
use crate::threads::Waiting;

#[cfg(feature = "parallel")]
use super::current::with_current_or_new;
#[cfg(feature = "parallel")]
use super::public::World;

/// The threads that help: those of rayon's global pool, or of the one that was set. Without the feature there are none.
#[derive(Clone, Default)]
pub(crate) struct WorkerPool {
    #[cfg(feature = "parallel")]
    threads: Option<Arc<rayon::ThreadPool>>,
}

#[cfg(feature = "parallel")]
impl WorkerPool {
    /// How many threads work at the same time.
    pub(crate) fn threads(&self) -> usize {
        self.threads.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Runs a function here, and at the same time on up to so many other threads, if they come before it has returned here.
    pub(crate) fn together(&self, helpers: usize, f: &(impl Fn() + Sync)) {
        let waiting = Waiting::here();
        Latch::open(f, |latch| {
            for _ in 0..helpers {
                let (latch, waiting) = (latch.clone(), waiting.clone());
                let help = move || waiting.help(|| latch.help());
                match &self.threads {
                    Some(pool) => pool.spawn(help),
                    None => rayon::spawn(help),
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

#[cfg(feature = "parallel")]
impl World {
    /// Sets the threads that help the current world with parallel passes, systems and queries; `None` is rayon's global pool, which it
    /// has at first. Makes the thread's world if there is none.
    ///
    /// The thread that calls `update_all` works with them. Where the pool has one thread, it does all alone. The results do not depend on
    /// the number of threads.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ecs_core::World;
    ///
    /// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// World::set_thread_pool(Arc::new(pool))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WorldError`] if there is no world and none can be made.
    #[track_caller]
    pub fn set_thread_pool(pool: impl Into<Option<Arc<rayon::ThreadPool>>>) -> Result<(), WorldError> {
        let threads = pool.into();
        with_current_or_new(|core| core.pool.replace(WorkerPool { threads }))?;
        Ok(())
    }
}
