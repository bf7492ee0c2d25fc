//! Scene: parents and children as users have them. The kernel keeps the links, and knows what is below an
//! entity: that ends, is disabled, is parked and is copied with it.

mod attach;
mod calls;
mod error;
mod relatives;

pub(super) use attach::admit;
pub use error::HierarchyError;
pub use relatives::{Ancestors, Relatives};
