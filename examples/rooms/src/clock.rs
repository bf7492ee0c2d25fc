//! [`Clock`]: what time it is, for all rooms of a process. A test has one that it sets.

use std::time::{Duration, Instant};

/// Says what time it is.
pub trait Clock: Send + Sync + 'static {
    /// The time since some moment, which is the same at each call.
    fn now(&self) -> Duration;
}

/// The time that passes.
pub struct RealClock(Instant);

impl RealClock {
    /// Begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for RealClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
