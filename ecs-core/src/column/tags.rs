//! [`TagSet`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no
//! rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say which tag is borrowed.
//! Nothing moves and nothing is dropped, so only two things of a tag wait for a sync point: the index of an
//! entity whose tag was borrowed when it ended, and ends that observers do not know of yet.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ids::IndexSet;
use crate::threads::FreezeCell;

use super::rows::OFF;
#[cfg(feature = "snapshot")]
use super::saved::SavedTags;

/// Which entities have the tag, by their indices.
#[derive(Default)]
pub(super) struct TagSet {
    /// Shared with the views and passes that borrow it: a tag that comes while they live is not in theirs.
    ///
    /// Invariant 22: of a tag as many values come out as went in: one for each index in the set.
    tagged: FreezeCell<Rc<IndexSet>>,
    /// Those of them that are switched off themselves.
    off: FreezeCell<IndexSet>,
    /// The other flags of tags that have any. None has while nobody observes the type.
    flags: FreezeCell<BTreeMap<u32, u8>>,
}

impl TagSet {
    #[inline]
    pub(super) fn contains(&self, index: u32) -> bool {
        self.tagged.borrow().contains(index)
    }

    /// How many entities have the tag.
    pub(super) fn len(&self) -> usize {
        self.tagged.borrow().len()
    }

    /// The entities that have the tag now.
    pub(super) fn tagged(&self) -> Rc<IndexSet> {
        self.tagged.borrow().clone()
    }

    /// Tags an entity that is not tagged. If there is no room, nothing has changed.
    pub(super) fn insert(&self, index: u32, flags: u8) {
        let mut tagged = self.tagged.borrow_mut();
        let set = Rc::make_mut(&mut tagged);
        set.make_room(index);
        if flags != 0 {
            self.flags.borrow_mut().insert(index, flags);
        }
        set.insert(index);
    }

    pub(super) fn remove(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).remove(index);
        self.off.borrow_mut().remove(index);
        self.flags.borrow_mut().remove(&index);
    }

    pub(super) fn clear(&self) {
        self.tagged.take();
        self.off.take();
        self.flags.take();
    }

    pub(super) fn is_any_off(&self) -> bool {
        self.off.borrow().len() != 0
    }

    /// The flags of a tag.
    pub(super) fn flags(&self, index: u32) -> u8 {
        let flags = self.flags.borrow().get(&index).copied().unwrap_or_default();
        if self.off.borrow().contains(index) { flags | OFF } else { flags }
    }

    /// Replaces the flags of a tag.
    pub(super) fn set_flags(&self, index: u32, set: u8) {
        let changed = self.flags(index) ^ set;
        if changed & OFF != 0 {
            let mut off = self.off.borrow_mut();
            if set & OFF != 0 { off.insert(index) } else { off.remove(index) }
        }
        if changed & !OFF != 0 {
            let mut flags = self.flags.borrow_mut();
            match set & !OFF {
                0 => _ = flags.remove(&index),
                set => _ = flags.insert(index, set),
            }
        }
    }

    /// Lets the set change no more until [`TagSet::unfreeze`].
    pub(super) fn freeze(&self) {
        self.tagged.freeze();
        self.off.freeze();
        self.flags.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.tagged.unfreeze();
        self.off.unfreeze();
        self.flags.unfreeze();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tagged.borrow().bytes() + self.off.borrow().bytes()
    }
}

#[cfg(feature = "snapshot")]
impl TagSet {
    /// Says whether the tags are those of the copy with this number.
    pub(super) fn equal(&self, copy: u64) -> bool {
        self.tagged.mark().is(copy) && self.off.mark().is(copy) && self.flags.mark().is(copy)
    }

    /// Notes that they are.
    pub(super) fn note_equal(&self, copy: u64) {
        [self.tagged.mark(), self.off.mark(), self.flags.mark()].into_iter().for_each(|mark| mark.set(copy));
    }

    pub(super) fn save(&self, to: &mut SavedTags, copy: u64) {
        to.copy = copy;
        to.tagged.clone_from(&self.tagged.borrow());
        to.off.clone_from(&self.off.borrow());
        to.flags.clone_from(&self.flags.borrow());
        self.note_equal(copy);
    }

    /// Shares the set with nobody any more.
    pub(super) fn make_own(&self) {
        Rc::make_mut(&mut self.tagged.borrow_mut());
    }

    /// Lets the tags be others, where the set is shared with nobody.
    pub(super) fn restore(&self, from: &mut SavedTags) {
        let mut tagged = self.tagged.borrow_mut();
        let tagged = Rc::get_mut(&mut tagged).expect("nothing of it is borrowed");
        core::mem::swap(tagged, &mut from.tagged);
        core::mem::swap(&mut *self.off.borrow_mut(), &mut from.off);
        core::mem::swap(&mut *self.flags.borrow_mut(), &mut from.flags);
    }
}
