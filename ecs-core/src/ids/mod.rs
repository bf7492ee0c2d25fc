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

pub(crate) use self::{
    entities::{Entities, OutOfIds},
    entity::Stamp,
    free_set::FreeCursor,
    index_set::IndexSet,
    type_sets::TypeSet,
};
pub use batch::Batch;
pub use entity::Entity;
pub use type_sets::TypeBits;
