//! Trees: an entity with all that is below it, written as one expression and spawned by one call.

mod calls;
mod children;
mod part;
mod plant;
mod planting;
mod subtree;

pub use children::Children;
pub use part::TreePart;
pub use subtree::{Subtree, WithChildren};
