//! A server of many rooms: each is a world of its own, with its clients, its clock and its budget.
//!
//! What a game gives is a [`Game`]: what clients send, what they get, and what is done with it. [`Arena`] is
//! one. A [`Host`] opens rooms, and has the threads that run them; a [`Door`] leads into one room; a
//! [`Client`] is one who plays there.

pub mod arena;
mod client;
mod clock;
mod desk;
mod door;
mod error;
mod figures;
mod game;
mod host;
mod keeper;
mod notice;
mod pace;
mod queue;
mod room;
mod seat;
mod settings;

pub use arena::Arena;
pub use client::{Client, News};
pub use clock::{Clock, RealClock};
pub use door::Door;
pub use error::{OpenError, OrderError, RoomError};
pub use figures::{HostFigures, RoomFigures};
pub use game::{ClientId, Game, RoomId};
pub use host::Host;
pub use notice::{End, Notice, Restored};
pub use queue::{Queue, Turn};
pub use room::{Frame, Room, Shown};
pub use settings::Settings;
