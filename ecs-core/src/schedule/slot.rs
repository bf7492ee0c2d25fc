//! [`Slot`]: a system in a schedule.

use crate::error::ScheduleError;
use crate::fetch::{Access, named_twice};
use crate::system::{SystemConfig, SystemId};
use crate::tick::Tick;

/// A system in a schedule.
pub(super) struct Slot {
    pub(super) config: SystemConfig,
    /// The how many-th it was to be added, and to which stage.
    pub(super) added: usize,
    pub(super) stage: usize,
    pub(super) accesses: Box<[Option<Access>]>,
    /// Whether `init` was called.
    pub(super) has_begun: bool,
    /// When it ran the last time.
    pub(super) last: Tick,
}

impl Slot {
    pub(super) fn new(config: SystemConfig, added: usize, stage: usize) -> Self {
        let mut accesses = Vec::new();
        config.system.access(&mut |access| accesses.push(Some(access)));
        let accesses = accesses.into();
        Self { config, added, stage, accesses, has_begun: false, last: Tick::default() }
    }

    pub(super) fn id(&self) -> SystemId {
        self.config.id
    }

    pub(super) fn accesses(&self) -> impl Iterator<Item = &Access> {
        self.accesses.iter().flatten()
    }

    /// Refuses a system that takes a component twice, once for writing.
    pub(super) fn refuse_twice(&self) -> Result<(), ScheduleError> {
        match named_twice(&self.accesses) {
            Some(component) => Err(ScheduleError::Twice { system: self.id().name(), component }),
            None => Ok(()),
        }
    }

    /// The components for which the two must not run at the same time.
    pub(super) fn conflicts_with(&self, other: &Self) -> impl Iterator<Item = &'static str> {
        let is_conflict = |access: &&Access| {
            let mut others = other.accesses().filter(|other| other.id == access.id);
            others.any(|other| access.mutable || other.mutable)
        };
        self.accesses().filter(is_conflict).map(|access| access.name)
    }

    /// Calls `shutdown`, if `init` was called.
    pub(super) fn end(&mut self) {
        if core::mem::take(&mut self.has_begun) {
            self.config.system.shutdown();
        }
    }
}
