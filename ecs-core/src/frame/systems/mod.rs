//! Systems: functions, closures and structs that a [`Schedule`](crate::Schedule) runs, with what they take.

mod condition;
mod config;
mod erased;
mod function;
mod id;
mod into;
mod readers;
mod system;
mod system_param;
mod watch;

pub use config::SystemConfig;
pub(super) use erased::{SystemRun, SystemTask};
pub use function::{ByFn, SystemFn, SystemShape};
pub(super) use id::Meant;
pub use id::{NamedSystem, OptionalSystem, SystemId, optional};
pub use into::{IntoSystem, local};
pub use system::System;
pub use system_param::{Item, ParSystemParam, SystemCall, SystemParam};
pub use watch::Watch;
