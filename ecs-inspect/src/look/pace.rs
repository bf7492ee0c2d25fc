//! [`Pace`]: how long a job may go on in this frame, and whether it has to come to an end.

use core::time::Duration;
use std::time::Instant;

/// Before who has asked gives up, a job answers what it has.
const IN_TIME: Duration = Duration::from_millis(200);

/// How long a job may go on.
pub(crate) struct Pace {
    end: Instant,
    is_last: bool,
}

impl Pace {
    /// Until this moment, in this frame; who has asked gives up at another one.
    pub(crate) fn new(end: Instant, gives_up: Instant) -> Self {
        Self { end, is_last: Instant::now() + IN_TIME >= gives_up }
    }

    /// Says whether the rest waits for the next frame.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Says whether there is no next frame for the job: it answers what it has.
    pub(super) fn is_last(&self) -> bool {
        self.is_last
    }
}
