//! Entities found by place: a grid for each type that names its position, kept by what is written.

mod grid;
mod located;
mod near;
mod param;
mod part;
mod points;

pub use located::{Located, ReadPlaces, Spot, places};
pub use near::{Near, near, nearest};
pub(super) use part::NearOfColumn;
