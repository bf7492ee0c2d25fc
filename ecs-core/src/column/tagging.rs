//! [`TagsOf`]: what a column does whose components are [`Tags`].

use std::rc::Rc;

use crate::ids::{Entity, IndexSet};

use super::array::stride_of;
use super::column::Column;
use super::dense::NOTIFIED_OFF;
use super::distinct::Distinct;
use super::observing::{NEW, as_told};
use super::push::Delist;
#[cfg(feature = "snapshot")]
use super::saved::SavedTags;
use super::tags::Tags;

/// The tags of a column, and the column, which knows their world and who has borrowed them.
#[derive(Clone, Copy)]
pub(crate) struct TagsOf<'c> {
    tags: &'c Tags,
    column: &'c Column,
}

impl Tags {
    #[inline(always)]
    pub(super) fn of<'c>(&'c self, column: &'c Column) -> TagsOf<'c> {
        TagsOf { tags: self, column }
    }
}

impl TagsOf<'_> {
    // ---- look-up ----

    #[inline]
    pub(super) fn has(self, index: u32) -> bool {
        self.tags.tagged.borrow().contains(index)
    }

    /// Says whether the entity that has this index now is tagged, and enabled if it must be.
    #[inline]
    pub(super) fn sees(self, index: u32, enabled_only: bool) -> bool {
        self.has(index) && (!enabled_only || self.is_enabled(index))
    }

    /// Finds the row of an entity's tag.
    pub(super) fn find(self, entity: Entity) -> Option<u32> {
        let is_there = self.has(entity.index()) && self.column.world.entities.borrow().is_alive(entity);
        is_there.then_some(entity.index())
    }

    /// The entity of a tag, also of one that was borrowed when it ended.
    pub(super) fn entity_of(self, index: u32) -> Option<Entity> {
        if self.has(index) {
            return Some(self.column.world.entities.borrow().at(index));
        }
        self.tags.held.borrow().iter().rev().find(|entity| entity.index() == index).copied()
    }

    /// The row of the tag at an address.
    pub(super) fn row_at(self, address: usize) -> Option<u32> {
        let offset = address.checked_sub(self.column.base.get().addr())?;
        u32::try_from(offset / stride_of(self.column.info.layouts()[0])).ok()
    }

    // ---- all of them ----

    /// How many entities have the tag.
    pub(super) fn count(self) -> usize {
        self.tags.tagged.borrow().len()
    }

    /// How many of the tags are enabled.
    pub(super) fn enabled(self) -> usize {
        if self.tags.off.borrow().len() == 0 && self.column.world.entities.borrow().are_all_enabled() {
            return self.count();
        }
        self.tags.tagged.borrow().iter().filter(|&index| self.is_enabled(index)).count()
    }

    /// The rows of those that are enabled.
    pub(super) fn enabled_rows(self) -> Vec<u32> {
        self.tags.tagged.borrow().iter().filter(|&index| self.is_enabled(index)).collect()
    }

    /// Those that have the tag now.
    pub(crate) fn tagged(self) -> Rc<IndexSet> {
        self.tags.tagged.borrow().clone()
    }

    /// The entities that have the tag, by their indices; only those that are enabled, or all.
    pub(crate) fn entities(self, enabled_only: bool) -> Distinct {
        let entities = self.column.world.entities.borrow();
        let is_seen = |index: &u32| !enabled_only || self.is_enabled(*index);
        Distinct::new(self.tags.tagged.borrow().iter().filter(is_seen).map(|index| entities.at(index)))
    }

    /// The entities that have the tag, in the order of a view: the enabled ones first, each part by the
    /// indices. Says how many are enabled.
    pub(crate) fn in_order(self) -> (Vec<Entity>, usize) {
        let is_enabled = |entity: &Entity| self.is_enabled(entity.index());
        let (mut all, disabled): (Vec<_>, Vec<_>) =
            self.entities(false).into_vec().into_iter().partition(is_enabled);
        let enabled = all.len();
        all.extend(disabled);
        (all, enabled)
    }

    pub(super) fn indices_in_order(self) -> Vec<u32> {
        self.in_order().0.iter().map(|entity| entity.index()).collect()
    }

    // ---- tagging ----

    /// Tags a live entity, in whose set of types it is listed. If there is no room for it, it is listed no
    /// more.
    pub(super) fn push(self, entity: Entity) -> u32 {
        let undo = Delist { column: self.column, entity };
        let index = entity.index();
        let mut tagged = self.tags.tagged.borrow_mut();
        let set = Rc::make_mut(&mut tagged);
        set.make_room(index);
        if self.column.is_observed() {
            self.tags.flags.borrow_mut().insert(index, NEW);
        }
        core::mem::forget(undo);
        set.insert(index);
        index
    }

    /// Tags a live entity that is not tagged; `false` if it is dead.
    #[cfg(feature = "serde")]
    pub(crate) fn tag(self, entity: Entity) -> bool {
        let is_alive = self.column.world.enlist(entity, self.column.number()).is_some();
        if is_alive {
            self.push(entity);
        }
        is_alive
    }

    /// Ends a tag, whose index is held while it is borrowed; returns its row. If something cannot grow,
    /// nothing has changed.
    pub(super) fn mark_dead(self, row: u32) -> u32 {
        let Self { column, .. } = self;
        // What is not borrowed now may have been counted by a query, which knows it by its index.
        if column.borrows.has_visitors() || column.borrows.is_row_borrowed(row, column) {
            self.hold(row);
        }
        self.end(row);
        column.world.entities.borrow_mut().remove_type(row, column.number());
        row
    }

    /// Keeps the index of a tag from being used again until the sync point.
    fn hold(self, index: u32) {
        let world = &self.column.world;
        self.column.queue();
        world.make_room_to_hold();
        self.tags.held.borrow_mut().push(world.entities.borrow().at(index));
        world.hold(index);
    }

    /// Lets the indices be used again that were held. Nothing may be borrowed.
    pub(super) fn let_go(self) {
        let mut held = self.tags.held.borrow_mut();
        held.drain(..).for_each(|entity| self.column.world.let_go(entity.index()));
    }

    /// Ends a tag; the entity's set of types is left to the caller.
    pub(super) fn end(self, row: u32) {
        self.note_change();
        if !self.column.pending_inits.is_unwatched()
            && let Some(entity) = self.entity_of(row)
        {
            self.column.note_gone(entity);
        }
        Rc::make_mut(&mut self.tags.tagged.borrow_mut()).remove(row);
        self.tags.off.borrow_mut().remove(row);
        self.tags.flags.borrow_mut().remove(&row);
    }

    /// Ends all of them, at the end of the world.
    pub(super) fn end_all(self) {
        self.let_go();
        self.tags.tagged.take();
        self.tags.off.take();
        self.tags.flags.take();
    }

    /// Says whether the tag of an entity may stay in its next generation: it belongs to the index, whatever
    /// the generation is.
    pub(super) fn may_stay(self, entity: Entity) -> bool {
        self.has(entity.index()) && !self.column.borrows.is_row_borrowed(entity.index(), self.column)
    }

    // ---- observers ----

    /// As [`Column::set_observed`], of those that are there when somebody observes them first.
    pub(super) fn begin_telling(self) {
        let (entities, mut flags) = (self.column.world.entities.borrow(), self.tags.flags.borrow_mut());
        for index in self.tags.tagged.borrow().iter() {
            let notified_off =
                if self.is_off(index) || !entities.is_enabled(index) { NOTIFIED_OFF } else { 0 };
            let told = as_told(notified_off, self.column.world.is_away(index));
            if told != 0 {
                flags.insert(index, told);
            }
        }
    }

    /// As [`Column::set_observed`], once nobody observes them.
    pub(super) fn stop_telling(self) {
        self.tags.flags.borrow_mut().clear();
    }

    /// Notes that observers are still to be told that an entity's tag has ended.
    pub(super) fn note_end_to_tell(self, entity: Entity) {
        *self.tags.ends_to_tell.borrow_mut().entry(entity).or_default() += 1;
    }

    /// Says whether observers are still to be told of an end.
    pub(super) fn has_ends_to_tell(self) -> bool {
        !self.tags.ends_to_tell.borrow().is_empty()
    }

    pub(super) fn has_end_to_tell(self, entity: Entity) -> bool {
        self.tags.ends_to_tell.borrow().contains_key(&entity)
    }

    /// Notes that they are told now.
    pub(super) fn note_end_told(self, entity: Entity) {
        let mut ends = self.tags.ends_to_tell.borrow_mut();
        if let Some(count) = ends.get_mut(&entity) {
            *count -= 1;
            if *count == 0 {
                ends.remove(&entity);
            }
        }
    }

    // ---- switching ----

    /// Says whether the tag and its entity are switched on.
    pub(super) fn is_enabled(self, index: u32) -> bool {
        !self.is_off(index) && self.column.world.entities.borrow().is_enabled(index)
    }

    #[cfg(feature = "serde")]
    pub(super) fn is_any_off(self) -> bool {
        self.tags.off.borrow().len() != 0
    }

    #[inline]
    pub(super) fn is_off(self, index: u32) -> bool {
        self.tags.off.borrow().contains(index)
    }

    pub(super) fn set_off(self, index: u32, off: bool) {
        let mut switched_off = self.tags.off.borrow_mut();
        if off { switched_off.insert(index) } else { switched_off.remove(index) }
    }

    /// Lets those that look at the tags as a whole look again.
    pub(super) fn note_change(self) {
        self.column.borrows.invalidate();
    }
}

