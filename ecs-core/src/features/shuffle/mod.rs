//! Another order in each frame, of those that passes and systems allow: a test finds with it what depends on
//! an order that nobody has declared.

mod calls;
mod order;
mod state;

pub(super) use state::{SavedShuffle, Shuffle};
