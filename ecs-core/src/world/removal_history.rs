//! [`RemovalHistory`]: how the last entities and components of a world ended, for messages. Empty in release
//! builds.

#[cfg(debug_assertions)]
use core::cell::{Cell, RefCell};
#[cfg(debug_assertions)]
use std::collections::VecDeque;

#[cfg(debug_assertions)]
use crate::base::CallSite;
use crate::borrow::HookName;
use crate::error::Ending;
use crate::ids::Entity;

/// The number of removals that are remembered. They get room when the world is made, so a kill allocates
/// nothing.
#[cfg(debug_assertions)]
pub(super) const REMEMBERED: usize = 256;

/// How the last entities and components ended, and the hook that runs.
#[cfg_attr(not(debug_assertions), derive(Default))]
pub(super) struct RemovalHistory {
    #[cfg(debug_assertions)]
    last: RefCell<VecDeque<NotedRemoval>>,
    #[cfg(debug_assertions)]
    running: Cell<Option<HookName>>,
}

/// An entity that ended, or one of its components.
#[cfg(debug_assertions)]
struct NotedRemoval {
    entity: Entity,
    /// The type number of a component that was removed alone.
    number: Option<u32>,
    call: &'static str,
    site: CallSite,
    hook: Option<HookName>,
    frame: u64,
}

#[cfg(debug_assertions)]
crate::base::default_by! {
    [] RemovalHistory,
    Self { last: RefCell::new(VecDeque::with_capacity(REMEMBERED)), running: Cell::new(None) }
}

impl RemovalHistory {
    /// Notes that a call removes an entity, or its component of a type number, in a frame.
    #[cfg(debug_assertions)]
    pub(super) fn note(
        &self,
        call: &'static str,
        entity: Entity,
        number: Option<u32>,
        site: CallSite,
        frame: u64,
    ) {
        let mut last = self.last.borrow_mut();
        if last.len() == REMEMBERED {
            last.pop_front();
        }
        last.push_back(NotedRemoval { entity, number, call, site, hook: self.running.get(), frame });
    }

    #[cfg(debug_assertions)]
    pub(super) fn find(&self, entity: Entity, number: Option<u32>, frame: u64) -> Option<Ending> {
        let last = self.last.try_borrow().ok()?;
        let is_meant = |removed: &&NotedRemoval| (removed.entity, removed.number) == (entity, number);
        let removed = last.iter().rev().find(is_meant)?;
        Some(Ending {
            call: removed.call,
            at: removed.site.location()?,
            hook: removed.hook.map(|HookName { component, hook }| (component, hook)),
            frames_ago: (frame != 0).then(|| frame.wrapping_sub(removed.frame)),
        })
    }

    #[cfg(not(debug_assertions))]
    pub(super) fn find(&self, _: Entity, _: Option<u32>, _: u64) -> Option<Ending> {
        None
    }

    #[cfg(debug_assertions)]
    pub(super) fn running(&self) -> Option<HookName> {
        self.running.get()
    }

    #[cfg(not(debug_assertions))]
    pub(super) fn running(&self) -> Option<HookName> {
        None
    }

    /// Renumbers the frames, as the number of the current one changes: each removal stays as many frames ago.
    pub(super) fn renumber_frames(&self, _before: u64, _now: u64) {
        #[cfg(debug_assertions)]
        for removed in self.last.borrow_mut().iter_mut() {
            removed.frame = removed.frame.wrapping_add(_now.wrapping_sub(_before));
        }
    }

    /// Notes which hook runs, until the result is dropped.
    #[inline]
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "noted in debug builds"))]
    pub(super) fn note_running(&self, hook: impl FnOnce() -> HookName) -> RunningHook<'_> {
        RunningHook {
            history: self,
            #[cfg(debug_assertions)]
            before: self.running.replace(Some(hook())),
        }
    }
}

/// A hook runs until this is dropped.
pub(crate) struct RunningHook<'w> {
    #[cfg_attr(not(debug_assertions), expect(dead_code, reason = "nothing is noted"))]
    history: &'w RemovalHistory,
    #[cfg(debug_assertions)]
    before: Option<HookName>,
}

#[cfg(debug_assertions)]
impl Drop for RunningHook<'_> {
    fn drop(&mut self) {
        self.history.running.set(self.before);
    }
}
