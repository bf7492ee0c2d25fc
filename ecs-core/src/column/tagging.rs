//! What a column does whose components are [`Tags`].

use crate::ids::Entity;

use super::column::Column;
use super::distinct::Distinct;
use super::tags::Tags;

impl Column {
    /// Which rows a view of so many components borrows: tags have rows with any number.
    pub(crate) fn covered(&self, len: usize) -> u32 {
        if self.tags().is_some() { u32::MAX } else { len as u32 }
    }

    /// The tags, if that is what the components are.
    #[inline(always)]
    pub(crate) fn tags(&self) -> Option<&Tags> {
        self.tags.as_ref()
    }

    /// Keeps the index of a tag that is to end from being used again while it is borrowed. If something
    /// cannot grow, nothing has changed.
    pub(super) fn hold_if_borrowed(&self, tags: &Tags, row: u32) {
        // What is not borrowed now may have been counted by a query, which knows it by its index.
        if self.borrows.has_visitors() || self.borrows.is_row_borrowed(row, self) {
            self.queue();
            self.world.make_room_to_hold();
            tags.held.borrow_mut().push(self.world.entities.borrow().at(row));
            self.world.hold(row);
        }
    }

    /// Lets the indices be used again that were held. Nothing may be borrowed.
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

    /// The entities that have the tag, in the order of a view: the enabled ones first, each part by the
    /// indices. Says how many are enabled.
    pub(crate) fn tagged_in_order(&self, tags: &Tags) -> (Vec<Entity>, usize) {
        let is_enabled = |entity: &Entity| self.is_enabled(entity.index());
        let (mut all, disabled): (Vec<_>, Vec<_>) =
            self.tagged(tags).into_vec().into_iter().partition(is_enabled);
        let enabled = all.len();
        all.extend(disabled);
        (all, enabled)
    }

    /// The entities that have the tag, by their indices.
    pub(crate) fn tagged(&self, tags: &Tags) -> Distinct {
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
