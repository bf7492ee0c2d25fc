//! What a frame spends its time on: recorded while it runs, and shown as text or as spans of `tracing`.

mod job_time;
mod job_times;
mod pass_stats;
mod recorder;
mod span;
mod sums;
mod table;
mod timed;

pub(crate) use job_time::JobTime;
pub use pass_stats::{PassStats, Work};
pub(crate) use recorder::{Timing, Timings};
pub(crate) use table::TimingTable;
pub(crate) use timed::Timed;
