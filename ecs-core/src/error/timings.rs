//! What can go wrong with switching timings on: [`TimingsError`].

use ecs_derive::Sentence;

use super::world::WorldError;

/// Why frames are not timed.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum TimingsError {
    /// The target has no clock, as `wasm32-unknown-unknown`.
    #[says(
        "cannot time frames, as this target has no clock: measure around `update_all(dt)` with the clock of \
         the window"
    )]
    NoClock,
    /// The world is closing.
    #[says("cannot time frames: {error}")]
    World(WorldError),
}
