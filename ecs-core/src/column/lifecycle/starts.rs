//! [`Starts`]: components that wait for their `start`.

use core::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

use crate::ids::Entity;

/// Beyond twice as many entries as there are rows, this many are listed before the list is pruned.
const FEW: usize = 64;

/// Entities whose component waits for its `start`, in the order in which they came. The index counts: an
/// entity may be recycled meanwhile. The stage of the row has the last word, so that an entity may be listed
/// in vain, or twice.
#[derive(Default)]
pub(crate) struct Starts(RefCell<VecDeque<Entity>>);

impl Starts {
    /// The number of components that may wait.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Lists an entity. Prunes the list first if it is too long for so many rows: where no frame runs,
    /// nothing else does. `is_unstarted` says whether the component of an index waits.
    pub(crate) fn list(&self, entity: Entity, rows: usize, is_unstarted: impl Fn(u32) -> bool) {
        if self.count() > 2 * rows + FEW {
            self.prune(is_unstarted);
        }
        self.0.borrow_mut().push_back(entity);
    }

    #[cold]
    fn prune(&self, is_unstarted: impl Fn(u32) -> bool) {
        let mut listed = BTreeSet::new();
        self.0.borrow_mut().retain(|entity| is_unstarted(entity.index()) && listed.insert(entity.index()));
    }

    /// Takes the first of the list.
    pub(crate) fn take_first(&self) -> Option<Entity> {
        self.0.borrow_mut().pop_front()
    }

    /// Lists an entity again that was taken.
    pub(crate) fn put_back(&self, entity: Entity) {
        self.0.borrow_mut().push_back(entity);
    }

    pub(crate) fn save(&self, to: &mut VecDeque<Entity>) {
        to.clone_from(&self.0.borrow());
    }

    pub(crate) fn restore(&self, from: &mut VecDeque<Entity>) {
        core::mem::swap(&mut *self.0.borrow_mut(), from);
    }
}

#[cfg(test)]
mod tests;
