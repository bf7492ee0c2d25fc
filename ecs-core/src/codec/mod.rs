//! The codec: values of any type that serde knows, recorded exactly in memory, and restored.
//!
//! Nothing here knows a world, nor what an id stands for.
#![cfg_attr(not(test), allow(dead_code))]

mod paths;
mod record;
mod restore;
mod tape;
#[cfg(test)]
mod tests;

#[allow(unused_imports)]
pub(crate) use record::ID;
#[allow(unused_imports)]
pub(crate) use tape::{Span, Tape, TapeError};
