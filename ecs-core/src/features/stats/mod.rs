//! Counts of a world, for debugging and for reports, and its entities as text.

mod counts;
mod dump;

pub use counts::{StoreStats, WorldStats};
