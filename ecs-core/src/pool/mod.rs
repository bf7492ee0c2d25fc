//! Entities that are used again.

#[cfg(feature = "serde")]
mod kept;
mod live;
mod members;
#[expect(clippy::module_inception, reason = "the pool itself, above its parts")]
mod pool;
#[cfg(feature = "snapshot")]
mod saved;

pub use live::Live;
pub use pool::{Pool, Pooled};
