//! A kept frame is run again, to find out which of its passes has changed a value.

mod calls;
mod error;
mod follow;
mod run;
mod trace;

pub use error::ReplayError;
pub(super) use follow::FollowedValue;
pub(super) use run::ReplayRequest;
pub use trace::{FrameTrace, TracedChange, TracedWork};
