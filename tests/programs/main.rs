//! Programs as users write them, right and wrong.

// Lints about whole crates; `lints` has the others.
#![deny(
    future_incompatible,
    non_ascii_idents,
    rust_2018_compatibility,
    rust_2021_compatibility,
    rust_2024_compatibility,
    reason = "the derive is to be quiet under them"
)]

mod first_hour;
mod how_do_i_say;
mod hygiene;
pub mod lints;
#[cfg(debug_assertions)]
mod mistakes;
mod predecessors;
#[path = "../support/mod.rs"]
mod support;
