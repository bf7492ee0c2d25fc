//! Counts of a world and the times of its frames, for debugging and for reports; and its entities as text.

mod counts;
mod dump;
mod timings;

pub use counts::{StoreStats, WorldStats};
pub use timings::PassStats;
#[cfg(all(feature = "snapshot", feature = "serde"))]
pub(super) use timings::label;
