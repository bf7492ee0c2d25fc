//! [`Slot`]: a system in a schedule.

use crate::error::ScheduleError;
use crate::fetch::{Access, named_twice};
use crate::system::{SystemConfig, SystemId};
use crate::tick::{Tick, Ticker};

use super::parallel_group::RunTime;

/// A system in a schedule.
pub(super) struct Slot {
    pub(super) config: SystemConfig,
    /// The how many-th it was to be added, and to which stage.
    pub(super) added: usize,
    pub(super) stage: usize,
    /// What it lends, and behind that what it looks at without lending it.
    accesses: Box<[Option<Access>]>,
    borrowed: usize,
    /// Whether `init` was called.
    pub(super) has_begun: bool,
    /// When its last turn ended.
    pub(super) last: Tick,
    /// Whether it has run in the group that has its turn.
    pub(super) has_run: bool,
    pub(super) run_time: RunTime,
}

impl Slot {
    pub(super) fn new(config: SystemConfig, added: usize, stage: usize) -> Self {
        let mut accesses = Vec::new();
        config.system.access(&mut |access| accesses.push(Some(access)));
        let borrowed = accesses.len();
        config.system.watch(&mut |access| accesses.push(Some(access)));
        let accesses = accesses.into();
        Self {
            config,
            added,
            stage,
            accesses,
            borrowed,
            has_begun: false,
            last: Tick::default(),
            has_run: false,
            run_time: RunTime::default(),
        }
    }

    pub(super) fn id(&self) -> SystemId {
        self.config.id
    }

    /// The components that it lends.
    pub(super) fn borrowed(&self) -> impl Iterator<Item = &Access> {
        self.accesses[..self.borrowed].iter().flatten()
    }

    /// Refuses a system that takes a component twice, once for writing.
    pub(super) fn refuse_twice(&self) -> Result<(), ScheduleError> {
        match named_twice(&self.accesses[..self.borrowed]) {
            Some(component) => Err(ScheduleError::Twice { system: self.id().name(), component }),
            None => Ok(()),
        }
    }

    /// The components for which the two must not run at the same time.
    pub(super) fn conflicts_with(&self, other: &Self) -> impl Iterator<Item = &'static str> {
        let is_conflict = |access: &&Access| {
            let mut others = other.accesses.iter().flatten().filter(|other| other.id == access.id);
            others.any(|other| access.mutable || other.mutable)
        };
        self.accesses.iter().flatten().filter(is_conflict).map(|access| access.name)
    }

    /// Says whether it has its turn: it is switched on, and its conditions hold. All of them are asked.
    pub(super) fn is_due(&mut self, ticker: &Ticker) -> bool {
        let Self { config, .. } = self;
        config.is_enabled
            && config.conditions.iter_mut().fold(true, |holds, condition| holds & condition.ask(ticker))
    }

    /// Forgets when it had its last turn.
    pub(super) fn forget_turns(&mut self) {
        self.last = Tick::default();
        self.config.conditions.iter_mut().for_each(|condition| condition.last = Tick::default());
    }

    /// Calls `shutdown`, if `init` was called.
    pub(super) fn end(&mut self) {
        if core::mem::take(&mut self.has_begun) {
            self.config.system.shutdown();
        }
    }
}
