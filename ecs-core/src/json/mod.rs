//! JSON, written and read: what the inspector speaks.
//!
//! Not `serde_json`: a crate that is in a program brings its implementations of `PartialEq` along, by which
//! `assert_eq!(list, [])` for a list of numbers does not compile any more. A feature that helps to look into
//! a game must not break its tests.

mod parse;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub(crate) use value::{Json, JsonNumber};
pub(crate) use write::{FieldsToJson, ListWriter, MapWriter, Raw, ToJson, json_structs, to_json};
