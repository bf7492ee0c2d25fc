//! [`Remote`]: sends closures from any thread to the thread of a world.

use std::sync::Arc;

use crate::threads::is_awaited_by;

use super::error::RemoteError;
use super::queue::{self, BoundedLane, QueueRefusal};

/// What a world runs for another thread.
type SentClosure = Box<dyn FnOnce() + Send>;

/// What was sent to a world, and waits.
pub(crate) type ClosureQueue = queue::Queue<SentClosure>;

/// Sends closures to a world from any thread. [`World::remote`](crate::World::remote) returns it.
///
/// The closures run on the thread of the world, with that world current, at the start of the next
/// [`update_all`](crate::update_all) or in [`World::run_remote`](crate::World::run_remote), in the order in
/// which they were sent. They run outside of any hook, so they may spawn, kill and borrow. Closures that they
/// send run the next time. If a closure panics, the frame stops, and later closures wait for the next frame.
///
/// Clones send to the same world. A `Remote` does not keep the world alive: when the world ends, waiting
/// closures are dropped, and sending returns an error. A world that moves to another thread keeps its queue.
///
/// ```
/// use std::thread;
/// use ecs_core::{Component, Entity, World, update_all};
///
/// #[derive(Component)]
/// struct Tile(u32);
///
/// let remote = World::remote();
/// let loader = thread::spawn(move || {
///     let tile = Tile(7); // read from a disk, a socket, ..
///     remote.send(move || Entity::spawn().insert(tile))
/// });
/// assert!(loader.join().unwrap().is_ok());
/// assert_eq!(Tile::count(), 0);
/// update_all(0.1);
/// assert_eq!(Tile::count(), 1);
/// ```
#[derive(Clone)]
pub struct Remote {
    queue: Arc<ClosureQueue>,
    lane: Option<Arc<BoundedLane>>,
}

impl Remote {
    pub(crate) fn new(queue: &Arc<ClosureQueue>) -> Self {
        Self { queue: queue.clone(), lane: None }
    }

    /// Makes a `Remote` that has at most `max` waiting closures, and at least one: a sender that is faster
    /// than the world has to wait.
    ///
    /// Its clones share the limit. Other `Remote`s of the same world do not count.
    ///
    /// ```
    /// use ecs_core::{RemoteError, World, update_all};
    ///
    /// let remote = World::remote().bounded(1);
    /// assert!(remote.send(|| ()).is_ok());
    /// assert!(matches!(remote.try_send(|| ()), Err(RemoteError::Full(_))));
    /// update_all(0.1);
    /// assert!(remote.try_send(|| ()).is_ok());
    /// ```
    #[must_use]
    pub fn bounded(&self, max: usize) -> Self {
        Self { queue: self.queue.clone(), lane: Some(Arc::new(BoundedLane::new(max))) }
    }

    /// Sends a closure to the world, which drops the result of the closure.
    ///
    /// A bounded `Remote` waits until there is room. It does not wait on the thread of the world, or on a
    /// thread that runs a parallel hook, a system or a `par_each` for the world, because that wait would
    /// never end. If two worlds send to each other, or if a hook starts threads and waits for them, use
    /// [`try_send`](Self::try_send): otherwise they could wait for one another.
    ///
    /// # Errors
    ///
    /// Returns the closure: [`RemoteError::Ended`] if the world has ended, also during the wait, and
    /// [`RemoteError::Full`] if there is no room and the thread must not wait.
    pub fn send<F, R>(&self, job: F) -> Result<(), RemoteError<F>>
    where
        F: FnOnce() -> R + Send + 'static,
    {
        self.send_where(job, true)
    }

    /// Sends a closure to the world, as [`send`](Self::send), but never waits.
    ///
    /// # Errors
    ///
    /// Returns the closure: [`RemoteError::Full`] if the limit of waiting closures is reached,
    /// [`RemoteError::Ended`] if the world has ended.
    pub fn try_send<F, R>(&self, job: F) -> Result<(), RemoteError<F>>
    where
        F: FnOnce() -> R + Send + 'static,
    {
        self.send_where(job, false)
    }

    /// Calls a function when the world ends, on its thread, before its components drop; at once if the world
    /// has ended. Use this to stop a thread that serves the world. If the function panics, the rest of the
    /// world ends all the same; then the panic goes on.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// use ecs_core::World;
    ///
    /// let (ended, wait) = channel();
    /// let world = World::new();
    /// world.enter(World::remote).on_end(move || ended.send(()).unwrap());
    /// assert!(wait.try_recv().is_err());
    /// drop(world);
    /// assert!(wait.try_recv().is_ok());
    /// ```
    pub fn on_end(&self, call: impl FnOnce() + Send + 'static) {
        if let Err(call) = self.queue.at_end(Box::new(call)) {
            call();
        }
    }

    fn send_where<F, R>(&self, job: F, waits: bool) -> Result<(), RemoteError<F>>
    where
        F: FnOnce() -> R + Send + 'static,
    {
        match self.queue.room(self.lane.as_ref(), waits, is_awaited_by) {
            Ok(room) => {
                room.push(Box::new(|| drop(job())));
                Ok(())
            }
            Err(QueueRefusal::Full) => Err(RemoteError::Full(job)),
            Err(QueueRefusal::Closed) => Err(RemoteError::Ended(job)),
        }
    }
}

crate::base::debug_by! {
    [] Remote, |this, f| f.debug_struct("Remote").field("waiting", &this.queue.len()).finish_non_exhaustive()
}
