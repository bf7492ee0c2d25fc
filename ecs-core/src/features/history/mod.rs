//! The newest frames of a world, to go back to: `World::set_history`.
#![cfg(feature = "snapshot")]

mod calls;
mod flow;
mod frames;
mod part;
#[cfg(feature = "serde")]
mod replay;
#[cfg(feature = "serde")]
mod values;

pub use calls::History;
pub use frames::HistoryCost;
pub(super) use part::WorldHistory;
#[cfg(feature = "serde")]
pub use replay::{FrameTrace, ReplayError, TracedChange, TracedWork};
