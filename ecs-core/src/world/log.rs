//! [`Log`]: what messages and [`World::stats`](crate::World::stats) show of past calls and hooks.

use core::any::TypeId;
use core::cell::{Cell, RefCell};

use crate::base::Remembered;
use crate::borrow::HookName;
use crate::outcomes::{Failure, FailureList, FailurePolicy, Failures, Idle, IdleRows, note_idle_rows};
use crate::phase::Phase;

use super::removal_history::{RemovalHistory, RunningHook};
use super::skipped_entities::Skipped;
use super::soft_failures::{SoftFailure, SoftFailures};

/// What failed in a world and did not stop it, and how the last components and entities ended.
///
/// Invariant: apart from the policy, only messages and statistics read it, so no call depends on its data.
#[derive(Default)]
pub(crate) struct Log {
    soft: RefCell<Remembered<SoftFailure>>,
    /// `None` before the first.
    outcomes: RefCell<Option<Box<Outcomes>>>,
    policy: Cell<FailurePolicy>,
    /// Hooks that left entities out in their last pass. A hook has at most one entry.
    skips: RefCell<Vec<(TypeId, Phase, Skipped)>>,
    removals: RemovalHistory,
}

/// How hooks have ended.
#[derive(Default)]
struct Outcomes {
    failures: FailureList,
    /// Hooks that had nothing to do. A hook has at most one entry.
    idle: Vec<Idle>,
}

impl Log {
    pub(super) fn note_soft(&self, failure: SoftFailure) {
        self.soft.borrow_mut().note(failure);
    }

    pub(crate) fn soft(&self) -> SoftFailures {
        let soft = self.soft.borrow();
        SoftFailures { count: soft.count(), last: soft.in_order() }
    }

    pub(crate) fn failures(&self) -> Failures {
        self.outcomes.borrow().as_ref().map_or_else(Failures::default, |all| all.failures.report())
    }

    pub(crate) fn idle(&self) -> Vec<Idle> {
        self.outcomes.borrow().as_ref().map_or_else(Vec::new, |all| all.idle.clone())
    }

    pub(super) fn set_policy(&self, policy: FailurePolicy) {
        self.policy.set(policy);
    }

    pub(crate) fn policy(&self) -> FailurePolicy {
        self.policy.get()
    }

    /// How the last entities and components ended.
    pub(super) fn removals(&self) -> &RemovalHistory {
        &self.removals
    }

    /// Notes which hook runs, until the result is dropped.
    #[inline]
    pub(crate) fn note_running(&self, hook: impl FnOnce() -> HookName) -> RunningHook<'_> {
        self.removals.note_running(hook)
    }

    /// The hook that runs, if that is noted.
    pub(crate) fn running(&self) -> Option<HookName> {
        self.removals.running()
    }

    /// Counts errors of a hook, if one of this frame is noted already.
    pub(crate) fn count_more_errors(&self, hook: HookName, frame: u64, more: usize) -> bool {
        self.outcomes.borrow_mut().get_or_insert_default().failures.count_more(hook, frame, more)
    }

    /// Notes a failure. Says whether its hook has failed for the first time.
    pub(super) fn note_failure(&self, failure: Failure) -> bool {
        self.outcomes.borrow_mut().get_or_insert_default().failures.note(failure)
    }

    /// Notes that a hook had nothing to do for some entities.
    pub(crate) fn note_idle(&self, hook: HookName, rows: IdleRows, frame: u64) {
        note_idle_rows(&mut self.outcomes.borrow_mut().get_or_insert_default().idle, hook, rows, frame);
    }

    /// Notes which entities the last pass of a type in a phase has left out.
    #[inline]
    pub(crate) fn note_skips(&self, component: TypeId, phase: Phase, skipped: Option<Skipped>) {
        if skipped.is_some() || !self.skips.borrow().is_empty() {
            self.replace_skips(component, phase, skipped);
        }
    }

    fn replace_skips(&self, component: TypeId, phase: Phase, skipped: Option<Skipped>) {
        let mut all = self.skips.borrow_mut();
        let is_meant = |(of, in_phase, _): &(TypeId, Phase, Skipped)| (*of, *in_phase) == (component, phase);
        all.retain(|entry| !is_meant(entry));
        all.extend(skipped.map(|skipped| (component, phase, skipped)));
    }

    /// Returns which entities the last pass of a type in a phase has left out.
    pub(crate) fn skipped(&self, component: TypeId, phase: Phase) -> Option<Skipped> {
        let all = self.skips.borrow();
        let found = all.iter().find(|(of, in_phase, _)| (*of, *in_phase) == (component, phase));
        found.map(|&(.., skipped)| skipped)
    }
}
