//! [`Settings`]: what the rooms of a host have in common.

use std::time::Duration;

/// How a host runs its rooms.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many threads run rooms: as many as cores.
    pub threads: usize,
    /// How many frames a second a room has.
    pub rate: u32,
    /// How long a frame of a room may take. A room that takes longer has fewer frames.
    pub budget: Duration,
    /// Each so many frames clients get the state of their room.
    pub frames_per_state: u64,
    /// So many states wait for a client. One that is slower loses the oldest.
    pub states_waiting: usize,
    /// So many orders of a client wait for the next frame of its room.
    pub orders_waiting: usize,
    /// Each so many frames a room is saved, to be put back after a panic.
    pub frames_per_snapshot: u64,
    /// So many of these are kept.
    pub snapshots: usize,
}

impl Settings {
    /// The time from one frame to the next.
    #[must_use]
    pub fn period(&self) -> Duration {
        Duration::from_secs(1) / self.rate.max(1)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            rate: 60,
            budget: Duration::from_micros(500),
            frames_per_state: 3,
            states_waiting: 4,
            orders_waiting: 4,
            frames_per_snapshot: 60,
            snapshots: 2,
        }
    }
}
