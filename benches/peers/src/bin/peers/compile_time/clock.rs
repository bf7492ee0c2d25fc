//! What a child process takes: time on the wall, and time of processors where the system tells.

use std::fs;
use std::time::Instant;

/// Seconds.
#[derive(Clone, Copy)]
pub struct Taken {
    /// From the start to the end.
    pub wall: f64,
    /// Of all processors together, in steps of 10 ms: only on Linux. A busy machine disturbs it less.
    pub cpu: Option<f64>,
}

impl Taken {
    /// What no clock measures: bytes or lines.
    pub fn exactly(figure: f64) -> Self {
        Self { wall: figure, cpu: None }
    }
}

/// Runs a function that waits for child processes, and returns what these took.
pub fn measure<E>(f: impl FnOnce() -> Result<(), E>) -> Result<Taken, E> {
    let (start, before) = (Instant::now(), children());
    f()?;
    let wall = start.elapsed().as_secs_f64();
    Ok(Taken { wall, cpu: children().zip(before).map(|(after, before)| after - before) })
}

/// Processor time of all children that have ended, and of theirs: `cutime` and `cstime` of
/// `man 5 proc_pid_stat`.
fn children() -> Option<f64> {
    /// The same on all machines that Rust runs on, whatever the kernel counts by.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces. `state` follows, the third field.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(16 - 3).take(2).map(str::parse::<f64>);
    Some(ticks.sum::<Result<f64, _>>().ok()? / TICKS_PER_SECOND)
}
