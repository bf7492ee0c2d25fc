//! [`Host`]: the rooms of a process, and the threads that run them.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use crate::clock::{Clock, RealClock};
use crate::desk::Door;
use crate::doors::Doors;
use crate::error::OpenError;
use crate::figures::WorkerFigures;
use crate::game::{Game, RoomId};
use crate::room::Room;
use crate::settings::Settings;
use crate::shard::Shard;
use crate::worker::{Mail, Post, Worker};

/// The rooms of a process, and the threads that run them. Clones are the same host; when the last is dropped,
/// the threads stop, and all rooms end.
pub struct Host<G: Game>(Arc<Inner<G>>);

struct Inner<G: Game> {
    settings: Settings,
    doors: Doors<G>,
    post: Post<G>,
    /// The figures of each worker, by its number.
    shown: Vec<Arc<Mutex<WorkerFigures>>>,
    threads: Vec<JoinHandle<()>>,
    /// Counts the rooms that were opened, which go to one worker after the other.
    opened: AtomicUsize,
}

impl<G: Game> Clone for Host<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> Host<G> {
    /// Starts the threads. They are threads of their own, in no runtime: they compute, and await nothing.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn start(settings: Settings) -> io::Result<Self> {
        Self::start_with(settings, Arc::new(RealClock::start()))
    }

    fn start_with(settings: Settings, clock: Arc<dyn Clock>) -> io::Result<Self> {
        let (post, boxes): (Vec<_>, Vec<_>) = (0..settings.workers.max(1)).map(|_| mpsc::channel()).unzip();
        let mut inner = Inner {
            doors: Doors::new(),
            post: Post(post.into()),
            shown: Vec::new(),
            threads: Vec::new(),
            opened: AtomicUsize::new(0),
            settings,
        };
        for mail in boxes {
            inner.start_worker(mail, clock.clone())?;
        }
        Ok(Self(Arc::new(inner)))
    }

    /// Opens a room: on a worker, a function fills its world, which is current and empty. It may read a save.
    ///
    /// # Errors
    ///
    /// [`OpenError`]: the number is taken, or the function has failed.
    pub async fn open<E: Send + 'static>(
        &self,
        id: RoomId,
        begin: impl FnOnce() -> Result<(), E> + Send + 'static,
    ) -> Result<Door<G>, OpenError<E>> {
        let inner = &*self.0;
        if !inner.doors.reserve(id) {
            return Err(OpenError::Taken(id));
        }
        let (reply, answer) = oneshot::channel();
        let (settings, doors) = (inner.settings.clone(), inner.doors.clone());
        let open = move || match Room::open(id, &settings, begin) {
            Ok(room) => {
                doors.put(room.door());
                _ = reply.send(Ok(room.door()));
                Some(room)
            }
            Err(error) => {
                doors.forget(id);
                _ = reply.send(Err(error));
                None
            }
        };
        let worker = inner.opened.fetch_add(1, Ordering::Relaxed);
        inner.post.send(worker, Mail::Open(Box::new(open)));
        answer.await.unwrap_or(Err(OpenError::Stopped))
    }

    /// The way into a room, if there is one of this number.
    #[must_use]
    pub fn door(&self, id: RoomId) -> Option<Door<G>> {
        self.0.doors.get(id)
    }

    /// The ways into all rooms, in the order of their numbers.
    #[must_use]
    pub fn doors(&self) -> Vec<Door<G>> {
        self.0.doors.list()
    }

    /// How many workers there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.0.shown.len()
    }

    /// What each worker has measured, as of a tenth of a second ago at most.
    #[must_use]
    pub fn figures(&self) -> Vec<WorkerFigures> {
        let figures = |shown: &Arc<Mutex<WorkerFigures>>| {
            shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
        };
        self.0.shown.iter().map(figures).collect()
    }
}

impl<G: Game> Inner<G> {
    fn start_worker(&mut self, mail: Receiver<Mail<G>>, clock: Arc<dyn Clock>) -> io::Result<()> {
        let number = self.shown.len();
        let shown = Arc::new(Mutex::new(WorkerFigures::new()));
        self.shown.push(shown.clone());
        let (post, doors, period) = (self.post.clone(), self.doors.clone(), self.settings.period());
        // The shard is made on the thread: a room is not `Send`.
        let run =
            move || Worker { shard: Shard::new(number, period), mail, post, doors, clock, shown }.run();
        self.threads.push(thread::Builder::new().name(format!("rooms {number}")).spawn(run)?);
        Ok(())
    }
}

impl<G: Game> Drop for Inner<G> {
    fn drop(&mut self) {
        (0..self.threads.len()).for_each(|worker| self.post.send(worker, Mail::Stop));
        for thread in self.threads.drain(..) {
            // One that has panicked has said so.
            _ = thread.join();
        }
    }
}
