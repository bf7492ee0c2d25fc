//! [`World::set_timings`]: whether frames are timed.

use crate::base::now;
use crate::error::{TimeError, or_fail};

use super::current::with_current_or_new;
use super::public::World;

/// Timings of the current world, which is made if there is none.
impl World {
    /// Times what each frame does, from the next one on, or no longer: [`WorldStats::passes`] has the rows
    /// and the time of each pass, system and sync point, and prints them. Off if it is never called.
    ///
    /// Costs some 90 ns a pass while it is on. While it is off a pass reads a flag, and nothing is
    /// allocated. To switch off takes effect at once, and forgets all that was timed. A frame that stops, by
    /// a panic or an error, does not count. Each world has its own timings. There is a feature of cargo too,
    /// `tracing`, which hands over each frame to a profiler.
    ///
    /// [`WorldStats::passes`]: crate::WorldStats::passes
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World, update_all};
    ///
    /// #[derive(Component, Default)]
    /// struct Plane { x: f32 }
    ///
    /// impl Plane {
    ///     fn update(&mut self, dt: f32) {
    ///         self.x += dt;
    ///     }
    /// }
    ///
    /// Entity::spawn().add::<Plane>();
    /// World::set_timings(true);
    /// for _ in 0..60 {
    ///     update_all(1.0 / 60.0);
    /// }
    /// let stats = World::stats();
    /// assert_eq!(stats.timed_frames, 60);
    /// println!("{stats}"); // a line for each pass among other things
    ///
    /// World::set_timings(false);
    /// assert!(World::stats().passes.is_empty());
    /// ```
    ///
    /// # Panics
    ///
    /// If the target has no clock, as `wasm32-unknown-unknown`, unless it switches off; while the world is
    /// closing. [`try_set_timings`](Self::try_set_timings) is the soft form.
    #[track_caller]
    pub fn set_timings(on: bool) {
        or_fail(Self::try_set_timings(on));
    }

    /// Times what each frame does or no longer, as [`set_timings`](Self::set_timings), or says why not.
    ///
    /// # Errors
    ///
    /// [`TimeError::NoClock`] if the target has no clock, unless it switches off;
    /// [`TimeError::Untimed`] while the world is closing.
    #[track_caller]
    pub fn try_set_timings(on: bool) -> Result<(), TimeError> {
        if on && now().is_none() {
            return Err(TimeError::NoClock);
        }
        with_current_or_new(|core| core.frames.timings().set(on)).map_err(TimeError::Untimed)
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::time::Instant;

    use super::with_current_or_new;
    use crate::{World, update_all};

    fn keep_until(until: Instant) {
        with_current_or_new(|core| core.frames.timings().keep_until(until)).expect("a world");
    }

    /// How many frames were timed when one more is over.
    fn frames() -> u64 {
        update_all(0.1);
        World::stats().timed_frames
    }

    #[test]
    fn g2_timings_that_are_kept_for_a_while_go_off_by_themselves() {
        World::new().enter(|| {
            let (over, later) = (Instant::now(), Instant::now() + Duration::from_secs(1000));
            keep_until(later);
            keep_until(over);
            assert_eq!([frames(), frames()], [1, 2], "the later moment counts");
            World::set_timings(false);
            assert_eq!(frames(), 0, "the user has the last word");
            keep_until(over);
            assert_eq!([frames(), frames()], [0, 0]);
        });
    }

    #[test]
    fn g2_timings_that_the_user_has_switched_on_stay_on() {
        World::new().enter(|| {
            World::set_timings(true);
            keep_until(Instant::now());
            assert_eq!([frames(), frames()], [1, 2]);
        });
        World::new().enter(|| {
            keep_until(Instant::now() + Duration::from_secs(1000));
            World::set_timings(true);
            keep_until(Instant::now());
            assert_eq!([frames(), frames()], [1, 2]);
        });
    }
}
