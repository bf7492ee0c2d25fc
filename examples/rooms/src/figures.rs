//! What rooms and hosts measure of themselves: [`RoomFigures`], [`HostFigures`].

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::room::Frame;

/// A minute, in nanoseconds: what takes longer counts as that.
const LONGEST: u64 = 60_000_000_000;

/// What a room has measured of itself.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct RoomFigures {
    /// The frame in which the world is.
    pub frame: u64,
    /// How many frames have run, also those that were lost when the room was put back.
    pub frames: u64,
    /// How many frames there was no time for.
    pub skipped: u64,
    /// The room has each so many-th frame only: 1 is all of them.
    pub every: u32,
    /// How long a frame takes: the median of the last ones.
    pub typical: Duration,
    /// How long the longest frame has taken.
    pub worst: Duration,
    /// How often the room was put back after a panic.
    pub restores: u64,
    /// How often the room could not be saved, because something was under way.
    pub unsaved: u64,
    /// How many entities live in the room: counted when it was saved last.
    pub objects: usize,
    /// The bytes that the stores of its world have reserved: counted when it was saved last.
    pub bytes: usize,
}

/// What a host has measured of the frames of all its rooms.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HostFigures {
    /// How long all frames have taken together.
    pub busy: Duration,
    /// How long each frame has taken, in nanoseconds.
    pub times: Histogram<u64>,
    /// How much later than it should each frame has begun, in nanoseconds.
    pub lateness: Histogram<u64>,
    /// How many frames there was no time for.
    pub skipped: u64,
}

impl HostFigures {
    pub(crate) fn new() -> Self {
        let histogram = || Histogram::new_with_max(LONGEST, 3).expect("three digits can be kept");
        Self { busy: Duration::ZERO, times: histogram(), lateness: histogram(), skipped: 0 }
    }

    pub(crate) fn note(&mut self, frame: &Frame) {
        self.busy += frame.took;
        self.times.saturating_record(nanoseconds(frame.took));
        self.lateness.saturating_record(nanoseconds(frame.late));
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
