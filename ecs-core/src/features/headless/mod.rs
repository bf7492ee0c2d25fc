//! A game that runs without a window, driven by a test.

mod game;
mod keys;
mod too_long;

pub use game::Headless;
pub use too_long::TooLong;
