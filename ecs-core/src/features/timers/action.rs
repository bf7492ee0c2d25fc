//! [`Action`]: what a timer does when its time has come; [`When`]: when that is.

use crate::base::bounds::{DELAYS, PERIODS, within};
use crate::base::{CallSite, One};
use crate::borrow::HookName;
use crate::world::Leftover;

use super::task::FutureTask;
use super::timer::Timer;

/// What a timer does.
pub(super) enum Action {
    /// Despawns its entity.
    Despawn,
    /// Calls a closure.
    CopyCall(One<Box<dyn CopyCall>>),
    /// Goes on with a task.
    FutureTask(Box<FutureTask>),
}

/// A closure whose type is no longer known. It can be copied, so that a copy of the world can have it.
pub(super) trait CopyCall: Leftover + Send {
    /// Calls the closure. Returns `false`, and queues the timer for a sync point, if what the closure takes
    /// is borrowed: never of a timer that has waited.
    fn call(&self, call: &TimerCall, has_waited: bool) -> bool;

    /// Makes another one.
    fn copied(&self) -> Box<dyn CopyCall>;
}

/// For what a closure is called.
#[derive(Clone, Copy)]
pub(super) struct TimerCall {
    pub(super) timer: Timer,
    /// The position of the column of its component: of no column, if the timer is the entity's own.
    pub(super) column: u32,
    /// The method that has made the timer.
    pub(super) method: TimerMethod,
    pub(super) site: CallSite,
}

/// The method that has made a timer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TimerMethod {
    After,
    Again,
    Task,
    DespawnAfter,
}

impl TimerMethod {
    pub(super) const fn name(self) -> &'static str {
        ["after", "every", "task", "despawn_after"][self as usize]
    }
}

impl TimerCall {
    /// The method that has made the timer, as messages name it.
    pub(super) const fn name(&self, component: &'static str) -> HookName {
        HookName { component, hook: self.method.name() }
    }
}

/// When the turn of a timer is to come.
#[derive(Clone, Copy)]
pub(super) enum When {
    /// Once, so many seconds from now.
    After(f32),
    /// Again and again.
    Again(f32),
    FrameEnd,
}

impl When {
    /// Panics if the time is out of bounds.
    #[track_caller]
    pub(super) fn checked(self) -> Self {
        match self {
            Self::After(seconds) => assert!(
                DELAYS.contains(&seconds),
                "cannot wait for {seconds} seconds: the time must be {}",
                within(&DELAYS)
            ),
            Self::Again(seconds) => assert!(
                PERIODS.contains(&seconds),
                "cannot do something every {seconds} seconds: the period must be {}",
                within(&PERIODS)
            ),
            Self::FrameEnd => {}
        }
        self
    }
}
