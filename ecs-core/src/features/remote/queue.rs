//! [`Queue`]: what was sent to a world and waits, in order, and the senders that wait for room.
//!
//! It knows nothing of worlds. Nothing of what is sent runs or drops under its lock.

use std::collections::VecDeque;

use crate::sync::{Arc, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError, ThreadId, current};

/// A queue of many senders and of one taker: the thread on which the world lives.
pub(crate) struct Queue<J> {
    state: Mutex<Locked<J>>,
    /// Wakes the senders that wait: there is room, or nothing is taken any more.
    changed: Condvar,
}

struct Locked<J> {
    waiting: VecDeque<(J, Option<Arc<BoundedLane>>)>,
    /// The thread that takes; `None` while the world is on its way to another one.
    home: Option<ThreadId>,
    is_closed: bool,
    /// What is done when nothing is taken any more.
    at_end: Vec<J>,
    /// Senders that wait for room.
    blocked: usize,
}

/// A bounded way into a queue.
pub(crate) struct BoundedLane {
    max: usize,
    /// How many wait that came by this lane. Changes only under the lock of the queue.
    waiting: AtomicUsize,
}

/// Why there is no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QueueRefusal {
    Full,
    Closed,
}

/// Room for one more, which holds the lock of the queue.
pub(crate) struct Room<'q, J> {
    state: MutexGuard<'q, Locked<J>>,
    lane: Option<Arc<BoundedLane>>,
}

impl BoundedLane {
    /// Makes a lane in which at most `max` wait, and at least one may.
    pub(crate) fn new(max: usize) -> Self {
        Self { max: max.max(1), waiting: AtomicUsize::new(0) }
    }

    fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= self.max
    }
}

impl<J> Queue<J> {
    /// Makes the queue of a world that lives on this thread.
    pub(crate) fn new() -> Self {
        let state = Locked {
            waiting: VecDeque::new(),
            home: Some(current().id()),
            is_closed: false,
            at_end: Vec::new(),
            blocked: 0,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Locked<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds room for one more. Waits for it if asked to, but not on the thread that would have to make it,
    /// and not where that one waits for this one.
    pub(crate) fn room(
        &self,
        lane: Option<&Arc<BoundedLane>>,
        waits: bool,
        is_awaited_by: impl Fn(ThreadId) -> bool,
    ) -> Result<Room<'_, J>, QueueRefusal> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return Err(QueueRefusal::Closed);
            }
            if !lane.is_some_and(|lane| lane.is_full()) {
                return Ok(Room { state, lane: lane.cloned() });
            }
            let waits_for_itself = |home: ThreadId| home == current().id() || is_awaited_by(home);
            if !waits || state.home.is_some_and(waits_for_itself) {
                return Err(QueueRefusal::Full);
            }
            state.blocked += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.blocked -= 1;
        }
    }

    /// Counts what waits.
    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Takes the first that waits.
    pub(crate) fn pop(&self) -> Option<J> {
        let mut state = self.lock();
        let (job, lane) = state.waiting.pop_front()?;
        if let Some(lane) = lane {
            lane.waiting.fetch_sub(1, Ordering::Relaxed);
            self.notify(&state);
        }
        Some(job)
    }

    /// Takes nothing any more, and returns what waits.
    pub(crate) fn close(&self) -> impl Iterator<Item = J> + use<J> {
        let mut state = self.lock();
        state.is_closed = true;
        self.notify(&state);
        core::mem::take(&mut state.waiting).into_iter().map(|(job, _)| job)
    }

    /// Keeps what is to be done at the end; gives it back if the queue is closed.
    pub(crate) fn at_end(&self, job: J) -> Result<(), J> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(job);
        }
        state.at_end.push(job);
        Ok(())
    }

    /// Takes what is to be done at the end.
    pub(crate) fn take_at_end(&self) -> Vec<J> {
        core::mem::take(&mut self.lock().at_end)
    }

    /// Notes on which thread the world lives now.
    pub(crate) fn move_to(&self, home: Option<ThreadId>) {
        let mut state = self.lock();
        state.home = home;
        // Who waits may have to wait for itself from now on.
        self.notify(&state);
    }

    /// Wakes the senders that wait: their lanes differ, so each looks for itself.
    fn notify(&self, state: &Locked<J>) {
        if state.blocked != 0 {
            self.changed.notify_all();
        }
    }
}

impl<J> Room<'_, J> {
    /// Puts one at the end of the queue.
    pub(crate) fn push(mut self, job: J) {
        if let Some(lane) = &self.lane {
            lane.waiting.fetch_add(1, Ordering::Relaxed);
        }
        self.state.waiting.push_back((job, self.lane.take()));
    }
}
