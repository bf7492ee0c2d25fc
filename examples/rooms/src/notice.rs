//! [`Notice`]: what a client is told about its room, beside the states.

use std::sync::Arc;

/// What a client is told beside the states. Of these it loses none.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Notice {
    /// The room was put back to an earlier frame, because something in it has panicked. No state from before
    /// that comes after this.
    Restored(Restored),
    /// From now on the room has one frame of so many: it takes longer than its budget, or no longer does.
    Every(u32),
    /// Nothing comes after this.
    Ended(End),
}

/// How a room was put back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// The frame that has panicked.
    pub from: u64,
    /// The frame from which it goes on.
    pub to: u64,
    /// How often this has happened, with this time.
    pub times: u64,
    /// An order of this client has panicked, or has run in the frame that did.
    pub is_yours: bool,
    /// What the panic said.
    pub message: Arc<str>,
}

/// Why a client hears no more of its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// The room was closed.
    Closed,
    /// The room has panicked, and there was no snapshot left to put it back to.
    Lost,
    /// The room had something in it after a frame that cannot go to another thread, such as a guard that was
    /// kept.
    Stuck,
    /// The client has connected once more.
    Replaced,
    /// The client has caused that the room was put back, several times.
    LetGo,
}
