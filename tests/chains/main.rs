//! Tests that must build under a small limit of recursion.
#![recursion_limit = "24"]

mod mentions;
