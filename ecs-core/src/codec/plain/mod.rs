//! Values without their types, which go to another peer and are compared there.

mod differences;
#[cfg(test)]
mod sent;
mod show;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use differences::{ValueDifference, differences};
pub(crate) use value::{PlainValue, plain_by, plain_of, recorded};
