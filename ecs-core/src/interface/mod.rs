//! Interfaces: calls by a trait, of all components or of those of one entity.

mod entity;
mod every;
mod implementor;
mod order;
mod par;
mod whole;

pub use entity::AllAs;
pub use every::{Every, every};
pub use implementor::interface;
