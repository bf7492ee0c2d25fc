//! Names of game objects: what an entity is, which are alive, and which component types each has.
//!
//! Nothing here knows a component's value.

mod batch;
mod entities;
mod entity;
mod free_set;
mod index_set;
mod promises;
mod type_sets;

pub use batch::Batch;
pub(crate) use entities::{Entities, OutOfIds};
pub use entity::Entity;
pub(crate) use entity::Stamp;
pub(crate) use free_set::FreeCursor;
pub(crate) use index_set::IndexSet;
pub use type_sets::TypeBits;
pub(crate) use type_sets::TypeSet;
