//! What can go wrong with a timer: [`TimerError`].

use core::fmt;

use super::world::WorldError;
use crate::base::bounds::{DELAYS, PERIODS, Within};
use crate::ids::Entity;

/// Why there is no timer.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TimerError {
    /// The delay is not from 0 to 1,000,000,000 seconds.
    BadDelay {
        /// The delay, in seconds.
        seconds: f32,
    },
    /// The period is not from 0.0001 to 1,000,000,000 seconds.
    BadPeriod {
        /// The period, in seconds.
        seconds: f32,
    },
    /// The component or the entity that was to have it is dead.
    Dead {
        /// The component's type, if it was to have it.
        component: Option<&'static str>,
        /// The entity.
        entity: Entity,
    },
    /// There is no world that takes calls.
    World(WorldError),
}

impl fmt::Display for TimerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadDelay { seconds } => {
                write!(f, "cannot wait for {seconds} seconds: the time must be {}", Within(&DELAYS))
            }
            Self::BadPeriod { seconds } => {
                let bounds = Within(&PERIODS);
                write!(f, "cannot do something every {seconds} seconds: the period must be {bounds}")
            }
            Self::Dead { component: Some(component), entity } => {
                write!(f, "cannot make a timer for {component} of {entity:?}: it is dead")
            }
            Self::Dead { component: None, entity } => {
                write!(f, "cannot make a timer for {entity:?}: it is dead")
            }
            Self::World(error) => write!(f, "cannot make a timer: {error}"),
        }
    }
}

impl core::error::Error for TimerError {}
