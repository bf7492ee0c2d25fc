//! What can go wrong with a timer: [`TimerError`].

use core::fmt;
use ecs_derive::Sentence;

use crate::base::bounds::{DELAYS, PERIODS, within};
use crate::error::WorldError;
use crate::ids::Entity;

/// Why there is no timer.
#[derive(Clone, Copy, PartialEq, Sentence)]
#[non_exhaustive]
pub enum TimerError {
    /// The delay is not from 0 to 1,000,000,000 seconds.
    #[says("cannot wait for {seconds} seconds: the time must be {}", within(&DELAYS))]
    BadDelay {
        /// The delay, in seconds.
        seconds: f32,
    },
    /// The period is not from 0.0001 to 1,000,000,000 seconds.
    #[says("cannot do something every {seconds} seconds: the period must be {}", within(&PERIODS))]
    BadPeriod {
        /// The period, in seconds.
        seconds: f32,
    },
    /// The component or the entity that was to have it is dead.
    #[says(write_dead)]
    Dead {
        /// The component's type, if it was to have it.
        component: Option<&'static str>,
        /// The entity.
        entity: Entity,
    },
    /// There is no world that takes calls.
    #[says("cannot make a timer: {error}")]
    World(WorldError),
}

fn write_dead(f: &mut fmt::Formatter<'_>, component: &Option<&'static str>, entity: &Entity) -> fmt::Result {
    match component {
        Some(component) => write!(f, "cannot make a timer for {component} of {entity:?}: it is dead"),
        None => write!(f, "cannot make a timer for {entity:?}: it is dead"),
    }
}
