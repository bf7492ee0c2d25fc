//! Placing and taking values: what a column does with them by their type. The rows are made and closed
//! without it.
#![expect(unsafe_code, reason = "values are written to rows, and moved out of them")]

use core::mem::ManuallyDrop;

use crate::base::{OneByOne, for_each_moved};
use crate::ids::{Batch, Entity};
use crate::world::EndCall;

use super::layout::{Layout, Stored};
use super::moving::push_from;
use super::store::Store;
use crate::column::{Fate, PendingInit};

impl<T: Stored> Store<T> {
    /// Moves a value to a row that has none; returns the row.
    #[inline(always)]
    fn put(&self, row: u32, value: &mut Option<T>) -> u32 {
        // SAFETY: the row lies in memory of the store, with room for a value; one without bytes needs none.
        // What is there is no value. Nothing of the user runs: what takes a value apart, `Soa` says, does
        // nothing else.
        unsafe { T::Layout::write(self.cursor(row), 0, value) };
        row
    }

    /// Moves the value of a row out of it.
    ///
    /// # Safety
    ///
    /// It must have one, and counts as empty from then on.
    #[inline(always)]
    unsafe fn read(&self, row: u32) -> T {
        // SAFETY: as required of the caller.
        unsafe { T::Layout::read(self.cursor(row), 0) }
    }

    /// Appends the component of an entity that has none; the value stays in its option if the entity is dead.
    /// Nothing that is borrowed moves.
    #[inline]
    pub(crate) fn push(&self, entity: Entity, value: &mut Option<T>) -> Option<u32> {
        // SAFETY: the value is written at once.
        unsafe { self.push_row(entity) }.map(|row| self.put(row, value))
    }

    /// Puts a value behind all others, as [`Store::push`]; with `is_off` the component is switched off.
    pub(crate) fn push_as(&self, entity: Entity, value: &mut Option<T>, is_off: bool) -> Option<u32> {
        if !is_off {
            return self.push(entity, value);
        }
        self.world.enlist(entity, self.number())?;
        // SAFETY: the value is written at once.
        let row = self.put(unsafe { self.push_enlisted_row(entity, false) }, value);
        self.set_own_switch(entity, false);
        Some(row)
    }

    /// As [`Store::push`], if the entity has no component of the type and nothing but the row is to be made;
    /// otherwise nothing has changed.
    #[inline(always)]
    pub(crate) fn push_simply(&self, entity: Entity, value: &mut Option<T>) -> Option<u32> {
        // SAFETY: the value is written at once.
        unsafe { self.push_row_simply(entity) }.map(|row| self.put(row, value))
    }

    /// Places the components of new entities. One that is there already stays. Values that are left drop at
    /// the end. Returns the first entity that has a component which excludes these.
    pub(crate) fn place_new(
        &self,
        pending: &PendingInit,
        entities: &[Entity],
        values: &mut Vec<T>,
    ) -> Option<Entity> {
        let mut refused = None;
        // Of entities that user code has despawned, or given one.
        let mut left = OneByOne::<Vec<T>>::default();
        for_each_moved(values, entities, |value, &entity| {
            if pending.is_to_be_placed(entity) && self.push(entity, value).is_none() {
                refused = refused.or_else(|| self.excluder(entity).map(|_| entity));
            }
            if value.is_some() {
                push_from(value, &mut left);
            }
        });
        refused
    }

    /// Places the components of new entities that are enabled, and in whose sets of types they are listed.
    pub(crate) fn place_enlisted(&self, pending: &PendingInit, batch: Batch<'_>, values: &mut Vec<T>) {
        assert_eq!(batch.entities.len(), values.len(), "each has one");
        pending.forget_all_gone(batch.entities);
        // A tag has no row to append.
        let row = if self.has_rows() { self.row_store.append_all(batch) } else { None };
        if let Some(row) = row {
            // SAFETY: there are as many rows side by side as values; what is in them is no value. They lie in
            // memory of the store, and the values in memory of the list.
            unsafe { T::Layout::write_all(self.cursor(row), values) };
            return;
        }
        self.place_one_by_one(batch.entities, values);
    }

    /// As [`Store::place_enlisted`], where rows are appended one by one.
    #[inline(never)]
    fn place_one_by_one(&self, entities: &[Entity], values: &mut Vec<T>) {
        for_each_moved(values, entities, |value, &entity| {
            // SAFETY: the value is written at once.
            self.put(unsafe { self.push_enlisted_row(entity, true) }, value);
        });
    }

    /// Puts another value in a row that is not borrowed, and lets the old one drop at the next sync point.
    /// Returns the row as it is then.
    pub(crate) fn replace(&self, row: u32, entity: Entity, value: &mut Option<T>) -> u32 {
        self.put(self.begin_another(row, entity, true), value)
    }

    /// Puts another value in a row that is not borrowed, and gives the old one back. Returns the row as it is
    /// then.
    pub(crate) fn exchange(&self, row: u32, entity: Entity, value: T) -> (u32, T) {
        let row = self.begin_another(row, entity, false);
        // SAFETY: the row is live, so it holds a value by invariant 28, and nothing has borrowed it.
        let old = unsafe { self.read(row) };
        self.put(row, &mut Some(value));
        (row, old)
    }

    /// Makes the component of a row dead, because it is borrowed, and puts another value on a new row for the
    /// same entity. If something cannot grow, nothing has changed.
    pub(crate) fn supersede(&self, row: u32, pending_end: Option<EndCall>, value: &mut Option<T>) -> u32 {
        // SAFETY: the value is written at once.
        self.put(unsafe { self.supersede_row(row, pending_end) }, value)
    }

    /// Takes the value of a live component that is not borrowed.
    pub(crate) fn take(&self, row: u32, entity: Entity) -> T {
        debug_assert!(!self.borrows.is_row_borrowed(row, self));
        if self.may_leave() {
            return self.take_and_leave(row, entity);
        }
        let row = self.mark_dead(row, None, Fate::Taken);
        // SAFETY: the row held a live value; it is listed as dead now, and as taken from.
        unsafe { self.read(row) }
    }

    /// Takes the value of an entity's component if nothing is to be done but to note a hole. Otherwise
    /// nothing has changed.
    #[inline]
    pub(crate) fn take_at_once(&self, entity: Entity) -> Option<T> {
        let row = self.leave_at_once(entity)?;
        // SAFETY: the row held a live value until it became a hole just now: nothing was written there since.
        let value = unsafe { self.read(row) };
        self.world.members_mut().remove_type(entity.index(), self.number());
        Some(value)
    }

    /// Takes the value of a live component that may leave a hole.
    #[inline]
    pub(crate) fn take_and_leave(&self, row: u32, entity: Entity) -> T {
        debug_assert!(self.may_leave());
        // SAFETY: the row holds a live value, which is given out only once the row is a hole.
        let value = ManuallyDrop::new(unsafe { self.read(row) });
        self.leave(row, entity);
        self.world.members_mut().remove_type(entity.index(), self.number());
        let value = ManuallyDrop::into_inner(value);
        self.fit_after_leaving();
        value
    }
}
