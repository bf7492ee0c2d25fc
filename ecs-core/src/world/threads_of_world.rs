//! Giving a world a pool of threads.

use std::sync::Arc;

use crate::error::WorldError;

use super::current::with_current_or_new;
use super::public::World;
use super::worker_pool::WorkerPool;

impl World {
    /// Sets the threads that help the current world with parallel passes, systems and queries; `None` is
    /// rayon's global pool, which it has at first. Makes the thread's world if there is none.
    ///
    /// The thread that calls `update_all` works with them. Where the pool has one thread, it does all alone.
    /// The results do not depend on the number of threads.
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
    pub fn set_thread_pool(pool: impl Into<Option<Arc<rayon_core::ThreadPool>>>) -> Result<(), WorldError> {
        let threads = pool.into();
        with_current_or_new(|core| core.threads.set_pool(WorkerPool { threads }))?;
        Ok(())
    }
}
