//! [`Game`]: what a game tells its host.

use core::fmt;

use serde::{Deserialize, Serialize};

/// The number of a room, which whoever opens it chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RoomId(pub u64);

/// The number of a client, such as that of its account. A client has one connection to a room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ClientId(pub u64);

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {}", self.0)
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "client {}", self.0)
    }
}

/// A game as its host sees it. There is no value of it: a game is in its world, which is current while one
/// of these functions runs.
pub trait Game: 'static {
    /// What a client wants done.
    type Order: Send + 'static;

    /// What clients get back.
    type State: Send + Sync + 'static;

    /// Says who is connected now: before the first frame after somebody came or went, and after the room was
    /// put back to an earlier frame.
    fn seat(clients: &[ClientId]);

    /// Does what a client wants.
    fn obey(client: ClientId, order: Self::Order);

    /// What is sent to all clients.
    fn state() -> Self::State;
}
