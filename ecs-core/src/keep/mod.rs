//! What outlives a run, or is made again: saves, prefabs, and what refers to what is gone.

mod column;
mod dangling;
mod form;
mod list;
mod loaded;
mod numbers;
mod pattern;
mod place;
mod prefab;
mod reading;
mod recorded;
mod report;
mod save;
mod staged;
mod state;
mod types;
mod written;

pub use dangling::{Dangling, DanglingReport};
#[cfg(feature = "inspect")]
pub(crate) use dangling::{Look, is_there, may_hold_ids};
pub use list::{Each, Listed, SaveList, Saved, SavedColumns, Strict};
pub use loaded::Loading;
pub use prefab::Prefab;
#[cfg(feature = "inspect")]
pub(crate) use recorded::{Recorder, Unrecorded};
pub use report::{LeftOut, LoadReport, SaveReport};
pub use save::Save;
pub use written::Saving;
