//! Where the components of a type lie: values of every kind, holes, tags, and their order.

mod counts;
mod holes;
mod many_types;
mod sorting;
#[path = "../support/mod.rs"]
mod support;
mod tags;
mod value_types;
mod values;
mod zero_sized;
