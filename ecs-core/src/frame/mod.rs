//! Frames: the passes of all types, the systems of a schedule, in which order they run, and which of them at
//! the same time.
//!
//! Passes and systems have one planner (`planner.rs`, over `graph.rs`) and one way to explain what it has
//! planned (`explain.rs`).

mod ends;
mod explain;
mod frame_order;
mod graph;
mod observer_order;
mod part_results;
mod passes;
mod planner;
mod schedules;
mod share;
mod step;
mod systems;
mod update;

pub(crate) use ends::expect_run;
pub use frame_order::{Order, PassOrder, PhaseOrder, Reason, explain_order, try_explain_order};
pub use graph::Why;
pub use observer_order::ObserverOrder;
pub(crate) use passes::{FramePlan, update_order};
#[cfg(feature = "snapshot")]
pub(crate) use schedules::SavedSchedule;
pub(crate) use schedules::Schedules;
pub use schedules::{
    GroupOrder, Schedule, ScheduleOrder, Separation, StageOrder, SystemConflict, SystemOrder, SystemReason,
};
pub(crate) use share::{Cut, share};
pub(crate) use systems::SystemCall;
pub use systems::{
    ByFn, ByType, Condition, ConditionShape, IntoPar, IntoSystem, Item, NamedSystem, OptionalSystem,
    ParSystemParam, ReadParam, System, SystemCondition, SystemConfig, SystemFn, SystemId, SystemParam,
    SystemSet, SystemShape, Systems, Watch, local, not, optional, set,
};
pub(crate) use update::update_one;
pub use update::{try_update_all, update_all};
