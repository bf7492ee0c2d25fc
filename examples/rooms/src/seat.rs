//! [`Seat`]: what a room and its client both have of each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use tokio::sync::Semaphore;

use crate::game::{ClientId, Game};

/// So many times a client may cause that the room is put back, before the room lets it go.
const STRIKES: u32 = 3;

/// What a room and its client both have of each other.
pub(crate) struct Seat {
    pub(crate) client: ClientId,
    /// Has a permit for each order that may wait; is closed when the client is gone.
    pub(crate) free: Arc<Semaphore>,
    is_gone: AtomicBool,
    /// An order of the client runs.
    is_obeying: AtomicBool,
    /// The frame, as the room counts them, in which its last order ran.
    obeyed_in: AtomicU64,
    strikes: AtomicU32,
}

impl Seat {
    /// A seat for a client of which so many orders may wait.
    pub(crate) fn new(client: ClientId, orders: usize) -> Self {
        Self {
            client,
            free: Arc::new(Semaphore::new(orders.max(1))),
            is_gone: AtomicBool::new(false),
            is_obeying: AtomicBool::new(false),
            obeyed_in: AtomicU64::new(u64::MAX),
            strikes: AtomicU32::new(0),
        }
    }

    /// Says that the client has left, or was let go: what it has ordered is not done.
    pub(crate) fn leave(&self) {
        self.is_gone.store(true, Ordering::Relaxed);
        self.free.close();
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }

    /// Does what the client wants, in its room, in this frame of it.
    pub(crate) fn obey<G: Game>(&self, order: G::Order, frame: u64) {
        if !self.is_gone() {
            self.obeyed_in.store(frame, Ordering::Relaxed);
            self.is_obeying.store(true, Ordering::Relaxed);
            G::obey(self.client, order);
            self.is_obeying.store(false, Ordering::Relaxed);
        }
    }

    /// Says whether an order of the client has panicked, once.
    pub(crate) fn has_panicked(&self) -> bool {
        self.is_obeying.swap(false, Ordering::Relaxed)
    }

    /// Says whether an order of the client ran in a frame.
    pub(crate) fn was_obeyed_in(&self, frame: u64) -> bool {
        self.obeyed_in.load(Ordering::Relaxed) == frame
    }

    /// Notes that the client has caused that the room was put back. Says whether that was once too often.
    pub(crate) fn strike(&self) -> bool {
        self.strikes.fetch_add(1, Ordering::Relaxed) + 1 >= STRIKES
    }
}
