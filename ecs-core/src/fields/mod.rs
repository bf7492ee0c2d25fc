//! Values as their fields: where those lie that are stored apart, and how a value is made of them and taken
//! to them.

mod places;
mod slices;
mod soa;
mod tuple;

pub use places::Places;
pub(crate) use slices::HeldRows;
pub use slices::{FieldMut, FieldRef, LendFields};
pub(crate) use soa::check_fields;
pub use soa::{FieldsInfo, Soa, ViaFields, field, fields_info, generic_field, has_no_drop, lend_fields};
pub use tuple::FieldTuple;
