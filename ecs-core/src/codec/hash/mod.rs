//! A number for a value, the same on every machine, by the `Serialize` of its type.
//!
//! A value is taken apart as it is for a save, and its parts go into blocks of 128 bits. A block is folded
//! into the state by one long multiplication whose halves are combined: the step that wyhash
//! (<https://github.com/wangyi-fudan/wyhash>) and foldhash (<https://github.com/orlp/foldhash>) are made of.
//! Serde hands the parts over directly: to record them on a tape first takes five times as long as to hash
//! them. No such crate does the hashing, as these may give other numbers in their next version.
//!
//! It finds peers whose states went apart by mistake. It does not stop who looks for two states with one
//! hash.

mod hasher;
#[cfg(test)]
mod mixing;
mod serialize;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use hasher::StateHasher;
