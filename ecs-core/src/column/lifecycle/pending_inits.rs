//! [`PendingInits`]: the number and the list of components whose `init` is still to run.

use core::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use crate::base::CallSite;
use crate::ids::Entity;

/// A birth that waits for a sync point.
pub(crate) struct Postponed {
    pub(crate) entity: Entity,
    /// The value of [`PendingInits::gone`] when the component was placed.
    pub(crate) gone: u64,
    /// The call that has added the component.
    pub(crate) site: CallSite,
}

/// The pending births of one column, and the number of things that end with its components.
#[derive(Default)]
pub(crate) struct PendingInits {
    /// Calls whose components are not all born, and postponed births.
    waiting: Cell<u64>,
    /// Those, and what features keep of the components: while this is not zero, each component that goes is
    /// noted.
    watching: Cell<i64>,
    /// The number of components that have gone since births began to wait.
    gone: Cell<u64>,
    /// For an entity, the number of its last component that has gone since then.
    last_gone: RefCell<BTreeMap<Entity, u64>>,
    /// Births that wait for a sync point.
    postponed: RefCell<VecDeque<Postponed>>,
}

impl PendingInits {
    /// Says whether components wait for their `init`.
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        self.waiting.get() != 0
    }

    /// Says whether neither a birth nor a feature depends on which components go.
    #[inline]
    pub(crate) fn is_unwatched(&self) -> bool {
        self.watching.get() == 0
    }

    /// Counts more that ends with components, or less.
    pub(crate) fn watch(&self, more: i64) {
        self.watching.set(self.watching.get() + more);
    }

    /// Notes that the component of an entity has gone, or will never be born, if any birth waits.
    pub(crate) fn note_gone(&self, entity: Entity) {
        if self.is_any() {
            let number = self.gone.get();
            self.last_gone.borrow_mut().insert(entity, number);
            self.gone.set(number + 1);
        }
    }

    /// Says whether an entity has had the same component since `gone` components were gone.
    #[inline]
    pub(crate) fn is_kept(&self, entity: Entity, gone: u64) -> bool {
        self.gone.get() == gone || self.last_gone.borrow().get(&entity).is_none_or(|&number| number < gone)
    }

    /// Counts one more that waits, and returns how many components are gone.
    pub(crate) fn begin(&self) -> u64 {
        self.waiting.set(self.waiting.get() + 1);
        self.watch(1);
        self.gone.get()
    }

    /// Counts one less that waits.
    pub(crate) fn end(&self) {
        self.waiting.set(self.waiting.get() - 1);
        self.watch(-1);
        if self.waiting.get() == 0 {
            self.gone.set(0);
            self.last_gone.borrow_mut().clear();
        }
    }

    /// Leaves a birth to the next sync point.
    pub(crate) fn postpone(&self, postponed: Postponed) {
        self.postponed.borrow_mut().push_back(postponed);
        self.begin();
    }

    /// Takes the next birth that was postponed.
    pub(crate) fn take_postponed(&self) -> Option<Postponed> {
        self.postponed.borrow_mut().pop_front()
    }

    /// Forgets that components of these entities have gone.
    pub(crate) fn forget_gone(&self, entities: &[Entity]) {
        let mut last_gone = self.last_gone.borrow_mut();
        entities.iter().for_each(|entity| _ = last_gone.remove(entity));
    }

    /// The number of components that have gone since births began to wait.
    pub(crate) fn gone(&self) -> u64 {
        self.gone.get()
    }
}
