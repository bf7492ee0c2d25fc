//! Recordings: a game that was played becomes a test.
#![cfg(feature = "recording")]

mod check_point;
mod compared;
mod deviation;
mod error;
mod file;
mod headless;
mod input_runs;
mod play;
mod recorded;
mod sections;
mod shape;

pub use compared::ComparedTypes;
pub use deviation::Deviation;
pub use error::{RecordError, RecordingFileError};
pub use recorded::Recording;
