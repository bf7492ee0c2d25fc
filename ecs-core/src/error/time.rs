//! What can go wrong with the settings of a clock: [`TimeError`].

use core::fmt;

use super::world::WorldError;

/// Why a setting of the clock was refused.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TimeError {
    /// The fixed step is not finite and greater than 0.
    BadStep {
        /// The fixed step, in seconds.
        seconds: f32,
    },
    /// The time scale is not finite, or is negative.
    BadScale {
        /// The time scale.
        scale: f32,
    },
    /// The longest time step is not finite, or is negative.
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
                write!(
                    f,
                    "cannot make fixed steps of {seconds} seconds: the step must be finite and greater than 0"
                )
            }
            Self::BadScale { scale } => {
                write!(f, "cannot scale time by {scale}: the factor must be finite and not negative")
            }
            Self::BadLimit { seconds } => {
                write!(
                    f,
                    "cannot limit time steps to {seconds} seconds: the limit must be finite and not negative"
                )
            }
            Self::World(error) => write!(f, "cannot set the clock: {error}"),
        }
    }
}

impl core::error::Error for TimeError {}
