//! Types stored by their fields, each in an array of its own: how a value is made of its fields and taken
//! apart, guards on copies of rows, and slices of fields.

mod held_rows;
mod places;
mod row_guard;
mod slices;
#[expect(clippy::module_inception, reason = "the trait of such types, beside what serves it")]
mod soa;
mod split;
mod tuple;

pub use places::Split;
pub use row_guard::{RowMut, RowRef};
pub use slices::{FieldMut, FieldRef, LendFields};
pub use soa::{FieldFns, FieldsInfo, Inside, Soa};
pub use tuple::{Field, FieldTuple, IsField};
