//! Entities found by place: a grid for each type that names its position, kept by what is written.

mod grid;
mod near;
mod param;
mod part;
mod place;
mod points;

pub use near::{Near, near, nearest};
pub(super) use part::NearOfColumn;
pub use place::{Place, Placed, ReadPlaces, places};
