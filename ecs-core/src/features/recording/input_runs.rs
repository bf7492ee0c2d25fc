//! [`InputRuns`]: the inputs of all frames, one after the other. Equal ones that follow each other are kept
//! once.

use core::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The inputs and time steps of all frames.
#[derive(Default)]
pub(super) struct InputRuns {
    runs: Vec<Run>,
    /// The inputs, as postcard writes them.
    bytes: Vec<u8>,
    frames: u64,
    /// Room for the next input.
    room: Vec<u8>,
}

/// Frames with the same input and the same time step.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) count: u32,
    pub(super) dt: f32,
    /// Where its input ends; it begins where that of the run before ends.
    end: usize,
}

impl InputRuns {
    pub(super) fn frames(&self) -> u64 {
        self.frames
    }

    /// Adds a frame.
    pub(super) fn push<Input: Serialize>(&mut self, input: &Input, dt: f32) -> Result<(), String> {
        self.push_run(input, dt, 1)
    }

    /// Adds frames with the same input.
    pub(super) fn push_run<Input: Serialize>(
        &mut self,
        input: &Input,
        dt: f32,
        count: u32,
    ) -> Result<(), String> {
        if !is_time(dt) {
            return Err(format!("a frame cannot take {dt} seconds"));
        }
        self.room.clear();
        let room = std::mem::take(&mut self.room);
        self.room = postcard::to_extend(input, room).map_err(|error| error.to_string())?;
        self.frames += u64::from(count);
        let last = self.runs.len().checked_sub(1);
        if let Some(last) = last.filter(|&last| self.bytes[self.place(last)] == self.room) {
            let run = &mut self.runs[last];
            let more = run.count.checked_add(count).filter(|_| run.dt.to_bits() == dt.to_bits());
            if let Some(more) = more {
                run.count = more;
                return Ok(());
            }
        }
        self.bytes.extend_from_slice(&self.room);
        self.runs.push(Run { count, dt, end: self.bytes.len() });
        Ok(())
    }

    /// Where the input of a run lies.
    fn place(&self, run: usize) -> Range<usize> {
        let start = run.checked_sub(1).map_or(0, |before| self.runs[before].end);
        start..self.runs[run].end
    }

    /// Yields all runs with their inputs.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Run, &[u8])> {
        self.runs.iter().enumerate().map(|(place, run)| (*run, &self.bytes[self.place(place)]))
    }
}

/// Reads an input as it was kept.
pub(super) fn read_input<Input: DeserializeOwned>(bytes: &[u8]) -> Result<Input, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}

/// Says whether a frame can take this time.
pub(super) fn is_time(dt: f32) -> bool {
    dt.is_finite() && dt >= 0.0
}
