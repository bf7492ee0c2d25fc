//! [`time`]: the time of the current world, and the settings of its clock.

use super::clock::Clock;
use super::current::{with_current, with_current_or_new};
use super::public::World;
use crate::base::bounds::{FIXED_STEPS, LONGEST_DTS, SCALES, STEPS_OF_FRAME, within};
use crate::base::warn;

/// Returns the time of the current world. If there is no world, or while the world is closing, returns the
/// time of a new world.
///
/// ```
/// use ecs_core::{Component, Entity, time, update_all};
///
/// #[derive(Component, Default)]
/// struct Lamp { is_on: bool }
///
/// impl Lamp {
///     fn update(&mut self) {
///         self.is_on = time().elapsed() % 2.0 < 1.0; // blinks
///     }
/// }
///
/// let lamp = Entity::spawn().add::<Lamp>();
/// update_all(0.5);
/// assert!(lamp.borrow().is_on);
/// update_all(1.0);
/// assert!(!lamp.borrow().is_on);
/// ```
#[must_use]
#[track_caller]
pub fn time() -> Time {
    Time { clock: with_current(|core| *core.frames.clock()).unwrap_or_default() }
}

/// The time of a world, in seconds. Comes from [`time`], and is a parameter of hooks.
///
/// [`update_all`](crate::update_all) and [`World::frame`] advance it. With the same calls of `update_all`,
/// the times are the same.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Time {
    clock: Clock,
}

/// Gives parts of the clock.
macro_rules! parts_of_clock {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $part:ident;)*) => {
        impl Time {
            $($(#[$doc])*
            #[must_use]
            pub const fn $name(&self) -> $type {
                self.clock.$part
            })*
        }
    };
}

parts_of_clock! {
    /// Returns the time step: in `fixed_update` the [fixed step](Self::fixed_step), in the other hooks and
    /// outside of hooks the time step of the frame.
    dt: f32 = dt;

    /// Returns the time step of the frame as it was given or [measured](World::frame), without the time
    /// scale, the pause and the limit: for menus and other objects that move during a pause.
    real_dt: f32 = real_dt;

    /// Returns the sum of the time steps of all frames, including the running one.
    elapsed: f64 = elapsed;

    /// Returns the sum of the time steps of all frames as they were given or measured.
    real_elapsed: f64 = real_elapsed;

    /// Returns the number of the frame: 1 in the first one, 0 before.
    frame: u64 = frame;

    /// Returns the factor by which time runs faster; 1 unless [`World::set_time_scale`] was called.
    scale: f32 = scale;

    /// Says whether time is paused, by [`World::set_paused`].
    is_paused: bool = is_paused;

    /// Returns the length of a fixed step; 1/60 unless [`World::set_fixed_step`] was called.
    fixed_step: f32 = step;

    /// Returns the number of fixed steps that have begun.
    fixed_steps: u64 = steps;

    /// Returns the sum of the fixed steps that have begun.
    fixed_elapsed: f64 = fixed_elapsed;

    /// Returns the number of fixed steps that were skipped, because a frame would have had too many: see
    /// [`World::set_most_fixed_steps`].
    skipped_steps: u64 = skipped;
}

impl Time {
    /// Returns the time that no fixed step has covered yet: less than a step.
    #[must_use]
    pub const fn remainder(&self) -> f64 {
        self.clock.remainder.max(0.0)
    }

    /// Returns the [remainder](Self::remainder) as a part of a fixed step, from 0 to 1: how far to draw
    /// between the last step and the next.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        (self.clock.remainder / f64::from(self.clock.step)).clamp(0.0, 1.0) as f32
    }
}

/// The clock of the current world, which is made if there is none. In a hook they set what the next frame
/// does, and the next fixed step. While the world is closing they do nothing.
impl World {
    /// Sets the length of the fixed steps in seconds; 1/60 if it is never called. A step begins when its time
    /// is full, or nearly: when a ten-thousandth of it is missing. In debug builds, steps of five seconds and
    /// more are reported on stderr: they may be a number of steps a second.
    ///
    /// # Panics
    ///
    /// If it is not from 0.000001 to 1,000,000,000.
    #[track_caller]
    pub fn set_fixed_step(seconds: f32) {
        assert!(
            FIXED_STEPS.contains(&seconds),
            "cannot make fixed steps of {seconds} seconds: the step must be {}",
            within(&FIXED_STEPS)
        );
        if cfg!(debug_assertions) && seconds >= 5.0 {
            warn(format_args!(
                "ecs-core: `set_fixed_step` was given {seconds} seconds: 60 steps a second are \
                 `set_fixed_step(1.0 / 60.0)`"
            ));
        }
        set(|clock| clock.step = seconds);
    }

    /// Sets the greatest number of fixed steps in a frame. By default a frame has at most as many as a
    /// quarter of a second needs with the time scale, 15 of 1/60 s, but at least 8 and at most 10,000. A
    /// longer frame skips the other steps, so that slow steps do not make the next frame longer still. With 0
    /// there are no fixed updates.
    ///
    /// # Panics
    ///
    /// If there are more than 1,000,000.
    #[track_caller]
    pub fn set_most_fixed_steps(steps: u32) {
        assert!(
            STEPS_OF_FRAME.contains(&steps),
            "cannot have {steps} fixed steps in a frame: the number must be {}",
            within(&STEPS_OF_FRAME)
        );
        set(|clock| clock.most_steps = Some(steps));
    }

    /// Sets the factor by which time goes faster: 0.5 is slow motion. Hooks get time steps that are
    /// multiplied by it.
    ///
    /// # Panics
    ///
    /// If it is not from 0 to 1,000,000.
    #[track_caller]
    pub fn set_time_scale(scale: f32) {
        assert!(
            SCALES.contains(&scale),
            "cannot scale time by {scale}: the factor must be {}",
            within(&SCALES)
        );
        set(|clock| clock.scale = scale);
    }

    /// Pauses or continues the time. In a pause, `update` and `late_update` run with a time step of 0, and no
    /// fixed step begins.
    #[doc(alias = "pause")]
    #[track_caller]
    pub fn set_paused(paused: bool) {
        set(|clock| clock.is_paused = paused);
    }

    /// Sets the longest time step in seconds that [`update_all`](crate::update_all) accepts: an hour by
    /// default. A longer one is refused as a mistake, such as milliseconds or a date.
    ///
    /// # Panics
    ///
    /// If it is not from 0 to 1,000,000,000.
    #[track_caller]
    pub fn set_longest_dt(seconds: f32) {
        assert!(
            LONGEST_DTS.contains(&seconds),
            "cannot limit time steps to {seconds} seconds: the limit must be {}",
            within(&LONGEST_DTS)
        );
        set(|clock| clock.longest_dt = seconds);
    }
}

/// Changes the clock. That of a world that is closing shows no time any more, and stays.
#[track_caller]
fn set(change: impl FnOnce(&mut Clock)) {
    _ = with_current_or_new(|core| change(&mut core.frames.clock_mut()));
}

impl super::core::WorldCore {
    /// Lets the world go on from another time. What waits for its time has as long to wait as before.
    pub(crate) fn go_on_from(&self, clock: Clock) {
        let (before, frame) = (self.frames.now(), self.frames.clock().frame);
        self.frames.clock_mut().go_on_from(clock, self.frames.is_running());
        self.log.removals().renumber_frames(frame, clock.frame);
        let by = self.frames.now() - before;
        self.parts.saved().iter().for_each(|part| part.shift(by));
    }
}
