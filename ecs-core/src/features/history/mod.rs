//! The newest frames of a world, to go back to: `World::set_history`.
#![cfg(feature = "snapshot")]

mod calls;
#[cfg(feature = "serde")]
mod column;
mod flow;
mod frames;
mod part;
#[cfg(feature = "serde")]
mod replay;
#[cfg(feature = "serde")]
mod values;

pub use calls::History;
#[cfg(feature = "serde")]
pub(super) use column::ColumnHistory;
pub use frames::HistoryCost;
pub(super) use part::WorldHistory;
#[cfg(not(feature = "serde"))]
pub(super) type ColumnHistory = ();
#[cfg(feature = "serde")]
pub use replay::{FrameTrace, ReplayError, TracedChange, TracedWork};
