//! [`TooLong`]: what a test has waited for did not come.

use ecs_derive::Sentence;

/// The condition of [`Headless::until`](crate::Headless::until) is still false.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
#[says(
    "the condition is still false after {} frames: allow more frames, or look at the game by \
     `World::dump()`",
    self.frames
)]
pub struct TooLong {
    /// The number of frames that have run.
    pub frames: u32,
}
