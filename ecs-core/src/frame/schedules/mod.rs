//! Schedules: systems in an order that they state themselves, in parallel where they do not conflict.

mod by_phase;
mod conflicts;
mod parallel_group;
mod run_schedule;
mod run_time;
#[cfg(feature = "snapshot")]
mod saved;
mod schedule;
mod schedule_order;
mod schedule_plan;
mod set_schedule;
mod sets;
mod slot;

pub(crate) use by_phase::Schedules;
pub use conflicts::SystemConflict;
#[cfg(feature = "snapshot")]
pub(crate) use saved::SavedSchedule;
pub use schedule::Schedule;
pub use schedule_order::{GroupOrder, ScheduleOrder, StageOrder, SystemOrder, SystemReason};
pub use schedule_plan::Separation;
