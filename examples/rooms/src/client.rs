//! [`Client`]: one who plays in a room.

use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, TryAcquireError, broadcast, mpsc};

use crate::desk::{Desk, Seen};
use crate::error::OrderError;
use crate::game::{ClientId, Game};
use crate::notice::Notice;
use crate::seat::Seat;

/// One who plays in a room: sends orders, and hears of what happens. It may live in any task, on any thread,
/// and so may its room. Dropping it leaves the room.
pub struct Client<G: Game> {
    desk: Arc<Desk<G>>,
    seat: Arc<Seat>,
    states: broadcast::Receiver<Seen<G::State>>,
    notices: mpsc::Receiver<Notice>,
    /// How often the room was put back, as far as this has heard.
    restores: u64,
    is_over: bool,
}

/// What a client hears.
#[derive(Debug)]
pub enum News<S> {
    /// The state of the room after a frame.
    State {
        /// The frame, as the room's world counts them.
        frame: u64,
        /// What the game shows to its clients.
        state: Arc<S>,
    },
    /// So many states were lost, because the client was too slow for them.
    Missed(u64),
    /// Something about the room itself.
    Notice(Notice),
}

impl<G: Game> Client<G> {
    pub(crate) fn new(
        desk: Arc<Desk<G>>,
        seat: Arc<Seat>,
        states: broadcast::Receiver<Seen<G::State>>,
        notices: mpsc::Receiver<Notice>,
    ) -> Self {
        Self { desk, seat, states, notices, restores: 0, is_over: false }
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> ClientId {
        self.seat.client
    }

    /// Sends an order, which the room obeys at the start of its next frame.
    ///
    /// # Errors
    ///
    /// [`OrderError::Full`] if as many orders of this client wait as may, [`OrderError::Ended`].
    pub fn try_order(&self, order: G::Order) -> Result<(), OrderError<G::Order>> {
        match self.seat.free.clone().try_acquire_owned() {
            Ok(permit) => self.send(order, permit),
            Err(TryAcquireError::NoPermits) => Err(OrderError::Full(order)),
            Err(TryAcquireError::Closed) => Err(OrderError::Ended),
        }
    }

    /// Sends an order, as [`try_order`](Self::try_order), but waits while too many of this client wait.
    ///
    /// # Errors
    ///
    /// [`OrderError::Ended`].
    pub async fn order(&self, order: G::Order) -> Result<(), OrderError<G::Order>> {
        match self.seat.free.clone().acquire_owned().await {
            Ok(permit) => self.send(order, permit),
            Err(_) => Err(OrderError::Ended),
        }
    }

    fn send(&self, order: G::Order, permit: OwnedSemaphorePermit) -> Result<(), OrderError<G::Order>> {
        let (desk, seat) = (self.desk.clone(), self.seat.clone());
        let job = move || {
            // Given back when the order was done, or dropped with the room, or has panicked.
            let _permit = permit;
            seat.obey::<G>(order, desk.turn());
        };
        self.desk.remote.send(job).map_err(|_| OrderError::Ended)
    }

    /// Waits for what happens next. `None` when nothing comes any more.
    ///
    /// A client that does not ask loses old states, and no notices; one that leaves too many of those unread
    /// is let go.
    pub async fn next(&mut self) -> Option<News<G::State>> {
        while !self.is_over {
            // Notices first: what waits may be from before the room was put back.
            let news = tokio::select! {
                biased;
                notice = self.notices.recv() => notice.map(News::Notice),
                state = self.states.recv() => match state {
                    Ok(seen) if seen.restores < self.restores => continue,
                    Ok(Seen { frame, state, .. }) => Some(News::State { frame, state }),
                    Err(RecvError::Lagged(count)) => Some(News::Missed(count)),
                    Err(RecvError::Closed) => None,
                },
            };
            match &news {
                Some(News::Notice(Notice::Restored(restored))) => self.restores = restored.times,
                Some(News::Notice(Notice::Ended(_))) | None => self.is_over = true,
                _ => {}
            }
            return news;
        }
        None
    }
}

impl<G: Game> Drop for Client<G> {
    fn drop(&mut self) {
        self.seat.leave();
        self.desk.ring();
    }
}
