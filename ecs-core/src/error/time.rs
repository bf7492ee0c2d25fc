//! What can go wrong with the settings of a clock, and with switching timings on: [`TimeError`].

use ecs_derive::Sentence;

use super::world::WorldError;
use crate::base::bounds::{FIXED_STEPS, LONGEST_DTS, SCALES, STEPS_OF_FRAME, within};

/// Why a setting of the clock was refused, or frames are not timed.
#[derive(Clone, Copy, PartialEq, Sentence)]
#[non_exhaustive]
pub enum TimeError {
    /// The fixed step is not from 0.000001 to 1,000,000,000 seconds.
    #[says("cannot make fixed steps of {seconds} seconds: the step must be {}", within(&FIXED_STEPS))]
    BadStep {
        /// The fixed step, in seconds.
        seconds: f32,
    },
    /// A frame cannot have more than 1,000,000 fixed steps.
    #[says("cannot have {steps} fixed steps in a frame: the number must be {}", within(&STEPS_OF_FRAME))]
    TooManySteps {
        /// The number of fixed steps.
        steps: u32,
    },
    /// The time scale is not from 0 to 1,000,000.
    #[says("cannot scale time by {scale}: the factor must be {}", within(&SCALES))]
    BadScale {
        /// The time scale.
        scale: f32,
    },
    /// The longest time step is not from 0 to 1,000,000,000 seconds.
    #[says("cannot limit time steps to {seconds} seconds: the limit must be {}", within(&LONGEST_DTS))]
    BadLimit {
        /// The longest time step, in seconds.
        seconds: f32,
    },
    /// The world is closing.
    #[says("cannot set the clock: {error}")]
    World(WorldError),
    /// Frames cannot be timed: the target has no clock, as `wasm32-unknown-unknown`.
    #[says(
        "cannot time frames, as this target has no clock: measure around `update_all(dt)` with the clock of \
         the window"
    )]
    NoClock,
    /// Frames cannot be timed: the world is closing.
    #[says("cannot time frames: {error}")]
    Untimed(WorldError),
}
