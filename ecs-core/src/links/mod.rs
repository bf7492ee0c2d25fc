//! Links: which entity is the parent of which.
//!
//! Nothing here knows a component, nor which entities are alive.

mod forest;

pub(crate) use forest::Forest;
