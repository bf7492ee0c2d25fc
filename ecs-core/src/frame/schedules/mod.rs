//! Schedules: systems in an order that they say themselves, at the same time where they do not disturb each other.

mod conflicts;
mod nearest;
mod parallel_group;
mod plan;
mod run;
mod run_time;
mod schedule;
mod schedule_order;
mod set_schedule;
mod slot;

pub use conflicts::SystemConflict;
pub use plan::Separation;
pub use schedule::Schedule;
pub use schedule_order::{GroupOrder, ScheduleOrder, StageOrder, SystemOrder, SystemReason};
pub(super) use set_schedule::systems_of;
