//! [`Remote`]: sends closures from any thread to the thread of a world.

use std::sync::Arc;

use crate::threads::is_awaited_by;

use super::error::RemoteError;
use super::queue::{self, BoundedLane, QueueRefusal};

/// What a world runs for another thread.
type SentClosure = Box<dyn FnOnce() + Send>;

/// What was sent to a world, and waits.
pub(crate) type ClosureQueue = queue::Queue<SentClosure>;

/// Sends closures to a world from any thread. Comes from [`World::remote`](crate::World::remote).
///
/// What was sent runs on the thread of the world, with that world current, at the start of the next
/// [`update_all`](crate::update_all) or in [`World::run_remote`](crate::World::run_remote), in the order in
/// which it was sent. It runs outside of any hook, as code between two frames does: it may spawn, kill and
/// borrow. What it sends itself runs the next time. If it panics, the frame stops there, and what was sent
/// after it waits for the next one.
///
/// Clones send to the same world. A `Remote` keeps no world alive: when the world ends, what waits is
/// dropped, and from then on sending is an error. A world that moves to another thread takes its queue along.
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

    /// Makes a handle of which at most `max` closures wait at a time, and at least one may: who sends faster
    /// than the world runs is slowed down.
    ///
    /// Its clones share the bound. Other handles of the same world do not count.
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

    /// Sends a closure to the world. What it returns is dropped there.
    ///
    /// A bounded handle waits until there is room, but not on the thread of the world, which would wait for
    /// itself for ever; nor on a thread that helps that one with a parallel hook, a system or a `par_each`.
    /// Between two worlds that send to each other, and on threads that a hook itself starts and waits for,
    /// use [`try_send`](Self::try_send): they could wait for one another.
    ///
    /// # Errors
    ///
    /// Gives the closure back: [`RemoteError::Ended`] if the world has ended, also while this waits, and
    /// [`RemoteError::Full`] if there is no room on the thread of the world, or on one that it waits for.
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
    /// Gives the closure back: [`RemoteError::Full`] if as many of a bounded handle wait as may,
    /// [`RemoteError::Ended`] if the world has ended.
    pub fn try_send<F, R>(&self, job: F) -> Result<(), RemoteError<F>>
    where
        F: FnOnce() -> R + Send + 'static,
    {
        self.send_where(job, false)
    }

    /// Calls a function when the world ends, on its thread, before its components drop; here and now if the
    /// world has ended. For a thread that serves a world, and is to stop with the world. If the function
    /// panics, the rest of the world ends all the same; then the panic goes on.
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
