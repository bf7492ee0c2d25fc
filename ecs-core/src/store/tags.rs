//! [`Tags`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say what is lent. There is nothing to move, to drop or
//! to tell, so nothing of a tag waits for a sync point but the index of an entity whose tag was lent when it ended.

use core::cell::RefCell;
use std::rc::Rc;

use crate::ids::{Entity, IndexSet};

use super::column::Column;
use super::distinct::Distinct;
use super::freeze_cell::FreezeCell;

/// Which entities have the tag, by their indices.
#[derive(Default)]
pub(super) struct Tags {
    /// Shared with the views and passes that it is lent to: what comes while they live is not in theirs.
    tagged: FreezeCell<Rc<IndexSet>>,
    /// Those of them that are switched off themselves.
    off: FreezeCell<IndexSet>,
    /// The entities of those that were lent when they ended, since the last sync point: their indices are held.
    held: RefCell<Vec<Entity>>,
}

impl Tags {
    #[inline]
    pub(super) fn has(&self, index: u32) -> bool {
        self.tagged.borrow().contains(index)
    }

    /// How many entities have the tag.
    pub(super) fn count(&self) -> usize {
        self.tagged.borrow().len()
    }

    /// Makes room for an index. If this cannot grow, nothing has changed.
    pub(super) fn make_room(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).make_room(index);
    }

    /// Adds an index, for which there is room.
    pub(super) fn insert(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).insert(index);
    }

    pub(super) fn remove(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).remove(index);
        self.off.borrow_mut().remove(index);
    }

    pub(super) fn clear(&self) {
        self.tagged.take();
        self.off.take();
    }

    pub(super) fn set_off(&self, index: u32, off: bool) {
        let mut switched_off = self.off.borrow_mut();
        if off { switched_off.insert(index) } else { switched_off.remove(index) }
    }

    #[inline]
    pub(super) fn is_off(&self, index: u32) -> bool {
        self.off.borrow().contains(index)
    }

    /// The entity of a tag that was lent when it ended.
    pub(super) fn held(&self, index: u32) -> Option<Entity> {
        self.held.borrow().iter().rev().find(|entity| entity.index() == index).copied()
    }

    /// Those that have the tag now.
    pub(super) fn tagged(&self) -> Rc<IndexSet> {
        self.tagged.borrow().clone()
    }

    /// Lets them change no more until [`Tags::unfreeze`].
    pub(super) fn freeze(&self) {
        self.tagged.freeze();
        self.off.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.tagged.unfreeze();
        self.off.unfreeze();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tagged.borrow().bytes() + self.off.borrow().bytes()
    }
}

impl Column {
    /// Which rows a view of so many components lends: tags have rows with any number.
    pub(super) fn covered(&self, len: usize) -> u32 {
        if self.tags().is_some() { u32::MAX } else { len as u32 }
    }

    /// The tags, if that is what the components are.
    #[inline(always)]
    pub(super) fn tags(&self) -> Option<&Tags> {
        self.tags.as_ref()
    }

    /// Keeps the index of a tag that is to end from being used again while it is lent. If something cannot grow, nothing has changed.
    pub(super) fn hold_if_borrowed(&self, tags: &Tags, row: u32) {
        // What is not borrowed now may have been counted by a query, which knows it by its index.
        if self.borrows.has_visitors() || self.borrows.is_row_borrowed(row, self) {
            self.queue();
            self.world.make_room_to_hold();
            tags.held.borrow_mut().push(self.world.entities.borrow().at(row));
            self.world.hold(row);
        }
    }

    /// Lets the indices be used again that were held. Nothing may be lent.
    pub(super) fn let_tags_go(&self) {
        if let Some(tags) = self.tags() {
            tags.held.borrow_mut().drain(..).for_each(|entity| self.world.let_go(entity.index()));
        }
    }

    /// Ends a tag; the entity's set of types is left to the caller.
    pub(super) fn end_tag(&self, row: u32) {
        self.note_tag_change();
        if self.awaits_init()
            && let Some(entity) = self.entity_of(row)
        {
            self.pending_inits.note_gone(entity);
        }
        if let Some(tags) = self.tags() {
            tags.remove(row);
        }
    }

    /// Lets those that look at the tags as a whole look again.
    pub(super) fn note_tag_change(&self) {
        self.borrows.invalidate();
    }

    /// The entities that have the tag, in the order of a view: the enabled ones first, each part by the indices. Says how many are enabled.
    pub(super) fn tagged_in_order(&self, tags: &Tags) -> (Vec<Entity>, usize) {
        let is_enabled = |entity: &Entity| self.is_enabled(entity.index());
        let (mut all, disabled): (Vec<_>, Vec<_>) =
            self.tagged(tags).into_vec().into_iter().partition(is_enabled);
        let enabled = all.len();
        all.extend(disabled);
        (all, enabled)
    }

    /// The entities that have the tag, by their indices.
    pub(super) fn tagged(&self, tags: &Tags) -> Distinct {
        let entities = self.world.entities.borrow();
        Distinct::new(tags.tagged.borrow().iter().map(|index| entities.at(index)))
    }

    /// How many of the tags are enabled.
    pub(super) fn enabled_tags(&self, tags: &Tags) -> usize {
        let entities = self.world.entities.borrow();
        if tags.off.borrow().len() == 0 && entities.are_all_enabled() {
            return tags.count();
        }
        let is_enabled = |index: &u32| !tags.is_off(*index) && entities.is_enabled(*index);
        tags.tagged.borrow().iter().filter(is_enabled).count()
    }
}
