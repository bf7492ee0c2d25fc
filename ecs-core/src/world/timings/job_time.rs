//! [`JobTime`]: how long the parts of a job take, on all threads that run them.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use core::time::Duration;

use crate::base::now;

/// How long the parts of a job have taken until now, on all threads.
#[derive(Default)]
pub(crate) struct JobTime {
    parts: AtomicU32,
    nanos: AtomicU64,
    is_shared: AtomicBool,
}

impl JobTime {
    /// Runs a part, which says whether there was one.
    pub(crate) fn part(&self, run: impl FnOnce() -> bool) -> bool {
        let begun = now();
        let has_run = run();
        if has_run && let Some(begun) = begun {
            let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.nanos.fetch_add(nanos, Ordering::Relaxed);
            self.parts.fetch_add(1, Ordering::Relaxed);
        }
        has_run
    }

    /// Notes that several threads run it.
    pub(crate) fn share(&self) {
        self.is_shared.store(true, Ordering::Relaxed);
    }

    /// What all parts have taken together.
    pub(super) fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed))
    }

    /// How many parts several threads have run, and what these took; none if one thread has run all.
    pub(super) fn shared(&self) -> (u32, Duration) {
        match self.is_shared.load(Ordering::Relaxed) {
            true => (self.parts.load(Ordering::Relaxed), self.time()),
            false => (0, Duration::ZERO),
        }
    }
}
