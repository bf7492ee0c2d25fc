//! Entities that are used again.

mod live;
mod members;
#[expect(clippy::module_inception, reason = "the pool itself, above its parts")]
mod pool;

pub use live::Live;
pub use pool::{Pool, Pooled};
