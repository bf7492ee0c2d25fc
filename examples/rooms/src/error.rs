//! What can go wrong with a room, and with what a client sends to it.

use core::error::Error;
use core::fmt;

use ecs_core::{SendError, SnapshotError};

use crate::game::RoomId;

/// Why a room did not do what it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RoomError {
    /// The room has ended.
    Ended(RoomId),
    /// What it was asked for has panicked, and the room was put back.
    Panicked(RoomId),
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(id) => write!(f, "{id} has ended: open it again, from a save if there is one"),
            Self::Panicked(id) => {
                write!(f, "what {id} was asked for has panicked, and the room was put back: see its message")
            }
        }
    }
}

impl Error for RoomError {}

/// Why a room was not opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError<E> {
    /// There is a room with this number.
    Taken(RoomId),
    /// What should begin the room has failed.
    Begin(E),
    /// What should begin the room has panicked.
    Panicked(RoomId),
    /// What was begun cannot be saved, so the room could not be put back after a panic.
    Snapshot(SnapshotError),
    /// What was begun cannot go to another thread.
    Send(SendError),
}

impl<E: fmt::Display> fmt::Display for OpenError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(id) => write!(f, "there is a {id} already: close it first, or take its `door`"),
            Self::Begin(error) => write!(f, "the room could not begin: {error}"),
            Self::Panicked(id) => write!(f, "what should begin {id} has panicked: see its message"),
            Self::Snapshot(error) => write!(f, "rooms are saved now and then, and this one cannot: {error}"),
            Self::Send(error) => write!(f, "rooms go from thread to thread, and this one cannot: {error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for OpenError<E> {}

/// Why an order was not sent, and the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OrderError<O> {
    /// As many orders of this client wait as may.
    Full(O),
    /// The room has ended, or has let this client go.
    Ended,
}

impl<O> fmt::Display for OrderError<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => {
                "the room has not had time for the orders before this: send it after the next state, or by \
                 `order`, which waits"
            }
            Self::Ended => "nobody takes orders any more: the room has ended, or has let this client go",
        })
    }
}

impl<O: fmt::Debug> Error for OrderError<O> {}
