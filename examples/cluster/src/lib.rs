//! The rooms of the package `rooms` on several machines. A node is a process of the cluster.
//!
//! Rooms have names, by which nodes and clients find them. A room can be moved to another node while its
//! clients play; and when a node dies, the others open its rooms again, from saves that they keep for it.
//! `README.md` says how, and what is not promised.

mod client;
mod gate;
mod journal;
mod ledger;
mod lines;
mod local;
#[cfg(test)]
mod lone;
mod messages;
mod moving;
mod node;
mod numbered;
mod opening;
mod places;
mod room;
mod saving;
mod start;
mod strikes;

pub use client::{Client, Seen};
pub use journal::{FRAMES_AT_RISK, Heard};
pub use lines::RoomHere;
pub use local::LocalNode;
pub use messages::{MoveError, OpenError, View};
pub use numbered::Numbered;
pub use start::{Options, run};