#[cfg(feature = "snapshot")]
impl TagsOf<'_> {
    /// Says whether the tags are those of the copy with this number.
    pub(super) fn equal(self, copy: u64) -> bool {
        let Tags { tagged, off, flags, .. } = self.tags;
        tagged.mark().is(copy) && off.mark().is(copy) && flags.mark().is(copy)
    }

    /// Notes that they are.
    pub(super) fn note_equal(self, copy: u64) {
        let Tags { tagged, off, flags, .. } = self.tags;
        [tagged.mark(), off.mark(), flags.mark()].into_iter().for_each(|mark| mark.set(copy));
    }

    pub(super) fn save(self, to: &mut SavedTags, copy: u64) {
        to.copy = copy;
        to.tagged.clone_from(&self.tags.tagged.borrow());
        to.off.clone_from(&self.tags.off.borrow());
        to.flags.clone_from(&self.tags.flags.borrow());
        self.note_equal(copy);
    }

    /// Shares the set with nobody any more.
    pub(super) fn make_own(self) {
        Rc::make_mut(&mut self.tags.tagged.borrow_mut());
    }

    /// Lets the tags be others, where the set is shared with nobody.
    pub(super) fn restore(self, from: &mut SavedTags) {
        let mut tagged = self.tags.tagged.borrow_mut();
        let tagged = Rc::get_mut(&mut tagged).expect("nothing of it is borrowed");
        core::mem::swap(tagged, &mut from.tagged);
        core::mem::swap(&mut *self.tags.off.borrow_mut(), &mut from.off);
        core::mem::swap(&mut *self.tags.flags.borrow_mut(), &mut from.flags);
    }

    /// Takes the tag from an index, of which no entity with it lives any more.
    pub(super) fn forget(self, index: u32) {
        Rc::make_mut(&mut self.tags.tagged.borrow_mut()).remove(index);
        self.tags.off.borrow_mut().remove(index);
        self.tags.flags.borrow_mut().remove(&index);
    }
}
