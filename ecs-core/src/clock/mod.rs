//! When something happened: ticks, and the phases of a frame.

mod phase;
mod tick;

pub use phase::Phase;
pub use tick::Tick;
pub(crate) use tick::{OngoingRun, Pass, Span, TickCell, Ticker};
