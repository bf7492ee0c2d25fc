//! Systems: functions, closures and structs that a [`Schedule`](crate::Schedule) runs, with what they take.

mod any_system;
mod condition;
mod config;
mod erased;
mod field_param;
mod function;
mod id;
mod into;
mod readers;
mod set;
mod several;
mod system;
mod system_param;
mod tuple;

pub(super) use self::{
    any_system::{SystemRun, SystemTask},
    config::SystemPlace,
    id::Meant,
    several::Config,
};
pub use condition::{Condition, ConditionShape, SystemCondition, not};
pub use config::SystemConfig;
pub use field_param::{Begun, FieldParam, KeptByField, ParField, ReadField};
pub use function::{ByFn, ByType, SystemFn, SystemShape};
pub use id::{NamedSystem, OptionalSystem, SystemId, optional};
pub use into::{IntoPar, IntoSystem, local};
pub use set::{SystemSet, set};
pub use several::Systems;
pub use system::System;
pub use system_param::{Item, ParSystemParam, ReadParam, SystemCall, SystemParam};
pub use tuple::ByTuple;
