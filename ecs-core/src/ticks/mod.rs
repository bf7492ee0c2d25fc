//! When something has changed: ticks, and the clock that counts them.

mod tick;

pub use tick::Tick;
pub(crate) use tick::{OngoingRun, Pass, Span, TickCell, Ticker};
