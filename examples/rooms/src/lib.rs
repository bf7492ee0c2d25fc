//! A server of many rooms: each is a world of its own, with its clients, its clock and its budget.
//!
//! What a game gives is a [`Game`]: what clients send, what they get, and what is done with it. [`Arena`] is
//! one. A [`Host`] has the threads and opens rooms on them; a [`Door`] leads into one room, wherever that is
//! now; a [`Client`] is one who plays there.

pub mod arena;
mod client;
mod clock;
mod desk;
mod error;
mod figures;
mod game;
mod host;
mod keeper;
mod pace;
mod queue;
mod room;
mod settings;

pub use arena::Arena;
pub use client::{Client, News};
pub use clock::{Clock, RealClock};
pub use desk::{Door, End, Notice, Restored};
pub use error::{OpenError, OrderError, RoomError};
pub use figures::{HostFigures, RoomFigures};
pub use game::{ClientId, Game, RoomId};
pub use host::Host;
pub use queue::{Queue, Turn};
pub use room::{Frame, Room};
pub use settings::Settings;
