//! When something has changed: ticks, and the clock that counts them.

mod per_world;
mod tick;

pub(crate) use per_world::PerWorld;
#[cfg(feature = "snapshot")]
pub(crate) use tick::SavedTicker;
pub use tick::Tick;
pub(crate) use tick::{OngoingRun, Pass, Span, TickCell, Ticker};
