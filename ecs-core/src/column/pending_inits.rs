//! [`PendingInits`]: components of a column that are placed, and whose `init` is still to run; and who wants
//! to know which components go.

use crate::base::CallSite;
use crate::ids::Entity;
use core::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

/// A birth that waits for a sync point.
pub(super) struct Postponed {
    pub(super) entity: Entity,
    /// What was gone before.
    pub(super) gone: u64,
    /// The call that has added the component.
    pub(super) site: CallSite,
}

/// What of one column waits for its `init`.
#[derive(Default)]
pub(super) struct PendingInits {
    /// Calls whose components are not all born, and postponed births.
    pub(super) waiting: Cell<u64>,
    /// Those, and the timers of its components: who wants to know which components go.
    watching: Cell<i64>,
    /// How many components have gone meanwhile.
    pub(super) gone: Cell<u64>,
    /// For an entity, the number of its last component that has gone meanwhile.
    pub(super) last_gone: RefCell<BTreeMap<Entity, u64>>,
    /// Births that wait for a sync point.
    pub(super) postponed: RefCell<VecDeque<Postponed>>,
}

impl PendingInits {
    /// Says whether nobody wants to know which components go.
    #[inline]
    pub(super) fn is_unwatched(&self) -> bool {
        self.watching.get() == 0
    }

    /// Notes that so many more want to know which components go.
    pub(super) fn watch(&self, more: i64) {
        self.watching.set(self.watching.get() + more);
    }

    /// Notes that the components have so many timers, where nothing waits for an `init`.
    #[cfg(feature = "snapshot")]
    pub(super) fn set_timers(&self, timers: i64) {
        debug_assert_eq!(self.waiting.get(), 0);
        self.watching.set(timers);
    }

    /// How many timers the components have.
    pub(super) fn timers(&self) -> i64 {
        self.watching.get() - self.waiting.get() as i64
    }

    /// Notes that the component of an entity has gone, if something waits for its `init`.
    pub(super) fn number_gone(&self, entity: Entity) {
        if self.waiting.get() == 0 {
            return;
        }
        let number = self.gone.get();
        self.last_gone.borrow_mut().insert(entity, number);
        self.gone.set(number + 1);
    }

    /// Says whether the component that the entity had when this number was gone is still there.
    #[inline]
    pub(super) fn is_kept(&self, entity: Entity, gone: u64) -> bool {
        self.gone.get() == gone || self.last_gone.borrow().get(&entity).is_none_or(|&number| number < gone)
    }

    pub(super) fn begin(&self) -> u64 {
        self.wait();
        self.gone.get()
    }

    /// One more waits.
    pub(super) fn wait(&self) {
        self.waiting.set(self.waiting.get() + 1);
        self.watch(1);
    }

    pub(super) fn end(&self) {
        self.waiting.set(self.waiting.get() - 1);
        self.watch(-1);
        if self.waiting.get() == 0 {
            self.gone.set(0);
            self.last_gone.borrow_mut().clear();
        }
    }
}
