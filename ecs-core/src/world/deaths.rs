//! [`Deaths`]: what is being shut down, and the entity indices of which a dead row is still borrowed.

use core::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::base::OnDrop;
use crate::ids::{Entity, IndexSet};

/// What is being shut down: each has a guard that lives. `is_any` is true
/// while there is one. An index that is held has at least one dead row that is borrowed.
#[derive(Default)]
pub(crate) struct Deaths {
    is_any: Cell<bool>,
    /// Components, as entity and type number.
    components: RefCell<Vec<(Entity, u32)>>,
    /// The indices of entities.
    entities: RefCell<IndexSet>,
    /// For an index, how many of its dead rows are still borrowed.
    ///
    /// Invariant 15: an index is not reused while one of its rows, or its tag, is borrowed, nor that of a tag
    /// while a query is there.
    held: RefCell<HashMap<u32, u64>>,
}

impl Deaths {
    /// Marks a component of an entity, by its type number, as being shut down.
    pub(crate) fn begin(&self, entity: Entity, number: u32) -> Dying<'_> {
        self.components.borrow_mut().push((entity, number));
        self.is_any.set(true);
        Dying { deaths: self, entity, number }
    }

    /// Marks live entities, which are not dying yet, as being shut down until the result is dropped: they are
    /// dead then.
    pub(crate) fn begin_together(&self, entities: &[Entity]) -> OnDrop<impl FnMut()> {
        let mut dying = self.entities.borrow_mut();
        entities.iter().for_each(|entity| dying.insert(entity.index()));
        self.is_any.set(true);
        OnDrop(|| {
            let mut dying = self.entities.borrow_mut();
            entities.iter().for_each(|entity| dying.remove(entity.index()));
            drop(dying);
            self.forget_if_none();
        })
    }

    /// Says whether anything is being shut down.
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        self.is_any.get()
    }

    /// Says whether this very component is being killed or removed.
    pub(crate) fn has_component(&self, entity: Entity, number: u32) -> bool {
        self.components.borrow().contains(&(entity, number))
    }

    /// Says whether an entity of this index is being shut down as a whole.
    pub(super) fn has_index(&self, index: u32) -> bool {
        self.entities.borrow().contains(index)
    }

    pub(super) fn holds_none(&self) -> bool {
        self.held.borrow().is_empty()
    }

    /// Says whether a dead row of this index is borrowed.
    #[inline]
    pub(crate) fn holds(&self, index: u32) -> bool {
        let held = self.held.borrow();
        !held.is_empty() && held.contains_key(&index)
    }

    /// Makes room for an index to be held.
    pub(crate) fn make_room_to_hold(&self) {
        self.held.borrow_mut().reserve(1);
    }

    /// Notes that a dead row of this index is borrowed.
    pub(crate) fn hold(&self, index: u32) {
        *self.held.borrow_mut().entry(index).or_insert(0) += 1;
    }

    /// Notes that such a row is gone. Returns `true` if it was the last.
    pub(super) fn let_go(&self, index: u32) -> bool {
        let mut held = self.held.borrow_mut();
        let Some(rows) = held.get_mut(&index) else { return false };
        *rows -= 1;
        *rows == 0 && held.remove(&index).is_some()
    }

    fn forget_if_none(&self) {
        let is_any = !self.components.borrow().is_empty() || self.entities.borrow().len() != 0;
        self.is_any.set(is_any);
    }
}

/// Marks a component as being shut down until dropped.
pub(crate) struct Dying<'w> {
    deaths: &'w Deaths,
    entity: Entity,
    number: u32,
}

impl Drop for Dying<'_> {
    fn drop(&mut self) {
        let mut dying = self.deaths.components.borrow_mut();
        if let Some(place) = dying.iter().rposition(|&mark| mark == (self.entity, self.number)) {
            dying.remove(place);
        }
        drop(dying);
        self.deaths.forget_if_none();
    }
}
