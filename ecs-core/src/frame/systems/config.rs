//! [`SystemConfig`]: a system, and what is said about its place in a schedule.

use super::condition::Condition;
use super::erased::{AnySystem, LocalSystem, SharedSystem};
use super::function::SystemShape;
use super::id::{Meant, SystemId};
use super::system::System;
use super::system_param::ParSystemParam;

/// Marks a system that comes with its settings.
#[doc(hidden)]
#[derive(Debug)]
pub struct Configured;

/// A system with its place in a schedule. Comes from the methods of
/// [`IntoSystem`](crate::IntoSystem) and from [`local`](crate::local).
pub struct SystemConfig {
    pub(crate) id: SystemId,
    pub(crate) system: Box<dyn AnySystem>,
    pub(crate) is_local: bool,
    pub(crate) is_enabled: bool,
    pub(crate) after: Vec<Meant>,
    pub(crate) before: Vec<Meant>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) stage: Option<&'static str>,
}

impl SystemConfig {
    fn new(id: SystemId, system: Box<dyn AnySystem>, is_local: bool) -> Self {
        let (after, before, conditions) = (Vec::new(), Vec::new(), Vec::new());
        Self { id, system, is_local, is_enabled: true, after, before, conditions, stage: None }
    }

    pub(super) fn shared<S: System<Params: ParSystemParam>>(id: SystemId, system: S) -> Self {
        Self::new(id, Box::new(SharedSystem::new(system)), false)
    }

    pub(super) fn local(id: SystemId, system: impl System) -> Self {
        Self::new(id, Box::new(LocalSystem::new(system)), true)
    }

    /// The systems that its `after` and `before` name.
    pub(crate) fn named(&self) -> impl Iterator<Item = &Meant> {
        self.after.iter().chain(&self.before)
    }
}

#[diagnostic::do_not_recommend]
impl SystemShape<Configured> for SystemConfig {}
