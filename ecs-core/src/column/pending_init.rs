//! [`PendingInit`]: a call that places components, and runs their `init` later.
//!
//! Nearly always `init` follows at once, and nothing is noted here. User code comes between in three calls:
//! `spawn_many` places all values first, `insert` lets the old value drop first, and a type that requires
//! others lets their `init` run first. Such a call holds a [`PendingInit`]. What it has placed may be gone
//! when it is to be born, and another in its place; or it is borrowed, then its `init` is postponed to the
//! next sync point.

use core::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::base::CallSite;
use crate::ids::Entity;

use super::at::At;
use super::column::Column;
use super::lifecycle::{PendingInits, Postponed};

impl Column {
    /// Leaves the birth of the component that the entity has now to the next sync point.
    #[cold]
    #[inline(never)]
    pub(crate) fn postpone_init(&self, entity: Entity, site: CallSite) {
        let gone = self.lifecycle.pending_inits.gone();
        self.postpone(Postponed { entity, gone, site });
    }

    fn postpone(&self, postponed: Postponed) {
        self.queue();
        self.lifecycle.pending_inits.postpone(postponed);
    }

    /// Takes the next component whose `init` was postponed, and its row.
    pub(crate) fn next_postponed_init(&self) -> Option<(At<'_>, u32)> {
        let inits = &self.lifecycle.pending_inits;
        loop {
            let Postponed { entity, gone, site } = inits.take_postponed()?;
            let row = self.find(entity).filter(|_| inits.is_kept(entity, gone));
            inits.end();
            if let Some(row) = row {
                return Some((self.at(entity, site), row));
            }
        }
    }
}

/// Held by a call until `init` has run on all that it has placed. Until then the column notifies no component
/// that it was switched.
pub struct PendingInit {
    column: Rc<Column>,
    /// `false` for a type of which nothing waits, as it has no `init`, requires nothing and has no `sibling`
    /// field.
    has_birth: bool,
    gone: u64,
    /// Entities that had such a component already.
    unplaced: RefCell<VecDeque<Entity>>,
    /// The entity whose component was born last.
    last: Cell<Entity>,
}

impl PendingInit {
    /// Begins before the call places anything on new entities, or after it has placed something on an old
    /// one.
    pub(crate) fn begin(column: Rc<Column>, has_birth: bool) -> Self {
        let gone = if has_birth { column.lifecycle.pending_inits.begin() } else { 0 };
        Self { column, has_birth, gone, unplaced: RefCell::default(), last: Cell::new(Entity::NONE) }
    }

    #[inline]
    pub(crate) fn column(&self) -> &Column {
        &self.column
    }

    fn inits(&self) -> &PendingInits {
        &self.column.lifecycle.pending_inits
    }

    /// Says whether the component of a new entity is to be placed: one that is there already stays.
    pub(crate) fn is_to_be_placed(&self, entity: Entity) -> bool {
        if self.column.find(entity).is_some() {
            self.unplaced.borrow_mut().push_back(entity);
            return false;
        }
        self.forget_all_gone(&[entity]);
        true
    }

    /// Forgets that the entities had such components before the call has placed some.
    pub(crate) fn forget_all_gone(&self, entities: &[Entity]) {
        let inits = self.inits();
        if inits.gone() != self.gone {
            inits.forget_gone(entities);
        }
    }

    /// Takes the birth of an entity's component: the row of what the call has placed, or `None` if that is
    /// gone.
    #[inline]
    pub(crate) fn take_birth(&self, entity: Entity) -> Option<u32> {
        self.last.set(entity);
        if !self.unplaced.borrow().is_empty() && self.was_unplaced(entity) {
            return None;
        }
        self.column.find(entity).filter(|_| self.inits().is_kept(entity, self.gone))
    }

    /// Forgets that the entity had such a component already; `false` if it had none.
    #[cold]
    fn was_unplaced(&self, entity: Entity) -> bool {
        let mut unplaced = self.unplaced.borrow_mut();
        let place = unplaced.iter().position(|&other| other == entity);
        place.and_then(|place| unplaced.remove(place)).is_some()
    }

    /// Leaves a birth to the next sync point.
    #[cold]
    #[inline(never)]
    pub(crate) fn postpone(&self, entity: Entity, site: CallSite) {
        self.column.postpone(Postponed { entity, gone: self.gone, site });
    }

    /// Leaves a birth to the next sync point if it never came, because the call has failed.
    pub(crate) fn postpone_missed(&self, entity: Entity, site: CallSite) {
        if self.has_birth && self.last.get() != entity && self.take_birth(entity).is_some() {
            self.postpone(entity, site);
        }
    }
}

impl Drop for PendingInit {
    fn drop(&mut self) {
        if self.has_birth {
            self.inits().end();
            if !self.column.lifecycle.has_notified_all() {
                self.column.queue();
            }
        }
    }
}
