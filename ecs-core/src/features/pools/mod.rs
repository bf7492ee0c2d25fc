//! Entities that are used again.

mod error;
#[cfg(feature = "serde")]
mod kept;
mod live;
mod members;
mod pool;
mod saved;

pub use error::PoolError;
pub use live::Live;
pub use pool::{Pool, Pooled};
