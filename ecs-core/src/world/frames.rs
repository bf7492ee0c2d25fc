//! [`Frames`]: when the last measured frame began, and whether time steps look like milliseconds.

use core::cell::Cell;
use core::time::Duration;
use std::time::Instant;

/// What is known of the frames of a world, apart from its clock.
#[derive(Default)]
pub(crate) struct Frames {
    /// When the last measured frame began.
    last: Cell<Option<Instant>>,
    /// How many in a row were longer than a second, until that was reported.
    long: Cell<u8>,
}

/// So many long frames in a row are no accident.
const SUSPICIOUS: u8 = 3;

impl Frames {
    /// The time since the last measured frame began: none before the first.
    pub(crate) fn since_last(&self, now: Instant) -> Duration {
        self.last.get().map_or(Duration::ZERO, |last| now.saturating_duration_since(last))
    }

    /// Notes when a measured frame begins.
    pub(crate) fn begin(&self, now: Instant) {
        self.last.set(Some(now));
    }

    /// Notes a time step that was given. Says once whether they look like milliseconds: several in a row are
    /// longer than a second.
    pub(crate) fn look_like_milliseconds(&self, dt: f32) -> bool {
        let long = self.long.get();
        if long == SUSPICIOUS {
            return false;
        }
        self.long.set(if dt > 1.0 { long + 1 } else { 0 });
        self.long.get() == SUSPICIOUS
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Frames, Instant};

    #[test]
    fn d5_a_measured_frame_has_the_time_since_the_last_one() {
        let (frames, start) = (Frames::default(), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(frames.since_last(at(500)), Duration::ZERO);
        frames.begin(at(500));
        assert_eq!(frames.since_last(at(516)), Duration::from_millis(16));
        // One that was refused has not begun: its time is in the next.
        assert_eq!(frames.since_last(at(533)), Duration::from_millis(33));
        frames.begin(at(533));
        assert_eq!(frames.since_last(at(533)), Duration::ZERO);
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
