//! Which entities are found, by what they have and by what has changed.

mod archetypes;
mod par_each;
mod query;
#[path = "../support/mod.rs"]
mod support;
mod tracking;
