//! [`Slot`]: a system in a schedule.

use crate::error::UpdateError;
use crate::frame::Planned;
use crate::ticks::{LastRun, PerWorld, Ticker};

use super::error::ScheduleError;
use super::fields::fields_with;
use super::run_time::RunTime;
use super::systems::{SystemCall, SystemConfig, SystemId};

/// A system in a schedule.
pub(super) struct Slot {
    pub(super) config: SystemConfig,
    /// The sets that it is in itself.
    pub(super) sets: Vec<usize>,
    /// Those before it in its chains, by the how many-th they were to be added.
    pub(super) chained_after: Vec<usize>,
    /// The how many-th it was to be added, and to which stage.
    pub(super) added: usize,
    pub(super) stage: usize,
    /// Its turn to begin, among all.
    pub(super) init_place: usize,
    /// The how many-th it was to begin, if `init` was called.
    pub(super) begun: Option<usize>,
    /// Whether it has a turn in the group that runs now.
    pub(super) is_due: bool,
    /// When its last run ended.
    pub(super) last: PerWorld<LastRun>,
    /// Whether it has run in the group that runs now.
    pub(super) has_run: bool,
    pub(super) run_time: RunTime,
}

impl Slot {
    pub(super) fn new(config: SystemConfig, sets: Vec<usize>, added: usize, stage: usize) -> Self {
        Self {
            config,
            sets,
            chained_after: Vec::new(),
            added,
            stage,
            init_place: 0,
            begun: None,
            is_due: false,
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
        let SystemConfig { params, is_local, place, .. } = &self.config;
        Planned {
            stage: self.stage,
            is_alone: *is_local,
            has_condition: !place.conditions.is_empty(),
            has_commands: params.has_commands,
            taken: params.taken,
        }
    }

    /// Refuses a system that takes a component twice, once for writing.
    pub(super) fn refuse_twice(&self) -> Result<(), ScheduleError> {
        let (system, access) = (self.id().name(), &self.config.params.taken[0]);
        let fields = |component| fields_with(access, component).into_boxed_slice();
        match (access.twice(), access.twice_of_any()) {
            (Some(component), _) => {
                Err(ScheduleError::Twice { system, component, fields: fields(component) })
            }
            (None, Some(component)) if self.config.is_local => {
                Err(ScheduleError::TwiceInLocal { system, component, fields: fields(component) })
            }
            _ => Ok(()),
        }
    }

    /// Says whether its conditions hold. All of them are asked.
    pub(super) fn ask(&mut self, ticker: &Ticker, call: &SystemCall) -> Result<bool, UpdateError> {
        let mut conditions = self.config.place.conditions.iter_mut();
        conditions.try_fold(true, |holds, condition| Ok(holds & condition.ask(ticker, call)?))
    }

    /// Takes one out of its chains: those before that are before this now.
    pub(super) fn unchain(&mut self, removed: &Self) {
        if self.chained_after.contains(&removed.added) {
            self.chained_after.retain(|&added| added != removed.added);
            self.chained_after.extend(&removed.chained_after);
        }
    }

    /// Calls `shutdown`, if `init` was called.
    pub(super) fn end(&mut self) {
        if self.begun.take().is_some() {
            self.config.system.get_mut().shutdown();
        }
    }
}
