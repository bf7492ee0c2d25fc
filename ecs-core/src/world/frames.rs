//! [`Frames`]: the clock of a world, whether a frame runs, and how long its parts take.

use core::cell::{Cell, Ref, RefCell, RefMut};
use core::time::Duration;
use std::time::Instant;

use crate::base::OnDrop;

use super::clock::Clock;
use super::timings::Timings;

/// The frames of a world.
///
/// Invariant: at most one frame, or part of a frame, runs at a time, from [`Frames::begin`] until its result
/// is dropped. After that the clock shows the time step of the last frame.
#[derive(Default)]
pub(crate) struct Frames {
    clock: RefCell<Clock>,
    is_running: Cell<bool>,
    /// When the last measured frame began.
    last_measured: Cell<Option<Instant>>,
    /// The number of time steps in a row that were longer than a second, until that was reported.
    long_steps: Cell<u8>,
    timings: Timings,
}

/// This number of long time steps in a row is reported.
const SUSPICIOUS: u8 = 3;

impl Frames {
    #[inline]
    pub(crate) fn clock(&self) -> Ref<'_, Clock> {
        self.clock.borrow()
    }

    #[inline]
    pub(crate) fn clock_mut(&self) -> RefMut<'_, Clock> {
        self.clock.borrow_mut()
    }

    /// The number of the current frame, for messages: `None` while the clock is set.
    pub(super) fn number(&self) -> Option<u64> {
        Some(self.clock.try_borrow().ok()?.frame)
    }

    /// The time of the world, in seconds.
    pub(crate) fn now(&self) -> f64 {
        self.clock.borrow().elapsed
    }

    /// Times the parts of a frame.
    #[inline]
    pub(crate) fn timings(&self) -> &Timings {
        &self.timings
    }

    /// Begins a frame, or a part of one. No other begins until the result is dropped.
    pub(crate) fn begin(&self) -> OnDrop<impl FnMut()> {
        self.is_running.set(true);
        OnDrop(|| {
            self.is_running.set(false);
            self.clock.borrow_mut().end_pass();
        })
    }

    /// Says whether a frame runs, or a part of one.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running.get()
    }

    /// The time since the last measured frame began: zero before the first.
    pub(crate) fn since_last_measured(&self, now: Instant) -> Duration {
        self.last_measured.get().map_or(Duration::ZERO, |last| now.saturating_duration_since(last))
    }

    /// Notes when a measured frame begins.
    pub(crate) fn note_measured(&self, now: Instant) {
        self.last_measured.set(Some(now));
    }

    /// Notes a time step that was given. Says once whether they look like milliseconds: several in a row are
    /// longer than a second.
    pub(crate) fn look_like_milliseconds(&self, dt: f32) -> bool {
        let long = self.long_steps.get();
        if long == SUSPICIOUS {
            return false;
        }
        self.long_steps.set(if dt > 1.0 { long + 1 } else { 0 });
        self.long_steps.get() == SUSPICIOUS
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Frames, Instant};

    #[test]
    fn d5_a_measured_frame_has_the_time_since_the_last_one() {
        let (frames, start) = (Frames::default(), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(frames.since_last_measured(at(500)), Duration::ZERO);
        frames.note_measured(at(500));
        assert_eq!(frames.since_last_measured(at(516)), Duration::from_millis(16));
        // One that was refused has not begun: its time is in the next.
        assert_eq!(frames.since_last_measured(at(533)), Duration::from_millis(33));
        frames.note_measured(at(533));
        assert_eq!(frames.since_last_measured(at(533)), Duration::ZERO);
    }

    #[test]
    fn d5_three_long_frames_in_a_row_are_reported_once() {
        let frames = Frames::default();
        let looks = |dts: &[f32]| dts.iter().map(|&dt| frames.look_like_milliseconds(dt)).collect::<Vec<_>>();
        assert_eq!(looks(&[16.7, 16.7, 1.0, 16.7, 16.7]), [false; 5]);
        assert_eq!(
            looks(&[16.7, 16.7, 16.7, 16.7, 0.1, 2.0, 2.0, 2.0]),
            [true, false, false, false, false, false, false, false]
        );
    }
}
