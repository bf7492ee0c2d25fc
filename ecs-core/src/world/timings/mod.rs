//! What a frame spends its time on: recorded while the frame runs, and shown as spans of `tracing`.

mod job_time;
mod recorder;
mod span;
mod sums;
mod timed;

pub(crate) use job_time::JobTime;
pub(crate) use recorder::{Timing, Timings};
pub(crate) use timed::Timed;
pub use timed::Work;
