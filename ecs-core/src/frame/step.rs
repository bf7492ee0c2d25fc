//! [`TimeStep`]: the time step of a frame.

use std::time::Instant;

use crate::base::warn;
use crate::world::WorldCore;

/// The time step of a frame.
#[derive(Clone, Copy)]
pub(super) enum TimeStep {
    /// So many seconds.
    Given(f32),
    /// Since the last measured frame, until now.
    Measured(Instant),
    /// As that of a frame that has run before, and the seconds that had gone by then.
    Repeated { dt: f32, real: f64 },
}

impl TimeStep {
    pub(super) fn given(self) -> Option<f32> {
        match self {
            Self::Given(dt) | Self::Repeated { dt, .. } => Some(dt),
            Self::Measured(_) => None,
        }
    }

    /// The seconds that the frame takes, and those that have gone by.
    pub(super) fn length(self, core: &WorldCore) -> (f32, f64) {
        match self {
            Self::Given(dt) => (dt, f64::from(dt)),
            Self::Repeated { dt, real } => (dt, real),
            Self::Measured(now) => {
                let real = core.frames.since_last_measured(now).as_secs_f64();
                (core.frames.clock().cut(real), real)
            }
        }
    }

    /// Notes that the frame begins. In debug builds it warns of what looks like milliseconds.
    pub(super) fn begin(self, core: &WorldCore) {
        match self {
            Self::Measured(now) => core.frames.note_measured(now),
            Self::Given(dt) if cfg!(debug_assertions) && core.frames.look_like_milliseconds(dt) => {
                warn(format_args!(
                    "ecs-core: `update_all` was given more than 1 three times in a row, now {dt}: is `dt` \
                     in milliseconds? It wants seconds: `update_all(millis / 1000.0)`; or call \
                     `World::frame()`, which measures the time itself"
                ))
            }
            Self::Given(_) | Self::Repeated { .. } => {}
        }
    }
}
