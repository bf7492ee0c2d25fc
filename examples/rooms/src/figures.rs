//! What rooms and workers measure of themselves: [`RoomFigures`], [`WorkerFigures`].

use std::time::Duration;

use hdrhistogram::Histogram;

/// What a room has measured of itself.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct RoomFigures {
    /// The frame in which the world is.
    pub frame: u64,
    /// How many frames have run, also those that were lost when the room was put back.
    pub frames: u64,
    /// How many frames there was no time for, because the worker was late.
    pub skipped: u64,
    /// The room has each so many-th frame only: 1 is all of them.
    pub every: u32,
    /// How long a frame takes: the median of the last ones.
    pub typical: Duration,
    /// How long the longest frame has taken.
    pub worst: Duration,
    /// How often the room was put back after a panic.
    pub restores: u64,
    /// How many entities live in the room: counted when it was saved last.
    pub objects: usize,
    /// The bytes that the stores of its world have reserved: counted when it was saved last.
    pub bytes: usize,
    /// The worker on which it runs.
    pub worker: usize,
}

/// What a worker has measured of its rooms' frames.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkerFigures {
    /// How many rooms it has.
    pub rooms: usize,
    /// How long all frames have taken together.
    pub busy: Duration,
    /// How long each frame has taken, in nanoseconds.
    pub times: Histogram<u64>,
    /// How much later than it should each frame has begun, in nanoseconds.
    pub lateness: Histogram<u64>,
    /// How many frames there was no time for.
    pub skipped: u64,
}

/// A minute, in nanoseconds: what takes longer counts as that.
const LONGEST: u64 = 60_000_000_000;

impl WorkerFigures {
    pub(crate) fn new() -> Self {
        let histogram = || Histogram::new_with_max(LONGEST, 3).expect("three digits can be kept");
        Self { rooms: 0, busy: Duration::ZERO, times: histogram(), lateness: histogram(), skipped: 0 }
    }

    pub(crate) fn note(&mut self, took: Duration, late: Duration) {
        self.busy += took;
        self.times.saturating_record(nanoseconds(took));
        self.lateness.saturating_record(nanoseconds(late));
    }

    /// Adds those of another worker, or of the same one at another time.
    pub fn add(&mut self, other: &Self) {
        self.rooms += other.rooms;
        self.busy += other.busy;
        self.skipped += other.skipped;
        self.times += &other.times;
        self.lateness += &other.lateness;
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
