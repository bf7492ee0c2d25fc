//! The values that hooks return, and the lists of those that had nothing to do or have failed.

mod failed;
mod failures;
mod idle;
mod outcome;

pub use failed::Failed;
pub use failures::{Failure, FailurePolicy, Failures};
pub(crate) use failures::{FailureList, name_panicking};
pub use idle::{Idle, IdleCount};
pub(crate) use idle::{IdleRows, note_idle_rows};
pub use outcome::{Answer, Ended, Handled, Outcome};
