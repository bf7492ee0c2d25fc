//! What can go wrong with the settings of a clock: [`TimeError`].

use core::fmt;

use super::world::WorldError;
use crate::base::bounds::{FIXED_STEPS, LONGEST_DTS, SCALES, STEPS_OF_FRAME, Within};

/// Why a setting of the clock was refused.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TimeError {
    /// The fixed step is not from 0.000001 to 1,000,000,000 seconds.
    BadStep {
        /// The fixed step, in seconds.
        seconds: f32,
    },
    /// A frame cannot have more than 1,000,000 fixed steps.
    TooManySteps {
        /// The number of fixed steps.
        steps: u32,
    },
    /// The time scale is not from 0 to 1,000,000.
    BadScale {
        /// The time scale.
        scale: f32,
    },
    /// The longest time step is not from 0 to 1,000,000,000 seconds.
    BadLimit {
        /// The longest time step, in seconds.
        seconds: f32,
    },
    /// The world is closing.
    World(WorldError),
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadStep { seconds } => {
                let bounds = Within(&FIXED_STEPS);
                write!(f, "cannot make fixed steps of {seconds} seconds: the step must be {bounds}")
            }
            Self::TooManySteps { steps } => {
                let bounds = Within(&STEPS_OF_FRAME);
                write!(f, "cannot have {steps} fixed steps in a frame: the number must be {bounds}")
            }
            Self::BadScale { scale } => {
                write!(f, "cannot scale time by {scale}: the factor must be {}", Within(&SCALES))
            }
            Self::BadLimit { seconds } => {
                let bounds = Within(&LONGEST_DTS);
                write!(f, "cannot limit time steps to {seconds} seconds: the limit must be {bounds}")
            }
            Self::World(error) => write!(f, "cannot set the clock: {error}"),
        }
    }
}

impl core::error::Error for TimeError {}
