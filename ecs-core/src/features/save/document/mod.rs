//! A world, or a part of it, in a format of serde: written and read.

mod column;
mod form;
mod list;
mod loaded;
mod numbers;
mod place;
mod reading;
mod report;
mod save;
mod staged;
mod state;
mod types;
mod written;

pub use list::{Each, Listed, SaveList, Saved, SavedColumns, Strict};
pub use loaded::Loading;
pub use report::{LeftOut, LoadReport, SaveReport};
pub use save::Save;
pub use written::Saving;
