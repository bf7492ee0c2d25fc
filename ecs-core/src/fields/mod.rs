//! Values as their fields: where those lie that are stored apart, and how a value is made of them and taken
//! to them.

mod places;
mod slices;
mod soa;
mod tuple;

pub use places::Places;
pub(crate) use slices::HeldRows;
pub use slices::{FieldMut, FieldRef, LendFields};
pub use soa::{FieldFns, FieldsInfo, Soa, has_no_drop};
pub(crate) use soa::{Inside, ViaFields, check_fields};
pub use tuple::{FieldTuple, IsField};
