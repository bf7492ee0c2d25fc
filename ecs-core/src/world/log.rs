//! [`Log`]: what messages and [`World::stats`](crate::World::stats) show of past calls and hooks.

use core::any::TypeId;
use core::cell::{Cell, RefCell};

use crate::base::{Remembered, emit};
use crate::borrow::HookName;
use crate::ids::Entity;
use crate::phase::Phase;

use super::failures::{HookPanic, HookPanics, PanicPolicy};
use super::removal_history::{RemovalHistory, RunningHook};
use super::skipped_entities::Skipped;
use super::soft_failures::{SoftFailure, SoftFailures};

/// What failed in a world and did not stop it, and how the last components and entities ended.
///
/// Invariant: apart from the panic policy, only messages and statistics read it, so no call depends on what
/// it has.
#[derive(Default)]
pub(crate) struct Log {
    soft: RefCell<Remembered<SoftFailure>>,
    panics: RefCell<Remembered<HookPanic>>,
    policy: Cell<PanicPolicy>,
    /// Hooks that left entities out in their last pass. A hook has at most one entry.
    skips: RefCell<Vec<(TypeId, Phase, Skipped)>>,
    removals: RemovalHistory,
}

impl Log {
    pub(super) fn note_soft(&self, failure: SoftFailure) {
        self.soft.borrow_mut().note(failure);
    }

    pub(crate) fn soft(&self) -> SoftFailures {
        let soft = self.soft.borrow();
        SoftFailures { count: soft.count(), last: soft.in_order() }
    }

    pub(crate) fn panics(&self) -> HookPanics {
        let panics = self.panics.borrow();
        HookPanics { count: panics.count(), last: panics.in_order() }
    }

    pub(super) fn set_policy(&self, policy: PanicPolicy) {
        self.policy.set(policy);
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

    /// Says whether a pass continues after a panic.
    pub(crate) fn survives_panics(&self) -> bool {
        self.policy.get() == PanicPolicy::SwitchOff
    }

    /// Counts a panic after which a pass continues, and warns of it.
    pub(crate) fn count_panic(&self, name: HookName, entity: Entity, message: String) {
        let HookName { component, hook } = name;
        let panic = HookPanic { component, hook, entity, message };
        emit(format_args!("ecs-core: the frame goes on after a panic in {panic}"));
        self.panics.borrow_mut().note(panic);
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
