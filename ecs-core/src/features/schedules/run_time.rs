//! [`RunTime`]: how long a system takes.

use core::time::Duration;

use crate::base::now;
use crate::frame::WORTH_SHARING;

/// How long a system takes, smoothed over some of its last runs.
#[derive(Default)]
pub(super) struct RunTime {
    time: Option<Duration>,
    runs: u8,
}

/// One of so many runs is measured: to ask for the time twice takes longer than a small system.
const SAMPLE: u8 = 8;

impl RunTime {
    /// Runs, and measures that at first and now and then, if there is a clock.
    pub(super) fn measure(&mut self, run: impl FnOnce()) {
        self.runs = self.runs.wrapping_add(1);
        if self.time.is_some() && !self.runs.is_multiple_of(SAMPLE) {
            return run();
        }
        let begun = now();
        run();
        if let Some(begun) = begun {
            let now = begun.elapsed();
            self.time = Some(self.time.map_or(now, |before| (before * 3 + now) / 4));
        }
    }

    /// Says whether it pays to wake another thread for it.
    pub(super) fn is_long(&self) -> bool {
        self.time.is_some_and(|run_time| run_time > WORTH_SHARING)
    }
}
