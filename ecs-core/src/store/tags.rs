//! [`Tags`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say what is lent. There is nothing to move, to drop or
//! to tell, so nothing of a tag ever waits for a quiet point.
#![expect(unsafe_code, reason = "a value without bytes is given back")]

use core::cell::{Cell, RefCell};
use core::ptr::NonNull;
use std::collections::HashSet;

use crate::ids::Entity;

use super::store::Store;

/// Which entities have the tag, by their indices.
///
/// One bit for each index up to the highest that ever had it.
#[derive(Default)]
pub(super) struct Tags {
    words: RefCell<Vec<u64>>,
    count: Cell<usize>,
    /// Those that are switched off themselves.
    off: RefCell<HashSet<u32>>,
}

impl Tags {
    #[inline]
    pub(super) fn has(&self, index: u32) -> bool {
        self.words.borrow().get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// How many entities have the tag.
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }

    /// Makes room for an index. If this cannot grow, nothing has changed.
    pub(super) fn make_room(&self, index: u32) {
        let mut words = self.words.borrow_mut();
        if words.len() <= index as usize / 64 {
            words.resize(index as usize / 64 + 1, 0);
        }
    }

    /// Adds an index that has no tag, and for which there is room.
    pub(super) fn insert(&self, index: u32) {
        debug_assert!(!self.has(index));
        self.words.borrow_mut()[index as usize / 64] |= 1 << (index % 64);
        self.count.set(self.count.get() + 1);
    }

    /// Removes an index that has the tag.
    pub(super) fn remove(&self, index: u32) {
        debug_assert!(self.has(index));
        self.words.borrow_mut()[index as usize / 64] &= !(1 << (index % 64));
        self.count.set(self.count.get() - 1);
        self.set_off(index, false);
    }

    pub(super) fn set_off(&self, index: u32, off: bool) {
        let mut switched_off = self.off.borrow_mut();
        if off {
            switched_off.insert(index);
        } else if !switched_off.is_empty() {
            switched_off.remove(&index);
        }
    }

    #[inline]
    pub(super) fn is_off(&self, index: u32) -> bool {
        let off = self.off.borrow();
        !off.is_empty() && off.contains(&index)
    }

    /// The indices that have the tag, lowest first.
    pub(super) fn indices(&self) -> Vec<u32> {
        let mut indices = Vec::with_capacity(self.count());
        for (place, &word) in (0..).zip(self.words.borrow().iter()) {
            let mut rest = word;
            while rest != 0 {
                indices.push(place * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        indices
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.borrow().capacity() * 8 + self.off.borrow().capacity() * 5
    }
}

impl<T> Store<T> {
    /// Whether values of the type may be tags: they have no bytes and no `Drop`, and there are addresses enough to tell their rows apart.
    pub(super) const MAY_BE_TAGS: bool = size_of::<T>() == 0
        && !core::mem::needs_drop::<T>()
        && align_of::<T>() <= usize::MAX / 2 / u32::MAX as usize;

    /// Which rows a view of so many components lends: tags have rows with any number.
    pub(super) fn covered(&self, len: usize) -> u32 {
        if self.tags().is_some() { u32::MAX } else { len as u32 }
    }

    /// The tags, if that is what the components are.
    #[inline(always)]
    pub(super) fn tags(&self) -> Option<&Tags> {
        if const { Self::MAY_BE_TAGS } { self.tags.as_ref() } else { None }
    }

    /// Takes the value of a tag back, which was forgotten when it was added.
    pub(super) fn take_tag(&self, row: u32) -> T {
        debug_assert!(self.tags().is_some());
        self.end_tag(row);
        // SAFETY: the type has no bytes, and as many values are made as were forgotten.
        unsafe { NonNull::<T>::dangling().read() }
    }

    /// Ends a tag; the entity's set of types is left to the caller.
    pub(super) fn end_tag(&self, row: u32) {
        self.note_tag_change();
        if let Some(tags) = self.tags() {
            tags.remove(row);
        }
    }

    /// Lets those that look at the tags as a whole look again.
    pub(super) fn note_tag_change(&self) {
        if self.lent.is_viewed() {
            self.world.disturb();
        }
    }

    /// The entities that have the tag, by their indices.
    pub(super) fn tagged(&self, tags: &Tags) -> Box<[Entity]> {
        let entities = self.world.entities.borrow();
        tags.indices().into_iter().map(|index| entities.at(index)).collect()
    }

    /// How many of the tags are enabled.
    pub(super) fn enabled_tags(&self, tags: &Tags) -> usize {
        let entities = self.world.entities.borrow();
        if tags.off.borrow().is_empty() && entities.are_all_enabled() {
            return tags.count();
        }
        let is_enabled = |index: &u32| !tags.is_off(*index) && entities.is_enabled(*index);
        tags.indices().iter().filter(|index| is_enabled(index)).count()
    }
}
