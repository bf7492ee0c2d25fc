//! Schedules: systems in an order that they state themselves, in parallel where they do not conflict.

mod by_phase;
mod calls;
mod conflicts;
mod error;
mod fields;
mod parallel_group;
mod run_schedule;
mod run_time;
mod saved;
mod schedule;
mod schedule_order;
mod schedule_plan;
mod set_schedule;
mod sets;
mod slot;
mod systems;

pub(crate) use self::by_phase::Schedules;
pub use conflicts::SystemConflict;
pub use error::ScheduleError;
pub(crate) use saved::SavedSchedules;
pub use schedule::Schedule;
pub use schedule_order::{GroupOrder, ScheduleOrder, StageOrder, SystemOrder, SystemReason};
pub use schedule_plan::Separation;
pub use systems::{
    Begun, ByFn, ByTuple, ByType, Condition, ConditionShape, FieldParam, IntoPar, IntoSystem, Item,
    KeptByField, NamedSystem, OptionalSystem, ParField, ParSystemParam, ReadField, ReadParam, System,
    SystemCall, SystemCondition, SystemConfig, SystemFn, SystemId, SystemParam, SystemSet, SystemShape,
    Systems, local, not, optional, set,
};
