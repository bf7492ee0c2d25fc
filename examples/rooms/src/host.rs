//! [`Host`]: the rooms of a process, and the threads that run them.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::clock::{Clock, RealClock};
use crate::door::Door;
use crate::error::OpenError;
use crate::figures::HostFigures;
use crate::game::{Game, RoomId};
use crate::notice::End;
use crate::queue::{Queue, Turn};
use crate::room::{Frame, Room, Shown};
use crate::settings::Settings;

/// A thread sleeps so long at least, and then runs all that is due: to wake up for each frame would cost as
/// much as the frame.
const NAP: Duration = Duration::from_micros(500);

/// So many rooms wait at most for their states to be sent, while frames are due.
const MOST_SHOWN: usize = 32;

/// The rooms of a process, and the threads that run them. Clones are the same host; when the last is dropped,
/// the threads stop, and all rooms end.
pub struct Host<G: Game>(Arc<Running<G>>);

/// What stops when the last host is dropped.
struct Running<G: Game> {
    shared: Arc<Shared<G>>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share.
struct Shared<G: Game> {
    settings: Settings,
    clock: RealClock,
    inside: Mutex<Inside<G>>,
    /// Something has come, or all shall stop.
    changed: Condvar,
}

struct Inside<G: Game> {
    queue: Queue<G>,
    /// All rooms, also those whose frame runs now.
    doors: BTreeMap<RoomId, Door<G>>,
    is_stopping: bool,
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
        let threads = settings.threads.max(1);
        let queue = Queue::new(threads, settings.period());
        let inside = Mutex::new(Inside { queue, doors: BTreeMap::new(), is_stopping: false });
        let (clock, changed) = (RealClock::start(), Condvar::new());
        let shared = Arc::new(Shared { settings, clock, inside, changed });
        let mut running = Running { shared, threads: Vec::new() };
        for n in 0..threads {
            let shared = running.shared.clone();
            let thread = thread::Builder::new().name(format!("rooms {n}"));
            running.threads.push(thread.spawn(move || shared.run())?);
        }
        Ok(Self(Arc::new(running)))
    }

    /// Opens a room: a function fills its world, which is current and empty, on this thread. It may read a
    /// save.
    ///
    /// # Errors
    ///
    /// [`OpenError`]: the number is taken, or the function has failed.
    pub fn open<E>(
        &self,
        id: RoomId,
        begin: impl FnOnce() -> Result<(), E>,
    ) -> Result<Door<G>, OpenError<E>> {
        let shared = &self.0.shared;
        if shared.inside().doors.contains_key(&id) {
            return Err(OpenError::Taken(id));
        }
        let room = Room::open(id, &shared.settings, begin)?;
        let door = room.door();
        let inside = &mut *shared.inside();
        // Somebody else may have opened it meanwhile.
        if inside.doors.contains_key(&id) {
            return Err(OpenError::Taken(id));
        }
        inside.doors.insert(id, door.clone());
        inside.queue.add(room, shared.clock.now());
        shared.changed.notify_one();
        Ok(door)
    }

    /// The way into a room, if there is one of this number.
    #[must_use]
    pub fn door(&self, id: RoomId) -> Option<Door<G>> {
        self.0.shared.inside().doors.get(&id).cloned()
    }

    /// The ways into all rooms, in the order of their numbers.
    #[must_use]
    pub fn doors(&self) -> Vec<Door<G>> {
        self.0.shared.inside().doors.values().cloned().collect()
    }

    /// What was measured until now.
    #[must_use]
    pub fn figures(&self) -> HostFigures {
        self.0.shared.inside().queue.figures().clone()
    }
}

impl<G: Game> Shared<G> {
    fn inside(&self) -> MutexGuard<'_, Inside<G>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does: takes whatever room is next, runs its frame, and gives it back. What rooms show is
    /// sent when there are many, or nothing else is to be done.
    fn run(&self) {
        let mut shown = Vec::with_capacity(MOST_SHOWN);
        let mut inside = self.inside();
        while !inside.is_stopping {
            let now = self.clock.now();
            match inside.queue.next(now) {
                Turn::Run(mut room) => {
                    drop(inside);
                    let frame = room.frame(&self.clock);
                    shown.extend(room.shown());
                    if shown.len() >= MOST_SHOWN {
                        shown.drain(..).for_each(Shown::send);
                    }
                    inside = self.inside();
                    inside.give_back(room, frame, self.clock.now());
                }
                _ if !shown.is_empty() => {
                    drop(inside);
                    shown.drain(..).for_each(Shown::send);
                    inside = self.inside();
                }
                Turn::Wait(until) => {
                    let nap = until.saturating_sub(now).max(NAP);
                    let woken = self.changed.wait_timeout(inside, nap);
                    inside = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
                Turn::Idle => {
                    inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl<G: Game> Inside<G> {
    fn give_back(&mut self, room: Box<Room<G>>, frame: Frame, now: Duration) {
        if frame.has_ended {
            self.doors.remove(&room.id());
        }
        self.queue.give_back(room, frame, now);
    }
}

impl<G: Game> Drop for Running<G> {
    fn drop(&mut self) {
        self.shared.inside().is_stopping = true;
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // One that has panicked has said so.
            _ = thread.join();
        }
        let rooms = self.shared.inside().queue.take_all();
        rooms.for_each(|room| room.end(End::Closed));
    }
}
