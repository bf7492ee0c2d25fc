//! Entities found by place: a grid for each type that names its position, kept by what is written.

mod calls;
mod grid;
mod located;
mod param;
mod part;
mod points;

pub use calls::{Near, near, nearest};
pub use located::{IsPosition, Located, ReadPlaces, places};
pub(super) use part::NearOfColumn;
