//! Law C5: hooks that are told something wait for what they take; hooks that prepare a component are refused.

mod ends;
mod refused;
#[cfg(debug_assertions)]
mod sites;
