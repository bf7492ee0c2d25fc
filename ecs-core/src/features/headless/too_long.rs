//! [`TooLong`]: what a test has waited for did not come.

use ecs_derive::Sentence;

/// What [`Headless::until`](crate::Headless::until) waits for is still not so.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
#[says(
    "it is still not so after {} frames: allow more frames, or look at the game by `World::dump()`",
    self.frames
)]
pub struct TooLong {
    /// How many frames have run.
    pub frames: u32,
}
