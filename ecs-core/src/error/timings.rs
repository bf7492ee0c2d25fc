//! What can go wrong with switching timings on: [`TimingsError`].

use core::fmt;

use super::world::WorldError;

/// Why frames are not timed.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimingsError {
    /// The target has no clock, as `wasm32-unknown-unknown`.
    NoClock,
    /// The world is closing.
    World(WorldError),
}

impl fmt::Display for TimingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoClock => f.write_str(
                "cannot time frames, as this target has no clock: measure around `update_all(dt)` with the \
                 clock of the window",
            ),
            Self::World(error) => write!(f, "cannot time frames: {error}"),
        }
    }
}

impl core::error::Error for TimingsError {}
