//! The two ways in which values lie in memory.

/// Lays values one behind the other.
#[derive(Debug)]
pub enum Whole {}

/// Lays each field of values in an array of its own.
#[derive(Debug)]
pub enum Split {}
