//! [`Slot`]: a system in a schedule.

use crate::error::ScheduleError;
use crate::frame::planner::Planned;
use crate::frame::systems::{SystemConfig, SystemId};
use crate::ticks::{PerWorld, Tick, Ticker};

use super::run_time::RunTime;

/// A system in a schedule.
pub(super) struct Slot {
    pub(super) config: SystemConfig,
    /// The how many-th it was to be added, and to which stage.
    pub(super) added: usize,
    pub(super) stage: usize,
    /// Whether `init` was called.
    pub(super) has_begun: bool,
    /// When its last run ended.
    pub(super) last: PerWorld<Tick>,
    /// Whether it has run in the group that runs now.
    pub(super) has_run: bool,
    pub(super) run_time: RunTime,
}

impl Slot {
    pub(super) fn new(config: SystemConfig, added: usize, stage: usize) -> Self {
        Self {
            config,
            added,
            stage,
            has_begun: false,
            last: PerWorld::default(),
            has_run: false,
            run_time: RunTime::default(),
        }
    }

    pub(super) fn id(&self) -> SystemId {
        self.config.id
    }

    /// What the planner sees of it.
    pub(super) fn planned(&self) -> Planned {
        let SystemConfig { system, is_local, conditions, .. } = &self.config;
        Planned {
            stage: self.stage,
            is_alone: *is_local,
            has_condition: !conditions.is_empty(),
            has_commands: system.has_commands(),
            taken: [system.access(), system.watches()],
        }
    }

    /// Refuses a system that takes a component twice, once for writing.
    pub(super) fn refuse_twice(&self) -> Result<(), ScheduleError> {
        let (system, access) = (self.id().name(), self.config.system.access());
        match (access.twice(), access.twice_of_any()) {
            (Some(component), _) => Err(ScheduleError::Twice { system, component }),
            (None, Some(component)) if self.config.is_local => {
                Err(ScheduleError::TwiceInLocal { system, component })
            }
            _ => Ok(()),
        }
    }

    /// Says whether it is to run: it is switched on, and its conditions hold. All of them are asked.
    pub(super) fn is_due(&mut self, ticker: &Ticker) -> bool {
        let Self { config, .. } = self;
        config.is_enabled
            && config.conditions.iter_mut().fold(true, |holds, condition| holds & condition.ask(ticker))
    }

    /// Calls `shutdown`, if `init` was called.
    pub(super) fn end(&mut self) {
        if core::mem::take(&mut self.has_begun) {
            self.config.system.shutdown();
        }
    }
}
