//! The world by the names of its types: for consoles, scripts, editors and mods.
#![cfg(feature = "serde")]

mod catch;
mod declare;
mod entities;
mod error;
mod events;
mod read;
mod spawn;
mod types;
mod write;

pub use crate::codec::Value;
pub use declare::Declared;
pub use error::NameError;
pub(super) use events::DeclaredEvents;
#[cfg(feature = "snapshot")]
pub(super) use read::{not_serialize, read_row, references};
pub use types::{ByName, NamedType, ReadAs, TypeKey};
