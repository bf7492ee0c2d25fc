//! A worker: the thread that runs the rooms of a shard, and sleeps while no frame is due.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Clock;
use crate::doors::Doors;
use crate::figures::WorkerFigures;
use crate::game::Game;
use crate::room::Room;
use crate::shard::{Moving, Shard};

/// A worker sleeps so long at least, and then runs all that is due: to wake up for each frame would cost as
/// much as the frame.
const NAP: Duration = Duration::from_micros(500);

/// How often a worker shows its figures.
const SHOW: Duration = Duration::from_millis(100);

/// What a worker is sent.
pub(crate) enum Mail<G: Game> {
    /// Makes a room, on the thread on which it will live. `None` if that fails: whoever wants it knows.
    Open(Box<dyn FnOnce() -> Option<Room<G>> + Send>),
    /// A room from another worker.
    Arrive(Moving<G>),
    /// All rooms end.
    Stop,
}

/// The way to all workers, by their numbers.
pub(crate) struct Post<G: Game>(pub(crate) Arc<[Sender<Mail<G>>]>);

impl<G: Game> Clone for Post<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> Post<G> {
    /// Sends something to a worker. One that has stopped drops it.
    pub(crate) fn send(&self, worker: usize, mail: Mail<G>) {
        _ = self.0[worker % self.0.len()].send(mail);
    }
}

/// A worker, on its thread.
pub(crate) struct Worker<G: Game> {
    pub(crate) shard: Shard<G>,
    pub(crate) mail: Receiver<Mail<G>>,
    pub(crate) post: Post<G>,
    pub(crate) doors: Doors<G>,
    pub(crate) clock: Arc<dyn Clock>,
    /// What others see of its figures.
    pub(crate) shown: Arc<Mutex<WorkerFigures>>,
}

impl<G: Game> Worker<G> {
    /// Runs rooms until the host stops.
    pub(crate) fn run(mut self) {
        let mut show_at = Duration::ZERO;
        loop {
            let now = self.clock.now();
            if now >= show_at {
                show_at = now + SHOW;
                *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = self.shard.figures().clone();
            }
            match self.wait(now) {
                Some(Mail::Open(open)) => {
                    if let Some(room) = open() {
                        self.shard.add(room, self.clock.now());
                    }
                }
                Some(Mail::Arrive(room)) => self.shard.arrive(room),
                Some(Mail::Stop) => break,
                None => self.run_next(),
            }
        }
        self.shard.close();
    }

    /// Waits for mail, at most until a frame is due: then this is `None`.
    fn wait(&self, now: Duration) -> Option<Mail<G>> {
        let Some(due) = self.shard.next_due() else {
            return Some(self.mail.recv().unwrap_or(Mail::Stop));
        };
        if due <= now {
            return self.mail.try_recv().ok();
        }
        match self.mail.recv_timeout((due - now).max(NAP)) {
            Ok(mail) => Some(mail),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Mail::Stop),
        }
    }

    fn run_next(&mut self) {
        let Some(left) = self.shard.run_next(&*self.clock) else { return };
        match left.moves {
            Some((worker, room)) => self.post.send(worker, Mail::Arrive(room)),
            None => self.doors.forget(left.id),
        }
    }
}
