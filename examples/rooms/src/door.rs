//! [`Door`]: the way into a room.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::client::Client;
use crate::desk::Desk;
use crate::error::RoomError;
use crate::figures::RoomFigures;
use crate::game::{ClientId, Game, RoomId};

/// The way into a room, on whatever thread that is. Clones lead into the same one.
pub struct Door<G: Game>(pub(crate) Arc<Desk<G>>);

impl<G: Game> Clone for Door<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> Door<G> {
    /// The room to which this leads.
    #[must_use]
    pub fn id(&self) -> RoomId {
        self.0.id
    }

    /// Connects a client. One that was connected under the same number hears that it is over.
    ///
    /// # Errors
    ///
    /// [`RoomError::Ended`].
    pub fn connect(&self, client: ClientId) -> Result<Client<G>, RoomError> {
        let states = self.0.states.subscribe();
        let (seat, notices) = self.0.seat(client)?;
        Ok(Client::new(self.0.clone(), seat, states, notices))
    }

    /// Runs a function in the world of the room before its next frame, after what was sent to it until now,
    /// and returns its result: a save of a room that goes on, for example.
    ///
    /// # Errors
    ///
    /// [`RoomError::Ended`], or [`RoomError::Panicked`] if the function did.
    pub async fn ask<R: Send + 'static>(
        &self,
        f: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, RoomError> {
        let (reply, answer) = oneshot::channel();
        let sent = self.0.remote.send(move || _ = reply.send(f()));
        sent.map_err(|_| RoomError::Ended(self.id()))?;
        answer.await.map_err(|_| self.why_not())
    }

    /// Closes the room before its next frame. What was ordered until then is done, then this function runs,
    /// and nothing after it: what it returns, such as a save, is the room as it ends.
    ///
    /// # Errors
    ///
    /// [`RoomError::Ended`], also if somebody else closes it already; [`RoomError::Panicked`] if something
    /// did: then the room goes on.
    pub async fn close<R: Send + 'static>(
        &self,
        last: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, RoomError> {
        let (reply, answer) = oneshot::channel();
        self.0.close(Box::new(move || _ = reply.send(last())))?;
        answer.await.map_err(|_| self.why_not())
    }

    fn why_not(&self) -> RoomError {
        if self.0.has_ended() { RoomError::Ended(self.id()) } else { RoomError::Panicked(self.id()) }
    }

    /// What the room has measured of itself.
    #[must_use]
    pub fn figures(&self) -> RoomFigures {
        self.0.figures()
    }
}
