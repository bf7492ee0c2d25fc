//! Values as their fields: where those lie that are stored apart, and how a value is made of them and taken
//! to them.

mod places;
mod slices;
mod soa;
mod tuple;

pub use places::FieldPlaces;
pub(crate) use slices::HeldRows;
pub use slices::{FieldMut, FieldRef, LendFields};
pub use soa::{FieldFns, FieldsInfo, Inside, Soa};
pub(crate) use soa::{ViaFields, check_fields};
pub use tuple::{Field, FieldTuple, IsField};
