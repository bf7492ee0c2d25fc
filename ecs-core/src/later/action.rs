//! [`Action`]: what a timer does when its time has come.

use crate::base::{CallSite, One};
use crate::borrow::HookName;

use super::task::FutureTask;
use super::timer::Timer;

/// What a timer does.
pub(crate) enum Action {
    /// Despawns its entity.
    Despawn,
    /// Calls a closure.
    CopyCall(One<Box<dyn CopyCall>>),
    /// Goes on with a task.
    FutureTask(Box<FutureTask>),
}

/// A closure whose type is no longer known. It can be copied, so that a copy of the world can have it.
pub(crate) trait CopyCall: Send {
    /// Calls it, unless what it takes is borrowed. One that has waited for a sync point finds nothing
    /// borrowed.
    fn call(&self, call: &TimerCall, has_waited: bool) -> Turn;

    /// Makes another one.
    #[cfg_attr(not(any(test, feature = "snapshot")), expect(dead_code, reason = "for snapshots"))]
    fn copied(&self) -> Box<dyn CopyCall>;
}

/// For what a closure is called.
pub(crate) struct TimerCall {
    pub(crate) timer: Timer,
    /// The method that has made the timer, as messages name it.
    pub(crate) hook: fn() -> HookName,
    pub(crate) site: CallSite,
}

/// What has come of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// It had its turn.
    Done,
    /// What it takes is borrowed: it has its turn at the next sync point.
    Waits,
}
