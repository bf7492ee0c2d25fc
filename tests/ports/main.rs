//! What the tests of other libraries state, said with this one. `README.md` says what cannot be said.

mod bevy_state;
mod hecs;
mod others;
#[path = "../support/mod.rs"]
mod support;
