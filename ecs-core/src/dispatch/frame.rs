//! [`World::frame`]: a frame that measures its time step itself; [`Step`]: the time step of a frame.

use std::time::Instant;

use crate::error::UpdateError;
use crate::store::CallSite;
use crate::warning::warn;
use crate::world::{World, WorldCore};

use super::{expect_run, run_frame};

/// The time step of a frame.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// So many seconds.
    Given(f32),
    /// Since the last measured frame, until now.
    Measured(Instant),
}

impl Step {
    pub(super) fn given(self) -> Option<f32> {
        match self {
            Self::Given(dt) => Some(dt),
            Self::Measured(_) => None,
        }
    }

    /// The seconds that the frame takes, and those that have gone by.
    pub(super) fn length(self, core: &WorldCore) -> (f32, f64) {
        match self {
            Self::Given(dt) => (dt, f64::from(dt)),
            Self::Measured(now) => {
                let real = core.frames.since_last(now).as_secs_f64();
                (core.clock.borrow().cut(real), real)
            }
        }
    }

    /// Notes that the frame begins. In debug builds it warns of what looks like milliseconds.
    pub(super) fn begin(self, core: &WorldCore) {
        match self {
            Self::Measured(now) => core.frames.begin(now),
            Self::Given(dt) if cfg!(debug_assertions) && core.frames.look_like_milliseconds(dt) => {
                warn(format_args!(
                    "ecs-core: `update_all` was given {dt} and more than 1 three times in a row: is `dt` in milliseconds? It wants seconds: \
                     `update_all(millis / 1000.0)`; or call `World::frame()`, which measures the time itself"
                ))
            }
            Self::Given(_) => {}
        }
    }
}

/// A frame of the current world.
impl World {
    /// Runs a frame of the current world as [`update_all`](crate::update_all), by the time since this world's last `frame`:
    /// 0 in the first one.
    ///
    /// It takes at most a quarter of a second, so that a hitch does not throw everything through the walls.
    /// [`Time::real_dt`](crate::Time::real_dt) and [`real_elapsed`](crate::Time::real_elapsed) tell the whole. The [time
    /// scale](World::set_time_scale) comes after that.
    ///
    /// ```
    /// use ecs_core::{World, time};
    /// # ecs_core::Entity::spawn();
    ///
    /// for _ in 0..3 {
    ///     // Read the keys.
    ///     World::frame();
    ///     // Draw.
    /// }
    /// assert_eq!(time().frame(), 3);
    /// assert!(time().elapsed() <= 0.5);
    /// ```
    ///
    /// For tests, replays and servers, where the same calls are to give the same results, use `update_all`. One that is
    /// refused has not begun: its time is in the next.
    ///
    /// # Panics
    ///
    /// As [`update_all`](crate::update_all). [`try_frame`](Self::try_frame) is the soft form.
    #[track_caller]
    pub fn frame() {
        let site = CallSite::here();
        expect_run("World::frame", None, run_frame(Step::Measured(Instant::now()), site), site);
    }

    /// Runs a frame of the current world as [`frame`](Self::frame), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_update_all`](crate::try_update_all), but for [`UpdateError::LongDt`].
    ///
    /// # Panics
    ///
    /// If a hook does, or something that was sent.
    #[track_caller]
    pub fn try_frame() -> Result<(), UpdateError> {
        run_frame(Step::Measured(Instant::now()), CallSite::here())
    }
}
