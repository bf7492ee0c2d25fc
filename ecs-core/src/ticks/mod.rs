//! When something has changed: ticks, and the clock that counts them.

mod history;
mod per_world;
mod saved;
mod tick;
mod ticker;

pub(crate) use per_world::PerWorld;
pub(crate) use saved::SavedTicker;
pub use tick::Tick;
pub(crate) use tick::TickCell;
pub(crate) use ticker::{ChangeSpan, LastRun, OngoingRun, RunningPass, Ticker};
